"""Source of JSON (RFC 8259), TOML 1.0, YAML 1.2, ECMAScript, and of a POSIX shell (IEEE 1003.1)."""

import json as json_library
import re
import shlex
from decimal import Decimal

from paycat.languages.source import Source, UnsuitableValueError
from paycat.languages.syntax import WIDTH

_STEP = 2
_MARKUP = re.compile("[<>&\u2028\u2029\x7f-\x9f]")
_DELETE = "\x7f"
_PROTOTYPE = re.compile(r'(?<!\\)"__proto__"(?=: )')


def json(value: object) -> Source:
    """Return data as JSON in one line. Raises UnsuitableValueError for what JSON does not have."""
    return Source(_json(value), "json")


def js(value: object, indent: int | None = None) -> Source:
    """Return data as an expression of JavaScript or TypeScript that may also be inside HTML.

    It is one line; with an indent, what would be longer than a line of source is on several.
    """
    json_text = _json_without_markup(value) if indent is None else _without_markup(_lines(value, indent, WIDTH // 2))
    # As a literal, this name would set the prototype of the object; computed, it is a member like any other.
    return Source(_PROTOTYPE.sub('["__proto__"]', json_text), "javascript")


def yaml(value: object) -> Source:
    """Return data in the flow style of YAML, which is JSON."""
    return Source(_json_without_markup(value), "yaml")


def toml_string(text: str | int | Decimal) -> Source:
    """Return a text as a basic string of TOML."""
    return Source(_json(str(text)).replace(_DELETE, "\\u007f"), "toml")


def shell(text: str, *, lines: bool = False) -> Source:
    """Return a text as one word of a command. Raises UnsuitableValueError for several lines, unless `lines` is true."""
    if "\0" in text or (not lines and ("\n" in text or "\r" in text)):
        raise UnsuitableValueError("a word of a command is one line")
    return Source(shlex.quote(text), "shell")


def shell_variable(name: str, text: str = "", ending: str = "") -> Source:
    """Return a word of a command that is a text and a variable behind it, of which `ending` leaves a part.

    `!` is outside of the double quotes, as a terminal reads it there.
    """
    quoted_text = re.sub(r'[\\"`$]', r"\\\g<0>", text).replace("!", "\"'!'\"")
    return Source(f'"{quoted_text}{f"${{{name}{ending}}}" if ending else f"${name}"}"', "shell")


def _lines(value: object, indent: int, most_characters: int) -> str:
    """Return data as JSON that is on one line if it has no more than `most_characters`, and is indented otherwise."""
    line, inner_indent = _json(value), indent + _STEP
    if len(line) <= most_characters or not value or not isinstance(value, dict | list | tuple):
        return line
    key_texts = [f"{_json(name)}: " for name in value] if isinstance(value, dict) else [""] * len(value)
    values = value.values() if isinstance(value, dict) else value
    member_lines = [
        f"{' ' * inner_indent}{head}{_lines(member, inner_indent, WIDTH - inner_indent - len(head) - len(','))},"
        for head, member in zip(key_texts, values, strict=True)
    ]
    opening, closing = "{}" if isinstance(value, dict) else "[]"
    return "\n".join((opening, *member_lines, f"{' ' * indent}{closing}"))


def _json_without_markup(value: object) -> str:
    return _without_markup(_json(value))


def _without_markup(text: str) -> str:
    return _MARKUP.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _json(value: object) -> str:
    try:
        return json_library.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise UnsuitableValueError(f"a {type(value).__name__} is no JSON") from error
