"""A regular expression as people write it in, its tree out: ECMA-262, with the flag `u`, and with `i` between slashes.

What cannot be written in every language (look-around, backreferences, edges of words inside) is a fault. So is what
ECMA-262 rejects with the flag `u`, but for a needless backslash before punctuation or a blank: before a letter or a
digit, it is a mistake more often than not.
"""

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from paycat.shapes.patterns.ranges import EVERYTHING, Ranges, outside, united
from paycat.shapes.patterns.tree import Edge, Repeat, Signs, Tree, choice, holds_edge, longest, sequence
from paycat.shapes.patterns.unicode import (
    BLANKS,
    DIGITS,
    LINE_ENDS,
    property_ranges,
    version,
    without_case,
    word_characters,
)

ANY_SIGN = r"[\s\S]"
"""The class of every character in the portable form: one of both is right in every language, whatever a blank is."""


class PatternFault(NamedTuple):
    """What is wrong with a pattern, and what to do about it."""

    message: str
    help: str


class FaultyPatternError(ValueError):
    """A pattern that cannot be read, or cannot be written in every language."""

    def __init__(self, message: str, help: str = "") -> None:
        super().__init__(message)
        self.fault = PatternFault(message, help)


@dataclass(frozen=True, slots=True)
class Reading:
    """The tree of a pattern as it is written, with its edges; `word` are the characters of words.

    `is_plain` says that every language reads its signs alike.
    """

    tree: Tree
    word: Ranges
    is_plain: bool


_DELIMITED = re.compile(r"/(?P<inner>.*)/(?P<flags>[dgimsuvy]*)", re.DOTALL)
_ESCAPE = (
    r"\\u[dD][89abAB][0-9A-Fa-f]{2}\\u[dD][c-fC-F][0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\u\{[0-9A-Fa-f]+\}"
    r"|\\x[0-9A-Fa-f]{2}|\\c[A-Za-z]|\\[pP]\{[^{}]*\}|\\0[0-9]+|\\."
)
_TOKEN = re.compile(
    rf"(?P<escape>{_ESCAPE}|\\)|(?P<cls>\[(?:\\.|[^\]\\])*\]?)"
    r"|(?P<open>\((?:\?:|\?<[A-Za-z_$][0-9A-Za-z_$]*>)?(?!\?))|(?P<special>\(\?(?:<?[=!]|P?[<=>]|[a-z-]*[:)])?)"
    r"|(?P<close>\))|(?P<repeat>(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\??)"
    r"|(?P<bar>\|)|(?P<anchor>[\^$])|(?P<dot>\.)|(?P<stray>[{}\]])|(?P<plain>.)",
    re.DOTALL,
)
_ITEM = re.compile(rf"(?:{_ESCAPE}|[^\\])", re.DOTALL)
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "v": "\v", "0": "\0"}
_SYNTAX = "^$\\.*+?()[]{}|/"
_ESCAPABLE = f"{string.punctuation} "
"""What stays itself behind a backslash: with the flag `u` only the signs of the syntax do, without it all of these."""
_PLAIN_ESCAPES = f"{_SYNTAX}tnrf"
_PLAIN_IN_CLASS = frozenset(f"\\{sign}" for sign in f"{_PLAIN_ESCAPES}-")
_REPEATS = {"*": (0, None), "+": (1, None), "?": (0, 1)}
_SETS = re.compile(r"&&|--|~~|\|\|")
DEEPEST = 16
"""So deep may a person nest groups; those of numbers in texts are nested by program."""
_ELSEWHERE = {"A": "^", "z": "$", "Z": "$", "h": "[ \\t]", "R": "\\r?\\n", "a": "\\x07", "e": "\\x1b"}
"""Escapes of other languages, and what to write instead."""
_SPECIAL = {
    "(?=": ("look-ahead, (?=, cannot be written in every language", "write out the texts that are allowed"),
    "(?!": ("look-ahead, (?!, cannot be written in every language", "write out the texts that are allowed"),
    "(?<=": ("look-behind, (?<=, cannot be written in every language", "write out what is before, as in ^(a|b)"),
    "(?<!": ("look-behind, (?<!, cannot be written in every language", "write out what is before, as in ^(a|b)"),
    "(?P<": ("(?P< is not ECMA-262", "write (?<name>"),
    "(?P=": ("(?P= repeats what a group matched, which not every language can", "write out the texts"),
    "(?>": ("(?> is not ECMA-262", "write (?:"),
}
_FLAGS = {
    "d": ("says where groups match", "remove it"),
    "g": ("is for several matches in one text", "remove it"),
    "m": ("lets ^ and $ match inside a text", "remove it, or write the lines, as in ^[^\\n]*(\\n[^\\n]*)*$"),
    "v": ("reads classes in another way than u", "write the classes as u reads them, and remove it"),
    "y": ("is for a match at a certain place", "remove it, and begin with ^"),
}


def read(source: str, max_depth: int = DEEPEST) -> Reading:
    """Return the tree of a pattern with groups that are at most so deep. Raises FaultyPatternError."""
    delimited_match = _DELIMITED.fullmatch(source)
    inner_pattern, flags = (delimited_match["inner"], delimited_match["flags"]) if delimited_match else (source, "")
    for flag in flags:
        if flag in _FLAGS:
            complaint, remedy = _FLAGS[flag]
            raise FaultyPatternError(f"the flag {flag} {complaint}", remedy)
        if flags.count(flag) > 1:
            raise FaultyPatternError(f"the flag {flag} is written more than once", "write it once")
    reader = _PatternReader("i" in flags, EVERYTHING if "s" in flags else outside(LINE_ENDS), max_depth)
    tree = reader.read(inner_pattern)
    word_ranges = word_characters(ignores_case=reader.ignores_case)
    return Reading(tree, word_ranges, is_plain=reader.is_plain and not delimited_match)


def whole(source: str) -> str:
    """Return a pattern that matches the whole text where another one, which can be read, is searched for in it."""
    delimited_match = _DELIMITED.fullmatch(source)
    return f"/^(?:{delimited_match['inner']})$/{delimited_match['flags']}" if delimited_match else f"^(?:{source})$"


def tokens(pattern: str) -> Iterator[re.Match[str]]:
    """Return the tokens of a pattern; `lastgroup` is escape, cls, open, close, repeat, bar, anchor, plain or less."""
    return _TOKEN.finditer(pattern)


def class_items(class_text: str) -> tuple[str, list[tuple[str, str]]]:
    """Return how a class begins, `[` or `[^`, and the first and the last sign of each item, as they are written.

    An item without a range has no last sign.
    """
    opening = "[^" if class_text.startswith("[^") else "["
    signs = _ITEM.findall(class_text[len(opening) : -1])
    items, index = [], 0
    while index < len(signs):
        is_range = signs[index + 1 : index + 2] == ["-"] and index + 2 < len(signs)
        items.append((signs[index], signs[index + 2] if is_range else ""))
        index += 3 if is_range else 1
    return opening, items


def code_of(sign: str) -> int:
    """Return the code of a character, escaped or not."""
    if not sign.startswith("\\"):
        return ord(sign)
    letter, code_text = sign[1], sign[2:]
    match letter:
        case "u" if "\\u" in code_text:
            return ord(bytes.fromhex(code_text.replace("\\u", "")).decode("utf-16-be"))
        case "x" | "u" if code_text:
            return int(code_text.strip("{}"), 16)
        case "c" if code_text:
            return ord(code_text) % 32
    return ord(_CONTROLS.get(letter, letter))


def bounds_of(repeat: str) -> tuple[int, int | None]:
    """Return the least and the greatest number of turns of a repeat, such as `{1,20}` or `+`, lazy or not."""
    repeat = repeat if repeat in _REPEATS else repeat.removesuffix("?")
    if repeat in _REPEATS:
        return _REPEATS[repeat]
    minimum_text, comma, maximum_text = repeat[1:-1].partition(",")
    return int(minimum_text), (int(maximum_text) if maximum_text else None) if comma else int(minimum_text)


class _PatternReader:
    """One pass over a pattern: groups that are open, each with its alternatives, and whether all signs are plain."""

    def __init__(self, ignores_case: bool, dot_ranges: Ranges, max_depth: int) -> None:
        self.ignores_case, self.dot, self.deepest = ignores_case, dot_ranges, max_depth
        self.is_plain = not ignores_case
        self.stack: list[list[list[Tree]]] = [[[]]]
        self.can_repeat = False

    def read(self, inner_pattern: str) -> Tree:
        """Return the tree of a pattern without delimiters."""
        for token in tokens(inner_pattern):
            self._token(str(token.lastgroup), token[0])
        if len(self.stack) > 1:
            raise FaultyPatternError("a ( is not closed", r"write \( when the character itself is meant")
        return _closed(self.stack[0])

    def _token(self, kind: str, lexeme: str) -> None:
        parts = self.stack[-1][-1]
        could_repeat, self.can_repeat = self.can_repeat, kind in ("escape", "cls", "dot", "plain", "close")
        match kind:
            case "escape":
                parts.append(self._escaped(lexeme))
            case "cls":
                parts.append(Signs(self._class(lexeme)))
            case "dot":
                self.is_plain = False
                parts.append(Signs(self.dot))
            case "plain":
                parts.append(Signs(self._cased(((ord(lexeme), ord(lexeme)),))))
            case "anchor":
                parts.append(Edge((), "^" if lexeme == "^" else "$"))
            case "bar":
                self.stack[-1].append([])
            case "open":
                self._open(lexeme)
            case "close" if len(self.stack) > 1:
                alternatives = self.stack.pop()
                self.stack[-1][-1].append(_closed(alternatives))
            case "repeat":
                self._repeat(lexeme, could_repeat)
            case _:
                raise _special(kind, lexeme)

    def _open(self, bracket: str) -> None:
        self.is_plain &= bracket in ("(", "(?:")
        self.stack.append([[]])
        if len(self.stack) > self.deepest + 1:
            raise FaultyPatternError("the groups are nested too deeply", f"nest at most {self.deepest}")

    def _repeat(self, repeat: str, could_repeat: bool) -> None:
        parts = self.stack[-1][-1]
        minimum, maximum = bounds_of(repeat)
        if not could_repeat and parts and isinstance(parts[-1], Repeat):
            message = f"possessive and double repeats ({repeat} after a repeat) are not ECMA-262"
            raise FaultyPatternError(message, f"remove the {repeat}")
        if not could_repeat:
            message = f"the repeat {repeat} has nothing before it that it repeats"
            raise FaultyPatternError(message, f"write \\{repeat[0]} when the character itself is meant")
        if maximum is not None and minimum > maximum:
            raise FaultyPatternError(
                f"the numbers of the repeat {repeat} are out of order", "write the smaller one first"
            )
        if holds_edge(parts[-1]):
            raise FaultyPatternError(f"the repeat {repeat} repeats ^, $ or \\b", "repeat what is beside it")
        # Some engines read no repeat of nothing.
        is_nothing = longest(parts[-1]) == 0
        self.is_plain &= not is_nothing and (len(repeat) == 1 or not repeat.endswith("?"))
        if not is_nothing:
            parts.append(Repeat(parts.pop(), minimum, maximum))

    def _escaped(self, escape: str) -> Tree:
        if escape == "\\b":
            self.can_repeat = False
            return Edge((), "\\b")
        self.is_plain &= (len(escape) == 2 and escape[1] in _PLAIN_ESCAPES) or escape.startswith("\\x")
        if (ranges := self._set(escape)) is None:
            code = self._code(escape)
            ranges = united([(code, code)])
        return Signs(self._cased(ranges))

    def _class(self, text: str) -> Ranges:
        if len(text) < 2 or not text.endswith("]") or not re.fullmatch(r"\[(?:\\.|[^\]\\])*\]", text, re.DOTALL):
            raise FaultyPatternError("a [ is not closed", r"write \[ when the character itself is meant")
        if text == ANY_SIGN:
            return EVERYTHING
        opening, items = class_items(text)
        item_ranges: list[tuple[int, int]] = []
        for first_sign, last_sign in items:
            item_ranges += self._item(first_sign, last_sign)
        # Other languages have operations on classes.
        self.is_plain &= bool(items) and "[" not in re.sub(r"\\.", "", text[1:]) and not _SETS.search(text)
        ranges = self._cased(united(item_ranges))
        return outside(ranges) if opening == "[^" else ranges

    def _item(self, first: str, last: str) -> Ranges:
        self.is_plain &= all(
            sign[:1] != "\\" or sign.startswith("\\x") or sign in _PLAIN_IN_CLASS for sign in (first, last)
        )
        ranges = self._set(first)
        if last and (ranges is not None or self._set(last) is not None):
            raise FaultyPatternError(
                f"the range {first}-{last} has a set of characters as an end", "write \\- for a hyphen"
            )
        if ranges is not None:
            return ranges
        low_code, high_code = map(self._code, (first, last or first))
        if low_code > high_code:
            raise FaultyPatternError(f"the range {first}-{last} is out of order", "write the smaller character first")
        return ((low_code, high_code),)

    def _set(self, escape: str) -> Ranges | None:
        """Return the characters of an escape that is not for one character, or None."""
        match escape[:2]:
            case "\\d" | "\\D":
                ranges: Ranges | None = DIGITS
            case "\\w" | "\\W":
                ranges = word_characters(ignores_case=self.ignores_case)
            case "\\s" | "\\S":
                ranges = BLANKS
            case "\\p" | "\\P":
                ranges = _of_property(escape)
            case _:
                return None
        return outside(ranges or ()) if escape[1].isupper() else ranges

    def _code(self, sign: str) -> int:
        """Return the code of a character; raise FaultyPatternError for an escape that ECMA-262 does not have."""
        letter = sign[1:2] if sign.startswith("\\") else ""
        if letter in _CONTROLS and len(sign) == 2 and letter != "0":
            return code_of(sign)
        if letter == "0" and len(sign) > 2:
            raise FaultyPatternError(f"{sign} is octal, which is not ECMA-262 with the flag u", "write \\x07 for \\07")
        if letter and letter in "xuc0" and (len(sign) > 2 or letter == "0"):
            code = code_of(sign)
            if code > 0x10FFFF:
                raise FaultyPatternError(f"{sign} is beyond the last character", "write a smaller number")
            return code
        if sign == "\\b":  # In a class.
            return 8
        if (letter and letter not in _ESCAPABLE) or sign == "\\":
            raise _bad_escape(sign)
        return code_of(sign)

    def _cased(self, ranges: Ranges) -> Ranges:
        return without_case(ranges) if self.ignores_case else ranges


def _closed(alternatives: list[list[Tree]]) -> Tree:
    return choice(*(sequence(*parts) for parts in alternatives))


def _of_property(escape: str) -> Ranges:
    property_name = escape[3:-1]
    ranges = property_ranges(property_name) if escape.endswith("}") else None
    if ranges is None:
        message = f"{escape} is no property of Unicode {version()} that ECMA-262 has"
        raise FaultyPatternError(message, r"write one such as \p{L}, \p{Lu}, \p{Nd} or \p{Script=Cyrillic}")
    return ranges


def _bad_escape(escape: str) -> FaultyPatternError:
    letter = escape[1:]
    if not letter:
        return FaultyPatternError("a \\ is the last character", "write \\\\ for the character itself")
    if letter in _ELSEWHERE:
        return FaultyPatternError(f"the escape {escape} is not ECMA-262", f"write {_ELSEWHERE[letter]}")
    if letter.isdigit():
        message = f"{escape} repeats what a group matched, which not every language can"
        return FaultyPatternError(message, "write out the texts")
    if letter == "k":
        return FaultyPatternError(
            "\\k repeats what a group matched, which not every language can", "write out the texts"
        )
    if letter == "B":
        return FaultyPatternError("\\B cannot be written in every language", "write out the texts")
    return FaultyPatternError(f"the escape {escape} is not ECMA-262 with the flag u", f"write {letter}")


def _special(kind: str, lexeme: str) -> FaultyPatternError:
    if kind == "close":
        return FaultyPatternError("a ) closes nothing", "write \\) when the character itself is meant")
    if kind == "stray":
        return FaultyPatternError(f"{lexeme} is on its own", f"write \\{lexeme} when the character itself is meant")
    if lexeme.startswith("(?i"):
        return FaultyPatternError(f"{lexeme} is not portable", "write /…/i around the whole pattern")
    complaint, remedy = _SPECIAL.get(lexeme, (f"{lexeme} is not portable", "use plain groups, ( and )"))
    return FaultyPatternError(complaint, remedy)
