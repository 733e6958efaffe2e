"""Vectors of the first stage: bodies that are no JSON object, or that readers could take in two ways."""

import base64
import json
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from paycat.catalogue.interface import JSON
from paycat.catalogue.problems import Problem
from paycat.conformance.derive.model import Part, Vector
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.paths import ROOT, steps_of
from paycat.contract.validate import validate
from paycat.shapes.decimals import Number, exact, plain_text
from paycat.text.json_data import Path, holds_path, json_line, value_at, with_value

Raw = tuple[Part, ...]

_HUGE = 10_000_000
_DEEP = 10_000
_LONGEST_INTEGER = 5000
_USUAL_AMOUNT = 100
_UNLISTED = "unlisted_member"
_TEXT = '":"'
"""Where a member with a text begins."""
_NO_DOUBLES = (
    *("NaN", "Infinity", "-Infinity", "1e400", "-1e400", "1e-400"),
    *("12345678901234567.89", "0.1234567890123456789"),
)
_NO_NUMBERS = ("01", "+1", ".5", "1.", "0x1F", "1_000", "1e", "--1")


def text_vectors(contract: Contract) -> list[Vector]:
    """Return the vectors of all directions; all but those about size keep to the largest body."""
    byte_limit, slug = contract.interface.limit("body_bytes"), contract.interface.problem("payload_too_large").slug
    vectors = [vector for direction in contract.direction_names for vector in _addressed(contract, direction)]
    return [
        vector
        for vector in vectors
        if slug in (violation.code for violation in vector.violations) or len(vector.body()) <= byte_limit
    ]


def _addressed(contract: Contract, direction: str) -> Iterator[Vector]:
    """Return the vectors of a direction, with the method in the address if it is named there."""
    is_addressed = method_place(contract, direction).parameter is not None
    for vector in _vectors(contract, direction):
        yield vector.model_copy(update={"addressed": vector.method}) if is_addressed else vector


def _vectors(contract: Contract, direction: str) -> Iterator[Vector]:
    requests = sorted(contract.requests(direction), key=lambda request: request.by_role("amount") is None)
    if not requests:
        return
    request = requests[0]
    body_text = json_line(_payload(request)).strip()
    # A request without the field is sent a member that it does not list: readers come before fields.
    amount_path = _path(request, "amount") or (_UNLISTED,)
    prefix, suffix, level_count = _around_metadata(request, body_text)
    byte_limit, depth_limit = contract.interface.limit("body_bytes"), contract.interface.limit("body_depth")
    malformed, too_large = (contract.interface.problem(cause) for cause in ("malformed_body", "payload_too_large"))
    for name, raw_parts in _malformed(request, body_text, amount_path, byte_limit):
        yield _vector(request, name, raw_parts, malformed)
    for name, raw_parts in _malformed_metadata(depth_limit - level_count + 1):
        yield _vector(request, name, (Part(text=prefix), *raw_parts, Part(text=suffix)), malformed)
    for name, text in _sound_metadata(depth_limit - level_count):
        yield _sound_vector(request, name, f"{prefix}{text}{suffix}", malformed)
    yield _vector(request, "huge", (Part(text=body_text), Part(text=" ", times=max(_HUGE, byte_limit))), too_large)
    padding_size = byte_limit - len(body_text.encode())
    large_parts = (Part(text=body_text), Part(text=" ", times=padding_size + 1))
    yield _vector(request, "one_byte_too_large", large_parts, too_large)
    # Without a declared length the body is counted while it is read.
    chunked_vector = _vector(request, "one_byte_too_large_in_pieces", large_parts, too_large)
    yield chunked_vector.model_copy(update={"headers": {"Content-Length": ""}})
    yield _vector(request, "largest", (Part(text=body_text), Part(text=" ", times=padding_size)), too_large, valid=True)
    for name, text in _sound(request, body_text, amount_path):
        yield _sound_vector(request, name, text, malformed)
    yield from _media_types(contract, request, body_text)
    yield from _credentials(contract, request, body_text)


def _path(request: Request, role: str) -> Path:
    field = request.by_role(role)
    return steps_of(field.path) if field else ()


def _around_metadata(request: Request, body_text: str) -> tuple[str, str, int]:
    """Return the text of a body before and behind the merchant's own object, and how many objects are around that.

    Where the body lacks an object around it, the text is about a member that the request does not list.
    """
    path, minimal_payload = _path(request, "metadata") or (_UNLISTED,), _payload(request)
    if not holds_path(minimal_payload, path[:-1]):
        path = (_UNLISTED,)
    if len(path) == 1:
        return f'{{"{path[0]}":', f",{body_text[1:]}" if minimal_payload else body_text[1:], 1
    prefix, _, suffix = json_line(with_value(minimal_payload, path, "\x00")).strip().partition('"\\u0000"')
    return prefix, suffix, len(path)


def _payload(request: Request) -> Any:
    """Return the minimal sample, with the amount of the full one if it lacks an optional amount.

    The full one is returned if the minimal one has no text, which vectors spoil.
    """
    minimal_body, full_body = (request.sample(name).payload for name in ("minimal", "full"))
    if _TEXT not in json_line(minimal_body):
        return full_body
    amount_path = _path(request, "amount")
    if not amount_path or holds_path(minimal_body, amount_path) or not holds_path(full_body, amount_path):
        return minimal_body
    return {**minimal_body, str(amount_path[0]): full_body[amount_path[0]]}


def _number_of(request: Request) -> str:
    """Return what the names of vectors call the number that they change."""
    return "amount" if request.by_role("amount") else "number"


def _with_amount(request: Request, amount_path: Path, number_text: str) -> str:
    marked_payload = with_value(_payload(request), amount_path, "\x00")
    return json_line(marked_payload).strip().replace('"\\u0000"', number_text)


def _malformed_texts(body_text: str, amount_path: Path) -> dict[str, str]:
    return {
        "empty": "",
        "blank": " \n",
        "array": f"[{body_text}]",
        "string": '"x"',
        "number": "1",
        "null": "null",
        "true": "true",
        "truncated": body_text[:-1],
        "trailing_comma": f"{body_text[:-1]},}}",
        "second_value": f"{body_text} {body_text}",
        "trailing_text": f"{body_text} x",
        "comment": f"/* x */ {body_text}",
        "single_quotes": body_text.replace('"', "'"),
        "duplicate_member": f"{{{body_text[1:-1]},{body_text[1:]}",
        **({"duplicate_amount": f'{{"{amount_path[0]}":1,{body_text[1:]}'} if amount_path[0] != _UNLISTED else {}),
        "byte_order_mark": f"\ufeff{body_text}",
        "raw_newline_in_text": body_text.replace(_TEXT, f"{_TEXT}\n", 1),
        "raw_nul_in_text": body_text.replace(_TEXT, f"{_TEXT}\0", 1),
        "raw_nul_at_end": f"{body_text}\0",
    }


def _malformed(request: Request, body_text: str, amount_path: Path, byte_limit: int) -> Iterator[tuple[str, Raw]]:
    # A body without texts, or without members, is not spoilt by all of them.
    for name, text in _malformed_texts(body_text, amount_path).items():
        if text != body_text:
            yield name, (Part(text=text),)
    depth = min(_DEEP, byte_limit // 2)
    yield "deep_array", (Part(text="[", times=depth), Part(text="]", times=depth))
    yield "deep_array_unclosed", (Part(text="[", times=depth),)
    number_name, digits = _number_of(request), "1" * _LONGEST_INTEGER
    for number_text in (*_NO_DOUBLES, *_NO_NUMBERS):
        yield f"{number_name}_{number_text}", (Part(text=_with_amount(request, amount_path, number_text)),)
    yield f"{number_name}_{_LONGEST_INTEGER}_digits", (Part(text=_with_amount(request, amount_path, digits)),)
    for encoding in ("utf-16", "utf-16-be", "utf-32"):
        yield encoding.replace("-", "_"), (Part(base64=_base64(body_text.encode(encoding))),)
    for name, junk in (("not_utf8", b"\xff"), ("overlong", b"\xc0\xaf"), ("surrogate_bytes", b"\xed\xa0\x80")):
        if _TEXT in body_text:
            yield name, (Part(base64=_base64(body_text.encode().replace(_TEXT.encode(), _TEXT.encode() + junk, 1))),)


def _malformed_metadata(depth: int) -> Iterator[tuple[str, Raw]]:
    yield "too_deep", (Part(text='{"a":', times=depth), Part(text="1"), Part(text="}", times=depth))
    text_by_name = {
        "lone_surrogate": '{"a":"\\ud800"}',
        "lone_low_surrogate": '{"a":"\\udc00x"}',
        "lone_surrogate_name": '{"\\uD83D":1}',
        "nul": '{"a":"x\\u0000y"}',
        "nul_name": '{"\\u0000":1}',
        "nul_behind_backslash": '{"a":["\\\\\\u0000"]}',
        "metadata_nan": '{"a":NaN}',
        "metadata_1e400": '{"a":[1e400]}',
        "metadata_duplicate": '{"a":1,"a":1}',
    }
    for name, text in text_by_name.items():
        yield name, (Part(text=text),)


def _sound_metadata(depth: int) -> Iterator[tuple[str, str]]:
    # A bracket in a text keeps whoever counts brackets alone from an answer.
    yield "deepest", '{"a":' * depth + '"{"' + "}" * depth
    yield "surrogate_pair", '{"a":"\\ud83d\\ude00"}'
    yield "backslash_before_u0000", '{"a":"\\\\u0000"}'
    yield "long_integer", '{"a":12345678901234567890123456789012345678901234567890}'
    yield "brackets_in_text", json.dumps({"a": "[{" * 200})
    yield "quotes_in_text", json.dumps({'"\\[': "\\\"{['" * 50})


def _sound(request: Request, body_text: str, amount_path: Path) -> Iterator[tuple[str, str]]:
    yield "blanks", f"\t\r\n {body_text} \n"
    number_name, number = _number_of(request), _accepted_amount(request)
    for text in _forms(number):
        yield f"{number_name}_{text}", _with_amount(request, amount_path, text)
    plain_number = plain_text(number)
    long_number = f"{plain_number}{'' if '.' in plain_number else '.'}{'0' * 1000}"
    yield f"{number_name}_with_many_zeros", _with_amount(request, amount_path, long_number)
    for member_name in [*_payload(request)][:1] if amount_path[-1] == _UNLISTED else [str(amount_path[-1])]:
        escaped_name = "".join(f"\\u{ord(character):04x}" for character in member_name)
        yield "escaped_name", body_text.replace(f'"{member_name}"', f'"{escaped_name}"')


def _accepted_amount(request: Request) -> Number:
    """Return a number that the request type accepts as its amount, if it has one."""
    field = request.by_role("amount")
    if field is None or field.accepts(_USUAL_AMOUNT):
        return _USUAL_AMOUNT
    return exact(value_at(request.sample("full").payload, steps_of(field.path)))


def _forms(number: Number) -> tuple[str, ...]:
    """Return a number as JSON writes it: plain, with a zero at its end, and with exponents."""
    plain_form = plain_text(number)
    sign, digits, exponent = Decimal(number).normalize().as_tuple()
    mantissa = f"{'-' if sign else ''}{''.join(map(str, digits))}"
    zero_form = f"{plain_form}0" if "." in plain_form else f"{plain_form}.0"
    return plain_form, zero_form, f"{mantissa}e{exponent}", f"{mantissa}E{exponent:+}", f"{plain_text(number * 10)}e-1"


def _media_types(contract: Contract, request: Request, body_text: str) -> Iterator[Vector]:
    problem = contract.interface.problem("unsupported_media_type")
    raw_parts = (Part(text=body_text),)
    operation = contract.interface.taking(request.direction)
    taken = operation.media_type if operation else JSON
    kind, _, parameters = taken.partition(";")
    types = ["text/plain", "text/json", "application/x-www-form-urlencoded", f"{taken}; charset=latin-1", ""]
    for media_type in (*types, *([kind] if parameters else [])):
        vector = _vector(request, f"media_type {media_type or 'none'}", raw_parts, problem)
        yield vector.model_copy(update={"headers": {"Content-Type": media_type}})
    capitals = kind.title().replace("/Json", "/JSON") + taken.removeprefix(kind)
    for media_type in (f"{taken}; charset=utf-8", f'{capitals};charset="UTF-8"'):
        vector = _vector(request, f"media_type {media_type}", raw_parts, problem, valid=True)
        yield vector.model_copy(update={"headers": {"Content-Type": media_type}})
    gzip_vector = _vector(request, "content_encoding gzip", raw_parts, problem)
    yield gzip_vector.model_copy(update={"headers": {"Content-Encoding": "gzip"}})


def _credentials(contract: Contract, request: Request, body_text: str) -> Iterator[Vector]:
    """Yield requests that have the first alternative of their credentials in part, or as another scheme has it."""
    operation, problem = contract.interface.taking(request.direction), contract.interface.problem("unauthenticated")
    alternatives = contract.interface.alternatives(operation) if operation else ()
    sent = [{name for credential in each for name in credential.header_names} for each in alternatives]
    schemes = {credential.http_scheme for each in alternatives for credential in each}
    other_scheme = next(scheme for scheme in ("Basic", "Bearer", "Negotiate") if scheme not in schemes)
    for credential in alternatives[0] if alternatives else ():
        scheme, names = credential.http_scheme, credential.header_names
        lacking = {"none" if len(sent[0]) == 1 else f"without {name}": {name: ""} for name in names}
        if scheme:
            lacking["empty"] = {"Authorization": scheme}
        if scheme or credential.scheme == "api_key":
            lacking["another_scheme"] = {**dict.fromkeys(names, ""), "Authorization": f"{other_scheme} dGVzdDp0ZXN0"}
        for name, headers in lacking.items():
            kept_names = sent[0] - {name for name, value in headers.items() if not value}
            if not any(enough <= kept_names for enough in sent[1:]):
                vector = _vector(request, f"credential {name}", (Part(text=body_text),), problem)
                yield vector.model_copy(update={"headers": headers})


def _vector(request: Request, name: str, raw_parts: Raw, problem: Problem, *, valid: bool = False) -> Vector:
    return Vector.of(
        f"{request.direction}:text/{name}",
        f"{request.direction}:{problem.slug}",
        problem.reason,
        () if valid else (Violation(code=problem.slug, pointer=ROOT),),
        direction=request.direction,
        method=request.method,
        stage="text",
        raw=raw_parts,
    )


def _sound_vector(request: Request, name: str, text: str, problem: Problem) -> Vector:
    """Return the vector of a body that readers take, and that the fields accept unless they do not list a member."""
    violations = validate(request, json.loads(text))
    vector = _vector(request, name, (Part(text=text),), problem, valid=True)
    return vector.model_copy(update={"valid": not violations, "violations": violations})


def _base64(raw_bytes: bytes) -> str:
    return base64.b64encode(raw_bytes).decode()
