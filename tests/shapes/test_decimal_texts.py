"""Decimal numbers in texts: one pattern has their form and their bounds, whatever these are, and every part agrees."""

import json
import re
from decimal import Decimal

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from paycat.shapes.constraints import KINDS, decimal_text_pattern, is_decimal_text, kinds_of, rejecting
from paycat.shapes.constraints.decimal_form import DECIMAL, bounds_pattern, is_decimal
from paycat.shapes.constraints.decimal_pattern import decimal_pattern
from paycat.shapes.constraints.number_range import End, NumberRange
from paycat.shapes.constraints.statement import Bound
from paycat.shapes.decimals import exact
from paycat.shapes.patterns.portable import fault_of

DIGITS = st.text("0123456789", max_size=45)
NUMBERS = st.builds(
    lambda sign, whole, fraction: f"{sign}{whole.lstrip('0') or '0'}{fraction and '.'}{fraction}",
    st.sampled_from(["", "-"]),
    DIGITS,
    DIGITS,
)
NEAR = st.builds(
    lambda units, places: f"{Decimal(units).scaleb(-places):f}", st.integers(-1100, 1100), st.integers(0, 3)
)
"""Numbers of few digits, so that many are at the ends of a range."""
ENDS = st.none() | st.builds(lambda text, is_included: End(exact(text), is_included), NEAR | NUMBERS, st.booleans())

PATTERNS = {
    "any number": (
        {},
        r"^((0|[1-9][0-9]*)(\.[0-9]+)?|-(0\.0*[1-9][0-9]*|[1-9][0-9]*(\.[0-9]+)?))$",
    ),
    "from zero": ({"minimum": 0}, r"^(0|[1-9][0-9]*)(\.[0-9]+)?$"),
    "above zero": (
        {"exclusive_minimum": 0, "maximum": Decimal("9999999999999.99"), "decimal_places": 2},
        r"^(0\.(0[1-9]|[1-9][0-9]?)|[1-9][0-9]{0,12}(\.[0-9]{1,2})?)$",
    ),
    "whole": ({"minimum": 1, "maximum": 500, "decimal_places": 0}, r"^([1-9][0-9]?|[1-4][0-9]{2}|500)$"),
    "one number": ({"minimum": 5, "maximum": 5}, r"^5(\.0+)?$"),
    "no number": ({"minimum": 5, "maximum": 4}, r"^[^\s\S]$"),
    "a bound that is too long": ({"minimum": 0, "maximum": 10**30}, r"^(0|[1-9][0-9]*)(\.[0-9]+)?$"),
}


@pytest.mark.parametrize("name", PATTERNS)
def test_bounds_make_a_pattern_that_people_read(name: str) -> None:
    bounds, pattern = PATTERNS[name]
    assert decimal_text_pattern({"format": "decimal", **bounds}) == pattern


@pytest.mark.parametrize("text", ["0", "-1", "1.50", "0.001", "-0.5", "10", f"{'9' * 5000}.5"])
def test_a_decimal_number_has_the_form(text: str) -> None:
    assert is_decimal(text)
    assert jsonschema_rs.is_valid({"pattern": DECIMAL.pattern}, text)


@pytest.mark.parametrize(
    "text", ["", ".5", "5.", "01", "-01", "+1", "1e3", "1E3", " 1", "1 ", "1\n", "1,5", "-0", "-0.00", "১", "１", "NaN"]
)
def test_any_other_text_has_not(text: str) -> None:
    assert not is_decimal(text)
    assert not jsonschema_rs.is_valid({"pattern": DECIMAL.pattern}, text)


@given(NUMBERS | NEAR | st.text("0123456789.-", max_size=6), ENDS, ENDS, st.none() | st.integers(0, 3))
def test_the_pattern_compares_as_decimals_do(text: str, low: End | None, high: End | None, places: int | None) -> None:
    """Also with many more digits than a double keeps."""
    pattern = decimal_pattern(low, high, places)
    assert (re.fullmatch(pattern, text) is not None) is is_accepted(text, low, high, places)


def is_accepted(text: str, low: End | None, high: End | None, places: int | None) -> bool:
    if not re.fullmatch(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?", text) or re.fullmatch(r"-0(\.0+)?", text):
        return False
    number = Decimal(text)
    is_low = low is None or number > low.number or (low.is_included and number == low.number)
    is_high = high is None or number < high.number or (high.is_included and number == high.number)
    return is_low and is_high and (places is None or len(text.partition(".")[2]) <= places)


@given(NUMBERS | NEAR, ENDS, ENDS, st.none() | st.integers(0, 3))
def test_constraints_say_what_the_pattern_says(
    text: str, low: End | None, high: End | None, places: int | None
) -> None:
    bounds: dict[str, Bound] = {"format": "decimal"}
    bounds |= {"minimum" if low.is_included else "exclusive_minimum": low.number} if low else {}
    bounds |= {"maximum" if high.is_included else "exclusive_maximum": high.number} if high else {}
    bounds |= {} if places is None else {"decimal_places": places}
    kept = all(kind.holds(bounds[kind.keyword], text) for kind in KINDS.values() if kind.keyword in bounds)
    assert kept is is_accepted(text, low, high, places)
    short = {key: one for key, one in bounds.items() if not KINDS[key].text_limitation(one)}
    if short == bounds:
        assert (re.fullmatch(decimal_text_pattern(bounds), text) is not None) is kept


SCHEMA = {"x-format": "decimal", "x-exclusive-minimum": "0", "x-maximum": "99.5", "x-decimal-places": 2}


@pytest.mark.parametrize(
    ("text", "keyword"),
    [
        ("x", "format"),
        ("1e3", "format"),
        ("0.00", "exclusive_minimum"),
        ("99.51", "maximum"),
        ("5.000", "decimal_places"),
    ],
)
def test_annotations_say_what_the_one_pattern_rejects_for(text: str, keyword: str) -> None:
    accepted = NumberRange(End(0, False), End(Decimal("99.5"), True))
    schema = {**SCHEMA, "pattern": bounds_pattern(accepted, 2)}
    assert not jsonschema_rs.is_valid({"pattern": schema["pattern"]}, text)
    kind = rejecting("pattern", schema, text)
    assert kind is not None
    assert kind.keyword == keyword


@pytest.mark.parametrize("digits", [5, 15, 16, 20])
def test_the_pattern_of_a_bound_of_many_digits_stays_readable(digits: int) -> None:
    """It is linear in the digits; beyond 30 digits a bound is a declared limitation."""
    pattern = decimal_pattern(End(0, True), End(int("1234567890" * 3) % 10**digits, True), 2)
    assert len(pattern) < 30 * digits + 60
    assert fault_of(pattern) is None or digits > 15
    assert len(json.dumps(decimal_pattern(None, End(int("1234567890" * 3), True), 9))) < 1000


def test_constraints_on_numbers_apply_to_no_other_text() -> None:
    assert "maximum" not in {kind.keyword for kind in kinds_of("string", {"format": "date"})}
    assert "maximum" in {kind.keyword for kind in kinds_of("string", {"format": "decimal"})}
    assert not is_decimal_text({"maximum": 5})
