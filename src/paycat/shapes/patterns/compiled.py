"""Patterns of a catalogue, and changed forms of them, matched in linear time.

Python's `re` backtracks: a pattern that is harmless itself has changed forms that never end. The engine here is Rust's
`regex`, which follows all ways through a pattern at once. It is the one of jsonschema-rs and of pydantic, so a pattern
that it cannot read cannot be generated either.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

import jsonschema_rs
from pydantic_core import SchemaError, SchemaValidator, core_schema

Search = Callable[[str], bool]
"""Whether a text has a match."""

LINEAR = jsonschema_rs.RegexOptions()
"""The engine that matches in linear time, for validators of jsonschema_rs."""
_PYTHON_CLASSES = {"\\d": r"\p{Nd}", "\\D": r"\P{Nd}", "\\w": r"[\p{L}\p{N}_]", "\\W": r"[^\p{L}\p{N}_]"}
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_LAST_ESCAPED = 0xFFFF


class UnreadablePatternError(ValueError):
    """A pattern that cannot be matched in linear time: it is no regular expression, looks around, or is too large."""

    def __init__(self, pattern: str) -> None:
        super().__init__(f"the pattern cannot be matched in linear time: {pattern[:200]}")


def _validator(pattern: str, engine_options: Any) -> jsonschema_rs.Draft202012Validator:
    return jsonschema_rs.Draft202012Validator({"pattern": pattern}, pattern_options=engine_options)


def compiled(pattern: str) -> Search:
    """Return the search of a pattern, as ECMAScript reads it. Raises UnreadablePatternError."""
    try:
        accepts = _validator(pattern, LINEAR).is_valid
    except ValueError as error:  # Also what jsonschema_rs raises itself, and a lone surrogate in a pattern.
        raise UnreadablePatternError(pattern) from error

    def search(text: str) -> bool:
        try:
            return bool(accepts(text))
        except UnicodeEncodeError:  # A lone surrogate is no character; it counts as the sign that replaces it.
            return bool(accepts(text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")))

    return search


search_of = lru_cache(maxsize=128)(compiled)
"""As `compiled`, kept for the patterns that were used last."""


@lru_cache(maxsize=4096)
def unfit_engine(pattern: str) -> str | None:
    """Return the name of an engine that everybody has, and that cannot load a pattern; None if all of them can."""
    backtracking_options = jsonschema_rs.FancyRegexOptions()
    loader_by_name: Mapping[str, Callable[[], object]] = {
        "jsonschema-rs": lambda: _validator(pattern, LINEAR),
        "jsonschema-rs (backtracking)": lambda: _validator(pattern, backtracking_options),
        "pydantic": lambda: SchemaValidator(core_schema.str_schema(pattern=pattern)),
        "jsonschema": lambda: re.compile(pattern),
    }
    for engine_name, load_pattern in loader_by_name.items():
        try:
            load_pattern()
        except (ValueError, re.error, SchemaError, RecursionError, OverflowError):
            return engine_name
    return None


def matches(pattern: str, text: str) -> bool:
    """Tell whether a text holds a match of a pattern, as ECMAScript reads it.

    A pattern that cannot be read rejects nothing: `check` reports it, and no text is to blame for it.
    """
    try:
        return search_of(pattern)(text)
    except UnreadablePatternError:
        return True


def python_search(pattern: str, text: str) -> bool:
    r"""Tell whether a text holds a match, as Python reads a pattern. Raises UnreadablePatternError.

    Python's `$` also matches before a final newline, and its `\d` and `\w` match digits and letters of every script.
    """
    has_start, inner_pattern, has_end = anchors(pattern)
    inner_pattern = _ESCAPE.sub(lambda escape: _PYTHON_CLASSES.get(escape[0], escape[0]), inner_pattern)
    return search_of(("^" if has_start else "") + inner_pattern + (r"\n?$" if has_end else ""))(text)


def anchors(pattern: str) -> tuple[bool, str, bool]:
    """Return whether a pattern has an anchor at its beginning, what is between, and whether it has one at its end."""
    inner_pattern = pattern.removeprefix("^")
    body = inner_pattern.removesuffix("$")
    is_escaped = (len(body) - len(body.rstrip("\\"))) % 2 == 1
    has_end = inner_pattern.endswith("$") and not is_escaped
    return pattern.startswith("^"), body if has_end else inner_pattern, has_end


def pattern_of(texts: Sequence[str]) -> str:
    """Return the pattern that matches these texts and no other."""
    alternatives = ["".join(map(_escaped, text)) for text in texts]
    return f"^{alternatives[0]}$" if len(alternatives) == 1 else f"^({'|'.join(alternatives)})$"


def _escaped(sign: str) -> str:
    return f"\\u{ord(sign):04x}" if ord(sign) <= _LAST_ESCAPED else sign
