"""Values that may break one rule of a shape, or keep one at its edge; the contract's verdict decides."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, combinations
from typing import Any

from paycat.catalogue.statement import Reason
from paycat.conformance.derive.parts import MOST_SIGNS, fewest, parts
from paycat.conformance.derive.values import WholeRecord, breaking, in_case, keeping, sample_of, telling_texts
from paycat.contract.model import Violation
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import Constraint, FieldNode, Group, Node, groups_of, nodes_of
from paycat.contract.paths import ITEM, path_at, pointer, steps_of
from paycat.contract.validate import VariantValidator
from paycat.shapes.constraints import LISTED
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.json_data import Path, holds_path, value_at, with_value, without

_MOST_SUBSETS, _MOST_PAIRED = 6, 20

Foreign = Mapping[str, Mapping[str, Any]]
Records = Mapping[str, WholeRecord]
Violations = frozenset[Violation]
_NOTHING: Violations = frozenset()


@dataclass(frozen=True, slots=True)
class Candidate:
    """A body for a rule, with the rule's reason; `variant` names the body among those of the rule.

    `aims` are the violations that the contract must find in it, none where the rule is kept; those of `asked` it may
    find as well. `constraint` is the one of `field` that is to be broken, if it is one.
    """

    rule: str
    variant: str
    body: Any
    reason: Reason
    aims: Violations = _NOTHING
    constraint: Constraint | None = None
    field: FieldNode | None = None
    asked: Violations = _NOTHING


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

    @property
    def bodies(self) -> Mapping[str, Node]:
        """What the records look like."""
        return {name: record.body for name, record in self.records.items()}


def judged(
    root: Node, subject: Subject, candidates: Iterable[Candidate]
) -> Iterator[tuple[Candidate, tuple[Violation, ...]]]:
    """Return the candidates that show what they are made for, each with everything that is rejected in its body."""
    validator = VariantValidator(root, [subject.full], subject.bodies)
    for candidate in candidates:
        violations = validator.rejected(candidate.body)
        if candidate.aims == {*violations} - candidate.asked:
            yield candidate, violations


def candidates(root: Node, subject: Subject, foreign: Foreign) -> Iterator[Candidate]:
    """Return every candidate of a body.

    `foreign` holds, by container, members that other requests of the direction have, with a value.
    """
    minimal = fewest(root, subject.full, subject.bodies, nodes_of(root))
    yield Candidate(_rule((), "required"), "minimal", minimal, root.reason)
    for part, body in parts(root, subject.full, subject.bodies, subject.most_signs):
        yield from _of_part(part, foreign, replace(subject, full=body))
        foreign = {}


def _of_part(root: Node, foreign: Foreign, subject: Subject) -> Iterator[Candidate]:
    full = subject.full
    for field in _with_items(root) if isinstance(root, FieldNode) else ():
        yield from _field(subject, field)
    for group in groups_of(root):
        path = steps_of(group.path)
        if group.path and not group.path.endswith(ITEM):
            yield _presence(full, path, group)
        if group.path:
            yield Candidate(_rule(path, "type"), "empty", with_value(full, path, {}), group.reason)
        yield from _types(subject, path, group)
        yield from _unknown(full, path, group, foreign.get(group.path, {}))
        yield from _attributes(full, path, group)
        yield from _subsets(full, path, group)
        for member in group.members:
            if isinstance(member, FieldNode):
                for field in _with_items(member):
                    yield from _field(subject, field)
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


def _field(subject: Subject, field: FieldNode) -> Iterator[Candidate]:
    full, path = subject.full, steps_of(field.path)
    value = value_at(full, path)
    if path and field.requirement != "conditional" and not field.path.endswith(ITEM):
        yield _presence(full, path, field)
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
        for variant, broken in breaking(field, sample, rule):
            body, aims = with_value(full, path, broken), _violation(rule.code, path)
            yield Candidate(f"{here}:{rule.keyword}", variant, body, rule.reason, aims, rule, field)
    for keyword, variant, kept in keeping(field, sample):
        tested = next((rule.reason for rule in field.constraints if rule.keyword == keyword), field.reason)
        yield Candidate(f"{here}:{keyword}", variant, with_value(full, path, kept), tested)
    for lost, variant, text in telling_texts(field, sample, itself):
        rule, body = lost or field.constraints[0], with_value(full, path, text)
        aims = _violation(lost.code, path) if lost else _NOTHING
        yield Candidate(f"{here}:{rule.keyword}", variant, body, rule.reason, aims, lost, field)


def _without_cases(subject: Subject, path: Path, group: Group) -> Iterator[Candidate]:
    """Return bodies without the members that decide, in which others are rejected for what they are in every case."""
    for deciding in dict.fromkeys(case.given for case in group.cases):
        decided = {case.member for case in group.cases if case.given == deciding}
        missing = _violation("required", (*path, deciding)) if deciding in group.required else _NOTHING
        body = replace(subject, full=without(subject.full, (*path, deciding)))
        for member in group.members:
            if (
                isinstance(member, FieldNode)
                and member.name in decided
                and holds_path(subject.full, (*path, member.name))
            ):
                for candidate in _field(body, member):
                    # What an artefact cannot express it accepts, and never a body with a second mistake.
                    if not (missing and candidate.constraint and member.limitation(candidate.constraint)):
                        variant = f"{candidate.variant}_without_{deciding}"
                        yield replace(candidate, variant=variant, aims=candidate.aims | missing)


def _second_item(full: Any, field: FieldNode, item: Any) -> Iterator[Candidate]:
    """Return a body whose list has a second item of another type: it shows that not only the first is looked at."""
    assert field.items, "asked for lists alone"
    path, json_type = steps_of(field.path), field.items.json_type
    for _, foreign in JSON_TYPES[json_type].foreign[:1]:
        body, aims = with_value(full, path, [item, foreign]), _violation("type", (*path, 1))
        yield Candidate(_rule((*path, 0), "type"), "in_the_second_item", body, field.items.reason, aims)


def _presence(full: Any, path: Path, member: Node) -> Candidate:
    aims = _violation("required", path) if member.requirement == "required" else _NOTHING
    return Candidate(_rule(path, member.requirement), "left_out", without(full, path), member.reason, aims)


def _types(subject: Subject, path: Path, member: Node) -> Iterator[Candidate]:
    full, json_type = subject.full, member.json_type if isinstance(member, FieldNode) else "object"
    aims = _violation("type", path)
    for variant, value in JSON_TYPES[json_type].foreign_to(value_at(full, path)):
        yield Candidate(_rule(path, "type"), variant, with_value(full, path, value), member.reason, aims)
    is_rejected = not member.nullable and json_type != "any"
    null = _violation("null_not_allowed", path) if is_rejected else _NOTHING
    reason = subject.null_reason or member.reason
    yield Candidate(_rule(path, "null"), "null", with_value(full, path, None), reason, null)


def _broken_inside(subject: Subject, path: Path, field: FieldNode, body: Node) -> Iterator[Candidate]:
    """Return a value with a mistake in the record that it is: it shows that the record is looked at."""
    for member in body.members[:1] if isinstance(body, Group) else ():
        here = (*path, member.name)
        foreign: Any = {} if isinstance(member, FieldNode) and member.json_type == "array" else []
        broken = with_value(subject.full, here, foreign)
        yield Candidate(_rule(path, "record"), "type_inside", broken, field.reason, _violation("type", here))


def _variants(subject: Subject, path: Path, field: FieldNode, discriminator: str) -> Iterator[Candidate]:
    """Return each record that a value may be, and values whose discriminator names none of them."""
    here, rule = (*path, discriminator), _rule(path, "variant")
    for variant in (variant for variant in field.variants if variant.record in subject.records):
        body = with_value(subject.full, path, subject.records[variant.record].value)
        yield Candidate(rule, variant.value, body, field.reason)
    unlisted = _violation(LISTED.usual_code, here)
    for name, value in (("unknown", "unlisted_value"), ("number", 1), ("null", None)):
        yield Candidate(rule, name, with_value(subject.full, here, value), field.reason, unlisted)
    yield Candidate(rule, "left_out", without(subject.full, here), field.reason, _violation("required", here))


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
        aims = _violation("unknown_field", here) if group.closed else _NOTHING
        yield Candidate(rule, variant, with_value(full, here, value), group.closed_reason, aims)


def _attributes(full: Any, path: Path, group: Group) -> Iterator[Candidate]:
    """Return bodies in which a member has the name of its attribute in Python: no body has that."""
    container, names = value_at(full, path), {member.name for member in group.members}
    asked = _violation("conditional_required", path)
    for member in group.members:
        attribute, here = attribute_of(member), (*path, member.name)
        if attribute not in names and member.name in container:
            body = with_value(without(full, here), (*path, attribute), container[member.name])
            unknown = _violation("unknown_field", (*path, attribute)) if group.closed else _NOTHING
            missing = _violation("required", here) if member.requirement == "required" else _NOTHING
            rule, variant = _rule(path, "closed" if group.closed else "open"), f"{attribute}_for_{member.name}"
            reason = group.closed_reason if group.closed else member.reason
            yield Candidate(rule, variant, body, reason, unknown | missing, asked=asked)


def _subsets(full: Any, path: Path, group: Group) -> Iterator[Candidate]:
    container, asked = value_at(full, path), _violation("conditional_required", path)
    for condition in group.conditions:
        for kept in _choices(condition.names, condition.any_of):
            left = {*condition.names} - {*kept}
            body = with_value(full, path, {name: value for name, value in container.items() if name not in left})
            yield Candidate(_rule(path, "any_of"), "+".join(kept) or "none", body, condition.reason, asked=asked)


def _choices(names: Sequence[str], any_of: Sequence[Sequence[str]]) -> Iterable[Sequence[str]]:
    # Every subset while they are few; beyond that the small ones and the large ones, where mistakes are. Of many names
    # there are too many pairs.
    if len(names) > _MOST_PAIRED:
        most = (combinations(names, len(names) - missing) for missing in (1, 0))
        return dict.fromkeys(((), *((name,) for name in names), *map(tuple, any_of), *chain.from_iterable(most)))
    sizes = [size for size in range(len(names) + 1) if len(names) <= _MOST_SUBSETS or not 2 < size < len(names) - 2]
    return [kept for size in sizes for kept in combinations(names, size)]


def _violation(code: str, path: Path) -> Violations:
    return frozenset({Violation(code=code, pointer=pointer(path))})


def _rule(path: Path, keyword: str) -> str:
    return f"{path_at(path)}:{keyword}"
