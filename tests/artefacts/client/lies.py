"""Answers that no service should send: what calls of any client end with then."""

import json
from typing import Any

from tests.artefacts.client.answers import EXAMPLES, INTERFACE
from tests.artefacts.client.lying import Bytes, answer, bomb, chunked, dripping, endless, problem, raw, silent


def payout() -> bytes:
    """Return the example of a record."""
    return json.dumps(EXAMPLES["PayoutRecord"]).encode()


def rejected(**members: Any) -> bytes:
    """Return a problem with members."""
    return json.dumps(
        {"type": INTERFACE["problem_base"] + "validation-failed", "title": "t", "status": 422, **members}
    ).encode()


OK = b"HTTP/1.1 200 OK\r\n"
JSON = OK + b"Content-Type: application/json\r\n"
MANY = [{"pointer": f"#/{number}", "code": "type", "detail": ""} for number in range(100_000)]
GZIP = "Content-Encoding: gzip\r\n"

ODD: dict[str, tuple[Bytes, str]] = {
    # Another answer than is documented
    "a redirect": (answer(b"", "302 Found", more="Location: http://127.0.0.1:1/\r\n"), "AnswerError"),
    "another charset": (answer(payout(), kind="application/json; charset=utf-16"), "AnswerError"),
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

OF_FETCH = {"brotli": "NetworkError", "gzip twice": "NetworkError", "gzip that is none": "NetworkError"}
"""What ends otherwise in TypeScript.

`fetch` decodes an answer before anybody sees that it has the wrong encoding; what it cannot decode is no whole answer.
"""

SLOW: dict[str, Bytes] = {
    "no answer": silent,
    "a head byte by byte": dripping(OK + b"X-A: ", endless(b"a")),
    "a body byte by byte": dripping(JSON + b"Content-Length: 90000\r\n\r\n", endless(b" ")),
    "a chunk byte by byte": dripping(JSON + b"Transfer-Encoding: chunked\r\n\r\nffff\r\n", endless(b" ")),
    "gzip byte by byte": dripping(JSON + GZIP.encode() + b"\r\n", [bytes([one]) for one in b"".join(bomb(1))]),
    "interim answers without end": lambda: endless(b"HTTP/1.1 100 Continue\r\n\r\n" * 100),
    "a pause that takes the rest": dripping(JSON + b"Content-Length: 9\r\n\r\n", endless(b" "), 0.7),
}

EVIL = "a\r\nERROR forged\x1b[2J\u202e\u2028\x00\x85" + "x" * 5_000
EVIL_ERRORS: list[dict[str, Any]] = [
    {"pointer": "#/amount", "code": "maximum", "detail": EVIL, "accepted_combinations": [[EVIL] * 5] * 5},
    {"pointer": "#/a\n", "code": "type", "detail": ""},
    {"pointer": "#/" + "a" * 600, "code": "type\n", "detail": ""},
    {"pointer": "/amount", "code": "c" * 65, "detail": ""},
    {"pointer": "#/~2%zz", "code": EVIL, "detail": ""},
    {"pointer": "#/metadata/a~1b%20c", "code": "type", "detail": ""},
]
