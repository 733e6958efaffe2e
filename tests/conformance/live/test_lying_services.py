"""`paycat conform --url` and servers that lie: a run ends with findings, in time, and prints nothing raw."""

import json
import resource
import time
from pathlib import Path

import httpx
import pytest

from paycat.conformance.run.live.sending import MOST_BYTES, AnswerTooLargeError, receive
from tests.artefacts.client.lying import Bytes, answer, bomb, chunked, dripping, endless, keeping, lying, problem, raw
from tests.artefacts.published import modules
from tests.conformance.live.server import TOKEN, Run

BASE = modules()["problem_form"].FORM.base
JSON = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
EVIL = "a\r\n::error::forged\x1b[2J\u202e\x85"
MOST_MEMORY = 64 * 2**20


def rejected(*errors: dict[str, str]) -> Bytes:
    """Answer with a problem of the record's form, whose fields may be forged."""
    listed = [{**one, "detail": "is rejected"} for one in errors]
    body = {"type": f"{BASE}validation-failed", "title": EVIL, "status": 422, "detail": EVIL, "errors": listed}
    body |= {"instance": "/", "request_id": "req_0000000000000000000000001"}
    return keeping(problem(json.dumps(body).encode()))


LIES: dict[str, tuple[Bytes, str]] = {
    "a gzip bomb": (raw(JSON + b"Content-Encoding: gzip\r\n\r\n", *bomb(300)), "the answer is compressed"),
    "chunks without end": (chunked(endless(b"{" * 65_536)), "larger than 1,048,576 bytes"),
    "a redirect": (answer(b"", "307 x", more="Location: http://localhost:1/\r\n"), "is answered with 307"),
    "a deep problem": (keeping(problem(b"[" * 500_000)), "nests too deeply"),
    "a media type to forge lines with": (
        keeping(answer(b"", "200 x", "text/\x85\xa0" + "x" * 5_000)),
        "with the media type 'text/",
    ),
    "a pointer to forge lines with": (
        rejected({"pointer": EVIL, "code": "type"}),
        "does not have the pointer that its form has",
    ),
    "a code to forge lines with": (
        rejected({"pointer": "#/a", "code": EVIL}),
        "does not have the code that its form has",
    ),
    "a long pointer": (
        rejected({"pointer": "#/" + "a" * 9_000, "code": "type"}),
        "does not have the pointer that its form has",
    ),
    "ten thousand violations": (
        rejected(*[{"pointer": "#/a", "code": "type"}] * 10_000),
        "does not have the list of rejected fields that its form has",
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_is_a_finding(name: str, small: Path, conform: Run) -> None:
    lie, message = LIES[name]
    before = _peak()
    with lying(lie) as liar:
        ended = conform(small, liar.url)
    assert ended.code == 1, ended.err
    assert message in ended.out
    assert all(line.isprintable() for line in (ended.out + ended.err).split("\n"))
    assert not any(line.startswith("::error") for line in ended.out.split("\n"))
    assert max(map(len, ended.out.split("\n"))) < 2_000
    assert _peak() - before < MOST_MEMORY


@pytest.mark.parametrize(
    "lie",
    [
        dripping(b"HTTP/1.1 200 OK\r\nX: ", endless(b"a")),
        dripping(JSON + b"Content-Length: 90000\r\n\r\n", endless(b" ")),
        lambda: endless(b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    ],
    ids=["head", "body", "interim answers"],
)
def test_a_slow_answer_ends_at_its_deadline(lie: Bytes) -> None:
    """Without one it would never end."""
    started = time.monotonic()
    with lying(lie) as liar, httpx.Client(timeout=5) as client, pytest.raises(httpx.ReadTimeout):
        receive(client, client.build_request("GET", liar.url), 0.5)
    assert time.monotonic() - started > 0.4


def test_an_answer_of_just_the_most_bytes_is_read() -> None:
    most, more = (keeping(answer(b" " * count)) for count in (MOST_BYTES, MOST_BYTES + 1))
    with httpx.Client() as client, lying(most, more) as liar:
        request = client.build_request("GET", liar.url)
        assert len(receive(client, request, 10).content) == MOST_BYTES
        with pytest.raises(AnswerTooLargeError):
            receive(client, request, 10)


def test_a_redirect_takes_the_token_nowhere(small: Path, conform: Run) -> None:
    with lying(answer(b"")) as other:
        elsewhere = answer(b"", "308 x", more=f"Location: {other.url}/\r\n")
        with lying(elsewhere) as liar:
            assert conform(small, liar.url).code == 1
        assert TOKEN.encode() in liar.requests[0]
        assert other.requests == []


def _peak() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024
