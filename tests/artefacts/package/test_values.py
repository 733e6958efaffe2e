"""What the models of any catalogue may use: numbers, lists, requests that are open, and problems."""

from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from runtime import lists
from runtime.exact_numbers import AS_NUMBER, NUMBER, above, at_least, at_most, below, exact, multiple, whole
from runtime.json_values import identity_of
from runtime.models import Boolean, Combinations, OpenRequestModel, RequestModel
from runtime.notes import SENSITIVE, ItemCodes
from runtime.problems import Kind, ProblemError
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


class Rules(lists.ListRules):
    """Rules of lists under names of a catalogue."""

    kinds: ClassVar = {
        "few": lists.ListRule("few", lists.at_least),
        "many": lists.ListRule("many", lists.at_most),
        "uneven": lists.ListRule("uneven", lists.multiple),
        "twice": lists.ListRule("twice", lists.distinct),
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


def test_a_problem_has_what_its_kind_states() -> None:
    class Problem(ProblemError[str]):
        """A problem."""

        _base = "https://problems.example/"
        _kinds: ClassVar = {"gone": Kind(410, "It is gone.")}

    error = Problem("gone", members={"status": 200, "id": "a"})
    assert (error.status, error.document()["status"], error.document()["id"]) == (410, 410, "a")
    assert error.document()["type"] == "https://problems.example/gone"
    assert "instance" not in error.document()
