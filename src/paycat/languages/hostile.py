"""Hostile texts, written by the data of a language and read back by it: none may end a string or a comment."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import product

from paycat.languages.source import UnsuitableValueError
from paycat.languages.syntax import CONTROL, NUMBER, WIDTH, LanguageComments, LanguageStatement, LanguageStrings

_SIGNS = [*map(chr, range(0x100)), *"\u2028\u2029\ufeff\uffff\U0001f600\U0010ffff"]
_AROUND = ("", "\\", "0")
"""What may be before and after a character of a string."""
_BETWEEN = ("", " ", "\u2028")
_DIGITS = {"hex": (16, "0-9A-Fa-f"), "octal": (8, "0-7"), "decimal": (10, "0-9")}
_LINE = "x" * WIDTH + " "
"""A word after which a comment has another line."""


def unsafe_string(language: LanguageStatement) -> tuple[str, str] | None:
    """Return a text that a string of the language does not keep, and that string; None if there is no such text."""
    strings = language.strings
    marks = (strings.quote, "\\", *strings.escapes, *strings.escapes.values(), *strings.codes.values())
    lasts = "".join(chr(int(last, 16)) for last in strings.codes)
    read = _reader(strings)
    texts = ("", lasts, *map("".join, product(_AROUND, _SIGNS, _AROUND)), *_pairs(marks))
    return _first_lost(texts, strings.written, lambda text, made: not CONTROL.search(made) and read(made) == text)


def unsafe_comment(language: LanguageStatement) -> tuple[str, str] | None:
    """Return a text that ends a comment of the language or begins another, and that comment; None if no text does."""
    comments, strings = language.comments, language.strings
    if comments is None:
        return None
    marks = (comments.begin, comments.each, comments.end, *comments.instead, *comments.instead.values(), "\\")
    # An escape at its end continues a line in languages of C's kind.
    continuing = ("\\", *(escape[0] for escape in strings.escapes.values() if escape[0] != strings.quote[0]))
    texts = (f"{before}{text}" for text in (*_SIGNS, *_pairs(marks)) for before in ("", _LINE))
    return _first_lost(texts, comments.written, lambda _, made: _is_comment(comments, made, continuing))


def _first_lost(
    texts: Iterable[str], write: Callable[[str], str], is_kept: Callable[[str, str], bool]
) -> tuple[str, str] | None:
    for text in texts:
        try:
            made = write(text)
        except UnsuitableValueError:  # No such text is ever written.
            continue
        if not is_kept(text, made):
            return text, made
    return None


def _pairs(marks: Iterable[str]) -> Iterator[str]:
    """Return each two of the marks and of their beginnings and ends, which may be a mark together."""
    whole = {text for mark in marks for text in (mark.strip(), NUMBER.sub("", mark))}
    pieces = sorted({part for mark in whole for cut in range(len(mark)) for part in (mark[cut:], mark[: cut + 1])})
    return map("".join, product(pieces, _BETWEEN, pieces, ("", "/")))


def _reader(strings: LanguageStrings) -> Callable[[str], str | None]:
    """Return what reads a string: its text, or None if it ends elsewhere than at its end."""
    codes = [NUMBER.split(form, maxsplit=1) for form in strings.codes.values()]
    bases = [_DIGITS[kind][0] for _, kind, _, _ in codes]
    numbers = [
        f"{re.escape(before)}([{_DIGITS[kind][1]}]{f'{{{width}}}' if width else '+'}){re.escape(after)}"
        for before, kind, width, after in codes
    ]
    signs = {escape: sign for sign, escape in strings.escapes.items()}
    escapes = sorted(map(re.escape, signs), key=len, reverse=True)
    part = re.compile("|".join([*numbers, *escapes, f"(?P<end>{re.escape(strings.quote)})", "."]), re.DOTALL)

    def read(made: str) -> str | None:
        units = ""
        for found in part.finditer(made, len(strings.quote)):
            if found["end"]:
                is_end = found.end() == len(made)
                return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if is_end else None
            # Digits of the text that follow a code may make a number that is no code point, and so another text.
            code = int(found[found.lastindex], bases[found.lastindex - 1]) if found.lastindex else 0
            units += chr(code % (sys.maxunicode + 1)) if found.lastindex else signs.get(found[0], found[0])
        return None

    return read


def _is_comment(comments: LanguageComments, made: str, continuing: tuple[str, ...]) -> bool:
    """Tell whether a comment ends at its end, where no comment may be inside of another."""
    begin, end = comments.begin, comments.end.strip()
    if CONTROL.search(made.replace("\n", "")):
        return False
    if not begin:
        each, lines = comments.each, made.split("\n")
        return bool(each.strip()) and all(line.startswith(each) and not line.endswith(continuing) for line in lines)
    body = made[len(begin) : len(made) - len(end)]
    is_closed = bool(end) and made.find(end, len(begin)) == len(made) - len(end)
    return is_closed and begin[:2] not in body + end[:1]
