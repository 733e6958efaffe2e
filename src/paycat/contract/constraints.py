"""The constraints of a field, from its type, its table and its method, in the order in which they reject."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.service import RequiredText
from paycat.catalogue.statement import Reason, Reasoned
from paycat.contract.nodes import Constraint
from paycat.shapes.constraints import KINDS, NOT_EMPTY, STATEMENTS, that_count
from paycat.shapes.constraints.statement import Surroundings
from paycat.shapes.named import Shape

R = TypeVar("R", bound=Reasoned)


@dataclass(frozen=True, slots=True)
class Layer:
    """The rules of one statement about a field, and the reason of those that state none themselves."""

    rules: Constrained
    reason: Reason


@dataclass(frozen=True, slots=True)
class StatedRule:
    """The statement of a rule that counts: the last one."""

    rule: Ruled
    reason: Reason


def constraints(
    layers: Sequence[Layer], shape: Shape, known_values: Mapping[str, str], exponent: int
) -> tuple[Constraint, ...]:
    """Return the constraints of one field: what its shape implies, and the field type, the table and the method state.

    `known_values` has the values of `method.currency` and the like; `exponent` is the currency's.
    """
    stated = last_rules(layers)
    around = Surroundings(known_values, exponent, {key: one.rule.value for key, one in stated.items()})
    found = {
        keyword: Constraint(keyword=keyword, value=value, code=KINDS[keyword].usual_code, reason=layers[0].reason)
        for keyword, value in shape.implied.items()
    }
    for key, one in stated.items():
        statement = STATEMENTS[key]
        beside = stated.get(statement.with_reason_of)
        reason = joined(one.reason, beside.reason) if beside else one.reason
        for keyword, value in statement.bounds(one.rule.value, around).items():
            code = one.rule.code or KINDS[keyword].usual_code
            found[keyword] = Constraint(keyword=keyword, value=value, code=code, reason=reason)
    counting = that_count({keyword: one.value for keyword, one in found.items()})
    return tuple(
        found[keyword].model_copy(update={"value": counting[keyword]}) for keyword in KINDS if keyword in counting
    )


def last_rules(layers: Sequence[Layer]) -> dict[str, StatedRule]:
    """Return the last statement of each rule by its key, without those to which others leave nothing to say."""
    stated = {key for layer in layers for key in layer.rules.all_stated}
    found = {key: one for key in STATEMENTS if key in stated and (one := _last(layers, key))}
    alone = {key: one for key, one in found.items() if STATEMENTS[key].alone}
    return alone or {key: one for key, one in found.items() if STATEMENTS[key].unless not in found}


def with_text(rules: tuple[Constraint, ...], convention: RequiredText) -> tuple[Constraint, ...]:
    """Return a required text's constraints: by convention it has at least one character, unless a rule says so."""
    if convention.value == "any" or not all(rule.holds("") for rule in rules):
        return rules
    return (Constraint(keyword=NOT_EMPTY.keyword, value=1, code=NOT_EMPTY.usual_code, reason=convention.reason), *rules)


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


def _last(layers: Sequence[Layer], key: str) -> StatedRule | None:
    for layer in reversed(layers):
        rule = layer.rules.stated(key)
        if rule is not None:
            return StatedRule(rule, reason_of(rule, layer.reason))
    return None
