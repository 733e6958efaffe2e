"""What is wrong with a language as data: hostile texts, written by it and read back, end a string or a comment."""

import re
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import product

from paycat.languages import syntax
from paycat.languages.source import UnsuitableValueError
from paycat.languages.syntax import CONTROL, NUMBER, WIDTH
from paycat.yaml.layout import quoted

Mistake = tuple[tuple[str | int, ...], str, str]
"""The keys to a place in the data of a language, what is wrong there, and what to do."""
_SIGNS = [*map(chr, range(0x100)), *"\u2028\u2029\ufeff\uffff\U0001f600\U0010ffff"]
_AROUND = ("", "\\", "0")
"""What may be before and after a character of a string."""
_BETWEEN = ("", " ", "\u2028")
_DIGITS = {"hex": (16, "0-9A-Fa-f"), "octal": (8, "0-7"), "decimal": (10, "0-9")}
_LINE = "x" * WIDTH + " "
"""A word after which a comment has another line."""


def mistakes_in(language: syntax.LanguageStatement) -> list[Mistake]:
    """Return what is wrong with the data of a language."""
    mistakes = [*_of_escapes(language.strings)] or [*_of_strings(language.strings)]
    if language.comments:
        mistakes += _of_comments(language.comments, language.strings)
    return [*mistakes, *(_of_names(language.names) if language.names else ())]


def _of_escapes(strings: syntax.LanguageStrings) -> Iterator[Mistake]:
    """Yield escapes that are a text as well, except by a sign in `plain`: a reader that knows them does not notice."""
    stated = {("escapes", sign): escape for sign, escape in strings.escapes.items()}
    for keys, escape in (stated | {("codes", last): code for last, code in strings.codes.items()}).items():
        first = NUMBER.sub("0", escape)[0]
        if strings.is_plain(first) and first not in strings.plain:
            message = f"{_shown(escape)} begins with {_shown(first)}, which texts have too"
            yield ("strings", *keys), message, "begin it with a sign of `escapes`"


def _of_strings(strings: syntax.LanguageStrings) -> Iterator[Mistake]:
    read, codes = _reader(strings), sorted((int(last, 16), last) for last in strings.codes)
    marks = (strings.quote, "\\", *strings.escapes, *strings.escapes.values(), *strings.codes.values())
    around = map("".join, product(_AROUND, _SIGNS, _AROUND))
    texts = (*(chr(last) for last, _ in codes), *_SIGNS, *around, *_pairs(marks))
    for text, message in _lost(texts, strings.written, lambda text, made: read(made) == text):
        entry = ["codes", *(key for last, key in codes if ord(text[0]) <= last)][:2]
        if text[0] in strings.escapes or strings.is_plain(text[0]):
            entry = ["escapes", text[0]] if text[0] in strings.escapes else ["plain"]
        hint = "state in `escapes` or `codes` how each of its signs is written, or take it out of `plain`"
        yield ("strings", *entry), message, hint


def _of_comments(comments: syntax.LanguageComments, strings: syntax.LanguageStrings) -> Iterator[Mistake]:
    begin, each, end = comments.begin, comments.each, comments.end
    if bool(begin) != bool(end) or not (begin or each.strip()):
        missing = "end" if begin else "begin" if end else "each"
        yield ("comments",), f"`{missing}` is missing or blank", "state `begin` and `end`, or `each` for lines alone"
        return
    marks = (begin, each, end, *comments.instead, *comments.instead.values(), "\\")
    # An escape at its end continues a line in languages of C's kind.
    continuing = ("\\", *(escape[0] for escape in strings.escapes.values() if escape[0] != strings.quote[0]))
    texts = (f"{before}{text}" for text in (*_SIGNS, *_pairs(marks)) for before in ("", _LINE))
    for _, message in _lost(texts, comments.written, lambda _, made: _is_comment(comments, made, continuing)):
        hint = "state in `instead` what replaces each text that ends, begins or continues a comment"
        yield ("comments",), message, hint


def _of_names(names: syntax.LanguageNames) -> Iterator[Mistake]:
    for index, word in enumerate(names.reserved):
        before, _, after = (names.quoted or "").partition("{name}")
        name = f"{before}{word}{after}" if names.quoted else ""
        if not names.is_name(word):
            yield ("names", "reserved", index), f"{_shown(word)} is no name", "list single words"
        elif name in names.reserved or (name and names.is_name(f"a{before}") and not names.is_name(name)):
            what = "reserved" if name in names.reserved else "no name"
            message = f"{_shown(word)} is written as {_shown(name)}, which is {what}"
            yield ("names", "quoted"), message, "add `signs` of names, or other signs before {name}"
            return


def _lost(
    texts: Iterable[str], write: Callable[[str], str], is_kept: Callable[[str, str], bool]
) -> Iterator[tuple[str, str]]:
    """Yield the first text that is not kept, and how it is written."""
    for text in texts:
        with suppress(UnsuitableValueError):  # No such text is ever written.
            made = write(text)
            if not is_kept(text, made):
                shown = f"the text {_shown(text)} is written as {_shown(made)}"
                yield text, f"{shown}, which ends elsewhere or is another text"
                return


def _shown(text: str) -> str:
    """Return the end of a text as YAML has it in quotes."""
    return "'{}'".format(text[-40:].replace("'", "''")) if text.isprintable() else quoted(text[-40:])


def _pairs(marks: Iterable[str]) -> list[str]:
    """Return the marks, their beginnings and ends, and each two of these, which may be a mark together."""
    filled = (NUMBER.sub(lambda number: "0" * int(number[2] or 1), mark) for mark in marks)
    whole = {text for mark in filled for text in (mark.strip(), mark)}
    pieces = sorted({part for mark in whole for cut in range(len(mark)) for part in (mark[cut:], mark[: cut + 1])})
    return [*pieces, *map("".join, product(pieces, _BETWEEN, pieces, ("", "/")))]


def _reader(strings: syntax.LanguageStrings) -> Callable[[str], str | None]:
    """Return what reads a string: its text, or None if it ends elsewhere than at its end."""
    codes = [NUMBER.split(form, maxsplit=1) for form in strings.codes.values()]
    bases = [_DIGITS[kind][0] for _, kind, _, _ in codes]
    numbers = [
        f"{re.escape(before)}([{_DIGITS[kind][1]}]{f'{{{width}}}' if width else '+'}){re.escape(after)}"
        for before, kind, width, after in codes
    ]
    signs = {escape: sign for sign, escape in reversed(strings.escapes.items())}
    escapes = sorted(map(re.escape, signs), key=len, reverse=True)
    quote = re.escape(strings.quote)
    end = f"{quote * 2}|{quote}" if strings.quote * 2 in signs else quote
    part = re.compile("|".join([end, *numbers, *escapes, "."]), re.DOTALL)

    def read(made: str) -> str | None:
        units = ""
        for found in part.finditer(made, len(strings.quote)) if not CONTROL.search(made) else ():
            if found[0] == strings.quote:
                is_end = found.end() == len(made)
                return units.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace") if is_end else None
            # Digits of the text that follow a code may make a number that is no code point, and so another text.
            code = int(found[found.lastindex], bases[found.lastindex - 1]) if found.lastindex else 0
            units += chr(code % (sys.maxunicode + 1)) if found.lastindex else signs.get(found[0], found[0])
        return None

    return read


def _is_comment(comments: syntax.LanguageComments, made: str, continuing: tuple[str, ...]) -> bool:
    """Tell whether a comment ends at its end, where no comment may be inside of another."""
    begin, end = comments.begin, comments.end.strip()
    if CONTROL.search(made.replace("\n", "")):
        return False
    if not begin:
        return all(line.startswith(comments.each) and not line.endswith(continuing) for line in made.split("\n"))
    is_closed = made.find(end, len(begin)) == len(made) - len(end)
    return is_closed and begin[:2] not in made[len(begin) : len(made) - len(end)] + end[:1]
