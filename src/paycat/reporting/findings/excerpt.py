"""The part of a line that a finding is about, and how a terminal shows it."""

import re

from rich.cells import cell_len

from paycat.text.characters import printable

_WIDEST = 100
_CUT = "…"
_QUOTED = re.compile(r'"(?:\\.|[^"\\])*"?|\'(?:\'\'|[^\'])*\'?')
_PLAIN = re.compile(r"(?:(?!:(?:\s|$)|\s#).)+")
_OPENING, _CLOSING = ("[", "{"), ("]", "}")


def marked(line: str, column: int, path: str) -> tuple[int, int]:
    """Return where the text at a column begins and ends in its line, counted from 0.

    The text is a key, a value or a bracket of YAML; in a template, where only lines are known, it is the line. After
    the end of the line, one character is marked.
    """
    start = min(max(column - 1, 0), len(line))
    start = len(line) - len(line[start:].lstrip(" ")) if line[start:].strip() else start
    text = line[start:].rstrip() if path.endswith(".j2") else _scalar(line, start)
    return start, start + max(len(text), 1)


def excerpt(line: str, number: int, start: int, end: int) -> list[str]:
    """Return a line with its number, and below it carets from `start` to `end`; a long line is cut around them.

    Characters that are not printable are escaped, and characters that are two cells wide have two carets.
    """
    first, last = _window(len(line), start, end)
    end = min(end, last) if start < last else end
    before = (_CUT if first else "") + printable(line[first:start])
    under = printable(line[start:end])
    after = printable(line[end:last]) + (_CUT if last < len(line) else "")
    margin = f"{number:>5}"
    carets = " " * cell_len(before) + "^" * max(cell_len(under), 1)
    return [f"{margin} | {before}{under}{after}".rstrip(), f"{' ' * len(margin)} | {carets}"]


def _scalar(line: str, start: int) -> str:
    if line[start : start + 1] in ("'", '"') and (quoted := _QUOTED.match(line, start)):
        return quoted[0]
    if not line[start : start + 1].isprintable():
        return line[start]
    plain = _PLAIN.match(line, start)
    text = plain[0].rstrip() if plain else ""
    bare = _QUOTED.sub("", line[:start])
    is_within_brackets = sum(map(bare.count, _OPENING)) > sum(map(bare.count, _CLOSING))
    if is_within_brackets or text.startswith(_OPENING) or text.endswith((",", *_CLOSING)):
        return re.split(r"[,\[\]{}]", text)[0].rstrip()
    return text


def _window(length: int, start: int, end: int) -> tuple[int, int]:
    """Return the part of a line that is shown: all of a short line, else the marked text and what is around it."""
    if length <= _WIDEST:
        return 0, length
    spare = max(_WIDEST - (end - start), 20)
    first = max(min(start - spare // 2, length - _WIDEST), 0)
    return first, min(first + _WIDEST, length)
