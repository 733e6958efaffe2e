"""The rule on the digits of JSON numbers: those that a value may have are kept by every reader."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from paycat.catalogue.shapes import Shaped
from paycat.contract.constraint import Constraint
from paycat.contract.model import Request
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.shapes.constraints import BOUND_KEYWORDS, numbers_within
from paycat.shapes.constraints.number_range import End
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import DIGITS, Number, as_decimal, of_units, places_of, plain_text
from paycat.text.counting import counted

_LOW, _HIGH = (Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW)
_JSON_NUMBERS = ("number", "integer")


_KEPT = f"{DIGITS} digits that every reader of JSON keeps"
_OR = ", or choose the shape decimal_text"


class _Beyond(NamedTuple):
    """An end of the numbers of a value that is too far away for its decimal places, and where both are stated."""

    place: Span
    is_low: bool
    places: int
    number: Number | None
    exponents: tuple[Span, ...] = ()

    @property
    def bound(self) -> str:
        """The key that states another end."""
        return BOUND_KEYWORDS[Relation.AT_LEAST if self.is_low else Relation.AT_MOST]

    @property
    def farthest(self) -> Number:
        """The farthest number with so many decimal places that readers keep."""
        return of_units((-1 if self.is_low else 1) * (10**DIGITS - 1), self.places)

    def finding(self, owner: str) -> Diagnostic:
        """Return the finding where the end is stated; `owner` names the decimal places that a fact of a method has."""
        comparison, number_text = "at least" if self.is_low else "at most", plain_text(self.farthest)
        if self.number is None:
            return self._at(self.place, owner, f"state a {self.bound} of {comparison} {number_text}{_OR}")
        return self._at(self.place, owner, f"state {comparison} {number_text}{_OR}")

    def finding_of_method(self, context: RuleContext, request: Request, field: FieldNode) -> Diagnostic:
        """Return the finding at the method whose currency has so many decimal places: in others the end is right."""
        source, stated_field = context.offer(request).method, context.stated_field(request, field)
        layers = stated_field.statements if stated_field else ()
        method_layer = next((layer for layer in layers if layer.source is source), None)
        key = "currency" if source.value.currency else "currencies"
        place = method_layer.at(key=True) if method_layer else source.at(key, key=True)
        hint = f"`{field.path}: {{ {self.bound}: {plain_text(self.farthest)} }}`"
        return self._at(place, _whose(request), f"state {hint} in the `fields` of its {request.direction}{_OR}")

    def _at(self, place: Span, owner: str, hint: str) -> Diagnostic:
        places_phrase = f"{counted(self.places, 'decimal place')}{owner}"
        if self.number is None:
            message = f"{places_phrase} and no {self.bound} allow for numbers of more than the {_KEPT}"
        else:
            numbers_phrase = f"numbers {'from' if self.is_low else 'up to'} {plain_text(self.number)}"
            message = f"{numbers_phrase} with {places_phrase} have more than the {_KEPT}"
        return Diagnostic("number-beyond-readers", place, message, hint, rests_on=self.exponents)


@rule("value-rules")
def number_digits(context: RuleContext) -> Iterator[Diagnostic]:
    """Report bounds of too many digits, and those that allow for such numbers with the decimal places of the value."""
    ends_by_place: dict[tuple[Span, bool], tuple[_Beyond, str]] = {}
    method_ends: list[tuple[_Beyond, Request, FieldNode]] = []
    places: set[Span] = set()
    for field, request in _numbers(context):
        bounds = _bounds(field)
        long_bounds = [constraint for constraint in bounds if _digits(constraint.number) > DIGITS]
        for constraint in long_bounds:
            message = f"the number has more than the {_KEPT}"
            yield Diagnostic("number-beyond-readers", _place(field, constraint), message)
        far_ends = [] if long_bounds else list(_beyond(field))
        places |= {_place(field, constraint) for constraint in bounds} if not far_ends and not long_bounds else set()
        exponent_places = _exponents(context, request, field) if request else ()
        for end in (far_end._replace(exponents=exponent_places) for far_end in far_ends):
            if request and exponent_places and end.number is not None:
                method_ends.append((end, request, field))
            key = end.place, end.is_low
            if key not in ends_by_place or ends_by_place[key][0].places < end.places:
                ends_by_place[key] = end, _whose(request)
    right_places = {end.place for end, _, _ in method_ends} & places  # In methods with another currency.
    yield from (end.finding(owner) for (place, _), (end, owner) in ends_by_place.items() if place not in right_places)
    for end, method_request, field in method_ends:
        if end.place in right_places:
            yield end.finding_of_method(context, method_request, field)


def _exponents(context: RuleContext, request: Request, field: FieldNode) -> tuple[Span, ...]:
    """Return where the decimal places of a field are stated, if they are those of the currencies of the method."""
    stated_field = context.stated_field(request, field)
    codes = stated_field.offer.currencies if stated_field and stated_field.has_places_of_currency else ()
    return tuple(context.catalogue.currencies.at("currencies", code, "exponent") for code in codes)


def kept_ends(field: FieldNode) -> dict[str, Number]:
    """Return the bounds, by key, that a field must state so that readers keep its numbers; none where they do."""
    return {end.bound: end.farthest for end in _beyond(field)} if field.json_type in _JSON_NUMBERS else {}


def _numbers(context: RuleContext) -> Iterator[tuple[FieldNode, Request | None]]:
    """Yield every JSON number, with the request that it is in: a fact of its method may decide about it."""
    decided_ids = {id(node) for request in context.contract.requests() for node in _decided(request.root)}
    for request, field in context.request_fields:
        if field.json_type in _JSON_NUMBERS and id(field) not in decided_ids:
            yield field, request
    for shape in context.stated(Shaped):
        shape_field = context.values.bare(shape)
        # An echo that states nothing is a number of a request.
        if (shape.value.rules or not shape.value.echo) and shape_field.json_type in _JSON_NUMBERS:
            yield shape_field, None


def _decided(root: Group) -> Iterator[Node]:
    """Yield the members that are stated by cases: what they are in each of them decides."""
    for group in root.groups():
        currencies = [node.name for node in group.members if isinstance(node, FieldNode) and node.role == "currency"]
        case_members = {case.member for case in group.cases if [*case.given] == currencies}
        yield from (member for member in group.members if member.name in case_members)


def _bounds(field: FieldNode) -> list[Constraint]:
    return [constraint for constraint in field.constraints if constraint.kind.measure is Measure.NUMBER]


def _beyond(field: FieldNode) -> Iterator[_Beyond]:
    """Yield the ends that are too far away for the step of a field; without a step, readers reject what is too fine."""
    bounds, numbers = _bounds(field), numbers_within(field.bounds)
    steps = [constraint for constraint in bounds if constraint.kind.relation is Relation.MULTIPLE]
    if field.shape != "decimal" or numbers.stated_step is None:
        return
    places = places_of(numbers.stated_step)
    ends: tuple[tuple[tuple[Relation, ...], End | None], ...] = ((_LOW, numbers.low), (_HIGH, numbers.high))
    for relations, end in ends:
        if end and as_decimal(end.number).copy_abs() <= of_units(10**DIGITS, places):
            continue
        stating_bound = next((constraint for constraint in bounds if constraint.kind.relation in relations), steps[-1])
        yield _Beyond(_place(field, stating_bound), relations is _LOW, places, end.number if end else None)


def _whose(request: Request | None) -> str:
    return f" in {request.phrase}" if request else ""


def _place(field: FieldNode, constraint: Constraint) -> Span:
    return constraint.location or field.location


def _digits(number: Number) -> int:
    """Return how many digits a number has without an exponent, zeros at its ends included."""
    return len(re.sub("[^0-9]", "", plain_text(number).lstrip("-").removeprefix("0.")))
