"""What is wrong with a language as data: a text that ends a string or a comment, or that is read as another."""

from collections.abc import Iterator
from itertools import pairwise, product
from string import ascii_letters, digits, hexdigits, octdigits

from paycat.languages import syntax
from paycat.languages.syntax import BASES, CONTROL, NUMBER, WIDTH
from paycat.yaml.layout import quoted

Mistake = tuple[tuple[str | int, ...], str, str]
"""The keys to a place in the data of a language, what is wrong there, and what to do."""
_DIGITS = {"hex": hexdigits, "octal": octdigits, "decimal": digits}
_SIGNS = [*map(chr, range(0x100)), *"\u2028\u2029\ufeff\uffff\U0001f600\U0010ffff"]


def mistakes_in(language: syntax.LanguageStatement) -> list[Mistake]:
    """Return what is wrong with the data of a language."""
    mistakes = [*_of_strings(language.strings)]
    if language.comments:
        mistakes += _of_comments(language.comments, language.strings)
    return [*mistakes, *(_of_names(language.names) if language.names else ())]


def _of_strings(strings: syntax.LanguageStrings) -> Iterator[Mistake]:
    """Yield what makes strings ambiguous: every text is read as itself if no sign begins as another one is written."""
    plain_signs = dict.fromkeys(f" {ascii_letters}{digits}{strings.plain}")
    forms: list[tuple[str, str, tuple[str, ...]]] = [(strings.quote, "ends a string", ("quote",))]
    forms += [(sign, "texts have too", ("plain",)) for sign in plain_signs if sign not in strings.escapes]
    # As no string follows another, a quote twice is no end.
    escape_pairs = [pair for pair in strings.escapes.items() if pair[1] != strings.quote * 2]
    forms += [(escape, f"is the escape of {_shown(sign)}", ("escapes", sign)) for sign, escape in escape_pairs]
    for last, code in strings.codes.items():
        prefix, base, width, suffix = NUMBER.split(code, maxsplit=1)
        forms += [(f"{prefix}{digit}", "begins a code", ("codes", last)) for digit in _DIGITS[base]]
        if suffix[:1] in _DIGITS[base] and len(f"{int(last, 16):{BASES[base]}}") > int(width or 0):
            message = f"a digit of the text may follow the number in {_shown(code)}"
            yield ("strings", "codes", last), message, "write how many digits it has, as in {hex4}, or a sign after it"
    for form, _, keys in forms:
        if CONTROL.search(form):
            yield ("strings", *keys), f"a string has {_shown(form)} as it is", "state an escape or a code"
    for (begin, meaning, _), (form, _, keys) in pairwise(sorted(forms, key=lambda triple: triple[0])):
        if form.startswith(begin):
            steps, hint = keys, "write another that begins with a sign of `escapes`, or the quote twice"
            if begin in strings.plain:
                steps, hint = ("plain",), f"take {_shown(begin)} out of `plain`"
            yield ("strings", *steps), f"{_shown(form)} begins with {_shown(begin)}, which {meaning}", hint
            return


def _of_comments(comments: syntax.LanguageComments, strings: syntax.LanguageStrings) -> Iterator[Mistake]:
    begin, each, end = comments.begin, comments.each, comments.end
    if bool(begin) != bool(end) or not (begin or each.strip()):
        missing = "end" if begin else "begin" if end else "each"
        yield ("comments",), f"`{missing}` is missing or blank", "state `begin` and `end`, or `each` for lines alone"
        return
    comment_texts = (begin, each, end, *comments.instead, *comments.instead.values(), "\\")
    marks = {mark for text in comment_texts for mark in (text.strip(), text)}
    pieces = sorted({piece for mark in marks for cut in range(len(mark)) for piece in (mark[cut:], mark[: cut + 1])})
    texts = [*_SIGNS, *map("".join, product(pieces, ("", " ", "\u2028"), pieces, ("", "/")))]
    # An escape at its end continues a line in languages of C's kind.
    continuing_signs = ("\\", *(escape[0] for escape in strings.escapes.values() if escape[0] != strings.quote[0]))
    for text in (f"{prefix}{text}" for text in texts for prefix in ("", "x" * WIDTH + " ")):  # Also on a second line.
        comment = comments.written(text)
        if not _is_comment(comments, comment, continuing_signs):
            message = f"the text {_shown(text)} is written as {_shown(comment)}, which is not one comment"
            hint = "state in `instead` what replaces each text that ends, begins or continues a comment"
            yield ("comments",), message, hint
            return


def _of_names(names: syntax.LanguageNames) -> Iterator[Mistake]:
    for index, word in enumerate(names.reserved):
        prefix, _, suffix = (names.quoted or "").partition("{name}")
        name = f"{prefix}{word}{suffix}" if names.quoted else ""
        if not names.is_name(word):
            yield ("names", "reserved", index), f"{_shown(word)} is no name", "list single words"
        elif name in names.reserved or (name and names.is_name(f"a{prefix}") and not names.is_name(name)):
            fault = "reserved" if name in names.reserved else "no name"
            message = f"{_shown(word)} is written as {_shown(name)}, which is {fault}"
            yield ("names", "quoted"), message, "add `signs` of names, or other signs before {name}"
            return


def _shown(text: str) -> str:
    """Return the end of a text as YAML has it in quotes."""
    return "'{}'".format(text[-40:].replace("'", "''")) if text.isprintable() else quoted(text[-40:])


def _is_comment(comments: syntax.LanguageComments, comment: str, continuers: tuple[str, ...]) -> bool:
    """Tell whether a comment ends at its end, where no comment may be inside of another."""
    begin, end = comments.begin, comments.end.strip()
    if CONTROL.search(comment.replace("\n", "")):
        return False
    if not begin:
        return all(line.startswith(comments.each) and not line.endswith(continuers) for line in comment.split("\n"))
    is_closed = comment.find(end, len(begin)) == len(comment) - len(end)
    return is_closed and begin[:2] not in comment[len(begin) : len(comment) - len(end)] + end[:1]
