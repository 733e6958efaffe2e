"""The conditions of a request, by the object that they are inside."""

from collections.abc import Mapping, Sequence

from paycat.catalogue.fields import ConditionStatement
from paycat.contract.combinations import implies
from paycat.contract.constraints import reason_of
from paycat.contract.nodes import Condition, FieldNode
from paycat.contract.setting import Setting
from paycat.diagnostics import Span, did_you_mean
from paycat.text.counting import listed

Conditions = dict[str, tuple[Condition, ...]]


def resolved_conditions(setting: Setting, fields: Mapping[str, FieldNode]) -> Conditions:
    """Return the conditions by the path of their object; what is wrong with them goes to the setting's collector."""
    before, found = len(setting.collector.found), _conditions(setting, fields)
    for reject in (_reject_idle_combinations, _reject_lone_conditionals, _reject_idle_conditions):
        if len(setting.collector.found) == before:
            reject(setting, fields, found)
    return found


def _conditions(setting: Setting, fields: Mapping[str, FieldNode]) -> Conditions:
    found: Conditions = {}
    for index, stated in enumerate(setting.offer.conditions):
        container = _condition_container(setting, stated, index, fields)
        if container is None:
            continue
        span = setting.own_location("conditions", index)
        made = Condition(
            any_of=tuple(tuple(path.rpartition(".")[2] for path in paths) for paths in stated.any_of),
            reason=reason_of(stated, setting.own_reason),
            location=span,
        )
        found[container] = (*found.get(container, ()), made)
    return found


def _condition_container(
    setting: Setting, stated: ConditionStatement, index: int, fields: Mapping[str, FieldNode]
) -> str | None:
    report, before = setting.collector.report, len(setting.collector.found)
    containers = {path.rpartition(".")[0] for paths in stated.any_of for path in paths if path in fields}
    for row, paths in enumerate(stated.any_of):
        for column, path in enumerate(paths):
            span = setting.own_location("conditions", index, "any_of", row, column)
            if path not in fields:
                report("unknown-field", span, *_unknown(setting, path, fields))
            elif fields[path].requirement != "conditional":
                requirement = fields[path].requirement
                report("condition-not-conditional", span, f"{path!r} is {requirement}, so no condition may name it")
            elif path in paths[:column]:
                report("idle-combination", span, f"the combination already names {path!r}", "name each field once")
    span = setting.own_location("conditions", index)
    if len(containers) > 1:
        named = ", ".join(repr(name) for name in sorted(containers))
        report(
            "condition-across-containers",
            span,
            f"a condition names fields of one container; this one names fields of {named}",
        )
    if not stated.any_of or not all(stated.any_of):
        report("empty-condition", span, "each combination names at least one field")
    return containers.pop() if len(setting.collector.found) == before else None


def _unknown(setting: Setting, path: str, fields: Mapping[str, FieldNode]) -> tuple[str, str]:
    """Return what is wrong with a field that a condition names and the request does not have, and what to do."""
    if stated := setting.stated(path):
        location = stated[-1].stated.at("requirement")
        return f"{path!r} is absent ({location.path}:{location.line}), so no request can have it", "make it conditional"
    return f"unknown field {path!r}", did_you_mean(path, fields)


def _reject_idle_combinations(setting: Setting, _: Mapping[str, FieldNode], __: Conditions) -> None:
    """Report the combinations that hold only where another one of their condition holds."""
    for index, stated in enumerate(setting.offer.conditions):
        for row in range(len(stated.any_of)):
            if (shorter := _sufficient(stated.any_of, row)) is not None:
                line = setting.own_location("conditions", index, "any_of", shorter).line
                message = f"every request that meets this combination also meets line {line}"
                span = setting.own_location("conditions", index, "any_of", row)
                setting.collector.report("idle-combination", span, message, "remove this combination")


def _reject_idle_conditions(setting: Setting, _: Mapping[str, FieldNode], conditions: Conditions) -> None:
    """Report the conditions that hold wherever the others of their object hold."""
    for inside in conditions.values():
        for condition in reversed(inside):
            others = [one for one in inside if one is not condition]
            is_idle = implies([one.any_of for one in others], [condition.any_of])
            if is_idle is None:
                message = "whether this condition decides anything takes too long to find out"
                setting.collector.report("tangled-conditions", condition.location, message)
            if is_idle:
                lines = listed(f"line {one.location.line}" for one in others)
                message = f"every request that meets {lines} also meets this condition"
                setting.collector.report("idle-condition", condition.location, message, "remove it")
            if is_idle is not False:
                break


def _requirement(setting: Setting, path: str) -> Span:
    """Return the place of the requirement of a field, where it was stated last."""
    stating = (one.stated for one in reversed(setting.stated(path)) if one.stated.value.requirement)
    return next(one.at("requirement") for one in stating)


def _sufficient(combinations: Sequence[Sequence[str]], row: int) -> int | None:
    """Return another combination that holds wherever one holds; of equal ones, the first is such for the others."""
    own = set(combinations[row])
    others = ((index, set(paths)) for index, paths in enumerate(combinations) if index != row)
    return next((index for index, paths in others if paths < own or (paths == own and index < row)), None)


def _reject_lone_conditionals(setting: Setting, fields: Mapping[str, FieldNode], conditions: Conditions) -> None:
    named = {path for condition in setting.offer.conditions for paths in condition.any_of for path in paths}
    conditional = [path for path, field in fields.items() if field.requirement == "conditional"]
    for path in conditional:
        if path not in named:
            message = f"{path!r} is conditional, but no condition names it"
            hint = "add it to a combination, or name a decision that records an open gap"
            setting.collector.report("conditional-without-condition", _requirement(setting, path), message, hint)
    for stated in setting.offer.conditions:
        needed = [path for path in conditional if all(path in paths for paths in stated.any_of)]
        if needed:
            verb, they = ("is", "it is") if len(needed) == 1 else ("are", "they are")
            names = listed(map(repr, needed))
            message = f"{names} {verb} in every combination, so {they} required, not conditional"
            setting.collector.report(
                "conditional-always-needed", setting.stated(needed[0])[-1].stated.at(key=True), message
            )
