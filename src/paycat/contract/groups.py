"""The tree of a request: containers, their requirement, and the conditions inside them."""

from collections.abc import Mapping

from paycat.catalogue.fields import Container
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.conditions import resolved_conditions
from paycat.contract.constraints import Layer, joined
from paycat.contract.naming import component_name
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.contract.paths import ITEM
from paycat.contract.setting import Setting
from paycat.contract.values import Origin
from paycat.diagnostics import Span, did_you_mean


def request_root(setting: Setting, fields: Mapping[str, FieldNode]) -> Group:
    """Return the body of a request type as a tree; what is wrong goes to the setting's collector."""
    conditions = resolved_conditions(setting, fields)
    _reject_undeclared(setting, fields)
    return _group(setting, "", fields, conditions)


def _group(
    setting: Setting, path: str, fields: Mapping[str, FieldNode], conditions: Mapping[str, tuple[Condition, ...]]
) -> Group:
    prefix = f"{path}." if path else ""
    members: dict[str, FieldNode | Group] = {}
    for inner in fields:
        if not inner.startswith(prefix):
            continue
        name, _, rest = inner.removeprefix(prefix).partition(".")
        if name not in members:
            members[name] = _container(setting, prefix + name, fields, conditions) if rest else fields[inner]
    about, reason, span = _about(setting, path)
    stated = about and about.value
    method = setting.method.value
    needed = not path or conditions.get(path) or any(m.requirement == "required" for m in members.values())
    convention = setting.basis.service.value.conventions.unknown_fields
    return Group(
        kind="group",
        name=path.rpartition(".")[2],
        path=path,
        component=(stated and stated.shared) or component_name(method.method_code, setting.direction, path),
        shared=bool(stated and stated.shared),
        requirement=(stated and stated.requirement) or ("required" if needed else "optional"),
        meaning=stated.meaning if stated else f"{setting.table.value.title}: {method.title}. {method.note}.",
        closed=convention.value == "reject",
        closed_reason=convention.reason,
        members=tuple(members.values()),
        conditions=conditions.get(path, ()),
        deprecated=None if path else setting.deprecation,
        reason=reason,
        location=span,
    )


def _container(
    setting: Setting, path: str, fields: Mapping[str, FieldNode], conditions: Mapping[str, tuple[Condition, ...]]
) -> FieldNode | Group:
    """Return an object, or the list of objects of a path with `[]` at its end."""
    group = _group(setting, path, fields, conditions)
    if not path.endswith(ITEM):
        return group
    (stated, reason, span), whole = _about(setting, path), path.removesuffix(ITEM)
    layers = [Layer(stated, reason)] if stated else []
    rules = setting.resolver.constraints(layers)
    return Origin(whole, reason, span).node(
        "list",
        type="list",
        requirement=group.requirement,
        meaning=group.meaning,
        constraints=tuple(rules.values()),
        items=group.model_copy(update={"name": "", "requirement": "required"}),
    )


def _about(setting: Setting, path: str) -> tuple[Stated[Container] | None, Reason, Span]:
    """Return what states a container, if anything does, and its reason and place; nothing states the body itself."""
    for source, inside, containers, around in (
        (setting.method, (setting.direction,), setting.offer.containers, setting.own_reason),
        (setting.table, (), setting.table.value.containers, setting.table_reason),
    ):
        if container := containers.get(path):
            stated = Stated(source, (*inside, "containers", path), container)
            return stated, joined(container.reason, around), stated.at(key=True)
    return None, setting.table_reason, setting.own_location(key=True)


def _reject_undeclared(setting: Setting, fields: Mapping[str, FieldNode]) -> None:
    report = setting.collector.report
    declared = {**setting.table.value.containers, **setting.offer.containers}
    undeclared: set[str] = set()
    for path in fields:
        parts = path.split(".")
        for container in [".".join(parts[:depth]) for depth in range(1, len(parts))]:
            if container.rstrip(ITEM) in fields:
                message = f"{container.rstrip(ITEM)!r} is a field, so {path!r} cannot be inside it"
                report("field-is-container", setting.stated(path)[-1].stated.at(key=True), message)
            elif container not in declared and container not in undeclared:
                undeclared.add(container)
                message = f"the container {container!r} is not declared"
                hint = did_you_mean(container, declared)
                report("undeclared-container", setting.stated(path)[-1].stated.at(key=True), message, hint)
            elif container in declared and declared[container].shared and path in setting.offer.fields:
                message = f"the container {container!r} is shared by all requests; a method cannot change it"
                report("shared-container", setting.stated(path)[-1].stated.at(key=True), message)
