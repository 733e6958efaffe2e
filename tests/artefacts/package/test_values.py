"""What the models of any catalogue may use: numbers, lists, requests that are open, and problems."""

from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel, TypeAdapter, ValidationError

from runtime import value_rules
from runtime.exact_numbers import (
    AS_NUMBER,
    AS_TEXT,
    NUMBER,
    TEXT,
    above,
    at_least,
    at_most,
    below,
    characters_at_least,
    characters_at_most,
    exact,
    exact_text,
    multiple,
    places_at_most,
    value_matches,
    whole,
)
from runtime.json_values import identity_of
from runtime.models import Boolean, Combinations, OpenRequestModel, RequestModel
from runtime.notes import SENSITIVE, ItemCodes
from runtime.problems import Form, Kind, Part, ProblemError
from runtime.violations import ViolationCodes

RULES = {
    "above": (above, 2, "2", "2.01"),
    "at_least": (at_least, 2, "1.99", "2"),
    "at_most": (at_most, 2, "2.01", "2"),
    "below": (below, 2, "2", "1.99"),
    "multiple": (multiple, "0.05", "0.07", "0.1"),
}
"""The rules of numbers: a bound, a number that breaks it, and one that keeps it."""


@pytest.mark.parametrize("name", RULES)
def test_a_number_keeps_its_rule(name: str) -> None:
    rule, bound, broken, kept = RULES[name]
    made = TypeAdapter(Annotated[Decimal, exact(rule(Decimal(bound), "broken", "must be another")), AS_NUMBER, NUMBER])
    assert made.validate_python(float(kept)) == Decimal(kept)
    with pytest.raises(ValidationError, match="must be another"):
        made.validate_python(float(broken))


@pytest.mark.parametrize(("value", "read"), [(5, 5), (5.0, 5), (5.5, None), (True, None), ("5", None), (1e400, None)])
def test_a_whole_number_has_no_fraction_however_it_is_written(value: object, read: int | None) -> None:
    made = TypeAdapter(Annotated[int, whole()])
    if read is None:
        with pytest.raises(ValidationError):
            made.validate_python(value)
    else:
        assert type(made.validate_python(value)) is int


DIGITS = st.text("0123456789", min_size=1, max_size=60)
TEXTS = st.builds(
    lambda sign, whole, fraction: f"{sign}{whole.lstrip('0') or '0'}{fraction}",
    st.sampled_from(["", "-"]),
    DIGITS,
    st.just("") | DIGITS.map(".{}".format),
).filter(lambda text: not text.startswith("-") or text.strip("-0."))
ANY_TEXT = TypeAdapter(Annotated[Decimal, exact_text(), AS_TEXT, TEXT])


@given(TEXTS)
def test_a_number_in_a_text_keeps_every_digit(text: str) -> None:
    read = ANY_TEXT.validate_python(text)
    assert read == Decimal(text)
    assert ANY_TEXT.dump_json(read) == ANY_TEXT.dump_json(ANY_TEXT.validate_python(read)) == f'"{text}"'.encode()
    assert ANY_TEXT.validate_json(f'"{text}"') == read


@pytest.mark.parametrize("text", ["", ".5", "5.", "01", "+1", "1e3", " 1", "1\n", "-0", "-0.00", "NaN", "১", "1_0"])
def test_another_text_is_no_number(text: str) -> None:
    with pytest.raises(ValidationError, match="must be a decimal number"):
        ANY_TEXT.validate_python(text)


@pytest.mark.parametrize("value", [1, 1.5, True, None, ["1"], b"1"], ids=str)
def test_only_a_text_or_a_decimal_is_a_number_in_a_text(value: object) -> None:
    with pytest.raises(ValidationError, match="must be a text"):
        ANY_TEXT.validate_python(value)


@pytest.mark.parametrize(
    ("number", "text"),
    [
        *(("1E+3", "1000"), ("1.50", "1.50"), ("1E-7", "0.0000001"), ("-2E+1", "-20"), ("9" * 5000, "9" * 5000)),
        *((one, None) for one in ("NaN", "sNaN", "-Infinity", "1E+4302", "1E-4302", "1E+999999", "-0", "-0.0")),
    ],
)
def test_a_program_may_have_the_number_itself(number: str, text: str | None) -> None:
    if text is None:
        with pytest.raises(ValidationError):
            ANY_TEXT.validate_python(Decimal(number))
    else:
        assert ANY_TEXT.dump_json(ANY_TEXT.validate_python(Decimal(number))) == f'"{text}"'.encode()


TEXT_RULES = {
    **{f"{name} of a text": case for name, case in RULES.items()},
    "beyond a double": (at_most, "12345678901234567890.12", "12345678901234567890.13", "12345678901234567890.12"),
    "a multiple of many digits": (multiple, "0.05", f"{'7' * 6000}.01", f"{'7' * 6000}.05"),
    "places": (places_at_most, 2, "1.500", "1.50"),
    "shortest": (characters_at_least, 3, "12", "123"),
    "longest": (characters_at_most, 3, "1234", "123"),
    "a pattern": (value_matches, "^[0-9]+[.][0-9]{2}$", "1.5", "1.50"),
}
"""The rules of numbers in texts."""


@pytest.mark.parametrize("name", TEXT_RULES)
def test_a_number_in_a_text_keeps_its_rule(name: str) -> None:
    rule, bound, broken, kept = TEXT_RULES[name]
    is_number = rule in {above, at_least, at_most, below, multiple}
    stated: Any = rule(Decimal(bound) if is_number else bound, "broken", "must be another")
    made = TypeAdapter(Annotated[Decimal, exact_text(stated), AS_TEXT, TEXT])
    assert made.dump_json(made.validate_python(kept)) == f'"{kept}"'.encode()
    with pytest.raises(ValidationError, match="must be another"):
        made.validate_python(broken)


def test_the_text_is_looked_at_before_the_number() -> None:
    rules: Any = above(Decimal(5), "above", "above"), characters_at_most(1, "longest", "longest")
    with pytest.raises(ValidationError) as raised:
        TypeAdapter(Annotated[Decimal, exact_text(*rules)]).validate_python("1.5")
    assert [one["type"] for one in raised.value.errors()] == ["longest"]


class Rules(value_rules.Rules):
    """Rules under names of a catalogue."""

    kinds: ClassVar = {
        "few": value_rules.Rule("few", value_rules.at_least),
        "many": value_rules.Rule("many", value_rules.at_most),
        "uneven": value_rules.Rule("uneven", value_rules.multiple),
        "twice": value_rules.Rule("twice", value_rules.distinct),
    }


class Listing(RequestModel, frozen=True):
    """A request with a list."""

    tags: Annotated[
        list[int | str],
        Rules(few=(2, "too few"), many=(4, "too many"), uneven=(2, "no pairs"), twice=(True, "one is there twice")),
    ]


@pytest.mark.parametrize(
    ("tags", "error"),
    [([1, 2], ""), ([1], "few"), ([1, 2, 3, 4, 5, 6], "many"), ([1, 2, 3], "uneven"), (["a", "a"], "twice")],
    ids=str,
)
def test_a_list_keeps_its_rules(tags: list[Any], error: str) -> None:
    if not error:
        assert Listing(tags=tags).tags == tags
        return
    with pytest.raises(ValidationError) as raised:
        Listing.model_validate({"tags": tags})
    assert [one["type"] for one in raised.value.errors()] == [error]


def test_what_is_no_list_is_rejected_before_its_rules() -> None:
    with pytest.raises(ValidationError) as raised:
        Listing.model_validate({"tags": (1, 2)})
    assert [one["type"] for one in raised.value.errors()] == ["list_type"]


class Chosen(RequestModel, frozen=True):
    """A request with a list of choices."""

    names: Annotated[list[Literal["a", "b"]], ItemCodes(choice="name_unknown")]


@pytest.mark.parametrize(("item", "code"), [("c", "name_unknown"), (None, "null"), (1, "type")])
def test_an_item_has_the_code_of_its_list(item: object, code: str) -> None:
    body = {"names": ["a", item]}
    with pytest.raises(ValidationError) as raised:
        Chosen.model_validate(body)
    codes = ViolationCodes({"null_not_allowed": "null", "literal_error": "choice"}, {})
    [found] = codes.violations_of(raised.value, Chosen, body)
    assert (found.pointer, found.code) == ("#/names/1", code)


def test_equal_values_of_json_are_one() -> None:
    assert identity_of({"a": [1, 2.0]}) == identity_of({"a": [1.0, Decimal(2)]})
    assert len({identity_of(one) for one in (1, True, "1", None, [1], {"1": 1})}) == 6


class Open(OpenRequestModel, frozen=True):
    """A request that may have more members."""

    _accepted: ClassVar[Combinations] = ((("phone",), ("email", "name")),)

    phone: Annotated[str | None, SENSITIVE] = None
    email: str | None = None
    name: str | None = None
    agreed: Boolean | None = None


def test_an_open_request_keeps_further_members_and_shows_none() -> None:
    made = Open.model_validate({"phone": "+1", "note": "secret"})
    assert made.model_dump() == {"phone": "+1", "note": "secret"}
    assert repr(made) == "Open(phone='***', email=None, name=None, agreed=None, note='***')"


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ({"email": "a", "name": "b"}, []),
        ({"email": "a"}, ["conditional_required"]),
        ({"phone": None}, ["null_not_allowed"]),
        ({"phone": "a", "agreed": 1}, ["bool_type"]),
    ],
    ids=str,
)
def test_a_request_rejects_null_and_incomplete_combinations(body: dict[str, Any], errors: list[str]) -> None:
    if not errors:
        assert Open.model_validate(body).model_dump() == body
        return
    with pytest.raises(ValidationError) as raised:
        Open.model_validate(body)
    assert [one["type"] for one in raised.value.errors()] == errors


def test_a_closed_request_names_no_value() -> None:
    class Closed(RequestModel, frozen=True):
        """A request."""

        code: int

    with pytest.raises(ValidationError) as raised:
        Closed.model_validate({"code": "secret", "other": "secret"})
    assert [one["type"] for one in raised.value.errors()] == ["int_parsing", "extra_forbidden"]
    assert "secret" not in str(raised.value)
    assert issubclass(Closed, BaseModel)


def _parts(*words: str) -> tuple[Part, ...]:
    return tuple(Part(word, (word,)) for word in words)


def test_a_problem_has_what_its_kind_states() -> None:
    class Problem(ProblemError[str]):
        """A problem."""

        form = Form(parts=_parts("type", "title", "status", "instance"), base="https://problems.example/")
        _kinds: ClassVar = {"gone": Kind(410, "It is gone.")}

    error = Problem("gone", members={"status": 200, "id": "a"})
    assert (error.status, error.document()["status"], error.document()["id"]) == (410, 410, "a")
    assert error.document()["type"] == "https://problems.example/gone"
    assert "instance" not in error.document()


def test_a_problem_leaves_out_a_text_that_is_longer_than_the_catalogue_states() -> None:
    limited = (Part("instance", ("instance",), longest=5), Part("note", longest=2))

    class Problem(ProblemError[str]):
        """A problem."""

        form = Form(parts=(*_parts("type", "title", "status"), *limited), base="https://problems.example/")
        _kinds: ClassVar = {"gone": Kind(410, "It is gone.")}

    error = Problem("gone", members={"note": "é\U0001f600", "count": 1_000})
    assert error.document("/12345").keys() == {"type", "title", "status", "note", "count"}
    assert error.document("/1234")["instance"] == "/1234"
