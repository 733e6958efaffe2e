"""A method, one of its directions, or a field or object of a request: METHOD, payout.METHOD, payout.METHOD.a.b."""

from collections.abc import Iterator
from functools import partial

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Method, Offer, Request
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group
from paycat.contract.paths import steps_of
from paycat.explaining.explanation import Explanation, Named, at, because, carrying_member, testing
from paycat.explaining.project import Project
from paycat.vectors.model import Vector


def named(project: Project) -> Named:
    """Return every method, request and member of a request."""
    for method in project.contract.methods:
        yield method.code, partial(_method, method, project)
        for direction in DIRECTIONS:
            word = f"{direction}.{method.code}"
            yield word, partial(_offer, word, method, method.offer(direction), project)
    for request in project.contract.requests():
        for group, member in _members(request.root):
            word = f"{_name(request)}.{member.path}"
            yield word, partial(_member, word, request, group, member, project)


def _name(request: Request) -> str:
    return f"{request.direction}.{request.method}"


def _members(group: Group) -> Iterator[tuple[Group, FieldNode | Group]]:
    for member in group.members:
        yield group, member
        inner = member if isinstance(member, Group) else member.items
        if isinstance(inner, Group):
            yield from _members(inner)
        elif inner:
            yield group, inner


def _method(method: Method, project: Project) -> Explanation:
    offers = (f"{direction}: {method.offer(direction).availability}" for direction in DIRECTIONS)
    countries = ", ".join(method.countries) + ("" if method.countries_complete else " and others")
    return Explanation(
        f"{method.code}, a payment method: {method.title}",
        what=(method.note, f"{method.currency}, {countries}", *offers),
        locations=(at(method.location),),
        why=because(project.contract, (method.reason, method.country_reason), briefly=True),
        tested=testing(project, lambda vector: vector.method == method.code),
    )


def _offer(word: str, method: Method, offer: Offer, project: Project) -> Explanation:
    request = offer.request
    fields = (f"{field.path}: {field.requirement} {field.type}" for field in request.root.fields()) if request else ()
    return Explanation(
        f"{word}, a direction of {method.code}: {offer.availability}",
        what=tuple(fields),
        locations=(at(offer.location),),
        why=because(project.contract, (offer.reason,), briefly=True),
        carried=carrying_member(project, request.root.component, (), request.root.component) if request else (),
        tested=testing(project, lambda vector: vector.rule.startswith((f"{word}.", f"{word}:"))),
    )


def _member(word: str, request: Request, group: Group, member: FieldNode | Group, project: Project) -> Explanation:
    conditions = [(group, one) for one in group.conditions if any(member.name in names for names in one.any_of)]
    if isinstance(member, Group):
        conditions += [(member, one) for one in member.conditions]
    rules = member.constraints if isinstance(member, FieldNode) else ()
    reasons = [member.reason, *(rule.reason for rule in rules), *(one.reason for _, one in conditions)]
    kind = member.type if isinstance(member, FieldNode) else "object"
    starts = (f"{word}:", f"{word}.") if isinstance(member, Group) else (f"{word}:",)
    condition = f"{_name(request)}.{group.path}:any_of" if group.path else f"{_name(request)}:any_of"

    def is_about(vector: Vector) -> bool:
        return vector.rule.startswith(starts) or bool(conditions and vector.rule == condition)

    return Explanation(
        f"{word}, {member.requirement}, of type {kind}",
        what=(
            member.meaning,
            *map(_rule, rules),
            *(_condition(*one) for one in conditions),
            *_marks(member),
        ),
        locations=(at(member.location), *(f"{at(one.location)} (condition)" for _, one in conditions)),
        why=because(project.contract, reasons),
        carried=carrying_member(project, group.component, steps_of(member.path), request.root.component),
        tested=testing(project, is_about),
    )


def _rule(rule: Constraint) -> str:
    return f"{rule.keyword} {rule.text} (rejected as {rule.code})"


def _condition(group: Group, condition: Condition) -> str:
    choices = " | ".join(" + ".join(names) for names in condition.any_of)
    return f"{group.path or 'the request'} needs at least one of: {choices}"


def _marks(member: FieldNode | Group) -> Iterator[str]:
    if isinstance(member, FieldNode):
        if member.sensitive:
            yield f"sensitive: {member.sensitive}"
        if member.role:
            yield f"role: {member.role}"
        yield from (f"hint: {hint.note}" for hint in member.hints)
