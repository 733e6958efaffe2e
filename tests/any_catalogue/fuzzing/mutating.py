"""A file in, a spoilt one out: bytes at random, or its structure with odd values; the same seed, the same file."""

import json
import random
from collections.abc import Callable
from typing import Any

import yaml

RAW = (
    *(
        "1e400",
        "-1e400",
        "NaN",
        "Infinity",
        "-0",
        "0.1e-400",
        "9" * 400,
        "9" * 5000,
        "1" + "0" * 30,
        "12345678901234567.89",
    ),
    *(
        '"\\ud800"',
        '"\\u0000"',
        '"\\u202e"',
        '{"a":1,"a":2}',
        "[" * 100,
        "[" * 5000,
        '{"a":' * 3000,
        "nul",
        "tru",
        "'x'",
    ),
)
"""Pieces of JSON text that a reader may stumble over, though no value stands for them."""

ODD: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 2**31, 2**53 + 1, 2**63, 10**30, 0.1, -0.0, 1e308, 5e-324, 12345678901234567.0),
    *(
        "",
        " ",
        "\t",
        "\n",
        "x",
        "0",
        "NO",
        "null",
        "~",
        "1e400",
        "é",
        "e\u0301",
        "٣",
        "\x1b[31m",
        "\x7f",
        "\x85",
        "\u2028",
    ),
    *(
        "\u202e",
        "\ufeff",
        "\ufffe",
        "\U0001f600",
        "../../../etc/passwd",
        "/dev/zero",
        "-x",
        "--project",
        "a" * 300,
        "b" * 70000,
    ),
    *(
        "${x}",
        "{{ 7*7 }}",
        "{% raw %}",
        "<script>",
        '"; import os; x = "',
        "'''",
        '"""',
        "]]>",
        "%s",
        "%(x)s",
        "\\",
        "#/",
        "~1~0",
    ),
    *(
        "^(a+)+$",
        "^([0-9]{1,64}|[a-z0-9]+(-[a-z0-9]+){0,8}@)$",
        "^[",
        "(?P<x>",
        "^.{0,99999}$",
        "^(a|a)*$",
        "..",
        "1..0",
        "0..",
        "99999999999..",
        "1..1",
    ),
    *(
        "2026-02-30",
        "9999-12-31",
        "0000-00-00",
        "0.0.0",
        "1.2.3.4",
        "D-1",
        "G-1",
        "E-1",
        "method.country",
        "any",
        "text",
        "pay_in",
    ),
    *(
        [],
        {},
        [[]],
        [{}],
        {"": ""},
        {"a": {"b": {"c": {}}}},
        [None],
        ["x", "x"],
        {"$ref": "#"},
        {"$ref": "#/$defs/x"},
        {"allOf": []},
    ),
)

Change = Callable[[random.Random, bytes, list[bytes]], bytes]


def mutated(choice: random.Random, name: str, data: bytes, others: list[bytes]) -> bytes:
    """Return a spoilt file; `others` are files to take pieces of."""
    for _ in range(choice.choice((1, 1, 1, 2, 3, 6))):
        is_structure = choice.random() < 0.6
        data = _structure(choice, name, data) if is_structure else choice.choice(_BYTES)(choice, data, others)
    return data


def _structure(choice: random.Random, name: str, data: bytes) -> bytes:
    """Change a value of a document, or a piece of its text where it is none."""
    if name.endswith(".jsonl"):
        lines = data.split(b"\n")
        at = choice.randrange(len(lines))
        lines[at] = _structure(choice, "line.json", lines[at])
        return b"\n".join(lines)
    reader: Callable[[bytes], Any] = json.loads if name.endswith(".json") else yaml.safe_load
    try:
        root = [reader(data)]
    except (ValueError, RecursionError, yaml.YAMLError):
        return _token(choice, data, [])
    raw = choice.choice(RAW) if choice.random() < 0.2 else None
    _change(choice, root, "\0raw\0" if raw else None)
    try:
        text = json.dumps(root[0], ensure_ascii=False, indent=choice.choice((None, 2)))
        if not name.endswith(".json") and raw is None and choice.random() < 0.7:
            text = yaml.safe_dump(root[0], allow_unicode=True, sort_keys=False)
    except (ValueError, RecursionError, TypeError, yaml.YAMLError):
        return data
    return text.replace('"\\u0000raw\\u0000"', raw or "null").encode(errors="surrogatepass")


def _change(choice: random.Random, root: list[Any], value: Any) -> None:
    locations = _locations(root)
    holder, key = choice.choice(locations)
    action = choice.randrange(7)
    if value is not None or action < 3:
        holder[key] = choice.choice(ODD) if value is None else value
    elif action == 3 and len(locations) > 1:
        other, location = choice.choice(locations)
        holder[key] = json.loads(json.dumps(other[location], default=str))
    elif action == 4 and isinstance(holder, dict):
        holder[str(choice.choice(ODD))[:400]] = holder.pop(key)
    elif action == 5 and holder is not root:
        del holder[key]
    elif isinstance(holder, list) and holder is not root:
        holder.extend([holder[key]] * choice.choice((1, 2, 300)))
    else:
        holder[key] = [holder[key]]


def _locations(node: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    waiting = [node]
    while waiting:
        holder = waiting.pop()
        inside = list(holder) if isinstance(holder, dict) else range(len(holder))
        for key in inside:
            found.append((holder, key))
            if isinstance(holder[key], dict | list):
                waiting.append(holder[key])
    return found


def _token(choice: random.Random, data: bytes, _: list[bytes]) -> bytes:
    odd = choice.choice((*RAW, *(one for one in ODD if isinstance(one, str))))
    at = choice.randrange(len(data) + 1)
    return data[:at] + odd.encode() + data[at + choice.choice((0, 1, len(odd))) :]


def _flip(choice: random.Random, data: bytes, _: list[bytes]) -> bytes:
    made = bytearray(data or b"\0")
    for _number in range(choice.choice((1, 1, 4, 40))):
        made[choice.randrange(len(made))] = choice.randrange(256)
    return bytes(made)


def _cut(choice: random.Random, data: bytes, _: list[bytes]) -> bytes:
    start = choice.randrange(len(data) + 1)
    return data[:start] + data[start + choice.choice((1, 2, 10, 100, len(data))) :]


def _repeat(choice: random.Random, data: bytes, _: list[bytes]) -> bytes:
    start = choice.randrange(len(data) + 1)
    piece = data[start : start + choice.choice((1, 5, 60, 1000))]
    return data[:start] + piece * choice.choice((2, 3, 200)) + data[start:]


def _splice(choice: random.Random, data: bytes, others: list[bytes]) -> bytes:
    other = choice.choice(others or [b""])
    start = choice.randrange(len(other) + 1)
    return data[: choice.randrange(len(data) + 1)] + other[start : start + 3000]


def _whole(choice: random.Random, _: bytes, __: list[bytes]) -> bytes:
    return choice.choice(
        (b"", b"\0", b"\xff\xfe", b"\xef\xbb\xbf{}", b"[" * 100_000, b"{}", b"[]", b"null", b'""', b"-", b"\n" * 99)
    )


_BYTES: tuple[Change, ...] = (_token, _token, _token, _flip, _cut, _cut, _repeat, _splice, _whole)
