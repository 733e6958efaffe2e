"""The form of a decimal number in a text, and how JSON Schema has it: one pattern for the form and the bounds."""

import re
from collections.abc import Iterator

from paycat.shapes.constraints.decimal_pattern import decimal_pattern
from paycat.shapes.constraints.kind import Named, Schema, SchemaChange
from paycat.shapes.constraints.number_range import END_NOTES, PLACES_NOTE, End, NumberRange
from paycat.shapes.constraints.text_form import TextForm
from paycat.shapes.decimals import Number, exact, next_above, next_below, places_of, plain_text, unit

_MOST_DIGITS = 30
"""A bound with more digits would make a pattern that nobody reads: it is annotated alone."""

_WIDE = 10**9
_NO_NUMBERS = {
    **{text: text for text in (".5", "5.", "1,5", "1e3", "1E3", "+1", "01", "00.5", "-0", "-0.00", "-01", "--1")},
    **{text: text for text in ("1.2.3", "1_000", "1 000", "0x1F", "NaN", "Infinity", "-", ".", "x")},
}
_SCRIPTS = {"arabic_indic": 0x0660, "fullwidth": 0xFF10}
_DIGITS = "1234567890123456789012345678901234567890"
_NUMBERS = {
    **{
        text: text
        for text in ("0", "-1", "0.1", "1.0", "1.50", "-0.5", "10", "100.10", "0.0001", "1.000000000000000001")
    },
    "forty_digits": _DIGITS,
    "forty_decimal_places": f"0.{_DIGITS}",
}
_FURTHER = {
    "leading zeros": r"-?0[0-9]+(\.[0-9]+)?",
    "a plus sign": r"\+[0-9]+(\.[0-9]+)?",
    "exponents": r"-?[0-9]+(\.[0-9]+)?[eE][+-]?[0-9]+",
    "no whole part": r"-?\.[0-9]+",
    "no decimal place": r"-?[0-9]+\.",
    "negative zero": r"-0(\.0+)?",
}
"""What patterns that are too weak accept, too."""


def bounds_pattern(numbers: NumberRange, places: int | None) -> str:
    """Return the pattern of the numbers in texts between ends, with so many decimal places; a long end counts not."""
    low_end, high_end = (None if end is None or is_long(end.number) else end for end in (numbers.low, numbers.high))
    return decimal_pattern(low_end, high_end, places)


def is_long(bound: Number) -> bool:
    """Return whether a bound has too many digits for a pattern."""
    return len(re.sub("[^0-9]", "", plain_text(bound))) > _MOST_DIGITS


class DecimalForm(TextForm):
    """A decimal number, exact at any length, which has one text for each number of decimal places."""

    name = "decimal"
    pattern = decimal_pattern()
    title = "decimal number in a text"
    example = "a decimal number such as 12.50"
    error = "decimal_form"

    def schema_changes(self, schema: Schema) -> Iterator[SchemaChange]:
        """Return patterns of other texts, and those of neighbouring bounds, of other places and without a bound."""
        number_range, places = _stated(schema)
        inner_pattern = bounds_pattern(number_range, places)[1:-1]
        patterns = {f"also {name}": f"^({inner_pattern}|{other_form})$" for name, other_form in _FURTHER.items()}
        patterns |= {"any end": f"^{inner_pattern}", "any beginning": f"{inner_pattern}$"}
        for name, end in (("low", number_range.low), ("high", number_range.high)):
            for words, moved_end in _beside(end, places) if end and not is_long(end.number) else ():
                ends = {"low": number_range.low, "high": number_range.high, name: moved_end}
                patterns[f"{name} end {words}"] = bounds_pattern(NumberRange(ends["low"], ends["high"]), places)
        for count in () if places is None else (*([places - 1] if places else []), places + 1, None):
            patterns[f"{'any number of' if count is None else count} places"] = bounds_pattern(number_range, count)
        yield from ((name, {"pattern": pattern}) for name, pattern in patterns.items())

    def wrong(self, value: str) -> Iterator[Named]:
        yield from _NO_NUMBERS.items()
        sign, digits = ("-", value[1:]) if value.startswith("-") else ("", value)
        yield from (("leading_zero", f"{sign}0{digits}"), ("plus", f"+{digits}"), ("exponent", f"{value}e0"))
        yield from (("point_at_the_end", f"{value}."), ("comma", f"{value.partition('.')[0]},5"))
        for script, zero_code in _SCRIPTS.items():
            yield script, "".join(chr(zero_code + int(char)) if char.isdecimal() else char for char in value)

    def right(self) -> Iterator[Named]:
        yield from _NUMBERS.items()


def _stated(schema: Schema) -> tuple[NumberRange, int | None]:
    """Return the numbers, and the decimal places, that the annotations of a schema state."""
    number_range = NumberRange()
    for relation, note in END_NOTES.items():
        if note in schema:
            number_range = number_range.narrowed(relation, exact(schema[note]))
    return number_range, schema.get(PLACES_NOTE)


def _beside(end: End, places: int | None) -> Iterator[tuple[str, End | None]]:
    step = unit(places_of(end.number) if places is None else places)
    yield "one step less", End(next_below(end.number, step, _WIDE), end.is_included)
    yield "one step more", End(next_above(end.number, step, _WIDE), end.is_included)
    yield "excluded" if end.is_included else "included", End(end.number, not end.is_included)
    yield "removed", None


DECIMAL = DecimalForm()
_TEXT = re.compile(DECIMAL.pattern.replace("$", r"\Z"))


def is_decimal(text: str) -> bool:
    """Return whether a text is a decimal number in this form."""
    return _TEXT.match(text) is not None


def written_places(text: str) -> int:
    """Return how many digits a decimal number has behind the point, zeros at its end included."""
    return len(text.partition(".")[2])
