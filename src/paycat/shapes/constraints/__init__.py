"""The table of constraints: every kind, in the order in which they are checked, and the keys of YAML that state them.

A further constraint is a class in a module beside this one, and a line in `_KINDS`.
"""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from paycat.shapes.constraints.bounds import BoundKind, ExclusiveMaximum, ExclusiveMinimum, Maximum, Minimum, NumberKind
from paycat.shapes.constraints.check import CheckDigits
from paycat.shapes.constraints.choice import Enumeration
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.counts import MaxItems, MinItems, UniqueItems
from paycat.shapes.constraints.decimal_form import DECIMAL, bounds_pattern
from paycat.shapes.constraints.decimal_places import DecimalPlaces
from paycat.shapes.constraints.format import Format, form_in
from paycat.shapes.constraints.kind import Kind, Sampled
from paycat.shapes.constraints.length import MaxLength, MinLength
from paycat.shapes.constraints.multiple_of import MultipleOf
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.pattern import CHARACTERS, Pattern
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import Bound, ConstraintKey
from paycat.shapes.decimals import plain_text

_KINDS: tuple[Kind, ...] = (
    Const(),
    Enumeration(),
    Format(),
    MinLength(),
    MaxLength(),
    Pattern(),
    CheckDigits(),
    ExclusiveMinimum(),
    Minimum(),
    Maximum(),
    ExclusiveMaximum(),
    MultipleOf(),
    DecimalPlaces(),
    MinItems(),
    MaxItems(),
    UniqueItems(),
)

KINDS: Mapping[str, Kind] = {kind.keyword: kind for kind in _KINDS}
"""The kinds by keyword, in the order in which they are checked."""

RANKS: Mapping[str, int] = {keyword: rank for rank, keyword in enumerate(KINDS, start=1)}
"""The place of each in this order: of several rules that a value breaks, it is told of the first."""

_MADE_DIGITS, _FURTHER_DIGITS = 40, 5
"""A number that is made for a text has so many digits, or so many more than a bound."""

_OF_NUMBERS = [kind for kind in _KINDS if isinstance(kind, NumberKind)]
NUMBER_KINDS = sorted(_OF_NUMBERS, key=lambda kind: kind.relation is not Relation.MULTIPLE)
"""The kinds that apply to numbers, steps first."""

BOUND_KEYWORDS: Mapping[Relation, str] = {
    kind.relation: kind.schema_keyword for kind in _OF_NUMBERS if isinstance(kind, BoundKind)
}
"""The keywords of JSON Schema for where numbers begin and end."""

NOT_EMPTY = KINDS[MinLength.keyword]
"""The kind that a required text has by convention, with the bound 1."""

FIXED, LISTED = KINDS[Const.keyword], KINDS[Enumeration.keyword]
"""The kinds of what has one value, and of a text that is one of several."""
PATTERN = KINDS[Pattern.keyword]
"""The kind that states a pattern as it is."""
PLACES = KINDS[DecimalPlaces.keyword]
"""The kind about whose bound a currency may decide."""
MOST_ITEMS = KINDS[MaxItems.keyword]
"""The kind of how many items a list has at most, which a parameter may limit."""

ASPECTS = tuple(dict.fromkeys(kind.aspect for kind in _KINDS))
"""What comparisons report as one change each."""

_STATED = (Const.statement, CHARACTERS, Pattern.statement, *(kind.statement for kind in _KINDS if kind.statement))
STATEMENTS: Mapping[str, ConstraintKey] = {statement.key: statement for statement in _STATED}
"""What a catalogue may state, by the key of YAML."""


_OF_DECIMAL_TEXTS = tuple(
    kind for kind in _KINDS if isinstance(kind, Format) or (kind.statement and "decimal_text" in kind.statement.shapes)
)


def is_decimal_text(value_by_keyword: Mapping[str, Bound]) -> bool:
    """Return whether values are decimal numbers in texts, which constraints on numbers apply to."""
    return value_by_keyword.get(Format.keyword) == DECIMAL.name


def kinds_of(json_type: str, value_by_keyword: Mapping[str, Bound] = MappingProxyType({})) -> tuple[Kind, ...]:
    """Return the kinds that apply to values of a JSON type with some bounds."""
    if is_decimal_text(value_by_keyword):
        return _OF_DECIMAL_TEXTS
    return tuple(kind for kind in _KINDS if json_type in kind.json_types)


def sampled(
    bounds: Mapping[str, Bound],
    value: Any,
    steps: int,
    further_items: Callable[[], Iterator[Any]],
    outer_bounds: Mapping[str, Bound],
) -> Sampled:
    """Return the field that values are made for, with these bounds; one value is known to be valid.

    `outer_bounds` are those that it has anyway, of what it is where another field has a value.
    """
    is_text = not is_decimal_text(outer_bounds)
    beside = tuple(pattern for pattern in patterns_of(outer_bounds) if is_text and pattern not in patterns_of(bounds))
    return Sampled(bounds, numbers_within(bounds), value, steps, further_items, beside)


def numbers_within(value_by_keyword: Mapping[str, Bound]) -> NumberRange:
    """Return the numbers that some bounds accept; those in texts have more digits than their bounds."""
    numbers = NumberRange(digits=_digits_of(value_by_keyword)) if is_decimal_text(value_by_keyword) else NumberRange()
    for keyword, constraint_value in value_by_keyword.items():
        kind = KINDS[keyword]
        if kind.measure is Measure.NUMBER:
            numbers = numbers.narrowed(kind.relation, kind.compared(constraint_value))
    return numbers


def _digits_of(bounds: Mapping[str, Bound]) -> int:
    numbers = (KINDS[keyword].compared(bound) for keyword, bound in bounds.items() if KINDS[keyword] in _OF_NUMBERS)
    return max(_MADE_DIGITS, *(len(plain_text(number)) + _FURTHER_DIGITS for number in (0, *numbers)))


def patterns_of(value_by_keyword: Mapping[str, Bound]) -> tuple[str, ...]:
    """Return the patterns that every valid text matches; that of a decimal number has its bounds, too."""
    forms = ((KINDS[keyword], KINDS[keyword].texts(bound)) for keyword, bound in value_by_keyword.items())
    number = decimal_text_pattern(value_by_keyword) if is_decimal_text(value_by_keyword) else None
    return tuple(number if number and isinstance(kind, Format) else form for kind, form in forms if form is not None)


def decimal_text_pattern(value_by_keyword: Mapping[str, Bound]) -> str:
    """Return the pattern of decimal numbers in texts within bounds, without those that it cannot express."""
    places = value_by_keyword.get(DecimalPlaces.keyword)
    assert isinstance(places, int | None), "a contract with another bound is rejected when it is read"
    return bounds_pattern(numbers_within(value_by_keyword), places)


def that_count(bounds: Mapping[str, Bound]) -> dict[str, Bound]:
    """Return the bounds without those that others make redundant.

    Of two bounds at one end the stricter one counts. Of several steps their common multiple counts: as the kind that
    states it, or as a step of its own. A number in a text has at least one character anyway.
    """
    if is_decimal_text(bounds) and bounds.get(MinLength.keyword) in (0, 1):
        bounds = {keyword: bound for keyword, bound in bounds.items() if keyword != MinLength.keyword}
    numbers = numbers_within(bounds)
    kept_values = {keyword: bound for keyword, bound in bounds.items() if _counts(KINDS[keyword], bound, numbers)}
    steps = [keyword for keyword in kept_values if KINDS[keyword].relation is Relation.MULTIPLE]
    if numbers.stated_step is not None and len(steps) > 1:
        equals = [keyword for keyword in steps if KINDS[keyword].compared(kept_values[keyword]) == numbers.stated_step]
        step_value: dict[str, Bound] = {MultipleOf.keyword: numbers.stated_step}
        if equals:
            step_value = {equals[-1]: kept_values[equals[-1]]}
        kept_values = {keyword: bound for keyword, bound in kept_values.items() if keyword not in steps} | step_value
    return kept_values


def _counts(kind: Kind, constraint_value: Bound, number_range: NumberRange) -> bool:
    if not isinstance(kind, BoundKind):
        return True
    return kind.end(NumberRange().narrowed(kind.relation, kind.compared(constraint_value))) == kind.end(number_range)


def limits_of(bounds: Mapping[str, Bound]) -> Iterator[str]:
    """Return in words how long, how many and how large values may be, without patterns and fixed values."""
    for aspect in ASPECTS:
        if limits := [(KINDS[keyword], bound) for keyword, bound in bounds.items() if KINDS[keyword].aspect is aspect]:
            yield from aspect.limits(limits)


def keywords_of(kind: Kind, bounds: Mapping[str, Bound]) -> dict[str, Any]:
    """Return the keywords of JSON Schema for one of the bounds of a value.

    A decimal number in a text has one pattern of its form and its bounds, which are annotated.
    """
    constraint_value = bounds[kind.keyword]
    if not is_decimal_text(bounds):
        return kind.schema(constraint_value)
    keywords = kind.text_schema(constraint_value)
    return {**keywords, kind.schema_keyword: decimal_text_pattern(bounds)} if isinstance(kind, Format) else keywords


def rejecting(keyword: str, schema: Mapping[str, Any], value: Any = None) -> Kind | None:
    """Return the kind for which a keyword of a JSON Schema rejects a value, or None.

    Of several kinds with the keyword it is the one that the schema annotates. A decimal number in a text has one
    pattern for its form and its bounds: what annotates them says which it breaks.
    """
    kinds = [kind for kind in _KINDS if kind.rejects_by(keyword, schema)]
    rejecting_kind = next((kind for kind in kinds if kind.note in schema), next(iter(kinds), None))
    if isinstance(rejecting_kind, Format) and isinstance(value, str) and form_in(schema) is DECIMAL:
        return next((kind for kind in _OF_NUMBERS if kind.is_broken(schema, value)), rejecting_kind)
    return rejecting_kind
