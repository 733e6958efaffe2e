"""Values that may break one rule of a shape, or keep one at its edge; the contract's verdict decides."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.conformance.derive.model import Stage
from paycat.conformance.derive.values import (
    MOST_SIGNS,
    WholeRecord,
    breaking,
    in_case,
    keeping,
    parts,
    plain_fields,
    sample_of,
    telling_texts,
)
from paycat.contract.dispatch import ROLE
from paycat.contract.model import Violation
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import Constraint, FieldNode, Group, Node, fields_of, groups_of
from paycat.contract.paths import ITEM, path_at, pointer, steps_of
from paycat.contract.validate import VariantValidator
from paycat.shapes.constraints import LISTED
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.json_data import Path, holds_path, value_at, with_value, without

_MOST_SUBSETS, _MOST_PAIRED = 6, 20

Foreign = Mapping[str, Mapping[str, Any]]
Records = Mapping[str, WholeRecord]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A body for a rule, with the rule's reason; `variant` names the body among those of the rule.

    `aim` is the violation that the body is made for, None if it must be accepted; `consequences` are those that it
    brings. `constraint` is the broken one of `field`, if it breaks one.
    """

    rule: str
    variant: str
    body: Any
    reason: Reason
    aim: Violation | None = None
    constraint: Constraint | None = None
    field: FieldNode | None = None
    stage: Stage = "fields"
    consequences: tuple[Violation, ...] = ()

    @property
    def aims(self) -> tuple[Violation, ...]:
        """Exactly what the contract must reject in the body for it to become a vector."""
        violations = (*((self.aim,) if self.aim else ()), *self.consequences)
        return tuple(sorted(violations, key=lambda violation: (violation.pointer, violation.code)))


@dataclass(frozen=True, slots=True)
class Subject:
    """What candidates are made of: a full body, and the records that it may refer to, by name.

    `null_reason` is why null is no value, where the member itself does not say; `steps` is what the mutants of one
    pattern may cost. Of a body with more than `most_signs` smaller ones are made, with some of the members.
    """

    full: Any
    null_reason: Reason | None
    steps: int
    records: Records
    most_signs: int = MOST_SIGNS


def candidates(root: Node, subject: Subject, foreign: Foreign) -> Iterator[Candidate]:
    """Return every candidate of a body.

    `foreign` holds, by container, members that other requests of the direction have, with a value.
    """
    full, bodies = subject.full, {name: record.body for name, record in subject.records.items()}
    early = _early(root)
    minimal = _fewest(root, full, bodies, (*groups_of(root), *fields_of(root)))
    yield Candidate(_rule((), "required"), "minimal", minimal, root.reason)
    pieces = parts(root, full, lambda: _fewest(root, full, bodies, plain_fields(root)), subject.most_signs)
    for part, body in pieces:
        yield from _of_part(part, foreign, replace(subject, full=body), early)
        foreign = {}


def _early(root: Node) -> frozenset[str]:
    """Return the paths that stages before the fields look at: the body, the method code, and the objects around it."""
    codes = (steps_of(field.path) for field in fields_of(root) if field.role == ROLE)
    return frozenset(("", *(path_at(path[: length + 1]) for path in codes for length in range(len(path)))))


def _of_part(root: Node, foreign: Foreign, subject: Subject, early: Container[str]) -> Iterator[Candidate]:
    full = subject.full
    for field in _with_items(root) if isinstance(root, FieldNode) else ():
        yield from _field(subject, field)
    for group in groups_of(root):
        path = steps_of(group.path)
        if group.path and not group.path.endswith(ITEM):
            yield from _staged(group, early, _presence(full, path, group))
        if group.path:
            yield Candidate(_rule(path, "type"), "empty", with_value(full, path, {}), group.reason)
        yield from _staged(group, early, _types(subject, path, group))
        yield from _unknown(full, path, group, foreign.get(group.path, {}))
        yield from _attributes(full, path, group, early)
        yield from _subsets(full, path, group)
        for member in group.members:
            if isinstance(member, FieldNode):
                for field in _with_items(member):
                    yield from _staged(field, early, _field(subject, field))
        for case in group.cases:
            body = in_case(full, path, case)
            if holds_path(full, (*path, case.member)):
                [itself] = (node for node in group.members if node.name == case.member and isinstance(node, FieldNode))
                yield from _of_rules(replace(subject, full=body), case.field, itself)
        yield from _without_cases(subject, path, group)


def _with_items(field: FieldNode) -> Iterator[FieldNode]:
    """Return a field, and the items of a list of values; objects in a list are groups of their own."""
    yield field
    if isinstance(field.items, FieldNode):
        yield from _with_items(field.items)


def _staged(member: Node, early: Container[str], bodies: Iterator[Candidate]) -> Iterator[Candidate]:
    # A body that is no object, or names no method or another one, is rejected by dispatch, before the fields.
    return (
        replace(candidate, stage="schema") if member.path in early and candidate.aims else candidate
        for candidate in bodies
    )


def _fewest(root: Node, full: Any, records: Mapping[str, Node], members: Iterable[Node]) -> Any:
    """Return a valid body without as many of some members as possible."""
    body, validator = full, VariantValidator(root, [full], records)
    is_valid = not validator.rejected(full)
    for member in sorted(members, key=lambda member: member.path):
        path = steps_of(member.path)
        if path and member.requirement != "required" and holds_path(body, path):
            smaller = without(body, path)
            # Only conditions ask for a member that is not required, and in a list, items may have to differ.
            is_free = is_valid and member.requirement == "optional" and not any(isinstance(step, int) for step in path)
            body = smaller if is_free or not validator.rejected(smaller) else body
    return body


def _field(subject: Subject, field: FieldNode) -> Iterator[Candidate]:
    full, path = subject.full, steps_of(field.path)
    value = value_at(full, path)
    if path and field.requirement != "conditional" and not field.path.endswith(ITEM):
        yield from _presence(full, path, field)
    yield from _types(subject, path, field)
    if field.discriminator:
        yield from _variants(subject, path, field, field.discriminator)
    if field.record and field.record in subject.records:
        yield from _broken_inside(subject, path, field, subject.records[field.record].body)
    if field.items and value:
        yield from _second_item(full, field, value[0])
    yield from _of_rules(subject, field)


def _of_rules(subject: Subject, field: FieldNode, itself: FieldNode | None = None) -> Iterator[Candidate]:
    """Return bodies that break a constraint of a field, or keep one at its edge; `itself` is as of `telling_texts`."""
    full, path = subject.full, steps_of(field.path)
    here, sample = field.path or path_at(path), sample_of(field, value_at(full, path), subject.steps)
    for rule in field.constraints:
        aim = _aim(rule.code, path)
        for variant, broken in breaking(field, sample, rule):
            body = with_value(full, path, broken)
            yield Candidate(f"{here}:{rule.keyword}", variant, body, rule.reason, aim, rule, field)
    for keyword, variant, kept in keeping(field, sample):
        tested = next((rule.reason for rule in field.constraints if rule.keyword == keyword), field.reason)
        yield Candidate(f"{here}:{keyword}", variant, with_value(full, path, kept), tested)
    for lost, variant, text in telling_texts(field, sample, itself):
        rule, body = lost or field.constraints[0], with_value(full, path, text)
        violation = _aim(lost.code, path) if lost else None
        yield Candidate(f"{here}:{rule.keyword}", variant, body, rule.reason, violation, lost, field)


def _without_cases(subject: Subject, path: Path, group: Group) -> Iterator[Candidate]:
    """Return bodies without the members that decide, in which others are rejected for what they are in every case."""
    for deciding in dict.fromkeys(case.given for case in group.cases):
        decided = {case.member for case in group.cases if case.given == deciding}
        is_needed = deciding in group.required
        consequences = (Violation(code="required", pointer=pointer((*path, deciding))),) if is_needed else ()
        body = replace(subject, full=without(subject.full, (*path, deciding)))
        for member in group.members:
            if (
                isinstance(member, FieldNode)
                and member.name in decided
                and holds_path(subject.full, (*path, member.name))
            ):
                for candidate in _field(body, member):
                    # What an artefact cannot express it accepts, and never a body with a second mistake.
                    if consequences and candidate.constraint and member.limitation(candidate.constraint):
                        continue
                    yield replace(
                        candidate, variant=f"{candidate.variant}_without_{deciding}", consequences=consequences
                    )


def _second_item(full: Any, field: FieldNode, item: Any) -> Iterator[Candidate]:
    """Return a body whose list has a second item of another type: it shows that not only the first is looked at."""
    assert field.items, "asked for lists alone"
    path, json_type = steps_of(field.path), field.items.json_type
    for _, foreign in JSON_TYPES[json_type].foreign[:1]:
        body, aim = with_value(full, path, [item, foreign]), _aim("type", (*path, 1))
        yield Candidate(_rule((*path, 0), "type"), "in_the_second_item", body, field.items.reason, aim)


def _presence(full: Any, path: Path, member: Node) -> Iterator[Candidate]:
    aim = _aim("required", path) if member.requirement == "required" else None
    yield Candidate(_rule(path, member.requirement), "left_out", without(full, path), member.reason, aim)


def _types(subject: Subject, path: Path, member: Node) -> Iterator[Candidate]:
    full, json_type = subject.full, member.json_type if isinstance(member, FieldNode) else "object"
    aim = _aim("type", path)
    for variant, value in JSON_TYPES[json_type].foreign_to(value_at(full, path)):
        yield Candidate(_rule(path, "type"), variant, with_value(full, path, value), member.reason, aim)
    is_rejected = not member.nullable and json_type != "any"
    null = _aim("null_not_allowed", path) if is_rejected else None
    reason = subject.null_reason or member.reason
    yield Candidate(_rule(path, "null"), "null", with_value(full, path, None), reason, null)


def _broken_inside(subject: Subject, path: Path, field: FieldNode, body: Node) -> Iterator[Candidate]:
    """Return a value with a mistake in the record that it is: it shows that the record is looked at."""
    for member in body.members[:1] if isinstance(body, Group) else ():
        here = (*path, member.name)
        foreign: Any = {} if isinstance(member, FieldNode) and member.json_type == "array" else []
        broken = with_value(subject.full, here, foreign)
        yield Candidate(_rule(path, "record"), "type_inside", broken, field.reason, _aim("type", here))


def _variants(subject: Subject, path: Path, field: FieldNode, discriminator: str) -> Iterator[Candidate]:
    """Return each record that a value may be, and values whose discriminator names none of them."""
    here, rule = (*path, discriminator), _rule(path, "variant")
    for variant in (variant for variant in field.variants if variant.record in subject.records):
        body = with_value(subject.full, path, subject.records[variant.record].value)
        yield Candidate(rule, variant.value, body, field.reason)
    unlisted = _aim(LISTED.usual_code, here)
    for name, value in (("unknown", "unlisted_value"), ("number", 1), ("null", None)):
        yield Candidate(rule, name, with_value(subject.full, here, value), field.reason, unlisted)
    yield Candidate(rule, "left_out", without(subject.full, here), field.reason, _aim("required", here))


def _unknown(full: Any, path: Path, group: Group, foreign: Mapping[str, Any]) -> Iterator[Candidate]:
    listed = sorted(member.name for member in group.members)
    other_case = listed[-1].upper() if listed[-1].upper() not in listed else listed[-1].swapcase()
    names = [name for name in ("unlisted_member", other_case, f"{listed[-1]} ", "") if name not in listed]
    members: list[tuple[str, str, Any]] = [(name or "empty_name", name, "x") for name in names]
    members.append(("unlisted_null", "unlisted_member", None))
    members += [(name, name, value) for name, value in sorted(foreign.items()) if name not in listed]
    rule = _rule(path, "closed" if group.closed else "open")
    for variant, name, value in members:
        here = (*path, name)
        aim = _aim("unknown_field", here) if group.closed else None
        yield Candidate(rule, variant, with_value(full, here, value), group.closed_reason, aim)


def _attributes(full: Any, path: Path, group: Group, early: Container[str]) -> Iterator[Candidate]:
    """Return bodies in which a member has the name of its attribute in Python: no body has that."""
    container, names = value_at(full, path), {member.name for member in group.members}
    for member in group.members:
        attribute, here = attribute_of(member), (*path, member.name)
        if attribute in names or member.name not in container:
            continue
        body = with_value(without(full, here), (*path, attribute), container[member.name])
        unknown = _aim("unknown_field", (*path, attribute)) if group.closed else None
        rule, variant = _rule(path, "closed" if group.closed else "open"), f"{attribute}_for_{member.name}"
        missed = (_aim("required", here),) if member.requirement == "required" else ()
        # Of a member that a condition names, the condition may ask.
        for consequences in (missed, *(((_aim("conditional_required", path),),) if group.conditions else ())):
            reason = group.closed_reason if group.closed else member.reason
            yield from _staged(
                member, early, iter([Candidate(rule, variant, body, reason, unknown, consequences=consequences)])
            )


def _subsets(full: Any, path: Path, group: Group) -> Iterator[Candidate]:
    container = value_at(full, path)
    for condition in group.conditions:
        named = dict.fromkeys(name for names in condition.any_of for name in names)
        aim = _aim("conditional_required", path)
        for kept in _choices(tuple(named), condition.any_of):
            left = named.keys() - {*kept}
            body = with_value(full, path, {name: value for name, value in container.items() if name not in left})
            variant = "+".join(kept) or "none"
            yield Candidate(_rule(path, "any_of"), variant, body, condition.reason)
            yield Candidate(_rule(path, "any_of"), variant, body, condition.reason, aim)


def _choices(names: Sequence[str], any_of: Sequence[Sequence[str]]) -> Iterable[Sequence[str]]:
    # Every subset while they are few; beyond that the small ones and the large ones, where mistakes are. Of many names
    # there are too many pairs.
    if len(names) > _MOST_PAIRED:
        most = (combinations(names, len(names) - missing) for missing in (1, 0))
        return dict.fromkeys(((), *((name,) for name in names), *map(tuple, any_of), *chain.from_iterable(most)))
    sizes = [size for size in range(len(names) + 1) if len(names) <= _MOST_SUBSETS or not 2 < size < len(names) - 2]
    return [kept for size in sizes for kept in combinations(names, size)]


def _aim(code: str, path: Path) -> Violation:
    return Violation(code=code, pointer=pointer(path))


def _rule(path: Path, keyword: str) -> str:
    return f"{path_at(path)}:{keyword}"
