"""A pattern of the portable subset in; patterns that differ from it in one place, and texts that tell them apart."""

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from paycat.contract.judge import matches

_TOKEN = re.compile(
    r"(?P<cls>\[\^?(?:\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\]\\])+\])"
    r"|(?P<repeat>[*+?]|\{[0-9]+(?:,[0-9]*)?\})|(?P<open>\((?:\?:)?)|(?P<close>\))|(?P<bar>\|)|(?P<anchor>[\^$])"
    r"|(?P<sign>\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|.)",
    re.DOTALL,
)
_ITEM = re.compile(
    r"(\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\\])(?:-(\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\\]))?"
)
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v"}
_SPECIAL = r"\^$.|?*+()[]{}-/"
_LAST = 0x10FFFF
_SURROGATES = range(0xD800, 0xE000)

Edit = tuple[str, str]


def pattern_mutants(pattern: str) -> Iterator[Edit]:
    """Return patterns that differ in one place, each with a name for the difference.

    Anchors, alternatives and items of classes are left out, ends of ranges and bounds of repeats moved by one, and
    characters made optional.
    """
    tokens = [(str(token.lastgroup), token[0], token.start(), token.end()) for token in _TOKEN.finditer(pattern)]
    counts: dict[str, int] = {}
    for kind, text, start, end in tokens:
        counts[kind] = counts.get(kind, 0) + 1
        for name, changed in _changes(kind, text):
            yield f"{_KINDS[kind]}_{counts[kind]}_{name}", pattern[:start] + changed + pattern[end:]
    for number, (start, end) in enumerate(_alternatives(tokens), start=1):
        yield f"alternative_{number}_dropped", pattern[:start] + pattern[end:]


_KINDS = {
    "cls": "class",
    "repeat": "repeat",
    "open": "group",
    "close": "group_end",
    "bar": "bar",
    "anchor": "anchor",
    "sign": "sign",
}


def _changes(kind: str, text: str) -> Iterator[Edit]:
    match kind:
        case "cls":
            yield from _class_changes(text)
        case "repeat":
            yield from _repeat_changes(text)
        case "anchor":
            yield "dropped", ""
        case "sign":
            yield "optional", f"{text}?"


def _class_changes(text: str) -> Iterator[Edit]:
    head = "[^" if text.startswith("[^") else "["
    items = list(_ITEM.finditer(text[len(head) : -1]))
    for number, item in enumerate(items):
        before = head + "".join(other[0] for other in items[:number])
        after = "".join(other[0] for other in items[number + 1 :]) + "]"
        if len(items) > 1:
            yield f"without_{_shown(item[0])}", before + after
        first, last = ord(_sign(item[1])), ord(_sign(item[2] or item[1]))
        for low, high in ((first - 1, last), (first + 1, last), (first, last - 1), (first, last + 1)):
            if 0 <= low <= high <= _LAST and (item[2] or high > low):
                yield f"{_shown(item[0])}_as_{low:02X}-{high:02X}", f"{before}{_escaped(low)}-{_escaped(high)}{after}"


def _repeat_changes(text: str) -> Iterator[Edit]:
    known = {"*": (0, None), "+": (1, None), "?": (0, 1)}
    if text in known:
        least, most = known[text]
    else:
        low, comma, high = text[1:-1].partition(",")
        least = int(low)
        most = (int(high) if high else None) if comma else least
    bounds = [(least + 1, most), (least - 1, most)]
    if most is not None:
        bounds += [(least, most + 1), (least, most - 1)]
    for low_bound, high_bound in bounds:
        if 0 <= low_bound <= (low_bound if high_bound is None else high_bound):
            shown = "" if high_bound is None else str(high_bound)
            yield f"from_{low_bound}_to_{shown or 'any'}", f"{{{low_bound},{shown}}}"


def _alternatives(tokens: list[tuple[str, str, int, int]]) -> Iterator[tuple[int, int]]:
    # Each alternative of a group, with the bar before it, or for the first one the bar after it.
    opened: list[list[tuple[int, int]]] = [[]]
    for kind, _, start, end in tokens:
        if kind == "open":
            opened.append([(start, end)])
        elif kind == "bar":
            opened[-1].append((start, end))
        elif kind == "close":
            bars = [*opened.pop(), (start, end)]
            spans = [(left, right) for left, right in pairwise(bars)] if len(bars) > 2 else []
            for number, (left, right) in enumerate(spans):
                yield (left[1], right[1]) if number == 0 else (left[0], right[0])


def _sign(text: str) -> str:
    if len(text) > 2:
        return chr(int(text[2:], 16))
    return _CONTROLS.get(text[1], text[1]) if text.startswith("\\") else text


def _escaped(code: int) -> str:
    sign = chr(code)
    if code < 0x20 or 0x7F <= code <= 0xFF:
        return f"\\x{code:02x}"
    return f"\\{sign}" if sign in _SPECIAL else sign


def _shown(item: str) -> str:
    parts = [part for found in _ITEM.finditer(item) for part in found.groups() if part]
    return "-".join(part if part.isalnum() else f"{ord(_sign(part)):02X}" for part in parts)


def anchors(pattern: str) -> tuple[bool, str, bool]:
    """Return whether a pattern is anchored at its beginning, what stands between, and whether it is at its end."""
    inner = pattern.removeprefix("^")
    before = inner.removesuffix("$")
    escaped = (len(before) - len(before.rstrip("\\"))) % 2 == 1
    ends = inner.endswith("$") and not escaped
    return pattern.startswith("^"), before if ends else inner, ends


def as_ranges(pattern: str) -> str:
    """Return a pattern without anchors in which every character is written as its code, for other parsers."""
    return "".join(_as_range(str(token.lastgroup), token[0]) for token in _TOKEN.finditer(pattern))


def _as_range(kind: str, text: str) -> str:
    if kind == "cls":
        head = "[^" if text.startswith("[^") else "["
        items = (item.groups() for item in _ITEM.finditer(text[len(head) : -1]))
        return head + "".join("-".join(_coded(part) for part in parts if part) for parts in items) + "]"
    if kind == "open":
        return "("
    return _coded(text) if kind == "sign" else text


def _coded(text: str) -> str:
    code = ord(_sign(text))
    return f"\\x{code:02x}" if code <= 0xFF else chr(code)


@lru_cache
def witnesses(pattern: str, value: str, shortest: int, longest: int) -> tuple[tuple[str, str], ...]:
    """Return texts that tell the pattern from its mutants, each with the name of the first mutant that it tells.

    `value` is a text that matches; only texts of `shortest` to `longest` characters are looked at. A mutant that
    no text near the value tells apart has none.
    """
    found: dict[str, str] = {}
    pool = [text for text in dict.fromkeys(_near(pattern, value)) if shortest <= len(text) <= longest]
    verdicts = [matches(pattern, text) for text in pool]
    for name, mutant in pattern_mutants(pattern):
        changed = _compiled(mutant)
        for text, accepted in zip(pool, verdicts, strict=True):
            if (changed.search(text) is not None) is not accepted:
                found.setdefault(text, name)
                break
    return tuple((name, text) for text, name in found.items())


def _compiled(pattern: str) -> re.Pattern[str]:
    # Python's $ matches before a final newline too; \Z is what $ means in ECMAScript.
    begins, inner, ends = anchors(pattern)
    return re.compile(("^" if begins else "") + inner + (r"\Z" if ends else ""))


def _near(pattern: str, value: str) -> Iterator[str]:
    signs = _edge_signs(pattern)
    for place in range(len(value)):
        yield from (value[:place] + sign + value[place + 1 :] for sign in signs)
    for place in range(len(value) + 1):
        yield from (value[:place] + sign + value[place:] for sign in signs)
    for start in range(len(value)):
        yield from (value[:start] + value[end:] for end in range(start + 1, len(value) + 1))
    for bound in map(int, re.findall(r"[{,]([0-9]+)", pattern)):
        yield from ((value + value[-1:] * size)[:size] for size in (bound - 1, bound, bound + 1) if size >= 0)


def _edge_signs(pattern: str) -> list[str]:
    # The signs at both ends of each range, and those just outside.
    codes: dict[int, None] = {}
    for token in _TOKEN.finditer(pattern):
        if token.lastgroup == "cls":
            for item in _ITEM.finditer(token[0].removeprefix("[").removeprefix("^")[:-1]):
                first, last = ord(_sign(item[1])), ord(_sign(item[2] or item[1]))
                codes |= dict.fromkeys((first, last, first - 1, last + 1))
        elif token.lastgroup == "sign":
            codes[ord(_sign(token[0]))] = None
    return [chr(code) for code in codes if 0 <= code <= _LAST and code not in _SURROGATES]
