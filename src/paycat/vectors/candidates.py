"""Bodies that may break one rule of a request type, or keep one at its edge; the contract's verdict says which do."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from paycat.contract.model import Constraint, FieldNode, Group, Refusal, Request
from paycat.contract.pointers import pointer
from paycat.vectors.bodies import Path, value_at, with_value, without
from paycat.vectors.values import Named, breaking, keeping, wrong_types

_MOST_SUBSETS = 6

Foreign = Mapping[str, Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A body with the rule and variant that name it; `aim` is the one refusal it is made for, None if it is to pass."""

    rule: str
    variant: str
    body: Any
    aim: Refusal | None = None
    constraint: Constraint | None = None


def candidates(request: Request, foreign: Foreign) -> Iterator[Candidate]:
    """Return every candidate of a request type.

    `foreign` holds, by container, members that other requests of the direction have, with a value.
    """
    full = request.sample("full").payload
    for group in request.root.groups():
        path = _steps(group.path)
        if group.path:
            yield from _presence(full, path, group.requirement)
            yield from _types(full, path, "object")
            yield Candidate(_rule(path, "valid"), "empty", with_value(full, path, {}))
        yield from _unknown(full, path, group, foreign.get(group.path, {}))
        yield from _subsets(full, path, group)
        for member in group.members:
            if isinstance(member, FieldNode) and member.role != "method":
                yield from _field(full, member)


def _field(full: Any, field: FieldNode) -> Iterator[Candidate]:
    path = _steps(field.path)
    value = value_at(full, path)
    if field.requirement != "conditional":
        yield from _presence(full, path, field.requirement)
    yield from _types(full, path, field.json_type)
    for rule in field.constraints:
        aim = Refusal(code=rule.code, pointer=pointer(path))
        for variant, broken in breaking(rule, value):
            yield Candidate(_rule(path, rule.keyword), variant, with_value(full, path, broken), aim, rule)
    for variant, kept in keeping(field, value):
        yield Candidate(_rule(path, "valid"), variant, with_value(full, path, kept))


def _presence(full: Any, path: Path, requirement: str) -> Iterator[Candidate]:
    aim = Refusal(code="required", pointer=pointer(path)) if requirement == "required" else None
    yield Candidate(_rule(path, requirement), "left_out", without(full, path), aim)


def _types(full: Any, path: Path, json_type: str) -> Iterator[Candidate]:
    place = pointer(path)
    for variant, value in wrong_types(json_type, value_at(full, path)):
        yield Candidate(
            _rule(path, "type"), variant, with_value(full, path, value), Refusal(code="type", pointer=place)
        )
    null = Refusal(code="null_not_allowed", pointer=place)
    yield Candidate(_rule(path, "null"), "null", with_value(full, path, None), null)


def _unknown(full: Any, path: Path, group: Group, foreign: Mapping[str, Any]) -> Iterator[Candidate]:
    known = [member.name for member in group.members]
    names: list[Named] = [("unlisted_member", "x"), (known[-1].upper(), "x"), (f"{known[-1]} ", "x"), ("", "x")]
    names += [(name, value) for name, value in sorted(foreign.items()) if name not in known]
    for name, value in names:
        place = (*path, name)
        aim = Refusal(code="unknown_field", pointer=pointer(place)) if group.closed else None
        rule = _rule(path, "closed" if group.closed else "open")
        yield Candidate(rule, name or "empty_name", with_value(full, place, value), aim)


def _subsets(full: Any, path: Path, group: Group) -> Iterator[Candidate]:
    named = dict.fromkeys(name for condition in group.conditions for names in condition.any_of for name in names)
    aim = Refusal(code="conditional_required", pointer=pointer(path))
    for kept in _choices(list(named)):
        body = full
        for name in named:
            body = body if name in kept else without(body, (*path, name))
        variant = "+".join(kept) or "none"
        yield Candidate(_rule(path, "any_of"), variant, body)
        yield Candidate(_rule(path, "any_of"), variant, body, aim)


def _choices(names: list[str]) -> Iterable[tuple[str, ...]]:
    # Every subset while they are few; beyond that the small ones and the large ones, where mistakes are.
    sizes = [size for size in range(len(names) + 1) if len(names) <= _MOST_SUBSETS or not 2 < size < len(names) - 2]
    return [kept for size in sizes for kept in combinations(names, size)] if names else []


def _steps(dotted: str) -> Path:
    return tuple(dotted.split(".")) if dotted else ()


def _rule(path: Path, keyword: str) -> str:
    return f"{'.'.join(path)}:{keyword}"
