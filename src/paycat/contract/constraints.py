"""Statements of rules about a value in their order, and the reasons of what they state."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason, Reasoned
from paycat.contract.nodes import Constraint
from paycat.diagnostics import Span
from paycat.shapes.constraints import KINDS, STATEMENTS
from paycat.shapes.constraints.statement import Bound

R = TypeVar("R", bound=Reasoned)
C_co = TypeVar("C_co", bound=Constrained, covariant=True)


@dataclass(frozen=True, slots=True)
class Layer(Generic[C_co]):
    """A statement about a value, and the reason of those of its rules that state none.

    Of a `borrowed` statement, which is about another value, the rules have that reason whatever they state.
    """

    stated: Stated[C_co]
    reason: Reason
    borrowed: bool = False


def constraint(keyword: str, value: Bound, reason: Reason, place: Span, code: str | None = None) -> Constraint:
    """Return a constraint that is stated at a place; it has the usual code of its kind without one of its own."""
    code = code or KINDS[keyword].usual_code
    return Constraint(keyword=keyword, value=value, code=code, reason=reason, location=place)


def last_rules(
    layers: Sequence[Layer[Constrained]], keys: Collection[str] | None = None
) -> dict[str, tuple[Ruled, Reason]]:
    """Return the last statement of each rule by its key, without those to which others leave nothing to say."""
    last: dict[str, tuple[Ruled, Reason]] = {}
    for key, rule, number in last_stated([one.stated for one in layers]):
        layer = layers[number]
        if keys is None or key in keys:
            last[key] = rule, layer.reason if layer.borrowed else reason_of(rule, layer.reason)
    found = {key: last[key] for key in STATEMENTS if key in last}
    alone = {key: one for key, one in found.items() if STATEMENTS[key].alone}
    return alone or {key: one for key, one in found.items() if STATEMENTS[key].unless not in found}


def last_stated(layers: Sequence[Stated[Constrained]]) -> Iterator[tuple[str, Ruled, int]]:
    """Return the key and the last statement of each rule, with the number of its layer; none where a parameter is."""
    last = {key: number for number, layer in enumerate(layers) for key in layer.value.all_stated}
    for key, number in last.items():
        if rule := layers[number].value.stated(key):
            yield key, rule, number


def reason_of(statement: Reasoned, otherwise: Reason) -> Reason:
    """Return a statement's own reason, or the other one when it states none."""
    return statement.reason if statement.source or statement.decision else otherwise


def with_reason(statement: R, otherwise: Reason) -> R:
    """Return a statement with its own reason, or the other one when it states none."""
    reason = reason_of(statement, otherwise)
    return statement if reason is statement.reason else statement.model_copy(update={"reason": reason})


def joined(*reasons: Reason) -> Reason:
    """Return the reasons as one: the first source, and all decisions in order."""
    source = next((reason.source for reason in reasons if reason.source), None)
    decisions = dict.fromkeys(decision for reason in reasons for decision in reason.decisions)
    return Reason(source=source, decisions=tuple(decisions))
