"""The tree of a request: containers, their requirement, and the conditions inside them."""

from collections.abc import Mapping

from paycat.catalogue.fields import ConditionStatement, Container
from paycat.catalogue.statement import Reason, location_of
from paycat.contract.constraints import Layer, constraints, joined, reason_of
from paycat.contract.naming import component_name
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.contract.paths import ITEM
from paycat.contract.setting import Setting
from paycat.diagnostics import Span, did_you_mean
from paycat.shapes.named import SHAPES

_LIST = SHAPES["list"]


def request_root(setting: Setting, fields: Mapping[str, FieldNode]) -> Group:
    """Return the body of a request type as a tree; what is wrong goes to the setting's collector."""
    before = len(setting.collector.found)
    conditions = _conditions(setting, fields)
    if len(setting.collector.found) == before:
        _reject_lone_conditionals(setting, fields, conditions)
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
    stated, reason, span = _about(setting, path)
    method = setting.method.value
    needed = not path or conditions.get(path) or any(m.requirement == "required" for m in members.values())
    convention = setting.catalogue.service.value.conventions.unknown_fields
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
        location=location_of(span),
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
    return FieldNode(
        kind="field",
        name=whole.rpartition(".")[2],
        path=whole,
        type=_LIST.name,
        shape=_LIST.name,
        requirement=group.requirement,
        meaning=group.meaning,
        constraints=constraints(layers, _LIST, setting.known_values, setting.exponent) if layers else (),
        items=group.model_copy(update={"name": "", "requirement": "required"}),
        reason=reason,
        location=location_of(span),
    )


def _about(setting: Setting, path: str) -> tuple[Container | None, Reason, Span]:
    """Return what states a container, if anything does, and its reason and place; nothing states the body itself."""
    table = Reason(source=setting.table.value.source)
    for containers, around, location in (
        (setting.offer.containers, setting.own_reason, setting.own_location),
        (setting.table.value.containers, table, setting.table.at),
    ):
        if stated := containers.get(path):
            return stated, joined(stated.reason, around), location("containers", path, key=True)
    return None, table, setting.own_location(key=True)


def _conditions(setting: Setting, fields: Mapping[str, FieldNode]) -> dict[str, tuple[Condition, ...]]:
    found: dict[str, tuple[Condition, ...]] = {}
    for index, stated in enumerate(setting.offer.conditions):
        container = _condition_container(setting, stated, index, fields)
        if container is None:
            continue
        span = setting.own_location("conditions", index)
        made = Condition(
            any_of=tuple(tuple(path.rpartition(".")[2] for path in paths) for paths in stated.any_of),
            reason=reason_of(stated, setting.own_reason),
            location=location_of(span),
        )
        found[container] = (*found.get(container, ()), made)
    return found


def _condition_container(
    setting: Setting, stated: ConditionStatement, index: int, fields: Mapping[str, FieldNode]
) -> str | None:
    report, containers, sound = setting.collector.report, set(), True
    for row, paths in enumerate(stated.any_of):
        for column, path in enumerate(paths):
            span = setting.own_location("conditions", index, "any_of", row, column)
            if path in fields:
                containers.add(path.rpartition(".")[0])
            if path not in fields:
                report("unknown-field", span, f"unknown field {path!r}", did_you_mean(path, fields))
                sound = False
            elif fields[path].requirement != "conditional":
                requirement = fields[path].requirement
                report("condition-not-conditional", span, f"{path!r} is {requirement}, so no condition may name it")
                sound = False
    span = setting.own_location("conditions", index)
    if len(containers) > 1:
        named = ", ".join(repr(name) for name in sorted(containers))
        report("condition-across-containers", span, f"a condition stays inside one container; this one names {named}")
        sound = False
    if not stated.any_of or not all(stated.any_of):
        report("empty-condition", span, "each combination names at least one field")
        sound = False
    return containers.pop() if sound else None


def _reject_lone_conditionals(
    setting: Setting, fields: Mapping[str, FieldNode], conditions: Mapping[str, tuple[Condition, ...]]
) -> None:
    stated = {path for condition in setting.offer.conditions for paths in condition.any_of for path in paths}
    for path, field in fields.items():
        if field.requirement != "conditional":
            continue
        span = setting.stated(path)[-1].span
        if path not in stated:
            message = f"{path!r} is conditional, and no condition names it"
            hint = "add it to a combination, or name a decision that records an open gap"
            setting.collector.report("conditional-without-condition", span, message, hint)
        for condition in conditions.get(path.rpartition(".")[0], ()):
            if all(field.name in names for names in condition.any_of):
                message = f"{path!r} is in every combination, so it is required, not conditional"
                setting.collector.report("conditional-always-needed", span, message)


def _reject_undeclared(setting: Setting, fields: Mapping[str, FieldNode]) -> None:
    report = setting.collector.report
    declared = {**setting.table.value.containers, **setting.offer.containers}
    undeclared: set[str] = set()
    for path in fields:
        span = setting.stated(path)[-1].span
        for container in _containers(path):
            if container.rstrip(ITEM) in fields:
                message = f"{container.rstrip(ITEM)!r} is a field, so {path!r} cannot be inside it"
                report("field-is-container", span, message)
            elif container not in declared and container not in undeclared:
                undeclared.add(container)
                message = f"nothing says what the container {container!r} is"
                report("undeclared-container", span, message, did_you_mean(container, declared))
            elif container in declared and declared[container].shared and path in setting.offer.fields:
                message = f"the container {container!r} is shared by all requests; a method cannot change it"
                report("shared-container", span, message)


def _containers(path: str) -> list[str]:
    parts = path.split(".")
    return [".".join(parts[:depth]) for depth in range(1, len(parts))]
