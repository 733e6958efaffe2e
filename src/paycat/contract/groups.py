"""The tree of a request: containers, their requirement, and the conditions inside them by what they ask for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paycat.catalogue.fields import ConditionStatement
from paycat.catalogue.statement import Reason
from paycat.contract.containers import component_of, declared_container, object_node, type_of_object
from paycat.contract.fields import cases_of
from paycat.contract.nodes import Case, Condition, FieldNode, Group, Node
from paycat.contract.paths import ITEM, case_of
from paycat.contract.stated_offers import StatedOffer, deprecation
from paycat.contract.values import reason_of
from paycat.diagnostics import did_you_mean
from paycat.text.counting import listed

Combinations = tuple[tuple[str, ...], ...]
"""What one condition asks: at least one of these combinations of members."""

Conditions = dict[str, tuple[Condition, ...]]

_UNDECLARED = "declare it under `containers`; a member whose own name has a dot cannot be stated"
_MOST_STEPS = 2_000_000
"""So many comparisons of combinations are made: which conditions follow from others is as hard as satisfiability."""


def request_root(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> Group:
    """Return the body of a request type as a tree; what is wrong is among the offer's findings."""
    before, conditions = len(offer.findings), _conditions(offer, fields)
    for reject in (_reject_idle_combinations, _reject_lone_conditionals, _reject_idle_conditions):
        if len(offer.findings) == before:
            reject(offer, fields, conditions)
    _reject_undeclared(offer, fields)
    return _group(offer, "", fields, conditions)


def implies(asked: Sequence[Combinations], others: Sequence[Combinations]) -> bool | None:
    """Return whether every set of members that satisfies some conditions satisfies the others, too.

    Return None where that takes too many steps, as it does only where many conditions share their members.
    """
    follows = [_follows(asked, condition) for condition in others]
    return False if False in follows else None if None in follows else True


def _group(offer: StatedOffer, path: str, fields: Mapping[str, FieldNode], conditions: Conditions) -> Group:
    prefix = f"{path}." if path else ""
    members: dict[str, FieldNode | Group] = {}
    for inner in fields:
        if not inner.startswith(prefix):
            continue
        name, _, rest = inner.removeprefix(prefix).partition(".")
        if name not in members:
            members[name] = _container(offer, prefix + name, fields, conditions) if rest else fields[inner]
    cases = tuple(case for name, member in members.items() for case in _cases(offer, prefix + name, member, members))
    needed = not path or conditions.get(path) or any(m.requirement == "required" for m in members.values())
    node = object_node(offer, path, "required" if needed else "optional")
    convention = offer.basis.service.value.conventions.unknown_fields
    component, is_shared = component_of(offer, path, conditions)
    method = offer.method.value
    return Group(
        kind="group",
        name=path.rpartition(".")[2],
        path=path,
        component=component,
        type=type_of_object(offer, path),
        shared=is_shared,
        python_name=node.python_name,
        requirement="required" if node.requirement == "required" else "optional",
        meaning=node.meaning,
        closed=convention.value == "reject",
        closed_reason=convention.reason,
        members=tuple(members.values()),
        conditions=conditions.get(path, ()),
        cases=cases,
        deprecated=None if path else deprecation(method.deprecated, Reason(source=method.source)),
        reason=node.reason,
        location=node.location,
    )


def _cases(offer: StatedOffer, path: str, member: Node, members: Mapping[str, Node]) -> Iterator[Case]:
    """Return what a field is in each currency, where that is not the same; the field beside it names the currency."""
    by_code = cases_of(offer, path) if isinstance(member, FieldNode) else {}
    fields = (node for node in members.values() if isinstance(node, FieldNode))
    deciding = next((field for field in fields if field.role == "currency"), None)
    if by_code and deciding is None:
        message = f"the limits of {path!r} differ in the currencies of the method, and no field beside it names one"
        hint = "put it into one object with a field of the role currency, or state limits that hold in all of them"
        offer.report("no-currency-beside", member.location, message, hint)
        return
    for code, field in by_code.items():
        assert deciding, "reported above"
        if field.constraints != getattr(member, "constraints", ()):
            named = field.model_copy(update={"name": "", "path": case_of(path, code), "role": None})
            yield Case(given=deciding.name, value=code, member=member.name, field=named)


def _container(
    offer: StatedOffer, path: str, fields: Mapping[str, FieldNode], conditions: Conditions
) -> FieldNode | Group:
    """Return an object, or the list of objects of a path with `[]` at its end."""
    group = _group(offer, path, fields, conditions)
    if not path.endswith(ITEM):
        return group
    item: dict[str, Any] = {"name": "", "python_name": None, "requirement": "required"}
    if group.type:
        item |= {"meaning": group.type.meaning, "reason": group.type.reason, "location": group.type.location}
    node = object_node(offer, path, group.requirement)
    return node.model_copy(update={"items": group.model_copy(update=item)})


def _reject_undeclared(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> None:
    report = offer.report
    declared = {**offer.table.value.containers, **offer.statement.containers}
    objects = offer.layout.objects
    undeclared: set[str] = set()
    for path in fields:
        parts = path.split(".")
        for container in [".".join(parts[:depth]) for depth in range(1, len(parts))]:
            if container.rstrip(ITEM) in fields:
                message = f"{container.rstrip(ITEM)!r} is a field, so {path!r} cannot be inside it"
                report("field-is-container", offer.layout.statements(path)[-1].at(key=True), message)
            elif container not in (declared | objects) and container not in undeclared:
                undeclared.add(container)
                message = f"the container {container!r} is not declared"
                hint = near if "mean" in (near := did_you_mean(container, declared)) else _UNDECLARED
                report("undeclared-container", offer.layout.statements(path)[-1].at(key=True), message, hint)
    for path in (name for name in declared if name.removesuffix(ITEM) in {use.removesuffix(ITEM) for use in objects}):
        message = f"{path!r} is a field with an object type, which says what it is"
        statement = declared_container(offer, path)
        assert statement, "it is declared"
        report("field-is-container", statement.at(key=True), message, "remove the container")


def _conditions(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> Conditions:
    conditions: Conditions = {}
    for index, statement in enumerate(offer.statement.conditions):
        container = _condition_container(offer, statement, index, fields)
        if container is None:
            continue
        span = offer.at("conditions", index)
        condition = Condition(
            any_of=tuple(tuple(path.rpartition(".")[2] for path in paths) for paths in statement.any_of),
            reason=reason_of(statement, offer.own_reason),
            location=span,
        )
        conditions[container] = (*conditions.get(container, ()), condition)
    return conditions


def _condition_container(
    offer: StatedOffer, statement: ConditionStatement, index: int, fields: Mapping[str, FieldNode]
) -> str | None:
    report, before = offer.report, len(offer.findings)
    containers = {path.rpartition(".")[0] for paths in statement.any_of for path in paths if path in fields}
    for row, paths in enumerate(statement.any_of):
        for column, path in enumerate(paths):
            span = offer.at("conditions", index, "any_of", row, column)
            if path not in fields:
                report("unknown-field", span, *_unknown(offer, path, fields))
            elif fields[path].requirement != "conditional":
                requirement = fields[path].requirement
                report("condition-not-conditional", span, f"{path!r} is {requirement}, so no condition may name it")
            elif path in paths[:column]:
                report("idle-combination", span, f"the combination already names {path!r}", "name each field once")
    span = offer.at("conditions", index)
    if len(containers) > 1:
        named = ", ".join(repr(name) for name in sorted(containers))
        message = f"a condition names fields of one container; this one names fields of {named}"
        report("condition-across-containers", span, message)
    if not statement.any_of or not all(statement.any_of):
        report("empty-condition", span, "each combination names at least one field")
    return containers.pop() if len(offer.findings) == before else None


def _unknown(offer: StatedOffer, path: str, fields: Mapping[str, FieldNode]) -> tuple[str, str]:
    """Return what is wrong with a field that a condition names and the request does not have, and what to do."""
    if statements := offer.layout.statements(path):
        location = statements[-1].at("requirement")
        return f"{path!r} is absent ({location.path}:{location.line}), so no request can have it", "make it conditional"
    return f"unknown field {path!r}", did_you_mean(path, fields)


def _reject_idle_combinations(offer: StatedOffer, _: Mapping[str, FieldNode], __: Conditions) -> None:
    for index, statement in enumerate(offer.statement.conditions):
        for row in range(len(statement.any_of)):
            if (shorter := _sufficient(statement.any_of, row)) is not None:
                line = offer.at("conditions", index, "any_of", shorter).line
                message = f"every request that meets this combination also meets line {line}"
                span = offer.at("conditions", index, "any_of", row)
                offer.report("idle-combination", span, message, "remove this combination")


def _sufficient(combinations: Sequence[Sequence[str]], row: int) -> int | None:
    """Return another combination that holds wherever one holds; of equal ones, the first is such for the others."""
    chosen = set(combinations[row])
    others = ((index, set(paths)) for index, paths in enumerate(combinations) if index != row)
    return next((index for index, paths in others if paths < chosen or (paths == chosen and index < row)), None)


def _reject_idle_conditions(offer: StatedOffer, _: Mapping[str, FieldNode], conditions: Conditions) -> None:
    for inside in conditions.values():
        for condition in reversed(inside):
            others = [sibling for sibling in inside if sibling is not condition]
            is_idle = implies([sibling.any_of for sibling in others], [condition.any_of])
            if is_idle is None:
                message = "whether this condition decides anything takes too long to find out"
                offer.report("tangled-conditions", condition.location, message)
            if is_idle:
                lines = listed(f"line {sibling.location.line}" for sibling in others)
                message = f"every request that meets {lines} also meets this condition"
                offer.report("idle-condition", condition.location, message, "remove it")
            if is_idle is not False:
                break


def _reject_lone_conditionals(offer: StatedOffer, fields: Mapping[str, FieldNode], conditions: Conditions) -> None:
    named = {path for condition in offer.statement.conditions for paths in condition.any_of for path in paths}
    conditional = [path for path, field in fields.items() if field.requirement == "conditional"]
    for path in conditional:
        if path not in named:
            stating = (layer for layer in reversed(offer.layout.statements(path)) if layer.value.requirement)
            message = f"{path!r} is conditional, but no condition names it"
            hint = "add it to a combination, or name a decision that records an open gap"
            span = next(stating).at("requirement")
            offer.report("conditional-without-condition", span, message, hint)
    for statement in offer.statement.conditions:
        needed = [path for path in conditional if all(path in paths for paths in statement.any_of)]
        if needed:
            verb, they = ("is", "it is") if len(needed) == 1 else ("are", "they are")
            names = listed(map(repr, needed))
            message = f"{names} {verb} in every combination, so {they} required, not conditional"
            offer.report("conditional-always-needed", offer.layout.statements(needed[0])[-1].at(key=True), message)


def _follows(asked: Sequence[Combinations], wanted: Combinations) -> bool | None:
    unwanted, steps = [frozenset(names) for names in wanted], 0
    named = frozenset[str]().union(*unwanted)
    parts = ([named.intersection(names) for names in combinations] for combinations in asked)
    # A combination of other members alone satisfies its condition, and never brings the other one nearer.
    waiting = [(frozenset[str](), [condition for condition in parts if all(condition)])]
    while waiting:
        names, conditions = waiting.pop()
        open_ = [condition for condition in conditions if not _has(names, condition)]
        if not open_:
            return False  # These members satisfy all that is asked, and have none of the other's combinations.
        steps += sum(map(len, open_)) * len(unwanted)
        if steps > _MOST_STEPS:
            return None
        left = [[part for part in condition if not _has(names | part, unwanted)] for condition in open_]
        waiting += [(names | part, left) for part in min(left, key=len)]
    return True


def _has(names: frozenset[str], combinations: Sequence[frozenset[str]]) -> bool:
    return any(names.issuperset(combination) for combination in combinations)
