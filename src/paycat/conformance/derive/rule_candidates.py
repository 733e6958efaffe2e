"""Bodies that may break one rule of a field or an object, or keep one at its edge."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations
from typing import Any

from paycat.conformance.derive.candidate import NOTHING, Candidate, Subject, rule_of, violation
from paycat.conformance.derive.values import breaking, keeping, sample_of, telling_texts
from paycat.contract.naming import attribute_of
from paycat.contract.nodes import FieldNode, Group, Node, groups_of
from paycat.contract.paths import ITEM, path_at, steps_of
from paycat.shapes.constraints import LISTED
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.json_data import Path, value_at, with_value, without

_MOST_SUBSETS, _MOST_PAIRED = 6, 20

Foreign = Mapping[str, Mapping[str, Any]]
"""By container, members that other requests of the direction have, each with a value."""


def of_part(root: Node, foreign_members: Foreign, subject: Subject) -> Iterator[Candidate]:
    full_body = subject.full
    for field in _with_items(root) if isinstance(root, FieldNode) else ():
        yield from of_field(subject, field)
    for group in groups_of(root):
        path = steps_of(group.path)
        if group.path and not group.path.endswith(ITEM):
            yield _presence(full_body, path, group)
        if group.path:
            yield Candidate(rule_of(path, "type"), "empty", with_value(full_body, path, {}), group.reason)
        yield from of_types(subject, path, group)
        yield from _unknown(full_body, path, group, foreign_members.get(group.path, {}))
        yield from _attributes(full_body, path, group)
        yield from _subsets(full_body, path, group)
        for member in group.members:
            if isinstance(member, FieldNode):
                for field in _with_items(member):
                    yield from of_field(subject, field)


def _with_items(field: FieldNode) -> Iterator[FieldNode]:
    """Return a field, and the items of a list of values; objects in a list are groups of their own."""
    yield field
    if isinstance(field.items, FieldNode):
        yield from _with_items(field.items)


def of_field(subject: Subject, field: FieldNode) -> Iterator[Candidate]:
    full_body, path = subject.full, steps_of(field.path)
    field_value = value_at(full_body, path)
    if path and field.requirement != "conditional" and not field.path.endswith(ITEM):
        yield _presence(full_body, path, field)
    yield from of_types(subject, path, field)
    if field.discriminator:
        yield from _variants(subject, path, field, field.discriminator)
    if field.record and field.record in subject.records:
        yield from _broken_inside(subject, path, field, subject.records[field.record].body)
    if field.items and field_value:
        yield from _second_item(full_body, field, field_value[0])
    yield from of_rules(subject, field)


def of_rules(subject: Subject, field: FieldNode, outer_field: FieldNode | None = None) -> Iterator[Candidate]:
    """Return bodies that break a rule of a field, or keep one at its edge; `outer_field` as of `sample_of`."""
    full_body, path = subject.full, steps_of(field.path)
    field_path, value = field.path or path_at(path), value_at(full_body, path)
    sample = sample_of(field, value, subject.steps, outer_field)
    for rule in field.constraints:
        for variant, broken_value in breaking(field, sample, rule):
            body, aims = with_value(full_body, path, broken_value), violation(rule.code, path)
            yield Candidate(f"{field_path}:{rule.keyword}", variant, body, rule.reason, aims, rule, field)
    for keyword, variant, edge_value in keeping(field, sample):
        reason = next((rule.reason for rule in field.constraints if rule.keyword == keyword), field.reason)
        yield Candidate(f"{field_path}:{keyword}", variant, with_value(full_body, path, edge_value), reason)
    for broken_constraint, variant, text in telling_texts(field, sample, outer_field):
        rule, body = broken_constraint or field.constraints[0], with_value(full_body, path, text)
        aims = violation(broken_constraint.code, path) if broken_constraint else NOTHING
        yield Candidate(f"{field_path}:{rule.keyword}", variant, body, rule.reason, aims, broken_constraint, field)


def _second_item(full_body: Any, field: FieldNode, first_item: Any) -> Iterator[Candidate]:
    """Return a body whose list has a second item of another type: it shows that not only the first is looked at."""
    assert field.items, "asked for lists alone"
    path, json_type = steps_of(field.path), field.items.json_type
    for _, foreign_value in JSON_TYPES[json_type].foreign[:1]:
        body, aims = with_value(full_body, path, [first_item, foreign_value]), violation("type", (*path, 1))
        yield Candidate(rule_of((*path, 0), "type"), "in_the_second_item", body, field.items.reason, aims)


def _presence(full_body: Any, path: Path, node: Node) -> Candidate:
    aims = violation("required", path) if node.requirement == "required" else NOTHING
    return Candidate(rule_of(path, node.requirement), "left_out", without(full_body, path), node.reason, aims)


def of_types(subject: Subject, path: Path, node: Node) -> Iterator[Candidate]:
    full_body, json_type = subject.full, node.json_type if isinstance(node, FieldNode) else "object"
    aims = violation("type", path)
    for variant, foreign_value in JSON_TYPES[json_type].foreign_to(value_at(full_body, path)):
        yield Candidate(rule_of(path, "type"), variant, with_value(full_body, path, foreign_value), node.reason, aims)
    is_rejected = not node.nullable and json_type != "any"
    null_violation = violation("null_not_allowed", path) if is_rejected else NOTHING
    reason = subject.null_reason or node.reason
    yield Candidate(rule_of(path, "null"), "null", with_value(full_body, path, None), reason, null_violation)


def _broken_inside(subject: Subject, path: Path, field: FieldNode, record_body: Node) -> Iterator[Candidate]:
    """Return a value with a mistake in the record that it is: it shows that the record is looked at."""
    for member in record_body.members[:1] if isinstance(record_body, Group) else ():
        member_path = (*path, member.name)
        wrong_value: Any = {} if isinstance(member, FieldNode) and member.json_type == "array" else []
        wrong_body = with_value(subject.full, member_path, wrong_value)
        yield Candidate(
            rule_of(path, "record"), "type_inside", wrong_body, field.reason, violation("type", member_path)
        )


def _variants(subject: Subject, path: Path, field: FieldNode, discriminator: str) -> Iterator[Candidate]:
    """Return each record that a value may be, and values whose discriminator names none of them."""
    tag_path, rule = (*path, discriminator), rule_of(path, "variant")
    for variant in (variant for variant in field.variants if variant.record in subject.records):
        body = with_value(subject.full, path, subject.records[variant.record].value)
        yield Candidate(rule, variant.value, body, field.reason)
    unlisted_violation = violation(LISTED.usual_code, tag_path)
    for name, tag_value in (("unknown", "unlisted_value"), ("number", 1), ("null", None)):
        yield Candidate(rule, name, with_value(subject.full, tag_path, tag_value), field.reason, unlisted_violation)
    yield Candidate(rule, "left_out", without(subject.full, tag_path), field.reason, violation("required", tag_path))


def _unknown(full_body: Any, path: Path, group: Group, foreign_members: Mapping[str, Any]) -> Iterator[Candidate]:
    own_names = sorted(member.name for member in group.members)
    other_case_name = own_names[-1].upper() if own_names[-1].upper() not in own_names else own_names[-1].swapcase()
    names = [name for name in ("unlisted_member", other_case_name, f"{own_names[-1]} ", "") if name not in own_names]
    named_members: list[tuple[str, str, Any]] = [(name or "empty_name", name, "x") for name in names]
    named_members.append(("unlisted_null", "unlisted_member", None))
    named_members += [(name, name, value) for name, value in sorted(foreign_members.items()) if name not in own_names]
    rule_id = rule_of(path, "closed" if group.closed else "open")
    for variant, name, value in named_members:
        member_path = (*path, name)
        aims = violation("unknown_field", member_path) if group.closed else NOTHING
        yield Candidate(rule_id, variant, with_value(full_body, member_path, value), group.closed_reason, aims)


def _attributes(full_body: Any, path: Path, group: Group) -> Iterator[Candidate]:
    """Return bodies in which a member has the name of its attribute in Python: no body has that."""
    container, member_names = value_at(full_body, path), {member.name for member in group.members}
    violations = violation("conditional_required", path)
    for member in group.members:
        attribute_name, member_path = attribute_of(member), (*path, member.name)
        if attribute_name not in member_names and member.name in container:
            body = with_value(without(full_body, member_path), (*path, attribute_name), container[member.name])
            unknown_violation = violation("unknown_field", (*path, attribute_name)) if group.closed else NOTHING
            missing_violation = violation("required", member_path) if member.requirement == "required" else NOTHING
            rule_id, variant = (
                rule_of(path, "closed" if group.closed else "open"),
                f"{attribute_name}_for_{member.name}",
            )
            reason = group.closed_reason if group.closed else member.reason
            yield Candidate(rule_id, variant, body, reason, unknown_violation | missing_violation, asked=violations)


def _subsets(full_body: Any, path: Path, group: Group) -> Iterator[Candidate]:
    container, violations = value_at(full_body, path), violation("conditional_required", path)
    for condition in group.conditions:
        for names in _choices(condition.names, condition.any_of):
            gaps = {*condition.names} - {*names}
            body = with_value(full_body, path, {name: value for name, value in container.items() if name not in gaps})
            variant, toggled_paths = "+".join(names) or "none", [(*path, name) for name in condition.names]
            yield Candidate(
                *(rule_of(path, "any_of"), variant, body, condition.reason), asked=violations, toggled=toggled_paths
            )


def _choices(names: Sequence[str], any_of: Sequence[Sequence[str]]) -> Iterable[Sequence[str]]:
    # Every subset while they are few; beyond that the small ones and the large ones, where mistakes are. Of many names
    # there are too many pairs.
    if len(names) > _MOST_PAIRED:
        large_sets = (combinations(names, len(names) - missing_count) for missing_count in (1, 0))
        return dict.fromkeys(((), *((name,) for name in names), *map(tuple, any_of), *chain.from_iterable(large_sets)))
    sizes = [size for size in range(len(names) + 1) if len(names) <= _MOST_SUBSETS or not 2 < size < len(names) - 2]
    return [subset for size in sizes for subset in combinations(names, size)]
