"""The contract walked by itself: every rule of every request has the vectors that break it alone and keep it.

Nothing of `conformance.derive` is asked what there should be: a derivation that forgets a kind of rule is found here.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from itertools import combinations
from typing import Any

import pytest

from paycat.conformance.derive.model import Vector
from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.nodes import Condition, FieldNode, Group

Published = Mapping[str, list[Vector]]
"""Vectors by rule."""

ABSENT = object()
JSON_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "string": lambda value: isinstance(value, str),
    "number": lambda value: isinstance(value, int | float) and not isinstance(value, bool),
    "boolean": lambda value: isinstance(value, bool),
    "array": lambda value: isinstance(value, list),
    "object": lambda value: isinstance(value, dict),
}


def by_rule(vectors: list[Vector]) -> Published:
    found: dict[str, list[Vector]] = defaultdict(list)
    for vector in vectors:
        found[vector.rule].append(vector)
    return found


def uncovered(contract: Contract, vectors: list[Vector]) -> list[str]:
    """Return what no vector tests, in words."""
    published = by_rule(vectors)
    found: list[str] = []
    for request in contract.requests():
        others = [other.root for other in contract.requests(request.direction)]
        for group in request.root.groups():
            found += _group(request, group, others, published)
        for field in request.root.fields():
            found += _field(request, field, published)
    return found


def _field(request: Request, field: FieldNode, published: Published) -> Iterator[str]:
    if field.requirement != "conditional":
        yield from _presence(request, field, published)
    yield from _types(request, field, field.json_type, published)
    for rule in field.constraints:
        name = named(request, field.path, rule.keyword)
        yield from _broken(name, published, rule.code, location(field.path))
        kept = [value_at(one, field.path) for one in published.get(name, ()) if one.valid]
        if not any(at_the_edge(field, rule, value) for value in kept):
            yield f"{name}: kept at its edge by none of {kept}"


def _group(request: Request, group: Group, others: list[Group], published: Published) -> Iterator[str]:
    if group.path:
        yield from _presence(request, group, published)
    yield from _types(request, group, "object", published)
    if group.closed:
        yield from _closed(request, group, others, published)
    for condition in group.conditions:
        yield from _condition(request, group, condition, published)


def _presence(request: Request, member: FieldNode | Group, published: Published) -> Iterator[str]:
    name = named(request, member.path, member.requirement)
    absent = [one for one in published.get(name, ()) if value_at(one, member.path) is ABSENT]
    if not absent:
        yield f"{name}: left out by no vector"
    elif member.requirement == "required":
        yield from _broken(name, published, "required", location(member.path))
    elif not any(one.valid for one in absent):
        yield f"{name}: no body without it is accepted"


def _types(request: Request, member: FieldNode | Group, json_type: str, published: Published) -> Iterator[str]:
    name, null = named(request, member.path, "type"), named(request, member.path, "null")
    yield from _broken(name, published, "type", location(member.path))
    wrong = [value_at(one, member.path) for one in published.get(name, ()) if not one.valid]
    for kind, is_kind in JSON_TYPES.items():
        if kind != json_type and not any(map(is_kind, wrong)):
            yield f"{name}: no {kind} is rejected"
    yield from _broken(null, published, "null_not_allowed", location(member.path))
    if any(value_at(one, member.path) is not None for one in published.get(null, ())):
        yield f"{null}: a vector has another value"


def _closed(request: Request, group: Group, others: list[Group], published: Published) -> Iterator[str]:
    name = named(request, group.path, "closed")
    known = {member.name for member in group.members}
    elsewhere = {
        member.name for root in others for one in root.groups() if one.path == group.path for member in one.members
    }
    broken = [one for one in published.get(name, ()) if not one.valid]
    tried: set[str] = set()
    for vector in broken:
        (extra,) = set(holder(vector, group.path)) - known
        tried.add(extra)
        if [one.code for one in vector.violations] != ["unknown_field"]:
            yield f"{vector.id}: rejected for {vector.violations}"
    if missing := elsewhere - known - tried:
        yield f"{name}: members of other methods are not tried: {sorted(missing)}"
    if not tried - elsewhere:
        yield f"{name}: no member that nobody lists is rejected"


def _condition(request: Request, group: Group, condition: Condition, published: Published) -> Iterator[str]:
    name = named(request, group.path, "any_of")
    mentioned = {member for branch in condition.any_of for member in branch}
    verdicts = {}
    for vector in published.get(name, ()):
        verdicts[frozenset(mentioned & holder(vector, group.path).keys())] = vector.valid
    sizes = ((branch, size) for branch in condition.any_of for size in range(len(branch)))
    partial = {frozenset(some) for branch, size in sizes for some in combinations(branch, size)}
    complete = {frozenset(branch) for branch in condition.any_of}
    for members in complete | partial:
        valid = any(branch <= members for branch in complete)
        if verdicts.get(members) is not valid:
            yield f"{name}: no vector says that {sorted(members)} alone is {'enough' if valid else 'too little'}"
    yield from _broken(name, published, "conditional_required", location(group.path))


def _broken(name: str, published: Published, code: str, where: str) -> Iterator[str]:
    broken = [one for one in published.get(name, ()) if not one.valid]
    if not broken:
        yield f"{name}: broken by no vector"
    for vector in broken:
        if [(one.code, one.pointer) for one in vector.violations] != [(code, where)]:
            yield f"{vector.id}: rejected for {vector.violations}, and not for {code} at {where} alone"


def at_the_edge(field: FieldNode, rule: Constraint, value: Any) -> bool:
    """Tell whether the next value beyond would break the rule; of a pattern, whether it is kept."""
    locations = field.constraint("decimal_places")
    step = Decimal(1).scaleb(-int(locations.value)) if locations else Decimal(1)
    match rule.keyword:
        case "const":
            return bool(value == rule.value)
        case "min_length" | "max_length":
            return len(value) == rule.value
        case "pattern":
            return re.search(str(rule.value), value) is not None
        case "exclusive_minimum":
            return number(rule.value) < number(value) <= number(rule.value) + step
        case "maximum":
            return number(rule.value) - step < number(value) <= number(rule.value)
        case "decimal_places":
            return number(value) % step == 0 and (rule.value == 0 or number(value) % (step * 10) != 0)


def number(value: Any) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def named(request: Request, path: str, keyword: str) -> str:
    return f"{request.direction}.{request.method}{'.' if path else ''}{path}:{keyword}"


def location(path: str) -> str:
    return "".join(["#", *(f"/{step}" for step in path.split(".") if step)])


def holder(vector: Vector, path: str) -> dict[str, Any]:
    value = value_at(vector, path)
    assert isinstance(value, dict), vector.id
    return value


def value_at(vector: Vector, path: str) -> Any:
    value: Any = vector.payload
    for step in filter(None, path.split(".")):
        value = value.get(step, ABSENT) if isinstance(value, dict) else ABSENT
    return value


def test_every_rule_is_broken_alone_and_kept_at_its_edge(contract: Contract, vectors: list[Vector]) -> None:
    assert uncovered(contract, vectors) == []


RULES = ("const", "min_length", "max_length", "pattern", "exclusive_minimum", "maximum", "decimal_places", "any_of")
BROKEN = [(keyword, False) for keyword in (*RULES, "required", "type", "null", "closed")]
KEPT = [(keyword, True) for keyword in (*RULES, "optional")]


@pytest.mark.parametrize(("keyword", "valid"), [*BROKEN, *KEPT])
def test_a_rule_without_its_vectors_is_found(
    keyword: str, valid: bool, contract: Contract, vectors: list[Vector]
) -> None:
    taken = {one.rule for one in vectors if one.rule.endswith(f":{keyword}") and one.valid is valid}
    left = [one for one in vectors if not (one.rule in taken and one.valid is valid)]
    assert taken
    assert taken <= {line.partition(": ")[0] for line in uncovered(contract, left)}


@pytest.mark.parametrize("keyword", [keyword for keyword, _ in BROKEN])
def test_a_body_that_breaks_more_than_its_rule_is_found(
    keyword: str, contract: Contract, vectors: list[Vector]
) -> None:
    more = Violation(code="required", pointer="#/z")
    broken = next(one for one in vectors if one.rule.endswith(f":{keyword}") and not one.valid)
    worse = broken.model_copy(update={"violations": (*broken.violations, more)})
    found = uncovered(contract, [worse if one is broken else one for one in vectors])
    assert [line.partition(": ")[0] for line in found] == [broken.id]


def test_every_vector_says_what_it_tests_and_why(contract: Contract, vectors: list[Vector]) -> None:
    decided = {decision.id for decision in contract.decisions}
    assert [one.id for one in vectors if not one.rule] == []
    assert sorted({one.rule for one in vectors if not one.source and not one.decisions}) == []
    assert {decision for one in vectors for decision in one.decisions} <= decided
