"""When the published clients send a call again: never what could be done twice, always with the same key."""

import re
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

import httpx
import pytest

from tests.artefacts.client.scripted import KINDS, problem, raised, record, request_of, scripted, using
from tests.artefacts.published import modules

UUID = re.compile("[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
CREATED = record("PayoutRecord", 201)
BUSY = problem(429, "rate-limited")
CLOSED = problem(503, "service-unavailable")
RUNNING = problem(409, "idempotency-in-progress", {"Retry-After": "2"})
both = pytest.mark.parametrize("kind", KINDS)


def pay(client: Any) -> Any:
    return client.create_payout(request_of("payout", "UPI"))


def read(client: Any) -> Any:
    return client.get_payout("x")


@both
@pytest.mark.parametrize(
    "trouble",
    [BUSY, CLOSED, RUNNING, httpx.Response(503, html="<p>Closed</p>"), httpx.ConnectError("x"), httpx.ReadTimeout("x")],
    ids=["429", "503", "still running", "a proxy's 503", "no connection", "no answer"],
)
def test_a_call_is_repeated_with_its_key(kind: str, trouble: Any) -> None:
    script = scripted(trouble, trouble, CREATED)
    assert using(kind, script, pay).object == "payout"
    assert len(script.requests) == 3
    assert len(set(script.keys)) == 1
    assert UUID.fullmatch(str(script.keys[0]))
    assert len({request.content for request in script.requests}) == 1
    assert len(script.pauses) == 2


@both
def test_every_call_has_a_key_of_its_own(kind: str) -> None:
    script = scripted(CREATED)
    using(kind, script, pay)
    using(kind, script, pay)
    assert len(set(script.keys)) == 2


@both
def test_the_pause_is_at_least_what_the_service_asks_for(kind: str) -> None:
    script = scripted(problem(429, "rate-limited", {"Retry-After": "7"}), CREATED)
    using(kind, script, pay)
    assert 7 <= script.pauses[0] <= 7.5


@both
def test_no_pause_is_longer_than_wanted(kind: str) -> None:
    script = scripted(problem(429, "rate-limited", {"Retry-After": "3"}))
    raised(kind, script, pay, longest_wait=3)
    assert script.pauses == [3, 3, 3]


@both
def test_the_pauses_grow_within_bounds(kind: str) -> None:
    script = scripted(BUSY)
    error = raised(kind, script, pay, retries=12, longest_wait=3)
    assert (error.status, len(script.requests)) == (429, 13)
    for index, pause in enumerate(script.pauses):
        assert 0 <= pause <= min(3, 0.5 * 2**index)
    assert len(set(script.pauses)) > 10, "they are not all alike"


@both
@pytest.mark.parametrize("asked", ["31", "86400", "999999999"])
def test_a_service_that_asks_for_too_long_is_not_asked_again(kind: str, asked: str) -> None:
    script = scripted(problem(503, "service-unavailable", {"Retry-After": asked}), CREATED)
    error = raised(kind, script, pay)
    assert (error.retry_after, len(script.requests), script.pauses) == (int(asked), 1, [])


@both
@pytest.mark.parametrize("asked", ["1" + "0" * 9, "9" * 5000])
def test_a_wait_beyond_all_measure_is_long_and_not_none(kind: str, asked: str) -> None:
    script = scripted(problem(503, "service-unavailable", {"Retry-After": asked}), CREATED)
    error = raised(kind, script, pay)
    assert (error.retry_after, len(script.requests), script.pauses) == (1_000_000_000, 1, [])


@both
def test_a_proxy_that_names_a_moment_is_waited_for(kind: str) -> None:
    def asking(seconds: int) -> httpx.Response:
        moment = format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)
        return httpx.Response(503, html="<p>Closed</p>", headers={"Retry-After": moment})

    script = scripted(asking(20), CREATED)
    using(kind, script, pay)
    assert 15 <= script.pauses[0] <= 20.5
    script = scripted(asking(3600), CREATED)
    assert isinstance(raised(kind, script, pay), modules()["client"].AnswerError)
    assert (len(script.requests), script.pauses) == (1, [])


@both
@pytest.mark.parametrize(
    "asked",
    [
        "",
        "0",
        "soon",
        "-1",
        "1.5",
        "Wed, 21 Oct 2015 07:28:00 GMT",
        "Wed, 21 Oct 2015 07:28:00 -0000",
        "1 Oct 2026 7:28 " + "9" * 18,
    ],
)
def test_an_unusual_retry_after_is_passed_over(kind: str, asked: str) -> None:
    script = scripted(problem(503, "service-unavailable", {"Retry-After": asked}), CREATED)
    using(kind, script, pay)
    assert 0 <= script.pauses[0] <= 0.5


@both
@pytest.mark.parametrize(("options", "attempts"), [({}, 4), ({"retries": 0}, 1), ({"retries": 1}, 2)], ids=str)
def test_there_are_as_many_attempts_as_wanted(kind: str, options: Any, attempts: int) -> None:
    for trouble in (CLOSED, httpx.ReadTimeout("x")):
        script = scripted(trouble)
        raised(kind, script, pay, **options)
        assert len(script.requests) == attempts


@both
@pytest.mark.parametrize(
    "answer",
    [
        problem(400, "malformed-json"),
        problem(401, "unauthenticated"),
        problem(409, "duplicate-reference"),
        problem(422, "validation-failed"),
        problem(500, "internal-error"),
    ],
    ids=lambda answer: str(answer.status_code),
)
def test_other_problems_are_final(kind: str, answer: httpx.Response) -> None:
    script = scripted(answer, CREATED)
    error = raised(kind, script, pay)
    assert (error.status, len(script.requests)) == (answer.status_code, 1)
    assert error.outcome_unknown == (answer.status_code == 500)


@both
def test_reading_is_repeated_without_a_key(kind: str) -> None:
    script = scripted(httpx.ReadError("x"), CLOSED, record("PayoutRecord"))
    using(kind, script, read)
    assert script.keys == [None, None, None]


@both
def test_what_could_be_done_twice_is_never_repeated(kind: str) -> None:
    """No operation of this interface is such a one, so it is made: a creation whose key is left away."""
    for trouble in (BUSY, CLOSED, httpx.ConnectError("x"), httpx.ReadTimeout("x")):
        script = scripted(trouble, CREATED)
        error = raised(kind, script, _without_key)
        assert script.keys == [None]
        assert error.idempotency_key is None
        assert "repeat the same request with" not in str(error)


def _without_key(client: Any) -> Any:
    call = modules()["_runtime.client.operations"].Call
    operation = modules()["client.operations"].CREATE_PAYOUT
    return client._answer(call(operation, body=request_of("payout", "UPI")))


# What is known of the outcome


@both
@pytest.mark.parametrize(
    ("trouble", "unknown"),
    [
        (httpx.ConnectError("x"), False),
        (httpx.ConnectTimeout("x"), False),
        (httpx.PoolTimeout("x"), False),
        (httpx.ReadTimeout("x"), True),
        (httpx.WriteTimeout("x"), True),
        (httpx.ReadError("x"), True),
        (httpx.RemoteProtocolError("x"), True),
        (httpx.DecodingError("x"), True),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Exception) else str(one),
)
def test_a_network_failure_tells_whether_the_outcome_is_known(kind: str, trouble: Exception, unknown: bool) -> None:
    script = scripted(trouble)
    error = raised(kind, script, pay)
    assert type(error).__name__ == "NetworkError"
    assert error.outcome_unknown is unknown
    assert error.idempotency_key == script.keys[0]
    assert (f"idempotency_key={script.keys[0]!r}" in str(error)) is unknown
    assert error.__cause__ is trouble
    assert not raised(kind, scripted(trouble), read).outcome_unknown


@both
@pytest.mark.parametrize("last", [BUSY, httpx.ConnectError("x"), problem(409, "duplicate-reference")], ids=repr)
def test_an_attempt_in_doubt_leaves_the_call_in_doubt(kind: str, last: Any) -> None:
    assert raised(kind, scripted(httpx.ReadTimeout("x"), last), pay).outcome_unknown
    assert not raised(kind, scripted(httpx.ConnectError("x"), last), pay).outcome_unknown


@both
def test_a_first_request_that_still_runs_leaves_the_call_in_doubt(kind: str) -> None:
    error = raised(kind, scripted(RUNNING), pay)
    assert (error.slug, error.outcome_unknown, error.retry_after) == ("idempotency-in-progress", True, 2)


@both
def test_a_call_can_be_repeated_by_hand(kind: str) -> None:
    first = raised(kind, scripted(httpx.ReadTimeout("x")), pay)
    script = scripted(CREATED)
    request = request_of("payout", "UPI")
    using(kind, script, lambda client: client.create_payout(request, idempotency_key=first.idempotency_key))
    assert script.keys == [first.idempotency_key]
