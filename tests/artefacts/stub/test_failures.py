"""Whatever a handler does, the stub answers with a problem, and never with something that no record is."""

import asyncio
import json
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import httpx
import pytest

from tests.artefacts.published import modules
from tests.artefacts.serving import body, record_of, running


def answer(
    act: Callable[[Any], Any], headers: dict[str, str] | None = None, content: bytes | None = None
) -> httpx.Response:
    async def sent() -> httpx.Response:
        async with running(act) as stub:
            return await stub.post("payout", content or body("payout", "UPI"), headers)

    return asyncio.run(sent())


def test_ten_unknown_members_of_a_body_are_compared_with_the_known_ones() -> None:
    unknown = {f"currenc{number}": 1 for number in range(600)}
    sent = json.dumps({**json.loads(body("payout", "UPI")), **unknown}).encode()
    details = [one["detail"] for one in answer(lambda _: None, content=sent).json()["errors"]]
    assert len(details) == 600
    assert sum("did you mean 'currency'" in detail for detail in details) == 10


def problem(**members: Any) -> Any:
    return modules()["problems"].ProblemError("forbidden", members=members)


def raising(error: BaseException) -> Callable[[Any], Any]:
    def act(_: Any) -> Any:
        raise error

    return act


@pytest.mark.parametrize(
    "act",
    [
        raising(problem(x=Decimal(1))),
        raising(problem(x=float("nan"))),
        raising(problem(x="\ud800")),
        raising(KeyError("x")),
        lambda request: request,
        lambda request: None,
    ],
    ids=["decimal", "nan", "surrogate", "exception", "the request itself", "nothing"],
)
def test_what_cannot_be_answered_is_an_internal_error(act: Callable[[Any], Any]) -> None:
    answered = answer(act)
    assert answered.status_code == 500
    assert answered.headers["content-type"] == "application/problem+json"
    assert answered.headers["request-id"] == answered.json()["request_id"]
    assert answered.json()["type"].endswith("/internal-error")


def test_the_record_of_another_operation_is_no_answer() -> None:
    wrong = modules()["records"].Problem(type="x", title="x", status=400)
    assert answer(lambda _: wrong).status_code == 500


def test_members_of_a_problem_keep_its_own() -> None:
    answered = answer(raising(problem(status=200, type="x", note="kept")))
    assert answered.status_code == answered.json()["status"] == 403
    assert answered.json()["type"].endswith("/forbidden")
    assert answered.json()["note"] == "kept"


def test_size_is_looked_at_before_the_media_type_and_both_before_the_header_parameters() -> None:
    wrong = {"Content-Type": "text/plain", "Idempotency-Key": "a b"}
    assert answer(record_of, wrong, b" " * 70_000).status_code == 413
    assert answer(record_of, wrong, b"{}").status_code == 415
    assert answer(record_of, {"Idempotency-Key": "a b"}, b"{").json()["type"].endswith("/malformed-json")
    assert answer(record_of, {"Idempotency-Key": "a b"}).json()["type"].endswith("/idempotency-key-invalid")
