"""Rules of a field type, a table and a method in; the field's constraints out, in the order in which they refuse."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal

from paycat.catalogue.fields import Ruled, Rules
from paycat.catalogue.service import RequiredText
from paycat.catalogue.statement import Reasoned
from paycat.contract.model import Constraint, Keyword
from paycat.contract.values import Reason
from paycat.matching.patterns import matches

_CODES: Mapping[Keyword, str] = {"decimal_places": "amount_precision"}
_ORDER: tuple[Keyword, ...] = (
    "const",
    "min_length",
    "max_length",
    "pattern",
    "exclusive_minimum",
    "maximum",
    "decimal_places",
)


@dataclass(frozen=True, slots=True)
class Layer:
    """The rules of one statement about a field, and the reason of those that state none themselves."""

    rules: Rules
    reason: Reason


@dataclass(frozen=True, slots=True)
class _Stated:
    """The statement of a rule that counts: the last one."""

    rule: Ruled
    reason: Reason

    def constraint(self, keyword: Keyword, value: str | int | Decimal) -> Constraint:
        code = self.rule.code or usual_code(keyword)
        return Constraint(keyword=keyword, value=value, code=code, reason=self.reason)


def usual_code(keyword: Keyword) -> str:
    """Return the code of a rule's refusal, unless the rule states one of its own."""
    return _CODES.get(keyword, keyword)


def constraints(layers: Sequence[Layer], known_values: Mapping[str, str], exponent: int) -> tuple[Constraint, ...]:
    """Return the constraints of one field, from the field type's, the table's and the method's statement.

    `known_values` says what `method.currency` and the like stand for; `exponent` is the currency's.
    """
    fixed = _last(layers, "fixed")
    if fixed:
        return (fixed.constraint("const", known_values.get(fixed.rule.value, fixed.rule.value)),)
    found = {made.keyword: made for made in (*_text_rules(layers), *_number_rules(layers, exponent))}
    return tuple(found[keyword] for keyword in _ORDER if keyword in found)


def with_text(rules: tuple[Constraint, ...], convention: RequiredText) -> tuple[Constraint, ...]:
    """Return a required text's constraints: by convention it has at least one character, unless a rule says so."""
    if convention.value == "any" or any(_refuses_empty(rule) for rule in rules):
        return rules
    reason = reason_of(convention, Reason())
    return (Constraint(keyword="min_length", value=1, code="min_length", reason=reason), *rules)


def reason_of(statement: Reasoned, otherwise: Reason) -> Reason:
    """Return a statement's own reason, or the other one when it states none."""
    if statement.source or statement.decision:
        return Reason(source=statement.source, decisions=statement.decision)
    return otherwise


def joined(*reasons: Reason) -> Reason:
    """Return the reasons as one: the first source, and all decisions in order."""
    source = next((reason.source for reason in reasons if reason.source), None)
    decisions = dict.fromkeys(decision for reason in reasons for decision in reason.decisions)
    return Reason(source=source, decisions=tuple(decisions))


def _last(layers: Sequence[Layer], name: str) -> _Stated | None:
    for layer in reversed(layers):
        rule: Ruled | None = getattr(layer.rules, name)
        if rule is not None:
            return _Stated(rule, reason_of(rule, layer.reason))
    return None


def _text_rules(layers: Sequence[Layer]) -> Iterator[Constraint]:
    length = _last(layers, "length")
    least, most = length.rule.value if length else (None, None)
    if length and least:
        yield length.constraint("min_length", least)
    if length and most is not None:
        yield length.constraint("max_length", most)
    characters, pattern = _last(layers, "characters"), _last(layers, "pattern")
    if pattern:
        yield pattern.constraint("pattern", pattern.rule.value)
    elif characters:
        reason = joined(characters.reason, length.reason) if length else characters.reason
        repeat = f"{{{least or 0},{'' if most is None else most}}}" if least != most else f"{{{least}}}"
        repeat = "*" if least is None and most is None else repeat
        yield _Stated(characters.rule, reason).constraint("pattern", f"^[{characters.rule.value}]{repeat}$")


def _number_rules(layers: Sequence[Layer], exponent: int) -> Iterator[Constraint]:
    bounds: tuple[Keyword, ...] = ("exclusive_minimum", "maximum")
    for keyword in bounds:
        if stated := _last(layers, keyword):
            yield stated.constraint(keyword, stated.rule.value)
    if places := _last(layers, "decimal_places"):
        yield places.constraint("decimal_places", exponent if places.rule.value == "currency" else places.rule.value)


def _refuses_empty(rule: Constraint) -> bool:
    if rule.keyword == "pattern":
        return not matches(str(rule.value), "")
    return rule.keyword in ("min_length", "const")
