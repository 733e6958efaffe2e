"""The rule on the digits of JSON numbers: those that a value may have are kept by every reader."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from paycat.catalogue.shapes import Shaped
from paycat.contract.nodes import Constraint, FieldNode, Group, Node
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.shapes.constraints import numbers_within
from paycat.shapes.constraints.number_range import End
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import DIGITS, Number, as_decimal, of_units, places_of, plain_text
from paycat.text.counting import counted

_LOW, _HIGH = (Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW)


class _Beyond(NamedTuple):
    """An end of the numbers of a value that is too far away for its decimal places, and where that is stated."""

    place: Span
    is_low: bool
    places: int
    stated: Number | None
    whose: str

    def finding(self) -> Diagnostic:
        farthest = plain_text(of_units((-1 if self.is_low else 1) * (10**DIGITS - 1), self.places))
        bound, at = ("minimum", "at least") if self.is_low else ("maximum", "at most")
        places = f"{counted(self.places, 'decimal place')}{self.whose}"
        if self.stated is None:
            message = f"{places} and no {bound} allow for numbers of more than the {_KEPT}"
            return Diagnostic("number-beyond-readers", self.place, message, f"state a {bound} of {at} {farthest}{_OR}")
        numbers = f"numbers {'from' if self.is_low else 'up to'} {plain_text(self.stated)}"
        message = f"{numbers} with {places} have more than the {_KEPT}"
        return Diagnostic("number-beyond-readers", self.place, message, f"state {at} {farthest}{_OR}")


_KEPT = f"{DIGITS} digits that every reader of JSON keeps"
_OR = ", or choose the shape decimal_text"


@rule("value-rules")
def number_digits(context: RuleContext) -> Iterator[Diagnostic]:
    """Report bounds of too many digits, and those that allow for such numbers with the decimal places of the value."""
    found: dict[tuple[Span, bool], _Beyond] = {}
    for field, whose in _numbers(context):
        rules = [one for one in field.constraints if one.kind.measure is Measure.NUMBER]
        long = [one for one in rules if _digits(one.number) > DIGITS]
        for one in long:
            message = f"the number has more than the {_KEPT}"
            yield Diagnostic("number-beyond-readers", _place(field, one), message)
        for beyond in () if long else _beyond(field, rules, whose):
            key = beyond.place, beyond.is_low
            if key not in found or found[key].places < beyond.places:
                found[key] = beyond
    yield from (one.finding() for one in found.values())


def _numbers(context: RuleContext) -> Iterator[tuple[FieldNode, str]]:
    """Yield every JSON number, and whose it is where a fact of a method may decide about it."""
    decided = {id(one) for request in context.contract.requests() for one in _decided(request.root)}
    for request, field in context.different_fields:
        if field.json_type in ("number", "integer") and id(field) not in decided:
            yield field, f" in {request.method} {request.direction} requests"
    for shape in context.stated(Shaped):
        resolved = context.resolved(shape)
        if resolved.json_type in ("number", "integer"):
            yield resolved, ""


def _decided(root: Group) -> Iterator[Node]:
    """Yield the members that are stated by cases: what they are in each of them decides."""
    for group in root.groups():
        names = {case.member for case in group.cases}
        yield from (one for one in group.members if one.name in names)


def _beyond(field: FieldNode, rules: list[Constraint], whose: str) -> Iterator[_Beyond]:
    """Yield the ends that are too far away for the step of a field; without a step, readers reject what is too fine."""
    accepted = numbers_within(field.bounds)
    steps = [one for one in rules if one.kind.relation is Relation.MULTIPLE]
    if field.shape != "decimal" or accepted.stated_step is None:
        return
    places = places_of(accepted.stated_step)
    ends: tuple[tuple[tuple[Relation, ...], End | None], ...] = ((_LOW, accepted.low), (_HIGH, accepted.high))
    for relations, end in ends:
        if end and as_decimal(end.number).copy_abs() <= of_units(10**DIGITS, places):
            continue
        stated = next((one for one in rules if one.kind.relation in relations), steps[-1])
        yield _Beyond(_place(field, stated), relations is _LOW, places, end.number if end else None, whose)


def _place(field: FieldNode, rule: Constraint) -> Span:
    return rule.location or field.location


def _digits(number: Number) -> int:
    """Return how many digits a number has without an exponent, zeros at its ends included."""
    return len(re.sub("[^0-9]", "", plain_text(number).lstrip("-").removeprefix("0.")))
