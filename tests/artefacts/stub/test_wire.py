"""Hostile requests to the stub on three servers: each gets a problem or a closed connection, and memory stays flat."""

import json
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from tests.artefacts.published import PATHS, sample
from tests.artefacts.stub.wire import COMMANDS, Reply, Wire, reply_on, running

KEY = "sk_test_schemathesis"
MOST_MEMORY = 48 * 2**20
POST = PATHS["payout"]
GET = f"{POST}/x"
BODY = json.dumps(sample("payout", "UPI", "minimal")).encode()


class Attack(NamedTuple):
    """A request, the statuses that a problem about it may have, and whether the server may answer by itself."""

    pieces: tuple[bytes, ...]
    statuses: tuple[int, ...]
    before: bool = False


def post(
    *headers: str,
    body: bytes = BODY,
    kind: str | None = "application/json",
    length: str | None = None,
    credential: str | None = f"Bearer {KEY}",
    path: str = POST,
    method: str = "POST",
) -> bytes:
    """Return a request; what is None is left out."""
    lines = [f"{method} {path} HTTP/1.1", "Host: stub", "Connection: close", *headers]
    lines += [f"Authorization: {credential}"] if credential is not None else []
    lines += [f"Content-Type: {kind}"] if kind is not None else []
    lines += [f"Content-Length: {len(body) if length is None else length}"] if length != "" else []
    return "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body


def get(path: str = GET, *headers: str, method: str = "GET", credential: str | None = f"Bearer {KEY}") -> bytes:
    """Return a request without a body."""
    return post(*headers, body=b"", kind=None, length="", path=path, method=method, credential=credential)


def attack(piece: bytes, *statuses: int, before: bool = False) -> Attack:
    """Return a request that is sent at once."""
    return Attack((piece,), statuses, before)


CHUNKED = "Transfer-Encoding: chunked"

ATTACKS = {
    # Bodies that are not one JSON object
    "no JSON": attack(post(body=b"{"), 400),
    "NaN": attack(post(body=b'{"amount": NaN}'), 400),
    "UTF-16": attack(post(body=BODY.decode().encode("utf-16")), 400),
    "a member twice": attack(post(body=b'{"a":1,"a":2}'), 400),
    "a lone surrogate": attack(post(body=rb'{"a":"\ud800"}'), 400),
    "NUL in a text": attack(post(body=rb'{"a":"\u0000"}'), 400),
    "NUL in a name": attack(post(body=rb'{"a":{"\u0000":1}}'), 400),
    "NUL in a query": attack(get(f"{POST}?reference=%00"), 422),
    "a number without end": attack(post(body=b'{"a":' + b"1" * 60_000 + b"}"), 400),
    "depth": attack(post(body=b'{"a":' * 10_000), 400),
    "depth behind a text that does not end": attack(post(body=b'{"' + b'\\"' * 30_000 + b"[" * 40), 400),
    "depth of arrays": attack(post(body=b"[" * 65_000), 400),
    # Media types and encodings
    "no media type": attack(post(kind=None), 415),
    "a form": attack(post(kind="application/x-www-form-urlencoded"), 415),
    "another charset": attack(post(kind="application/json; charset=utf-16"), 415),
    "a charset in pieces": attack(post(kind="application/json; charset*0=ut; charset*1=f-16"), 415),
    "two charsets": attack(post(kind="application/json; charset=utf-8; charset=latin1"), 415),
    "gzip": attack(post("Content-Encoding: gzip", body=b"\x1f\x8b" + b"\0" * 99), 415),
    "brotli": attack(post("Content-Encoding: br"), 415),
    "identity and gzip": attack(post("Content-Encoding: identity, gzip"), 415),
    # Headers that are there twice
    "two credentials": attack(post("Authorization: Bearer other"), 401, before=True),
    "the credential twice": attack(post(f"Authorization: Bearer {KEY}"), 401, before=True),
    "two credentials for reading": attack(get(GET, "Authorization: Bearer other"), 401, before=True),
    "two media types": attack(post("Content-Type: text/plain"), 400, before=True),
    "two encodings": attack(post("Content-Encoding: identity", "Content-Encoding: identity"), 400),
    "two idempotency keys": attack(post("Idempotency-Key: a", "Idempotency-Key: b"), 400),
    "two lengths": attack(post("Content-Length: 3"), 400, before=True),
    # Lengths and chunks
    "a length below zero": attack(post(length="-1"), 400, before=True),
    "a length beyond all measure": attack(post(length="9" * 40), 400, 413, before=True),
    "a long length": attack(post(length="9999999999"), 413),
    "a length with a sign": attack(post(length="+3"), 400, before=True),
    "a length in other digits": attack(post(length="\u00b2"), 400, before=True),
    "length and chunks": attack(post(CHUNKED, body=b"5\r\n{}   \r\n0\r\n\r\n"), 400, 422, before=True),
    "chunks that are none": attack(post(CHUNKED, length="", body=b"zz\r\n{}\r\n0\r\n\r\n"), 400, before=True),
    "a chunk below zero": attack(post(CHUNKED, length="", body=b"-2\r\n{}\r\n0\r\n\r\n"), 400, before=True),
    "a chunk beyond all measure": attack(
        post(CHUNKED, length="", body=b"f" * 40 + b"\r\n{}\r\n0\r\n\r\n"), 400, 413, before=True
    ),
    "another coding": attack(post("Transfer-Encoding: gzip, chunked", length="", body=b"0\r\n\r\n"), 400, before=True),
    # Sizes
    "a large body": attack(post(body=b" " * 70_000), 413),
    "a huge body": Attack((post(body=b"", length=str(64 * 2**20)), *[b" " * 2**20] * 64), (413,), True),
    "chunks without end": Attack(
        (post(CHUNKED, length="", body=b""), *[b"100000\r\n" + b" " * 2**20 + b"\r\n"] * 64), (413,), True
    ),
    "one byte a chunk": Attack((post(CHUNKED, length="", body=b""), b"1\r\n \r\n" * 70_000), (400, 413), True),
    "a huge head": Attack((b"GET / HTTP/1.1\r\nHost: stub\r\n", *[b"X-A: " + b"a" * 2**16 + b"\r\n"] * 400), (), True),
    "headers without end": Attack((b"GET / HTTP/1.1\r\nHost: stub\r\n", *[b"X-A: a\r\n" * 1_000] * 400), (), True),
    "a huge path": attack(get("/" + "a" * 2_000_000), 404, before=True),
    "a long path": attack(get("/" + "a" * 30_000), 404, before=True),
    # Paths
    "two slashes": attack(get(f"/{GET}"), 404),
    "a slash at the end": attack(get(f"{POST}/"), 404, 405),
    "up": attack(get(f"{POST}/../../etc/passwd"), 404, before=True),
    "up, encoded": attack(get(f"{POST}/%2e%2e/%2e%2e/etc/passwd"), 404, before=True),
    "a slash, encoded": attack(get(f"{POST}/a%2Fb"), 404),
    "NUL": attack(get(f"{POST}/%00"), 404, before=True),
    "a line break": attack(get(f"{POST}/a%0d%0aX-A:%20b"), 404),
    "no UTF-8": attack(get(f"{POST}/%ff%fe"), 404, before=True),
    "a surrogate": attack(get(f"{POST}/%ed%a0%80"), 404, before=True),
    "overlong": attack(get(f"{POST}/%c0%ae%c0%ae"), 404, before=True),
    "a long identifier": attack(get(f"{POST}/{'a' * 5_000}"), 404),
    "half an escape": attack(get("/v1/%"), 404, before=True),
    "a back slash": attack(get("/v1\\payouts\\x"), 404, before=True),
    "bytes in the path": attack(
        b"GET /v1/\xff\xfe HTTP/1.1\r\nHost: stub\r\nConnection: close\r\n\r\n", 404, before=True
    ),
    "a limit twice": attack(get(f"{POST}?limit=1&limit=2"), 422),
    # HTTP methods
    "DELETE": attack(get(method="DELETE"), 405),
    "OPTIONS": attack(get(method="OPTIONS"), 405),
    "TRACE": attack(get(method="TRACE"), 405, before=True),
    "another method": attack(get(method="STEAL"), 405, before=True),
    "a long method": attack(get(method="A" * 5_000), 405, before=True),
    "OPTIONS of all": attack(get("*", method="OPTIONS"), 404, 405, before=True),
    "CONNECT": attack(get("elsewhere.test:443", method="CONNECT"), 404, 405, before=True),
    # Bytes that are no HTTP/1.1
    "no HTTP": attack(b"\x16\x03\x01\x02\x00" + b"\xff" * 500, before=True),
    "a line break in a header": attack(get(GET, "X-A: a\rb"), 404, before=True),
    "NUL in a header": attack(get(GET, "X-A: a\x00b"), 404, before=True),
    "no name": attack(get(GET, ": a"), before=True),
    "an odd host": attack(get("/none", "Host: [", method="GET"), 404, before=True),
    # Credentials
    "no credential": attack(post(credential=None), 401),
    "another scheme": attack(post(credential="Basic YTpi"), 401),
    "an empty credential": attack(post(credential="Bearer "), 401),
    "a credential in Latin-1": attack(post(credential="Bearer \xff"), 401),
    "a long credential": attack(post(credential="Bearer " + "a" * 30_000), 401, before=True),
}


@pytest.fixture(scope="module", params=sorted(COMMANDS))
def wire(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Wire]:
    """A server for all tests; memory is measured from the first good request on."""
    with running(request.param, tmp_path_factory.mktemp("wire")) as server:
        assert _until_ready(server).status == 201
        yield server


def _until_ready(server: Wire) -> Reply:
    for _ in range(50):
        try:
            return server.send(post())
        except OSError:
            time.sleep(0.1)
    raise TimeoutError


def test_every_attack_is_rejected_with_flat_memory(wire: Wire) -> None:
    """One test for all, as processes are measured before and after."""
    before = wire.memory()
    wrong = [
        f"{name}: {found.status} {found.head[:200]!r} {found.body[:200]!r}"
        for name, one in ATTACKS.items()
        if not _is_rejected(found := wire.send(*one.pieces), one)
    ]
    assert not wrong, "\n".join(wrong)
    assert wire.memory() - before < MOST_MEMORY
    assert wire.send(post()).status == 201, "it still serves"
    assert "Traceback" not in wire.log()


def _is_rejected(found: Reply, one: Attack) -> bool:
    if found.is_problem:
        return found.status in one.statuses and json.loads(found.body)["status"] == found.status
    return one.before and (found.status in (0, 501) or 400 <= found.status < 500)


@pytest.mark.parametrize(
    "kind",
    [
        "application/json",
        "APPLICATION/JSON",
        "application/json;charset=utf-8",
        'application/json; charset="UTF-8"',
        'application/json; profile="x;y"',
        'application/json; profile="x;charset=utf-16"; charset=utf-8',
        "application/json ; a=b",
        "application/json;",
    ],
)
@pytest.mark.parametrize("direction", PATHS)
def test_json_in_utf_8_is_taken_whatever_else_the_header_says(wire: Wire, direction: str, kind: str) -> None:
    body = json.dumps(sample(direction, "UPI", "minimal")).encode()
    found = wire.send(post(body=body, kind=kind, path=PATHS[direction]))
    assert found.status == 201, found


@pytest.mark.parametrize(
    "name",
    [
        *("cancelled", "cancelled_task", "line_break", "name", "empty_name", "euro", "control", "number"),
        *("problem_line_break", "problem_name", "problem_euro"),
    ],
)
def test_whatever_a_handler_does_is_answered_with_a_problem(wire: Wire, name: str) -> None:
    found = wire.send(get(f"{POST}/{name}"))
    assert (found.status, found.is_problem) == (500, True), found
    assert json.loads(found.body)["type"].endswith("/internal-error")
    assert "set-cookie" not in found.head


def test_head_is_get_without_a_body(wire: Wire) -> None:
    found = wire.send(get(method="HEAD"), patience=2)
    assert (found.status, found.body) == (200, b"")


def test_slow_senders_end_and_keep_nobody_waiting(wire: Wire) -> None:
    """Fifty bodies that stop, and one that drips: each ends, and others are served meanwhile."""
    before = wire.memory()
    stopped = [wire.opened(post(length="60000", body=b"{")) for _ in range(50)]
    assert wire.send(post()).status == 201
    found = wire.send(post(length="60000", body=b"{"), *[b" "] * 30, pause=0.1)
    assert (found.status, found.is_problem) == (400, True), found
    for connection in stopped:
        reply = reply_on(connection)
        assert (reply.status, reply.is_problem) == (400, True), reply
    assert wire.memory() - before < MOST_MEMORY


def test_half_a_request_harms_nobody(wire: Wire) -> None:
    whole: Any = post()
    for end in (1, 20, len(whole) - 1):
        wire.opened(whole[:end]).close()
    assert wire.send(post()).status == 201
    assert "Traceback" not in wire.log()
