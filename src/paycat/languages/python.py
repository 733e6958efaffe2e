"""Python source: literals, names, docstrings and comments (https://docs.python.org/3/reference/lexical_analysis.html)."""

import math
import re
import textwrap
from collections.abc import Iterable, Mapping
from keyword import iskeyword
from typing import Any

from paycat.languages.source import Source, UnsuitableValueError, fill

NAME = "python"

WIDTH = 88
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f]")
_LAST_OF_QUOTES = re.compile(r'"(?="|\Z)')


def source(text: str) -> Source:
    """Return a text that the caller made of literals and names as Python source."""
    return Source(text, NAME)


def literal(value: object) -> Source:
    """Return a value as a literal, text in double quotes. Raises UnsuitableValueError for what has no literal."""
    if isinstance(value, str):
        return source('"' + "".join(map(_escaped, value)) + '"')
    if value is None or isinstance(value, bool | int) or (isinstance(value, float) and math.isfinite(value)):
        return source(repr(value))
    raise UnsuitableValueError(f"a {type(value).__name__} has no literal in Python")


def long_literal(text: str, indent: int, before: int) -> Source:
    """Return a text as a literal; one that is too long for a line is several in parentheses.

    `before` characters are before it on the line, and one is after it.
    """
    if indent + before + len(line := literal(text)) < WIDTH:
        return line
    pieces, line_text = [], ""
    for sign in text:
        if line_text and indent + 4 + len(literal(line_text + sign)) > WIDTH:
            pieces.append(line_text)
            line_text = ""
        line_text += sign
    inner_lines = "".join(f"{' ' * indent}    {literal(piece)}\n" for piece in (*pieces, line_text))
    return source(f"(\n{inner_lines}{' ' * indent})")


def value(data: object) -> Source:
    """Return JSON data as an expression: an object a member a line, an array an item a line."""
    if isinstance(data, dict) and data:
        return lines("{", (f"{literal(key)}: {value(member)}" for key, member in data.items()), "}")
    if isinstance(data, list | tuple) and data:
        return lines("[", map(value, data), "]")
    if isinstance(data, dict | list | tuple):
        return source("{}" if isinstance(data, dict) else "[]")
    return literal(data)


def lines(opening: str, parts: Iterable[str], closing: str) -> Source:
    """Return source in brackets, a part a line."""
    inner_lines = "".join(f"\n{part}," for part in parts).replace("\n", "\n    ")
    return source(f"{opening}{inner_lines}\n{closing}")


def tuples(items: Iterable[Any]) -> Source:
    """Return nested tuples as an expression on one line."""
    parts = [tuples(item) if isinstance(item, list | tuple) else literal(item) for item in items]
    return source(f"({', '.join(parts)}{',' if len(parts) == 1 else ''})")


def call(function: str, arguments: Mapping[str, Source]) -> Source:
    """Return a call with named arguments."""
    parts = [f"{name(argument)}={argument_source}" for argument, argument_source in arguments.items()]
    return source(f"{name(function)}({', '.join(parts)})")


def imported(module: str, names: Iterable[str]) -> Source:
    """Return the import of names as formatters lay it out: a long one has a name a line."""
    import_start, name_sources = f"from {name(module)} import ", list(map(name, names))
    line = import_start + ", ".join(name_sources)
    return source(line if len(line) <= WIDTH else lines(f"{import_start}(", name_sources, ")"))


def name(text: str) -> Source:
    """Return a dotted name. Raises UnsuitableValueError for a text that is none."""
    if not text.isascii() or not all(part.isidentifier() and not iskeyword(part) for part in text.split(".")):
        raise UnsuitableValueError(f"{text[:60]!r} is not a name in Python")
    return source(text)


def docstring(text: str, indent: int = 0) -> Source:
    """Return a text as a docstring, quotes included; those that end several lines are on a line of their own."""
    last_line = "\n" + " " * indent if "\n" in text else ""
    return source(f'"""{docstring_text(text)}{last_line}"""')


def docstring_text(text: str) -> Source:
    """Return a text for a docstring that the template writes around it."""
    text = text.replace("\\", "\\\\")
    text = _LAST_OF_QUOTES.sub(r'\\"', text)
    return source(_CONTROL.sub(lambda match: _escaped(match[0]), text))


def filled_docstring(text: str, indent: int = 0) -> Source:
    """Return a text as a docstring, wrapped to the formatter's width."""
    content, quotes = docstring_text(" ".join(text.split())), '"""'
    if indent + len(content) + 2 * len(quotes) <= WIDTH:
        return source(f"{quotes}{content}{quotes}")
    wrapped_lines = _wrapped(f"{quotes}{content}", WIDTH - indent)
    if len(wrapped_lines) == 1:
        wrapped_lines = _wrapped(wrapped_lines[0], WIDTH - indent - len(quotes))
    return source(("\n" + " " * indent).join((*wrapped_lines, quotes)))


def comment(text: str, indent: int = 0) -> Source:
    """Return a text as lines of a comment; every line but the first is indented."""
    line_break = "\n" + " " * indent + "# "
    visible_text = _CONTROL.sub(lambda match: _escaped(match[0]), " ".join(text.split()))
    return source("# " + fill(visible_text, 0, WIDTH - indent - 2).replace("\n", line_break))


def union(target: str, types: Iterable[str], indent: int = 0) -> Source:
    """Return the assignment of a union of types, as formatters lay it out: a long one in parentheses."""
    members, line_break = list(types), "\n" + " " * indent
    line = f"{target} = {' | '.join(members)}"
    long_text = f"{target} = ({line_break}    " + f"{line_break}    | ".join(members) + f"{line_break})"
    return source(line if indent + len(line) <= WIDTH else long_text)


def entry(key: str, text: str) -> Source:
    """Return an entry of a dict that is indented by four, as formatters lay it out: a long text in parentheses."""
    line = f"{literal(key)}: {literal(text)},"
    return source(line if len(line) <= WIDTH - 4 else f"{literal(key)}: (\n        {literal(text)}\n    ),")


def _escaped(sign: str) -> str:
    if sign in _ESCAPES or sign.isprintable():
        return _ESCAPES.get(sign, sign)
    code = ord(sign)
    return f"\\x{code:02x}" if code <= 0xFF else f"\\u{code:04x}" if code <= 0xFFFF else f"\\U{code:08x}"


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)
