"""Source of JSON (RFC 8259), TOML 1.0, YAML 1.2, ECMAScript, and of a POSIX shell (IEEE 1003.1)."""

import json as json_library
import re
import shlex

from paycat.languages.source import Source, UnsuitableValueError

_MARKUP = re.compile("[<>&\u2028\u2029\x7f-\x9f]")
_DELETE = "\x7f"


def json(value: object) -> Source:
    """Return data as JSON in one line. Raises UnsuitableValueError for what JSON does not have."""
    return Source(_json(value), "json")


def js(value: object) -> Source:
    """Return data as an expression of JavaScript or TypeScript that may also be inside HTML."""
    return Source(_json_without_markup(value), "javascript")


def yaml(value: object) -> Source:
    """Return data in the flow style of YAML, which is JSON."""
    return Source(_json_without_markup(value), "yaml")


def toml_string(text: str) -> Source:
    """Return a text as a basic string of TOML."""
    return Source(_json(str(text)).replace(_DELETE, "\\u007f"), "toml")


def shell(text: str) -> Source:
    """Return a text as one word of a command. Raises UnsuitableValueError for other than one line."""
    if "\0" in text or "\n" in text or "\r" in text:
        raise UnsuitableValueError("a word of a command is one line")
    return Source(shlex.quote(text), "shell")


def _json_without_markup(value: object) -> str:
    return _MARKUP.sub(lambda found: f"\\u{ord(found[0]):04x}", _json(value))


def _json(value: object) -> str:
    try:
        return json_library.dumps(value, ensure_ascii=False, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise UnsuitableValueError(f"a {type(value).__name__} is no JSON") from error
