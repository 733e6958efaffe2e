"""The constraints of a field, from its type, its table and its method, in the order in which they reject."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason, Reasoned
from paycat.contract.nodes import Constraint
from paycat.diagnostics import Span
from paycat.shapes.constraints import KINDS, STATEMENTS, that_count
from paycat.shapes.constraints.statement import Bound, Surroundings

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


@dataclass(frozen=True, slots=True)
class StatedRule:
    """The statement of a rule that counts: the last one."""

    rule: Ruled
    reason: Reason


def constraints(
    layers: Sequence[Layer[Constrained]],
    implied: Mapping[str, Constraint],
    known_values: Mapping[str, str] | None = None,
    exponent: int | None = None,
    keys: Collection[str] | None = None,
) -> dict[str, Constraint]:
    """Return the constraints of a value by keyword: those that its shape implies, and those that layers state.

    `known_values` has the values of `method.currency` and the like; `exponent` is the currency's; both are None of a
    value that belongs to no method. With `keys` only the rules that these state.
    """
    stated = last_rules(layers, keys)
    around = Surroundings(known_values, exponent, {key: one.rule.value for key, one in stated.items()})
    found = dict(implied)
    for key, one in stated.items():
        statement = STATEMENTS[key]
        beside = stated.get(statement.with_reason_of)
        reason = joined(one.reason, beside.reason) if beside else one.reason
        for keyword, value in statement.bounds(one.rule.value, around).items():
            found[keyword] = constraint(keyword, value, reason, one.rule.value_span, one.rule.code)
    counting = that_count({keyword: one.value for keyword, one in found.items()})
    return {
        keyword: found[keyword].model_copy(update={"value": counting[keyword]})
        for keyword in KINDS
        if keyword in counting
    }


def constraint(keyword: str, value: Bound, reason: Reason, place: Span, code: str | None = None) -> Constraint:
    """Return a constraint that is stated at a place; it has the usual code of its kind without one of its own."""
    code = code or KINDS[keyword].usual_code
    return Constraint(keyword=keyword, value=value, code=code, reason=reason, location=place)


def last_rules(layers: Sequence[Layer[Constrained]], keys: Collection[str] | None = None) -> dict[str, StatedRule]:
    """Return the last statement of each rule by its key, without those to which others leave nothing to say."""
    last: dict[str, StatedRule] = {}
    for key, rule, number in last_stated([one.stated for one in layers]):
        layer = layers[number]
        if keys is None or key in keys:
            last[key] = StatedRule(rule, layer.reason if layer.borrowed else reason_of(rule, layer.reason))
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
