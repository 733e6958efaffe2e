"""Amounts through the stub, exact both ways; and bodies that are made to be read wrongly, each with its violation."""

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from decimal import Decimal

import httpx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from tests.artefacts.published import DIRECTIONS, modules, sample
from tests.artefacts.serving import Stub, body, running, with_raw

METHOD = "UPI"
"""A method of both directions whose currency has two decimal places."""

PROBLEM = "application/problem+json"
MEGABYTE = 1024 * 1024


# Amounts


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("text", ["9999999999999.99", "100.10", "0.01", "19.99", "1e2", "100.0", "1", "1000e-2"])
def test_an_amount_is_exact_in_the_handler_and_in_the_record(direction: str, text: str) -> None:
    async def run() -> None:
        async with running() as stub:
            await _stays_exact(stub, direction, METHOD, text)

    asyncio.run(run())


@pytest.mark.parametrize("text", ["1", "100.0", "1e2", "9999999999999"])
def test_an_amount_without_decimal_places_is_exact_too(text: str) -> None:
    async def run() -> None:
        async with running() as stub:
            await _stays_exact(stub, "payout", "BANK_TRANSFER_JPY", text)

    asyncio.run(run())


def test_random_amounts_are_exact() -> None:
    cents = st.integers(min_value=1, max_value=999_999_999_999_999)
    forms = st.sampled_from(["{:f}", "{:f}0", "{:E}"])

    with asyncio.Runner() as runner:
        open_stub = running()
        stub = runner.run(open_stub.__aenter__())

        @settings(max_examples=300, derandomize=True, deadline=None, database=None)
        @given(st.sampled_from(DIRECTIONS), cents, forms)
        def stays_exact(direction: str, amount: int, form: str) -> None:
            text = form.format(Decimal(amount).scaleb(-2))
            runner.run(_stays_exact(stub, direction, METHOD, text))

        try:
            stays_exact()
        finally:
            runner.run(open_stub.__aexit__(None, None, None))


@pytest.mark.parametrize("text", ["1e1000000", "1e4301", "-1e999999", "1e-1000000", "0e1000000"])
def test_a_number_that_would_never_be_written_out_is_rejected(text: str) -> None:
    types = modules()["value_types"]
    numbers = [one for name, one in vars(types).items() if name.startswith("Amount")]
    assert len(numbers) > 1
    for one in numbers:
        with pytest.raises(ValidationError, match="exponent"):
            TypeAdapter(one).validate_python(Decimal(text))


def test_the_largest_number_is_written_out() -> None:
    amount = TypeAdapter(modules()["value_types"].Amount)
    assert amount.dump_json(amount.validate_python(Decimal("1e4299"))) == b"1" + b"0" * 4299


async def _stays_exact(stub: Stub, direction: str, method: str, text: str) -> None:
    answer = await stub.post(direction, with_raw(direction, method, "amount", text))
    assert answer.status_code == 201, f"{text} is rejected: {answer.text}"
    seen = stub.handlers.seen.pop().amount
    assert type(seen) is Decimal, f"the handler sees {text} as {type(seen)}"
    assert seen == Decimal(text), f"the handler sees {text} as {seen}"
    back = json.loads(answer.content, parse_float=Decimal, parse_int=Decimal)["amount"]
    assert isinstance(back, Decimal), f"the record holds {text} as {back!r}, which is no JSON number"
    assert back == Decimal(text), f"the record holds {text} as {back}"


# Bodies made to be read wrongly


@dataclass(frozen=True)
class Hostile:
    """A body with the answer that it must get; `errors` are pointer and code of the rejected fields."""

    name: str
    body: bytes
    status: int
    slug: str
    errors: tuple[tuple[str, str], ...] = ()
    content_type: str = "application/json"


def hostile(direction: str) -> list[Hostile]:
    """Return the bodies for a direction."""
    good = body(direction, METHOD)

    def amount(text: str) -> bytes:
        return with_raw(direction, METHOD, "amount", text)

    def metadata(text: str) -> bytes:
        return with_raw(direction, METHOD, "metadata", text)

    unreadable = {
        "amount that no double keeps": amount("12345678901234567.89"),
        "amount NaN": amount("NaN"),
        "amount Infinity": amount("Infinity"),
        "amount 1e400": amount("1e400"),
        "amount 1e-400": amount("1e-400"),
        "duplicate amount": good[:-1] + b',"amount":2}',
        "duplicate amount, spelt with an escape": good[:-1] + b',"\\u0061mount":2}',
        "duplicate inside metadata": metadata('{"a":1,"a":2}'),
        "10,000 arrays deep": b"[" * 10_000 + b"]" * 10_000,
        "10,000 arrays deep, never closed": b"[" * 10_000,
        "10,000 arrays deep in metadata": metadata('{"a":' + "[" * 10_000 + "]" * 10_000 + "}"),
        "33 objects deep": metadata('{"a":' * 32 + "1" + "}" * 32),
        "lone surrogate in metadata": metadata('{"a":"\\ud800"}'),
        "lone surrogate in a member name": metadata('{"\\udfff":1}'),
        "lone surrogate as reference": with_raw(direction, METHOD, "reference", '"\\uDC00"'),
        "not UTF-8": good.replace(b'"reference": "', b'"reference": "\xff'),
        "UTF-16": good.decode().encode("utf-16"),
        "empty": b"",
        "a number": b"1",
        "truncated": good[:-1],
    }
    readable = {
        "amount as text": (amount('"12.5"'), ("#/amount", "type")),
        "amount true": (amount("true"), ("#/amount", "type")),
        "amount null": (amount("null"), ("#/amount", "null_not_allowed")),
        "amount zero": (amount("0"), ("#/amount", "exclusive_minimum")),
        "amount minus zero": (amount("-0.0"), ("#/amount", "exclusive_minimum")),
        "amount with three places": (amount("19.999"), ("#/amount", "amount_precision")),
        "amount above the largest": (amount("10000000000000"), ("#/amount", "maximum")),
        "amount of 4,000 digits": (amount("1" * 4000), ("#/amount", "maximum")),
        "unknown member": (good[:-1] + b',"fee":1}', ("#/fee", "unknown_field")),
    }
    media = ("text/plain", "text/json", "application/x-www-form-urlencoded", "application/json; charset=utf-16", "*/*")
    return [
        *(Hostile(name, text, 400, "malformed-json") for name, text in unreadable.items()),
        *(Hostile(name, text, 422, "validation-failed", (one,)) for name, (text, one) in readable.items()),
        *(Hostile(f"sent as {kind}", good, 415, "unsupported-media-type", content_type=kind) for kind in media),
        Hostile("10 MB", good + b" " * 10 * MEGABYTE, 413, "payload-too-large"),
    ]


@pytest.mark.parametrize(
    ("direction", "case"),
    [(one, case) for one in DIRECTIONS for case in hostile(one)],
    ids=lambda one: getattr(one, "name", one),
)
def test_a_hostile_body_gets_its_problem(direction: str, case: Hostile) -> None:
    async def run() -> None:
        async with running() as stub:
            answer = await stub.post(direction, case.body, {"Content-Type": case.content_type})
            _is_problem(answer, case)
            assert stub.handlers.seen == [], "the handler was called"

    asyncio.run(run())


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_large_body_is_rejected_long_before_its_end(direction: str) -> None:
    taken = []

    async def chunks() -> AsyncIterator[bytes]:
        for number in range(10 * 64):
            taken.append(number)
            yield b" " * (MEGABYTE // 64)

    async def run() -> None:
        async with running() as stub:
            answer = await stub.post(direction, chunks())
            assert "content-length" not in answer.request.headers, "the length was not to be told"
            _is_problem(answer, Hostile("10 MB in chunks", b"", 413, "payload-too-large"))
            assert len(taken) <= 8, f"{len(taken)} of 640 chunks were read of a body of at most 65,536 bytes"

            taken.clear()
            answer = await stub.post(direction, chunks(), {"Content-Length": str(10 * MEGABYTE)})
            _is_problem(answer, Hostile("10 MB, as it says", b"", 413, "payload-too-large"))
            assert len(taken) <= 8, "a body that says itself that it is too large was read further than another"

    asyncio.run(run())


def _is_problem(answer: httpx.Response, case: Hostile) -> None:
    assert answer.status_code == case.status, f"{case.name}: {answer.text[:500]}"
    assert answer.headers["content-type"] == PROBLEM
    problem = answer.json()
    assert problem["status"] == case.status
    assert problem["type"].rpartition("/")[2] == case.slug, case.name
    errors = tuple((one["pointer"], one["code"]) for one in problem.get("errors", ()))
    assert errors == case.errors, case.name
    assert answer.headers["request-id"] == problem["request_id"]


@pytest.mark.parametrize("number", [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity")])
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_number_that_is_not_finite_is_no_amount(direction: str, number: float | Decimal) -> None:
    """Bodies cannot hold one; callers with objects of their own can."""
    parsing, problems = modules()["parsing"], modules()["problems"]
    body = {**sample(direction, "UPI", "minimal"), "amount": number}
    with pytest.raises(problems.ProblemError) as rejected:
        parsing.parse(direction, body)
    errors = rejected.value.document()["errors"]
    assert [(error["code"], error["pointer"]) for error in errors] == [("type", "#/amount")]
