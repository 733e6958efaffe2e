"""The published clients against servers that lie: each call ends as documented, in time, and with flat memory."""

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

from tests.artefacts.client.answers import EXAMPLES, INTERFACE
from tests.artefacts.client.clients import Client, Found
from tests.artefacts.client.lies import EVIL, EVIL_ERRORS, GZIP, MANY, ODD, OF_FETCH, SLOW, payout, rejected
from tests.artefacts.client.lying import answer, dripping, keeping, lying, problem, silent
from tests.artefacts.serving import KEY

DEADLINE = 0.5
SLACK = 20.0
"""Seconds for a machine that does other things as well; without the deadline these answers never end."""
NO_MATTER_WHAT = {"deadline": 30, "retries": 0}
IN_TIME = {"deadline": DEADLINE, "retries": 0}


def asked(client: Client, url: str, call: str = "get_payout", **more: Any) -> Found:
    """Return what a call ends with that goes to a server on this machine."""
    return client.call(call, **{**NO_MATTER_WHAT, "base_url": url, **more})


def timed(client: Client, url: str, call: str = "get_payout", **more: Any) -> tuple[Found, float]:
    """Return the error of a call with a short deadline, and how many seconds it lasted."""
    started = time.monotonic()
    found = asked(client, url, call, **{**IN_TIME, **more})
    return {**found["error"], "grown": found["grown"]}, time.monotonic() - started


@pytest.mark.parametrize("name", ODD)
def test_a_lie_ends_as_documented(name: str, client: Client) -> None:
    lie, expected = ODD[name]
    with lying(lie) as liar:
        found = asked(client, liar.url)
    error = found["error"]
    wanted = OF_FETCH.get(name, expected) if client.language == "TypeScript" else expected
    assert error["name"] == wanted, error["message"]
    assert " seconds" not in error["message"], "it ends when it lies, and not at the deadline"
    assert found["grown"] < client.memory
    assert len(liar.requests) == 1


@pytest.mark.parametrize("call", ["get_payout", "create_payout"])
@pytest.mark.parametrize("name", SLOW)
def test_a_slow_answer_ends_at_the_deadline(name: str, call: str, client: Client) -> None:
    with lying(SLOW[name]) as liar:
        error, lasted = timed(client, liar.url, call, retries=3)
    assert (error["name"], error["outcome_unknown"]) == ("NetworkError", call == "create_payout")
    assert error["grown"] < client.memory
    assert lasted < DEADLINE + SLACK
    if (name, client.language) != ("interim answers without end", "TypeScript"):  # node ends it at once.
        assert "within 0.5 seconds" in error["message"]
        assert lasted > 0.9 * DEADLINE


def test_an_attempt_without_an_answer_ends_and_is_repeated(client: Client) -> None:
    """The deadline would come long after the test ends."""
    with lying(silent) as liar:
        found = asked(client, liar.url, timeout=3, retries=1, deadline=3_600)
    assert found["error"]["name"] == "NetworkError"
    assert len(liar.requests) == 2


def test_pauses_and_attempts_share_the_deadline(client: Client) -> None:
    """Each attempt would be in time, all together would not."""
    busy = dripping(b"", [b"HTTP/1.1 503 x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"], 0.4)
    with lying(busy) as liar:
        error, lasted = timed(client, liar.url, retries=1_000)
    assert error["name"] in ("AnswerError", "NetworkError")
    assert lasted < DEADLINE + SLACK
    assert 1 <= len(liar.requests) <= 4


@pytest.mark.parametrize("waiting", ["9" * 4_000, "-1", "nan", "Fri, 31 Dec 9999 23:59:59 -2359", "1" * 60_000])
def test_no_service_makes_a_call_wait_for_ever(waiting: str, client: Client) -> None:
    with lying(problem(rejected(), "503 x", f"Retry-After: {waiting}\r\n")) as liar:
        error, lasted = timed(client, liar.url, retries=2)
    assert lasted < DEADLINE + SLACK
    waited = error.get("retry_after")  # On a busy machine the deadline may come before the answer.
    assert waited is None or 0 <= waited <= 10**9


def test_a_handshake_that_stops_ends_at_the_deadline(client: Client) -> None:
    with lying(silent) as liar:  # It waits for HTTP, and gets the beginning of TLS.
        error, lasted = timed(client, liar.url.replace("http:", "https:"), "create_payout")
    assert (error["name"], liar.requests) == ("NetworkError", [])
    assert lasted < DEADLINE + SLACK


LONGEST = 5
"""Seconds: on a busy machine, too, the first answer leaves time for the second request."""


@pytest.mark.parametrize("read", [True, False])
def test_waiting_for_a_state_ends_in_time(read: bool, client: Client) -> None:
    """The first read finds no final state, or gets no answer, and the next one, without a pause, no answer."""
    pending = answer(json.dumps({**EXAMPLES["PayoutRecord"], "status": "pending"}).encode())
    named = {"until": ["succeeded"], "deadline": LONGEST}
    with lying(pending) as liar:  # What a first answer imports takes no time of the wait.
        asked(client, liar.url)
    with lying(*[pending] * read, silent) as liar:
        error, lasted = timed(client, liar.url, "wait_for_payout", named=named, deadline=60, sleep="none")
    assert len(liar.requests) == read + 1
    assert LONGEST - 0.1 < lasted < LONGEST + SLACK
    if read:
        assert (error["name"], error["record"]["status"]) == ("StillWaitingError", "pending")
        assert f"after {LONGEST} seconds `status` is" in error["message"]
    else:
        assert (error["name"], error["outcome_unknown"]) == ("NetworkError", False)
        assert f"no whole answer arrived within {LONGEST} seconds" in error["message"]


@pytest.mark.parametrize("call", ["get_payout", "create_payout"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_the_credential_nowhere(status: int, call: str, client: Client) -> None:
    with lying(answer(payout())) as other:
        elsewhere = f"Location: {other.url.replace('127.0.0.1', 'localhost')}/v1/payouts/x\r\n"
        with lying(answer(b"", f"{status} x", more=elsewhere)) as liar:
            error = asked(client, liar.url, call)["error"]
        assert (error["name"], error["status"]) == ("AnswerError", status)
        assert KEY.encode() in liar.requests[0]
        assert len(liar.requests) == 1
        assert other.requests == []


# What was never sent


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
def test_what_was_never_sent_is_not_in_doubt(nowhere: Callable[[], Any], client: Client) -> None:
    with nowhere() as url:
        error = asked(client, url, "create_payout")["error"]
    assert (error["name"], error["outcome_unknown"]) == ("NetworkError", False), error


# What a service writes into errors


def test_what_a_service_says_is_printable_and_short(client: Client) -> None:
    said = rejected(detail=EVIL, title=EVIL, errors=EVIL_ERRORS)
    with lying(problem(said, request_id="\x85" + "r" * 900)) as liar:
        found = asked(client, liar.url)
    error = found["error"]
    assert error["name"] == "ValidationFailedError", error["message"]
    assert [(one["pointer"], one["code"]) for one in error["errors"]] == [
        ("#/amount", "maximum"),
        ("", "type"),
        ("", ""),
        ("", ""),
        ("", ""),
        ("#/metadata/a~1b%20c", "type"),
    ]
    assert error["detail"].startswith(r"a\r\nERROR forged\x1b[2J\u202e\u2028\x00\x85xxx")
    told = (error["title"], error["detail"], error["slug"], error["request_id"], error["errors"][0]["detail"])
    assert all(text.isprintable() and 0 < len(text) <= 1_000 for text in told)
    assert len(repr(error["errors"])) < 50_000
    assert error["document"]["detail"] == EVIL, "the document stays as it was answered"
    assert "forged" not in found["shown"], "what may hold a value is in no log"


def test_the_first_of_many_violations_are_told(client: Client) -> None:
    with lying(problem(rejected(errors=MANY[:15_000]))) as liar:
        error = asked(client, liar.url)["error"]
    assert (error["name"], len(error["errors"])) == ("ValidationFailedError", 100)
    assert error["message"].endswith("#/9 type; and 14,990 more)")


@pytest.mark.parametrize("slug", ["new\r\nkind", "x" * 10_000, "\x1b]0;x\x07", "constructor", "__proto__"])
def test_a_kind_of_problem_is_printable(slug: str, client: Client) -> None:
    body = json.dumps({"type": INTERFACE["problem_base"] + slug, "title": "t", "status": 400}).encode()
    with lying(problem(body, "400 x")) as liar:
        error = asked(client, liar.url)["error"]
    assert (error["name"], error["slug"].isprintable()) == ("ApiError", True)


def test_a_cursor_without_end_is_not_sent(client: Client) -> None:
    page = {**EXAMPLES["PayInList"], "has_more": True, "next_cursor": "c" * 100_000}
    with lying(answer(json.dumps(page).encode())) as liar:
        error = asked(client, liar.url, "iterate_pay_ins")["error"]
    assert (error["name"], len(liar.requests)) == ("AnswerError", 1)


# What is still read


def test_a_compressed_answer_is_read(client: Client) -> None:
    with lying(answer(gzip.compress(payout()), more=GZIP)) as liar:
        assert asked(client, liar.url)["record"]["id"] == EXAMPLES["PayoutRecord"]["id"]
    if client.language == "Python":  # Other encodings are those that `fetch` decodes.
        assert b"accept-encoding: gzip\r\n" in liar.requests[0].lower()


def test_the_limit_is_the_callers(client: Client) -> None:
    with lying(answer(payout())) as liar:
        assert asked(client, liar.url, largest_answer=len(payout()))["record"]
        found = asked(client, liar.url, largest_answer=len(payout()) - 1)
    error = found["error"]
    assert (error["name"], error["body"]) == ("AnswerError", payout()[:-1].decode("latin-1"))
    assert EXAMPLES["PayoutRecord"]["reference"] not in found["shown"]


def test_no_cookie_is_kept(client: Client) -> None:
    cookies = "".join(f"Set-Cookie: c{number}={'x' * 100}; Path=/\r\n" for number in range(20))
    with lying(keeping(answer(payout(), more=cookies))) as liar:
        assert "record" in asked(client, liar.url, times=2)
    assert len(liar.requests) == 2
    assert b"cookie" not in liar.requests[1].lower()


def test_what_is_new_in_a_record_passes(client: Client) -> None:
    changed = {"news": 0, "__proto__": {"a": 1}, **EXAMPLES["PayoutRecord"]}
    changed["failure"] = {"code": "brand_new", "message": "m"}
    body = json.dumps(changed).encode().replace(b'"news": 0', b'"news": 12345678901234567890')
    with lying(answer(body)) as liar:
        record = asked(client, liar.url)["record"]
    assert record["failure"]["code"] == "brand_new"
    if client.language == "TypeScript":  # A record of Python has the members that it declares.
        assert (record["__proto__"], record["news"]) == ({"a": 1}, "12345678901234567890")


def test_a_member_that_occurs_twice_is_an_error(client: Client) -> None:
    with lying(answer(payout().replace(b"{", b'{"amount": 1, ', 1))) as liar:
        assert "occurs twice" in asked(client, liar.url)["error"]["message"]
