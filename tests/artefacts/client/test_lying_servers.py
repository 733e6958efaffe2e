"""The published clients against servers that lie: each call ends as documented, in time, and with flat memory."""

import asyncio
import datetime
import gzip
import json
import logging
import os
import resource
import ssl
import subprocess
import sys
import time
import traceback
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any

import httpx
import pytest
import trustme
from projects import ROOT

from tests.artefacts.client.lying import Bytes, answer, bomb, chunked, dripping, endless, keeping, lying, problem, raw
from tests.artefacts.client.scripted import EXAMPLES, KINDS, request_of
from tests.artefacts.published import modules
from tests.artefacts.serving import KEY

DEADLINE = 0.5
SLACK = 20.0
"""Seconds for a machine that does other things as well; without the deadline these answers take 30, or never end."""
MOST_MEMORY = 48 * 2**20
BASE = modules()["problems"].BASE
both = pytest.mark.parametrize("kind", KINDS)

Act = Callable[[Any], Any]


def read(client: Any) -> Any:
    return client.get_payout("x")


def pay(client: Any) -> Any:
    return client.create_payout(request_of("payout", "UPI"), idempotency_key="k-1")


def asked(
    kind: str,
    url: str,
    act: Act = read,
    verify: ssl.SSLContext | None = None,
    limits: httpx.Limits | None = None,
    **options: Any,
) -> Any:
    """Return what a call ends with: the record or the error of the client; anything else leaves the test."""
    options = {"deadline": 30.0, "retries": 0, "base_url": url, **options}
    package = modules()["client"]
    own: dict[str, Any] = {"verify": verify} if verify else {"limits": limits} if limits else {}

    async def run() -> Any:
        async with (
            httpx.AsyncClient(**own) if own else nullcontext() as http,
            package.AsyncClient(KEY, http=http, **options) as client,
        ):
            return await act(client)

    try:
        if kind == "AsyncClient":
            return asyncio.run(run())
        with (
            httpx.Client(**own) if own else nullcontext() as http,
            package.Client(KEY, http=http, **options) as client,
        ):
            return act(client)
    except package.ClientError as error:
        return error


def payout() -> bytes:
    return json.dumps(EXAMPLES["PayoutRecord"]).encode()


def rejected(**members: Any) -> bytes:
    return json.dumps({"type": BASE + "validation-failed", "title": "t", "status": 422, **members}).encode()


OK = b"HTTP/1.1 200 OK\r\n"
JSON = OK + b"Content-Type: application/json\r\n"
MANY = [{"pointer": f"#/{number}", "code": "type", "detail": ""} for number in range(100_000)]
GZIP = "Content-Encoding: gzip\r\n"

ODD: dict[str, tuple[Bytes, str]] = {
    # Another answer than is documented
    "a redirect": (answer(b"", "302 Found", more="Location: http://127.0.0.1:1/\r\n"), "AnswerError"),
    "text": (answer(payout(), kind="text/plain"), "AnswerError"),
    "no media type": (raw(OK + b"Content-Length: 2\r\n\r\n{}"), "AnswerError"),
    "another charset": (answer(payout(), kind="application/json; charset=utf-16"), "AnswerError"),
    "no JSON": (answer(b"ok"), "AnswerError"),
    "a page of a proxy": (answer(b"<p>" * 9_000, "502 Bad Gateway", "text/html"), "AnswerError"),
    "no UTF-8": (answer(payout().replace(b"payout", b"pay\xffout", 1)), "AnswerError"),
    "no content": (raw(b"HTTP/1.1 204 No Content\r\n\r\n"), "AnswerError"),
    "a status of its own": (raw(b"HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n"), "AnswerError"),
    "other types": (answer(b'{"id":[],"amount":"x","status":{"a":1},"data":1e400}'), "AnswerError"),
    "a deep list": (answer(b"[" * 500_000), "AnswerError"),
    "a deep object": (answer(payout().replace(b"{", b'{"x":' + b"[" * 900 + b"]" * 900 + b",", 1)), "AnswerError"),
    "a deep text that does not end": (answer(b'"' + b'\\"' * 400_000 + b"[" * 70), "AnswerError"),
    "a number without end": (answer(payout().replace(b'"amount": ', b'"amount": ' + b"1" * 500_000)), "AnswerError"),
    "a number beyond all measure": (answer(b'{"amount": 1e999999999}'), "AnswerError"),
    "half a million mistakes": (answer(b'{"object":"list","data":[' + b"1," * 400_000 + b"1]}"), "AnswerError"),
    "a problem as text": (answer(b'"x"', "422 x", "application/problem+json"), "AnswerError"),
    "a problem of other types": (problem(b'{"type":[],"title":{},"status":"422","errors":3}'), "AnswerError"),
    # Too much
    "a gzip bomb": (raw(JSON + b"Content-Encoding: gzip\r\n\r\n", *bomb(300)), "AnswerError"),
    "a gzip bomb as a problem": (
        raw(b"HTTP/1.1 422 x\r\nContent-Type: application/problem+json\r\n" + GZIP.encode() + b"\r\n", *bomb(300)),
        "AnswerError",
    ),
    "chunks without end": (chunked(endless(b"{" * 65_536)), "AnswerError"),
    "a large body": (answer(b"[" + b" " * 2_000_000 + b"]"), "AnswerError"),
    "a hundred thousand violations": (problem(rejected(errors=MANY)), "AnswerError"),
    "headers without end": (raw(JSON, *[b"X-A: b\r\n" * 1_000] * 300), "NetworkError"),
    "a long header": (raw(JSON + b"X: " + b"a" * 2_000_000), "NetworkError"),
    # Another encoding than was asked for, or none
    "brotli": (answer(payout(), more="Content-Encoding: br\r\n"), "AnswerError"),
    "gzip twice": (answer(payout(), more="Content-Encoding: gzip, gzip\r\n"), "AnswerError"),
    "gzip that is none": (answer(payout(), more=GZIP), "AnswerError"),
    "half of a gzip": (answer(b"".join(bomb(0)), more=GZIP), "AnswerError"),
    # Half answers, and bytes that are no HTTP
    "half a body": (answer(payout(), length=100_000), "NetworkError"),
    "half a head": (raw(b"HTTP/1.1 200 OK\r\nContent-"), "NetworkError"),
    "half a record": (answer(payout()[:50], length=100), "NetworkError"),
    "half a chunk": (raw(JSON + b"Transfer-Encoding: chunked\r\n\r\nff\r\n{"), "NetworkError"),
    "chunks that are none": (raw(JSON + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n"), "NetworkError"),
    "nothing": (raw(b""), "NetworkError"),
    "a shorter length": (answer(payout(), length=20), "AnswerError"),
    "two lengths": (raw(JSON + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\n{} "), "NetworkError"),
    "a length that is none": (raw(JSON + b"Content-Length: -2\r\n\r\n{}"), "NetworkError"),
    "no HTTP": (raw(b"\x00\xff" * 500), "NetworkError"),
    "another protocol": (raw(b"SSH-2.0-OpenSSH_9.9\r\n"), "NetworkError"),
    "a control character in a header": (raw(JSON + b"X: a\x00b\r\n\r\n{}"), "NetworkError"),
}

SLOW: dict[str, Bytes] = {
    "no answer": dripping(b"", [b""], 30),
    "a head byte by byte": dripping(OK + b"X-A: ", endless(b"a")),
    "a body byte by byte": dripping(JSON + b"Content-Length: 90000\r\n\r\n", endless(b" ")),
    "a chunk byte by byte": dripping(JSON + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n", endless(b" ")),
    "gzip byte by byte": dripping(JSON + GZIP.encode() + b"\r\n", [bytes([one]) for one in b"".join(bomb(1))]),
    "interim answers without end": lambda: endless(b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "a pause that takes the rest": dripping(JSON + b"Content-Length: 9\r\n\r\n", endless(b" "), 0.7),
}


@both
@pytest.mark.parametrize("name", ODD)
def test_a_lie_ends_as_documented(kind: str, name: str) -> None:
    lie, expected = ODD[name]
    before = _peak()
    with lying(lie) as liar:
        error = asked(kind, liar.url)
    assert type(error).__name__ == expected, repr(error)
    assert " seconds" not in str(error), "it ends when it lies, and not at the deadline"
    assert _peak() - before < MOST_MEMORY
    assert len(liar.requests) == 1
    _is_printable(error)


@both
@pytest.mark.parametrize("act", [read, pay], ids=["reading", "paying"])
@pytest.mark.parametrize("name", SLOW)
def test_a_slow_answer_ends_at_the_deadline(kind: str, act: Act, name: str) -> None:
    before, started = _peak(), time.monotonic()
    with lying(SLOW[name]) as liar:
        error = asked(kind, liar.url, act, retries=3, deadline=DEADLINE)
        lasted = time.monotonic() - started
    assert type(error).__name__ == "NetworkError", repr(error)
    assert 0.9 * DEADLINE < lasted < DEADLINE + SLACK
    assert "within 0.5 seconds" in str(error)
    assert error.outcome_unknown is (act is pay)
    assert _peak() - before < MOST_MEMORY


@both
def test_the_deadline_holds_on_a_connection_that_is_used_again(kind: str) -> None:
    """In a process of its own: in one that ran other tests for long, HTTPX now and then connects again."""
    program = "import sys; from tests.artefacts.client.test_lying_servers import used_again; used_again(sys.argv[1])"
    env = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", program, kind]
    done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    name, connections, requests, lasted = json.loads(done.stdout)
    assert (name, connections, requests) == ("NetworkError", 1, 2), done.stderr
    assert 0.9 * DEADLINE < lasted < DEADLINE + SLACK


def used_again(kind: str) -> None:
    """Call twice on one connection; print how the second call ends, connections, requests and seconds as JSON."""
    logging.basicConfig(level=logging.DEBUG)

    async def twice(client: Any) -> Any:
        await client.get_payout("x")
        return await client.get_payout("x")

    def plain(client: Any) -> Any:
        client.get_payout("x")
        return client.get_payout("x")

    good = keeping(answer(payout()))
    with lying(good, SLOW["a head byte by byte"]) as liar:
        started = time.monotonic()
        act = plain if kind == "Client" else twice
        # However long this machine pauses between the calls, the connection is kept.
        error = asked(kind, liar.url, act, limits=httpx.Limits(keepalive_expiry=None), deadline=DEADLINE)
        lasted = time.monotonic() - started
    print(json.dumps([type(error).__name__, liar.connections, len(liar.requests), lasted]))


@both
def test_pauses_and_attempts_share_the_deadline(kind: str) -> None:
    """Each attempt would be in time, all together would not."""
    busy = dripping(b"", [b"HTTP/1.1 503 x\r\nRetry-After: 0\r\nContent-Length: 0\r\n\r\n"], 0.4)
    with lying(busy) as liar:
        started = time.monotonic()
        error = asked(kind, liar.url, retries=1_000, deadline=DEADLINE)
        lasted = time.monotonic() - started
    assert type(error).__name__ in ("AnswerError", "NetworkError")
    assert lasted < DEADLINE + SLACK
    assert 1 <= len(liar.requests) <= 4


@both
@pytest.mark.parametrize("waiting", ["9" * 4_000, "-1", "nan", "Fri, 31 Dec 9999 23:59:59 -2359", "1" * 60_000])
def test_no_service_makes_a_call_wait_for_ever(kind: str, waiting: str) -> None:
    busy = problem(rejected(), "503 x", f"Retry-After: {waiting}\r\n")
    with lying(busy) as liar:
        started = time.monotonic()
        error = asked(kind, liar.url, retries=2, deadline=DEADLINE)
    assert time.monotonic() - started < DEADLINE + SLACK
    waited = getattr(error, "retry_after", None)  # On a busy machine the deadline may come before the answer.
    assert waited is None or 0 <= waited <= 10**9


@both
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_takes_the_credential_nowhere(kind: str, status: int) -> None:
    with lying(answer(payout())) as other:
        elsewhere = f"Location: {other.url.replace('127.0.0.1', 'localhost')}/v1/payouts/x\r\n"
        with lying(answer(b"", f"{status} x", more=elsewhere)) as liar:
            error = asked(kind, liar.url)
        assert (type(error).__name__, error.status) == ("AnswerError", status)
        assert KEY.encode() in liar.requests[0]
        assert other.requests == []


# Certificates


@both
@pytest.mark.parametrize("flaw", ["another authority", "another host", "expired"])
def test_a_bad_certificate_gets_no_request(kind: str, flaw: str) -> None:
    authority = trustme.CA()
    expired = datetime.datetime(2020, 1, 1, tzinfo=datetime.UTC) if flaw == "expired" else None
    host = "elsewhere.test" if flaw == "another host" else "127.0.0.1"
    server = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    authority.issue_cert(host, not_after=expired).configure_cert(server)
    trusted = ssl.create_default_context()
    (trustme.CA() if flaw == "another authority" else authority).configure_trust(trusted)
    with lying(answer(payout()), context=server) as liar:
        error = asked(kind, liar.url, pay, verify=trusted)
    assert (type(error).__name__, error.outcome_unknown) == ("NetworkError", False)
    assert liar.requests == []


@both
def test_the_deadline_holds_over_tls(kind: str) -> None:
    authority = trustme.CA()
    server, trusted = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH), ssl.create_default_context()
    authority.issue_cert("127.0.0.1").configure_cert(server)
    authority.configure_trust(trusted)
    started = time.monotonic()
    with lying(SLOW["a head byte by byte"], context=server) as liar:
        error = asked(kind, liar.url, verify=trusted, deadline=DEADLINE)
    assert type(error).__name__ == "NetworkError"
    assert time.monotonic() - started < DEADLINE + SLACK


@both
def test_a_handshake_that_stops_ends_at_the_deadline(kind: str) -> None:
    started = time.monotonic()
    with lying(SLOW["no answer"]) as liar:  # It waits for HTTP, and gets the beginning of TLS.
        error = asked(kind, liar.url.replace("http:", "https:"), pay, deadline=DEADLINE)
    assert (type(error).__name__, liar.requests) == ("NetworkError", [])
    assert time.monotonic() - started < DEADLINE + SLACK


# What a service writes into errors


EVIL = "a\r\nERROR forged\x1b[2J\u202e\u2028\x00\x85" + "x" * 5_000
EVIL_ERRORS: list[dict[str, Any]] = [
    {"pointer": "#/amount", "code": "maximum", "detail": EVIL, "accepted_combinations": [[EVIL] * 5] * 5},
    {"pointer": "#/a\n", "code": "type", "detail": ""},
    {"pointer": "#/" + "a" * 600, "code": "type\n", "detail": ""},
    {"pointer": "/amount", "code": "c" * 65, "detail": ""},
    {"pointer": "#/~2%zz", "code": EVIL, "detail": ""},
    {"pointer": "#/metadata/a~1b%20c", "code": "type", "detail": ""},
]


@both
def test_what_a_service_says_is_printable_and_short(kind: str) -> None:
    with lying(problem(rejected(detail=EVIL, title=EVIL, errors=EVIL_ERRORS), request_id="\x85" + "r" * 900)) as liar:
        error = asked(kind, liar.url)
    assert type(error).__name__ == "ValidationFailedError", repr(error)
    _is_printable(error)
    assert [(one.pointer, one.code) for one in error.errors] == [
        ("#/amount", "maximum"),
        ("", "type"),
        ("", ""),
        ("", ""),
        ("", ""),
        ("#/metadata/a~1b%20c", "type"),
    ]
    assert error.detail.startswith(r"a\r\nERROR forged\x1b[2J\u202e\u2028\x00\x85xxx")
    for text in (error.title, error.detail, error.slug, error.request_id, error.errors[0].detail):
        assert text.isprintable()
        assert 0 < len(text) <= 1_000
    assert len(repr(error.errors)) < 50_000
    assert error.document["detail"] == EVIL, "the document stays as it was answered"


@both
def test_the_first_of_many_violations_are_told(kind: str) -> None:
    with lying(problem(rejected(errors=MANY[:15_000]))) as liar:
        error = asked(kind, liar.url)
    assert (type(error).__name__, len(error.errors)) == ("ValidationFailedError", 100)
    assert str(error).endswith("#/9 type; and 14,990 more)")


@both
@pytest.mark.parametrize("slug", ["new\r\nkind", "x" * 10_000, "\x1b]0;x\x07"])
def test_a_kind_of_problem_is_printable(kind: str, slug: str) -> None:
    body = json.dumps({"type": BASE + slug, "title": "t", "status": 400}).encode()
    with lying(problem(body, "400 x")) as liar:
        error = asked(kind, liar.url)
    assert (type(error).__name__, error.slug.isprintable()) == ("ApiError", True)
    _is_printable(error)


@both
def test_a_cursor_without_end_is_not_sent(kind: str) -> None:
    page = {**EXAMPLES["PayInList"], "has_more": True, "next_cursor": "c" * 100_000}

    async def items(client: Any) -> Any:
        return [item async for item in client.iterate_pay_ins()]

    with lying(answer(json.dumps(page).encode())) as liar:
        error = asked(kind, liar.url, items if kind == "AsyncClient" else lambda client: list(client.iterate_pay_ins()))
    assert (type(error).__name__, len(liar.requests)) == ("AnswerError", 1)


# What is still read


@both
def test_a_compressed_answer_is_read(kind: str) -> None:
    with lying(answer(gzip.compress(payout()), more=GZIP)) as liar:
        found = asked(kind, liar.url)
    assert found.id == EXAMPLES["PayoutRecord"]["id"], repr(found)
    assert b"accept-encoding: gzip\r\n" in liar.requests[0].lower()


@both
def test_the_limit_is_the_callers(kind: str) -> None:
    with lying(answer(payout())) as liar:
        assert asked(kind, liar.url, largest_answer=len(payout())).id
        error = asked(kind, liar.url, largest_answer=len(payout()) - 1)
    assert (type(error).__name__, error.body) == ("AnswerError", payout()[:-1])


@both
def test_no_cookie_is_kept(kind: str) -> None:
    cookies = "".join(f"Set-Cookie: c{number}={'x' * 100}; Path=/\r\n" for number in range(200))
    good = keeping(answer(payout(), more=cookies))

    async def twice(client: Any) -> Any:
        await client.get_payout("x")
        return await client.get_payout("x")

    with lying(good) as liar:
        asked(kind, liar.url, twice if kind == "AsyncClient" else lambda client: [read(client), read(client)])
    assert len(liar.requests) == 2
    assert b"cookie" not in liar.requests[1].lower()


@both
def test_no_proxy_gets_what_is_for_this_machine(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with lying(answer(payout())) as proxy, lying(answer(payout())) as liar:
        monkeypatch.setenv("HTTP_PROXY", proxy.url)
        monkeypatch.setenv("http_proxy", proxy.url)
        asked(kind, liar.url)
    assert (len(liar.requests), proxy.requests) == (1, [])


# Where the credential goes


@both
@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9:8000", "localhost", "LOCALHOST", "[::1]:8000"])
def test_this_machine_may_be_called_without_encryption(kind: str, host: str) -> None:
    getattr(modules()["client"], kind)(KEY, base_url=f"http://{host}/base")


@both
@pytest.mark.parametrize(
    "host",
    [
        "service.test",
        "10.0.0.1",
        "127.0.0.1.service.test",
        "localhost.test",
        "0.0.0.0",
        "[::]",
        "2130706433",
        "[fe80::1]",
    ],
)
def test_no_other_host_gets_the_credential_unencrypted(kind: str, host: str) -> None:
    make = getattr(modules()["client"], kind)
    with pytest.raises(ValueError, match="everybody on the way"):
        make(KEY, base_url=f"http://{host}")
    make(KEY, base_url=f"http://{host}", allow_http=[host.strip("[]")])
    make(KEY, base_url=f"https://{host}")
    with pytest.raises(ValueError, match="everybody on the way"):
        make(KEY, base_url=f"http://other.{host.strip('[]').replace(':', '')}.test", allow_http=(host,))


@both
@pytest.mark.parametrize(
    "url",
    [
        "https://a:b@service.test",
        "https://@service.test",
        "https://service.test?",
        "https://service.test/#",
        "https://service.test/x?y=1",
        "https://service.test\\@evil.test",
        "https://service.test/a b",
        "https://service.test/a\r\nX: y",
        "https://service.test/\x00",
        "https://service.test:x",
        "https://[::1",
        "https://",
        "//service.test",
        "https:///x",
        "",
    ],
)
def test_an_address_that_could_be_read_in_two_ways_is_rejected(kind: str, url: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        getattr(modules()["client"], kind)(KEY, base_url=url)


@both
@pytest.mark.parametrize(
    "options", [{"deadline": 0}, {"deadline": float("nan")}, {"deadline": float("inf")}, {"largest_answer": 0}], ids=str
)
def test_limits_are_numbers_above_zero(kind: str, options: Any) -> None:
    with pytest.raises(ValueError, match="above 0"):
        getattr(modules()["client"], kind)(KEY, **options)


def _is_printable(error: Exception) -> None:
    assert str(error).isprintable(), repr(str(error))
    assert len(str(error)) < 10_000
    shown = "".join(traceback.format_exception(error))
    assert KEY not in shown
    assert repr(error).isprintable()


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
