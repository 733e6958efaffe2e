"""A contract in, the same with one thing said otherwise out, as resolving would make it; and samples that fit it."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from projects import DIRECTIONS

from paycat.catalogue.statement import Reason
from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.contract.paths import steps
from paycat.contract.validate import validate
from paycat.shapes.constraints import KINDS
from paycat.shapes.patterns.compiled import matches
from paycat.text.json_data import holds_path, value_at, with_value, without

Key = tuple[str, str]
Member = FieldNode | Group

_ORDER = list(KINDS)
_STRETCHED = (1, 2, 3, 6, 10, 11, 12, 13, 20, 255, 256)
TEXTS = [
    *("Text", "", " ", "0", "a", "A1", "1234567", "X" * 11, "a@b", "alpha", "beta", "+491234567", "Ωמ日", "\n", "a\n"),
    *("https://example.com/a", "HTTPS://a", "http://a", "https://a b", "\N{GRINNING FACE}", "٣", "-_.", "\u0000"),
    *(sign * size for size in _STRETCHED for sign in "0a"),
]
"""Texts at the edges of what anybody may state of a text."""


def key_of(request: Request) -> Key:
    return request.direction, request.method


def requests_edited(contract: Contract, keys: Collection[Key], change: Callable[[Request], Request]) -> Contract:
    """Return a contract in which some requests are changed; the others stay the same objects."""
    methods = []
    for method in contract.methods:
        offers = {}
        for direction in DIRECTIONS:
            offer = method.offer(direction)
            if offer.request and (direction, method.code) in keys:
                offers[direction] = offer.model_copy(update={"request": change(offer.request)})
        methods.append(method.model_copy(update=offers) if offers else method)
    return contract.model_copy(update={"methods": tuple(methods)})


def root_edited(request: Request, change: Callable[[Group], Group]) -> Request:
    """Return a request with a changed body that is resolved again."""
    return request.model_copy(update={"root": resolved(change(request.root))})


def group_edited(root: Group, path: str, change: Callable[[Group], Group]) -> Group:
    """Return a body in which the object at a path is changed; the body itself is at ''."""
    if root.path == path:
        return change(root)
    members = (group_edited(one, path, change) if isinstance(one, Group) else one for one in root.members)
    return root.model_copy(update={"members": tuple(members)})


def field_edited(root: Group, path: str, change: Callable[[FieldNode], FieldNode | None]) -> Group:
    """Return a body in which a field is changed, or left out where the change gives None."""
    members: list[Member] = []
    for one in root.members:
        if isinstance(one, Group):
            members.append(field_edited(one, path, change))
        elif one.path != path:
            members.append(one)
        elif changed := change(one):
            members.append(changed)
    return root.model_copy(update={"members": tuple(members)})


def resolved(group: Group) -> Group:
    """Return an object as resolving makes it: what is empty is gone, and requirements fit what stands inside."""
    members = [resolved(one) if isinstance(one, Group) else one for one in group.members]
    members = [one for one in members if isinstance(one, FieldNode) or one.members]
    free = {one.name for one in members if isinstance(one, FieldNode) and one.requirement != "required"}
    conditions = tuple(made for one in group.conditions if (made := _condition(one, free)))
    named = {name for one in conditions for names in one.any_of for name in names}
    inside = tuple(_member(one, named) for one in members)
    needed = not group.path or conditions or any(one.requirement == "required" for one in inside)
    requirement = "required" if needed else "optional"
    return group.model_copy(update={"members": inside, "conditions": conditions, "requirement": requirement})


def _condition(condition: Condition, free: Collection[str]) -> Condition | None:
    kept = tuple(names for names in condition.any_of if names and set(names) <= set(free))
    return condition.model_copy(update={"any_of": kept}) if kept else None


def _member(member: Member, named: Collection[str]) -> Member:
    if isinstance(member, Group):
        return member
    requirement = member.requirement
    if requirement != "required":
        requirement = "conditional" if member.name in named else "optional"
    rules = sorted(member.constraints, key=lambda rule: _ORDER.index(rule.keyword))
    if member.json_type == "string" and requirement != "optional" and not any(map(_rejects_empty, rules)):
        rules.insert(0, constraint("min_length", 1))
    return member.model_copy(update={"requirement": requirement, "constraints": tuple(rules)})


def _rejects_empty(rule: Constraint) -> bool:
    if rule.keyword == "pattern":
        return not matches(str(rule.value), "")
    return rule.keyword in ("min_length", "const")


def constraint(keyword: Any, value: Any, code: str = "") -> Constraint:
    """Return a rule, with the code that it usually has."""
    return Constraint(keyword=keyword, value=value, code=code or KINDS[keyword].usual_code, reason=Reason(source="§9"))


def ruled(field: FieldNode, *rules: Constraint, without: Collection[str] = ()) -> FieldNode:
    """Return a field with some rules instead of its own of the same keyword, and without others."""
    gone = {*without, *(rule.keyword for rule in rules)}
    kept = (rule for rule in field.constraints if rule.keyword not in gone)
    return field.model_copy(update={"constraints": (*kept, *rules)})


def with_samples_corrected(request: Request) -> Request:
    """Return a request with samples corrected as its maintainer would: valid ones again, the others validated."""
    return request.model_copy(update={"samples": tuple(_corrected(request, one) for one in request.samples)})


def _corrected(request: Request, sample: Sample) -> Sample:
    if sample.violations:
        return sample.model_copy(update={"violations": validate(request, sample.payload)})
    body = _repaired(request, sample.payload)
    if sample.name == "full":
        for field in request.root.fields():
            if not holds_path(body, field.path.split(".")):
                body = _with(body, field.path.split("."), fitting(field))
    return sample.model_copy(update={"payload": body})


def _repaired(request: Request, body: Any) -> Any:
    members = {one.path: one for one in (*request.root.groups(), *request.root.fields())}
    for _ in range(20):
        violations = validate(request, body)
        if not violations:
            break
        path = steps(violations[0].pointer)
        member = members.get(".".join(path))
        if violations[0].code == "conditional_required" and isinstance(member, Group):
            for name in _missing(member, value_at(body, path)):
                body = _with(body, [*path, name], fitting(members[".".join([*path, name])]))
        elif member is None:
            body = without(body, tuple(path))
        else:
            body = _with(body, path, fitting(member))
    return body


def _missing(group: Group, value: Any) -> tuple[str, ...]:
    """Return a combination of members that an object needs and does not have."""
    choices = (one.any_of for one in group.conditions)
    return next(any_of[0] for any_of in choices if not any(set(names) <= set(value) for names in any_of))


def _with(body: Any, path: list[str], value: Any) -> Any:
    for depth in range(1, len(path)):
        if not holds_path(body, path[:depth]) or not isinstance(value_at(body, path[:depth]), dict):
            body = with_value(body, tuple(path[:depth]), {})
    return with_value(body, tuple(path), value)


def fitting(member: Member) -> Any:
    """Return a value that a member accepts, or any if there is none at hand."""
    if isinstance(member, Group):
        return {}
    values = list(values_for(member))
    return next((one for one in values if member.accepts(one)), values[0])


def values_for(field: FieldNode) -> Iterator[Any]:
    """Return values of a field's JSON type, at the edges of its own rules and of others."""
    stated = {rule.keyword: rule.value for rule in field.constraints}
    match field.json_type:
        case "object":
            yield from ({}, {"a": 1})
        case "number":
            bounds = [value for value in stated.values() if isinstance(value, (int, float))]
            yield from (1, 0.01, 0.5, 19.999, 0, -1, 10**20)
            yield from (number for bound in bounds for number in (bound, bound + 1, bound - 1, bound + 0.01))
        case _:
            if "const" in stated:
                yield stated["const"]
            yield from TEXTS
            edges = (int(stated[name]) for name in ("min_length", "max_length") if name in stated)
            yield from (
                sign * size for edge in edges for size in (edge - 1, edge, edge + 1) for sign in "0a" if size >= 0
            )
