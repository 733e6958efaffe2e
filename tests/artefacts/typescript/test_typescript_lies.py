"""The TypeScript client against servers that lie, as the Python client: each call ends as documented, and in time."""

import gzip
import json
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
import trustme

from tests.artefacts.client.lying import answer, keeping, lying, problem
from tests.artefacts.client.scripted import EXAMPLES
from tests.artefacts.client.test_lying_servers import (
    BASE,
    DEADLINE,
    EVIL,
    EVIL_ERRORS,
    GZIP,
    MANY,
    MOST_MEMORY,
    ODD,
    SLACK,
    SLOW,
    payout,
    rejected,
)
from tests.artefacts.published import sample
from tests.artefacts.serving import KEY
from tests.artefacts.typescript.typescript_package import Driver

pytestmark = pytest.mark.slow

OF_FETCH = {
    # fetch decodes an answer before anybody can see that it has the wrong encoding, and what it cannot decode is no
    # whole answer.
    "brotli": "NetworkError",
    "gzip twice": "NetworkError",
    "gzip that is none": "NetworkError",
}
"""The lies that end otherwise than with HTTPX."""


def asked(driver: Driver, url: str, call: str = "getPayout", *args: Any, **options: Any) -> Any:
    """Return what a call ends with."""
    return driver.ask(
        act="call",
        call=call,
        args=list(args or ["x"]),
        options={"key": KEY, "deadline": 30, "retries": 0, "baseUrl": url, **options},
    )


def paid(driver: Driver, url: str, **options: Any) -> Any:
    """Return what the creation of a payout ends with."""
    return asked(driver, url, "createPayout", sample("payout", "UPI", "minimal"), {"idempotencyKey": "k-1"}, **options)


@pytest.mark.parametrize("name", ODD)
def test_a_lie_ends_as_documented(name: str, driver: Driver) -> None:
    lie, expected = ODD[name]
    with lying(lie) as liar:
        found = asked(driver, liar.url)
    error = found["error"]
    assert error["name"] == OF_FETCH.get(name, expected), error["message"]
    assert " seconds" not in error["message"], "it ends when it lies, and not at the deadline"
    assert found["grown"] * 1024 < 3 * MOST_MEMORY
    assert len(liar.requests) == 1
    _is_printable(found)


@pytest.mark.parametrize("name", SLOW)
def test_a_slow_answer_ends_at_the_deadline(name: str, driver: Driver) -> None:
    started = time.monotonic()
    with lying(SLOW[name]) as liar:
        error = paid(driver, liar.url, deadline=DEADLINE, retries=0)["error"]
        lasted = time.monotonic() - started
    assert error["name"] == "NetworkError"
    assert error["outcomeUnknown"] is True
    assert lasted < DEADLINE + SLACK
    if name != "interim answers without end":  # node ends it at once.
        assert "within 0.5 seconds" in error["message"]
        assert lasted > 0.9 * DEADLINE


@contextmanager
def nobody() -> Iterator[str]:
    """An address at which nobody listens."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    yield f"http://127.0.0.1:{port}"


@contextmanager
def no_host() -> Iterator[str]:
    """An address whose name stands for nothing (RFC 6761)."""
    yield "https://service.invalid"


@contextmanager
def unknown_authority() -> Iterator[str]:
    """The address of a server whose certificate nobody trusts, and which gets no request."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    trustme.CA().issue_cert("127.0.0.1").configure_cert(context)
    with lying(answer(payout()), context=context) as liar:
        yield liar.url
    assert (liar.connections, liar.requests) == (1, [])


@pytest.mark.parametrize("nowhere", [nobody, no_host, unknown_authority])
def test_what_was_never_sent_is_not_in_doubt(nowhere: Callable[[], Any], driver: Driver) -> None:
    """The errors are those that node makes."""
    with nowhere() as url:
        error = paid(driver, url)["error"]
    assert (error["name"], error["outcomeUnknown"]) == ("NetworkError", False), error["printed"]


@pytest.mark.parametrize("first", [[], [json.dumps({**EXAMPLES["PayoutRecord"], "status": "pending"}).encode()]])
def test_waiting_for_a_state_ends_in_time(first: list[bytes], driver: Driver) -> None:
    """The first read finds no final state, or gets no answer, and the next one no answer."""
    started = time.monotonic()
    with lying(*map(answer, first), SLOW["no answer"]) as liar:
        error = asked(driver, liar.url, "waitForPayout", "x", {"until": ["succeeded"], "longest": 2})["error"]
        lasted = time.monotonic() - started
    assert len(liar.requests) == len(first) + 1
    assert 1.9 < lasted < 2 + SLACK / 4
    if first:
        assert (error["name"], error["record"]["status"]) == ("StillWaitingError", "pending")
    else:
        assert (error["name"], error["outcomeUnknown"]) == ("NetworkError", False)
        assert error["message"] == "getPayout: no whole answer arrived within 2 seconds"


def test_a_caller_may_end_a_call(driver: Driver) -> None:
    started = time.monotonic()
    with lying(SLOW["no answer"]) as liar:
        arguments = [sample("payout", "UPI", "minimal")]
        options = {"key": KEY, "baseUrl": liar.url}
        found = driver.ask(act="call", call="createPayout", args=arguments, options=options, abortAfter=200)
    error = found["error"]
    assert time.monotonic() - started < SLACK
    assert (error["name"], error["outcomeUnknown"]) == ("NetworkError", True)
    assert "the call was aborted" in error["message"]
    assert error["idempotencyKey"] in error["message"]
    assert len(liar.requests) == 1


@pytest.mark.parametrize("ask", [asked, paid])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_the_key_nowhere(status: int, ask: Any, driver: Driver) -> None:
    with lying(answer(payout())) as other:
        elsewhere = f"Location: {other.url.replace('127.0.0.1', 'localhost')}/v1/payouts/x\r\n"
        with lying(answer(b"", f"{status} x", more=elsewhere)) as liar:
            error = ask(driver, liar.url)["error"]
        assert (error["name"], error["status"]) == ("AnswerError", status)
        assert KEY.encode() in liar.requests[0]
        assert len(liar.requests) == 1
        assert other.requests == []


def test_what_a_service_says_is_printable_and_short(driver: Driver) -> None:
    with lying(problem(rejected(detail=EVIL, title=EVIL, errors=EVIL_ERRORS), request_id="\x85" + "r" * 900)) as liar:
        found = asked(driver, liar.url)
    error = found["error"]
    assert error["name"] == "ValidationFailedError", error["message"]
    _is_printable(found)
    assert [(one["pointer"], one["code"]) for one in error["violations"]] == [
        ("#/amount", "maximum"),
        ("", "type"),
        ("", ""),
        ("", ""),
        ("", ""),
        ("#/metadata/a~1b%20c", "type"),
    ]
    assert error["detail"].startswith(r"a\r\nERROR forged\x1b[2J\u202e\u2028\x00\x85xxx")
    told = (error["title"], error["detail"], error["slug"], error["requestId"], error["violations"][0]["detail"])
    assert all(text.isprintable() and 0 < len(text) <= 1_000 for text in told)
    assert error["problem"]["detail"] == EVIL, "the problem stays as it was answered"
    assert "forged" not in error["printed"], "what may hold a value is in no log"


def test_the_first_of_many_violations_are_told(driver: Driver) -> None:
    with lying(problem(rejected(errors=MANY[:15_000]))) as liar:
        error = asked(driver, liar.url)["error"]
    assert (error["name"], len(error["violations"])) == ("ValidationFailedError", 100)
    assert error["message"].endswith("#/9 type; and 14,990 more)")


@pytest.mark.parametrize("slug", ["new\r\nkind", "x" * 10_000, "\x1b]0;x\x07", "constructor", "__proto__"])
def test_a_kind_of_problem_is_printable(slug: str, driver: Driver) -> None:
    body = json.dumps({"type": BASE + slug, "title": "t", "status": 400}).encode()
    with lying(problem(body, "400 x")) as liar:
        found = asked(driver, liar.url)
    assert (found["error"]["name"], found["error"]["slug"].isprintable()) == ("ApiError", True)
    _is_printable(found)


def test_a_cursor_without_end_is_not_sent(driver: Driver) -> None:
    page = {**EXAMPLES["PayInList"], "has_more": True, "next_cursor": "c" * 100_000}
    with lying(answer(json.dumps(page).encode())) as liar:
        error = asked(driver, liar.url, "iteratePayIns", {})["error"]
    assert (error["name"], len(liar.requests)) == ("AnswerError", 1)


# What is still read


def test_a_compressed_answer_is_read(driver: Driver) -> None:
    with lying(answer(gzip.compress(payout()), more=GZIP)) as liar:
        assert asked(driver, liar.url)["record"] == EXAMPLES["PayoutRecord"]


def test_the_limit_is_the_callers(driver: Driver) -> None:
    with lying(answer(payout())) as liar:
        assert asked(driver, liar.url, largestAnswer=len(payout()))["record"]
        error = asked(driver, liar.url, largestAnswer=len(payout()) - 1)["error"]
    assert (error["name"], error["body"]) == ("AnswerError", payout()[:-1].decode("latin-1"))
    assert EXAMPLES["PayoutRecord"]["reference"] not in error["printed"]


def test_no_cookie_is_kept(driver: Driver) -> None:
    cookies = "".join(f"Set-Cookie: c{number}={'x' * 100}; Path=/\r\n" for number in range(20))
    with lying(keeping(answer(payout(), more=cookies))) as liar:
        assert [asked(driver, liar.url)["record"]["id"] for _ in range(2)]
    assert len(liar.requests) == 2
    assert b"cookie" not in liar.requests[1].lower()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("1234567.89", 1234567.89),
        ("9999999999999.99", 9999999999999.99),
        ("50000001", 50000001),
        ("1.50", 1.5),
        ("12345678901234567.89", None),
        ("1e400", None),
    ],
)
def test_an_amount_is_exact_or_an_error(text: str, kept: Any, driver: Driver) -> None:
    amount = json.dumps(EXAMPLES["PayoutRecord"]["amount"])
    body = payout().replace(f'"amount": {amount}'.encode(), f'"amount": {text}'.encode())
    with lying(answer(body)) as liar:
        found = asked(driver, liar.url)
    if kept is None:
        assert "amount: not number" in found["error"]["message"]
    else:
        assert found["record"]["amount"] == kept


def test_what_is_new_in_a_record_passes_and_stays_exact(driver: Driver) -> None:
    changed = {
        "news": 0,
        "__proto__": {"a": 1},
        **EXAMPLES["PayoutRecord"],
        "failure": {"code": "brand_new", "message": "m"},
    }
    body = json.dumps(changed).encode().replace(b'"news": 0', b'"news": 12345678901234567890')
    with lying(answer(body)) as liar:
        record = asked(driver, liar.url)["record"]
    assert record["__proto__"] == {"a": 1}
    assert (record["news"], record["failure"]["code"]) == ("12345678901234567890", "brand_new")


def test_a_member_that_occurs_twice_is_an_error(driver: Driver) -> None:
    with lying(answer(payout().replace(b"{", b'{"amount": 1, ', 1))) as liar:
        assert "occurs twice" in asked(driver, liar.url)["error"]["message"]


def _is_printable(found: Any) -> None:
    assert found["error"]["message"].isprintable()
    assert len(found["error"]["message"]) < 10_000
    assert KEY not in found["printed"] + found["error"]["printed"] + found["error"]["message"]
