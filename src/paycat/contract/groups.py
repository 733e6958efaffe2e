"""The tree of a request: containers, their requirement, and the conditions inside them by what they ask for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from paycat.catalogue.cases import Given
from paycat.catalogue.fields import ConditionStatement
from paycat.catalogue.statement import Reason
from paycat.contract.cases import Cases, label_of, stated_cases
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

IDLE = ("idle-combination", "idle-condition")
"""Codes of findings at what decides nothing: a request accepts the same without it."""

_UNDECLARED = "declare it under `containers`; a member whose own name has a dot cannot be stated"
_MOST_STEPS = 2_000_000
"""So many comparisons of combinations are made: which conditions follow from others is as hard as satisfiability."""


def request_root(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> Group:
    """Return the body of a request type as a tree; what is wrong is among the offer's findings."""
    finding_count, conditions, cases = len(offer.findings), _conditions(offer, fields), stated_cases(offer, fields)
    for reject in (_reject_idle_combinations, _reject_lone_conditionals, _reject_idle_conditions):
        if len(offer.findings) == finding_count:
            reject(offer, fields, conditions)
    _reject_undeclared(offer, fields)
    return _group(offer, "", fields, conditions, cases)


def implies(premises: Sequence[Combinations], conclusions: Sequence[Combinations]) -> bool | None:
    """Return whether every set of members that satisfies some conditions satisfies the others, too.

    Return None where that takes too many steps, as it does only where many conditions share their members.
    """
    verdicts = [_follows(premises, conclusion) for conclusion in conclusions]
    return False if False in verdicts else None if None in verdicts else True


def _group(
    offer: StatedOffer, path: str, fields: Mapping[str, FieldNode], conditions: Conditions, stated: Cases
) -> Group:
    prefix = f"{path}." if path else ""
    members: dict[str, FieldNode | Group] = {}
    for field_path in fields:
        if not field_path.startswith(prefix):
            continue
        name, _, inner_path = field_path.removeprefix(prefix).partition(".")
        if name not in members:
            members[name] = (
                _container(offer, prefix + name, fields, conditions, stated) if inner_path else fields[field_path]
            )
    cases = [case for name, member in members.items() for case in _in_currencies(offer, prefix + name, member, members)]
    is_needed = not path or conditions.get(path) or any(member.requirement == "required" for member in members.values())
    node = object_node(offer, path, "required" if is_needed else "optional")
    convention = offer.basis.service.value.conventions.unknown_fields
    component_name, is_shared = component_of(offer, path, (*conditions, *_changed_by_cases(offer, stated)))
    method = offer.method.value
    return Group(
        kind="group",
        name=path.rpartition(".")[2],
        path=path,
        component=component_name,
        type=type_of_object(offer, path),
        shared=is_shared,
        python_name=node.python_name,
        requirement="required" if node.requirement == "required" else "optional",
        meaning=node.meaning,
        closed=convention.value == "reject",
        closed_reason=convention.reason,
        members=tuple(members.values()),
        conditions=conditions.get(path, ()),
        cases=(*cases, *stated.get(path, ())),
        deprecated=None if path else deprecation(method.deprecated, Reason(source=method.source)),
        reason=node.reason,
        location=node.location,
    )


def _in_currencies(offer: StatedOffer, path: str, member: Node, members: Mapping[str, Node]) -> Iterator[Case]:
    """Return what a field is in each currency, where that is not the same; the field beside it names the currency."""
    fields_by_code = cases_of(offer, path) if isinstance(member, FieldNode) else {}
    sibling_fields = (node for node in members.values() if isinstance(node, FieldNode))
    currency_field = next((field for field in sibling_fields if field.role == "currency"), None)
    if fields_by_code and currency_field is None:
        message = f"the limits of {path!r} differ in the currencies of the method, and no field beside it names one"
        hint = "put it into one object with a field of the role currency, or state limits that hold in all of them"
        offer.report("no-currency-beside", member.location, message, hint)
        return
    for currency_code, field in fields_by_code.items():
        assert currency_field, "reported above"
        if field.constraints != getattr(member, "constraints", ()):
            given = {currency_field.name: Given(one_of=(currency_code,))}
            case_field = field.model_copy(update={"name": "", "path": case_of(path, label_of(given)), "role": None})
            yield Case(given=given, member=member.name, field=case_field, reason=field.reason, location=field.location)


def _container(
    offer: StatedOffer, path: str, fields: Mapping[str, FieldNode], conditions: Conditions, stated: Cases
) -> FieldNode | Group:
    """Return an object, or the list of objects of a path with `[]` at its end."""
    group = _group(offer, path, fields, conditions, stated)
    if not path.endswith(ITEM):
        return group
    update: dict[str, Any] = {"name": "", "python_name": None, "requirement": "required"}
    if group.type:
        update |= {"meaning": group.type.meaning, "reason": group.type.reason, "location": group.type.location}
    node = object_node(offer, path, group.requirement)
    return node.model_copy(update={"items": group.model_copy(update=update)})


def _changed_by_cases(offer: StatedOffer, stated: Cases) -> Iterator[str]:
    """Yield the objects about which the table or the method states a case: their types alone do not describe them."""
    for path, cases in stated.items():
        if any(case.location.path != offer.basis.types.name for case in cases):
            yield path


def _reject_undeclared(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> None:
    report = offer.report
    containers = {**offer.table.value.containers, **offer.statement.containers}
    objects = offer.layout.objects
    undeclared_paths: set[str] = set()
    for path in fields:
        steps = path.split(".")
        for container_path in [".".join(steps[:depth]) for depth in range(1, len(steps))]:
            if container_path.rstrip(ITEM) in fields:
                message = f"{container_path.rstrip(ITEM)!r} is a field, so {path!r} cannot be inside it"
                report("field-is-container", offer.layout.statements(path)[-1].at(key=True), message)
            elif container_path not in (containers | objects) and container_path not in undeclared_paths:
                undeclared_paths.add(container_path)
                message = f"the container {container_path!r} is not declared"
                hint = near_hint if "mean" in (near_hint := did_you_mean(container_path, containers)) else _UNDECLARED
                report("undeclared-container", offer.layout.statements(path)[-1].at(key=True), message, hint)
    for path in (name for name in containers if name.removesuffix(ITEM) in {use.removesuffix(ITEM) for use in objects}):
        message = f"{path!r} is a field with an object type, which says what it is"
        stated_container = declared_container(offer, path)
        assert stated_container, "it is declared"
        report("field-is-container", stated_container.at(key=True), message, "remove the container")


def _conditions(offer: StatedOffer, fields: Mapping[str, FieldNode]) -> Conditions:
    conditions_by_path: Conditions = {}
    for index, statement in enumerate(offer.statement.conditions):
        container_path = _condition_container(offer, statement, index, fields)
        if container_path is None:
            continue
        span = offer.at("conditions", index)
        condition = Condition(
            any_of=tuple(tuple(dict.fromkeys(path.rpartition(".")[2] for path in paths)) for paths in statement.any_of),
            reason=reason_of(statement, offer.own_reason),
            location=span,
        )
        conditions_by_path[container_path] = (*conditions_by_path.get(container_path, ()), condition)
    return conditions_by_path


def _condition_container(
    offer: StatedOffer, statement: ConditionStatement, index: int, fields: Mapping[str, FieldNode]
) -> str | None:
    report, finding_count = offer.report, len(offer.findings)
    container_paths = {path.rpartition(".")[0] for paths in statement.any_of for path in paths if path in fields}
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
    if len(container_paths) > 1:
        container_names = ", ".join(repr(name) for name in sorted(container_paths))
        message = f"a condition names fields of one container; this one names fields of {container_names}"
        report("condition-across-containers", span, message)
    if not statement.any_of or not all(statement.any_of):
        report("empty-condition", span, "each combination names at least one field")
    return container_paths.pop() if all(finding.code in IDLE for finding in offer.findings[finding_count:]) else None


def _unknown(offer: StatedOffer, path: str, fields: Mapping[str, FieldNode]) -> tuple[str, str]:
    """Return what is wrong with a field that a condition names and the request does not have, and what to do."""
    if statements := offer.layout.statements(path):
        location = statements[-1].at("requirement")
        return f"{path!r} is absent ({location.path}:{location.line}), so no request can have it", "make it conditional"
    return f"unknown field {path!r}", did_you_mean(path, fields)


def _reject_idle_combinations(offer: StatedOffer, _: Mapping[str, FieldNode], __: Conditions) -> None:
    for index, statement in enumerate(offer.statement.conditions):
        for row in range(len(statement.any_of)):
            if (shorter_row := _sufficient(statement.any_of, row)) is not None:
                line = offer.at("conditions", index, "any_of", shorter_row).line
                message = f"every request that meets this combination also meets line {line}"
                span = offer.at("conditions", index, "any_of", row)
                offer.report("idle-combination", span, message, "remove this combination")


def _sufficient(combinations: Sequence[Sequence[str]], row: int) -> int | None:
    """Return another combination that holds wherever one holds; of equal ones, the first is such for the others."""
    row_paths = set(combinations[row])
    rows = ((index, set(paths)) for index, paths in enumerate(combinations) if index != row)
    return next((index for index, paths in rows if paths < row_paths or (paths == row_paths and index < row)), None)


def _reject_idle_conditions(offer: StatedOffer, _: Mapping[str, FieldNode], conditions_by_path: Conditions) -> None:
    for siblings in conditions_by_path.values():
        for condition in reversed(siblings):
            other_conditions = [sibling for sibling in siblings if sibling is not condition]
            is_idle = implies([sibling.any_of for sibling in other_conditions], [condition.any_of])
            if is_idle is None:
                message = "whether this condition decides anything takes too long to find out"
                offer.report("tangled-conditions", condition.location, message)
            if is_idle:
                lines = listed(f"line {sibling.location.line}" for sibling in other_conditions)
                message = f"every request that meets {lines} also meets this condition"
                offer.report("idle-condition", condition.location, message, "remove it")
            if is_idle is not False:
                break


def _reject_lone_conditionals(offer: StatedOffer, fields: Mapping[str, FieldNode], conditions: Conditions) -> None:
    named_paths = {path for condition in offer.statement.conditions for paths in condition.any_of for path in paths}
    conditional_paths = [path for path, field in fields.items() if field.requirement == "conditional"]
    for path in conditional_paths:
        if path not in named_paths:
            stating_layers = (layer for layer in reversed(offer.layout.statements(path)) if layer.value.requirement)
            message = f"{path!r} is conditional, but no condition names it"
            hint = "add it to a combination, or name a decision that records an open gap"
            span = next(stating_layers).at("requirement")
            offer.report("conditional-without-condition", span, message, hint)
    for statement in offer.statement.conditions:
        sure_paths = [path for path in conditional_paths if all(path in paths for paths in statement.any_of)]
        if sure_paths:
            verb, they_are = ("is", "it is") if len(sure_paths) == 1 else ("are", "they are")
            quoted_paths = listed(map(repr, sure_paths))
            message = f"{quoted_paths} {verb} in every combination, so {they_are} required, not conditional"
            offer.report("conditional-always-needed", offer.layout.statements(sure_paths[0])[-1].at(key=True), message)


def _follows(premises: Sequence[Combinations], conclusion: Combinations) -> bool | None:
    targets, step_count = [frozenset(names) for names in conclusion], 0
    target_names = frozenset[str]().union(*targets)
    relevant_conditions = ([target_names.intersection(names) for names in combinations] for combinations in premises)
    # A combination of other members alone satisfies its condition, and never brings the other one nearer.
    branches = [(frozenset[str](), [condition for condition in relevant_conditions if all(condition)])]
    while branches:
        names, conditions = branches.pop()
        unmet_conditions = [condition for condition in conditions if not _has(names, condition)]
        if not unmet_conditions:
            return False  # These members satisfy all that is asked, and have none of the other's combinations.
        step_count += sum(map(len, unmet_conditions)) * len(targets)
        if step_count > _MOST_STEPS:
            return None
        choices = [[option for option in options if not _has(names | option, targets)] for options in unmet_conditions]
        branches += [(names | option, choices) for option in min(choices, key=len)]
    return True


def _has(names: frozenset[str], combinations: Sequence[frozenset[str]]) -> bool:
    return any(names.issuperset(combination) for combination in combinations)
