"""Vectors of the first stage: bodies that are no JSON object, or that readers could take in two ways."""

import base64
import json
from collections.abc import Iterator

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.contract.interface import Problem
from paycat.contract.model import Contract, Refusal, Request
from paycat.contract.pointers import ROOT
from paycat.encoding import json_line
from paycat.vectors.model import Part, Vector

Raw = tuple[Part, ...]

_HUGE = 10_000_000
_DEEP = 10_000
_LONGEST_INTEGER = 5000


def text_vectors(contract: Contract) -> list[Vector]:
    """Return the vectors of both directions; all but those about size keep to the largest body."""
    limit, large = contract.interface.limit("body_bytes"), contract.interface.problem("payload_too_large").slug
    found = [vector for direction in DIRECTIONS for vector in _vectors(contract, direction)]
    return [one for one in found if large in (refusal.code for refusal in one.refusals) or len(one.body()) <= limit]


def _vectors(contract: Contract, direction: Direction) -> Iterator[Vector]:
    request = next(contract.requests(direction), None)
    if request is None:
        return
    body = json_line(request.sample("minimal").payload).strip()
    amount, metadata = _name(request, "amount"), _name(request, "metadata")
    limit, depth = contract.interface.limit("body_bytes"), contract.interface.limit("body_depth")
    rest = body[1:]
    malformed, large = (contract.interface.problem(cause) for cause in ("malformed_body", "payload_too_large"))
    for name, raw in _malformed(request, body, amount, limit):
        yield _vector(direction, request, name, raw, malformed)
    if metadata:
        for name, value in _malformed_metadata(depth):
            raw = (Part(text=f'{{"{metadata}":'), *value, Part(text=f",{rest}"))
            yield _vector(direction, request, name, raw, malformed)
        for name, text in _sound_metadata(depth):
            yield _vector(
                direction, request, name, (Part(text=f'{{"{metadata}":{text},{rest}'),), malformed, valid=True
            )
    yield _vector(direction, request, "huge", (Part(text=body), Part(text=" ", times=max(_HUGE, limit))), large)
    padded = limit - len(body.encode())
    too_large = (Part(text=body), Part(text=" ", times=padded + 1))
    yield _vector(direction, request, "one_byte_too_large", too_large, large)
    # Without a declared length the body is counted while it is read.
    in_pieces = _vector(direction, request, "one_byte_too_large_in_pieces", too_large, large)
    yield in_pieces.model_copy(update={"headers": {"Content-Length": ""}})
    yield _vector(direction, request, "largest", (Part(text=body), Part(text=" ", times=padded)), large, valid=True)
    for name, text in _sound(request, body, amount):
        yield _vector(direction, request, name, (Part(text=text),), malformed, valid=True)
    yield from _media_types(contract, direction, request, body)
    yield from _credentials(contract, direction, request, body)


def _name(request: Request, role: str) -> str:
    field = request.by_role(role)
    return field.path if field else ""


def _with_amount(request: Request, amount: str, text: str) -> str:
    payload = {**request.sample("minimal").payload, amount: "\x00"}
    return json_line(payload).strip().replace('"\\u0000"', text)


def _malformed(request: Request, body: str, amount: str, limit: int) -> Iterator[tuple[str, Raw]]:
    texts = {
        "empty": "",
        "blank": " \n",
        "array": f"[{body}]",
        "string": '"x"',
        "number": "1",
        "null": "null",
        "true": "true",
        "truncated": body[:-1],
        "trailing_comma": f"{body[:-1]},}}",
        "second_value": f"{body} {body}",
        "trailing_text": f"{body} x",
        "comment": f"/* x */ {body}",
        "single_quotes": body.replace('"', "'"),
        "duplicate_member": f"{{{body[1:-1]},{body[1:]}",
        "duplicate_amount": f'{{"{amount}":1,{body[1:]}',
        "byte_order_mark": f"\ufeff{body}",
        "raw_newline_in_text": body.replace('":"', '":"\n', 1),
    }
    for name, text in texts.items():
        yield name, (Part(text=text),)
    deep = min(_DEEP, limit // 2)
    yield "deep_array", (Part(text="[", times=deep), Part(text="]", times=deep))
    yield "deep_array_unclosed", (Part(text="[", times=deep),)
    numbers = (
        "NaN",
        "Infinity",
        "-Infinity",
        "1e400",
        "-1e400",
        "1e-400",
        "12345678901234567.89",
        "0.1234567890123456789",
    )
    for number in (*numbers, "01", "+1", ".5", "1.", "0x1F", "1_000", "1e", "--1"):
        yield f"amount_{number}", (Part(text=_with_amount(request, amount, number)),)
    digits = "1" * _LONGEST_INTEGER
    yield f"amount_{_LONGEST_INTEGER}_digits", (Part(text=_with_amount(request, amount, digits)),)
    for encoding in ("utf-16", "utf-16-be", "utf-32"):
        yield encoding.replace("-", "_"), (Part(base64=_base64(body.encode(encoding))),)
    for name, data in (("not_utf8", b"\xff"), ("overlong", b"\xc0\xaf"), ("surrogate_bytes", b"\xed\xa0\x80")):
        yield name, (Part(base64=_base64(body.encode().replace(b'":"', b'":"' + data, 1))),)


def _malformed_metadata(depth: int) -> Iterator[tuple[str, Raw]]:
    yield "too_deep", (Part(text='{"a":', times=depth), Part(text="1"), Part(text="}", times=depth))
    yield "lone_surrogate", (Part(text='{"a":"\\ud800"}'),)
    yield "lone_low_surrogate", (Part(text='{"a":"\\udc00x"}'),)
    yield "lone_surrogate_name", (Part(text='{"\\uD83D":1}'),)
    yield "metadata_nan", (Part(text='{"a":NaN}'),)
    yield "metadata_1e400", (Part(text='{"a":[1e400]}'),)
    yield "metadata_duplicate", (Part(text='{"a":1,"a":1}'),)


def _sound_metadata(depth: int) -> Iterator[tuple[str, str]]:
    yield "deepest", '{"a":' * (depth - 1) + "1" + "}" * (depth - 1)
    yield "surrogate_pair", '{"a":"\\ud83d\\ude00"}'
    yield "long_integer", '{"a":12345678901234567890123456789012345678901234567890}'
    yield "brackets_in_text", json.dumps({"a": "[{" * 200})
    yield "quotes_in_text", json.dumps({'"\\[': "\\\"{['" * 50})


def _sound(request: Request, body: str, amount: str) -> Iterator[tuple[str, str]]:
    yield "blanks", f"\t\r\n {body} \n"
    for number in ("100", "100.0", "1e2", "1E+2", "1000e-1"):
        yield f"amount_{number}", _with_amount(request, amount, number)
    yield "amount_with_many_zeros", _with_amount(request, amount, f"100.{'0' * 1000}")
    yield "escaped_name", body.replace(f'"{amount}"', '"' + "".join(f"\\u{ord(char):04x}" for char in amount) + '"')


def _media_types(contract: Contract, direction: Direction, request: Request, body: str) -> Iterator[Vector]:
    problem = contract.interface.problem("unsupported_media_type")
    raw = (Part(text=body),)
    wrong = ("text/plain", "text/json", "application/x-www-form-urlencoded", "application/json; charset=latin-1", "")
    for kind in wrong:
        vector = _vector(direction, request, f"media_type {kind or 'none'}", raw, problem)
        yield vector.model_copy(update={"headers": {"Content-Type": kind}})
    for kind in ("application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"'):
        vector = _vector(direction, request, f"media_type {kind}", raw, problem, valid=True)
        yield vector.model_copy(update={"headers": {"Content-Type": kind}})
    gzip = _vector(direction, request, "content_encoding gzip", raw, problem)
    yield gzip.model_copy(update={"headers": {"Content-Encoding": "gzip"}})


def _credentials(contract: Contract, direction: Direction, request: Request, body: str) -> Iterator[Vector]:
    problem = contract.interface.problem("unauthenticated")
    for name, value in (("none", ""), ("empty", "Bearer"), ("another_scheme", "Basic dGVzdDp0ZXN0")):
        vector = _vector(direction, request, f"credential {name}", (Part(text=body),), problem)
        yield vector.model_copy(update={"headers": {"Authorization": value}})


def _vector(
    direction: Direction, request: Request, name: str, raw: Raw, problem: Problem, *, valid: bool = False
) -> Vector:
    return Vector(
        id=f"{direction}:text/{name}",
        rule=f"{direction}:{problem.slug}",
        source=problem.reason.source,
        decisions=problem.reason.decisions,
        direction=request.direction,
        method=request.method,
        stage="text",
        valid=valid,
        raw=raw,
        refusals=() if valid else (Refusal(code=problem.slug, pointer=ROOT),),
        origin="derived",
    )


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()
