"""Languages as data: how their strings, comments and names are written.

The languages that paycat knows are instances of what a pack states of a language of its own.
"""

import re
import textwrap
from collections.abc import Iterator
from typing import Annotated

from pydantic import Field

from paycat.catalogue import forms
from paycat.catalogue.statement import Statement
from paycat.catalogue.values import ListOf, PayloadText, TableOf, Text
from paycat.languages.source import UnsuitableValueError
from paycat.text.characters import name_of

WIDTH = 120
NUMBER = re.compile(r"\{(hex|octal|decimal)([1-8]?)\}")
"""The place of the number in the form of a code: its base and, where it always has as many digits, their count."""
BASES = {"hex": "x", "octal": "o", "decimal": "d"}
_LAST_UNIT = 0xFFFF
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


class LanguageStrings(Statement):
    """How texts are written as strings of a language; ASCII letters, digits and blanks are written as they are."""

    quote: Text = Field(description="What begins and ends a string.")
    escapes: TableOf[Annotated[Text, forms.CHARACTER], Text] = Field(
        default_factory=dict, description="How characters are written that have an escape of their own."
    )
    codes: TableOf[Annotated[Text, forms.CODE_POINT], Annotated[Text, forms.WRITTEN_CODE]] = Field(
        default_factory=dict,
        description="How other characters are written, also control characters, each form by the last code point "
        "that it is for. {hex}, {octal} or {decimal} is the code, with eight digits as {hex8}. Without a form above "
        "ffff, such a character is two codes, the units of UTF-16. Go needs 10ffff: '\\U{hex8}'.",
    )
    plain: Text = Field(default=" ", description="Other signs that are written as they are.")

    def written(self, text: str) -> str:
        """Return a text as a string. Raises UnsuitableValueError for what a string cannot have."""
        if any("\ud800" <= sign <= "\udfff" for sign in text):
            raise UnsuitableValueError("a text has half of a surrogate pair, which is no character")
        return f"{self.quote}{''.join(map(self._sign, text))}{self.quote}"

    def _sign(self, sign: str) -> str:
        if sign in self.escapes:
            return self.escapes[sign]
        is_plain = sign in self.plain or sign == " " or (sign.isascii() and sign.isalnum())
        return sign if is_plain else "".join(self._coded(sign))

    def _coded(self, sign: str) -> Iterator[str]:
        code_forms = sorted((int(last_code, 16), form) for last_code, form in self.codes.items())
        units = [ord(sign)]
        if code_forms and code_forms[-1][0] <= _LAST_UNIT < units[0]:
            utf16_bytes = sign.encode("utf-16-be")
            units = [int.from_bytes(utf16_bytes[:2]), int.from_bytes(utf16_bytes[2:])]
        for unit in units:
            form = next((form for last_code, form in code_forms if unit <= last_code), None)
            if form is None:
                raise UnsuitableValueError(f"a string cannot have the character {name_of(sign)}")
            prefix, base, width, suffix = NUMBER.split(form, maxsplit=1)
            yield f"{prefix}{unit:0{width}{BASES[base]}}{suffix}"


class LanguageComments(Statement):
    """How texts are written as comments of a language; without `begin`, each line is a comment of its own."""

    begin: Text = Field(default="", description="What begins a comment of several lines.")
    each: PayloadText = Field(default="", description="What each line of a comment begins with.")
    end: Text = Field(default="", description="What ends a comment of several lines.")
    instead: TableOf[Text, Text] = Field(
        default_factory=dict,
        description="Texts that would begin, end or (as \\ does) continue a comment, and what replaces them.",
    )

    def written(self, text: str, indent: int = 0) -> str:
        """Return a text as a comment, wrapped; every line but the first is indented."""
        content = CONTROL.sub(lambda sign: f"\\u{ord(sign[0]):04x}", " ".join(text.split()))
        for unwanted_text, replacement in self.instead.items():
            content = content.replace(unwanted_text, replacement)
        line = f"{self.begin} {content} {self.end.strip()}"
        if self.begin and indent + len(line) <= WIDTH:
            return line
        lines = textwrap.wrap(content, WIDTH - indent - len(self.each), break_long_words=False, break_on_hyphens=False)
        comment_lines = [self.begin, *(f"{self.each}{part}" for part in lines or [""]), self.end]
        return f"\n{' ' * indent}".join(filter(None, comment_lines))


class LanguageNames(Statement):
    """How names are written in a language: ASCII letters and digits, of which none is the first, and a few signs."""

    signs: Annotated[Text, forms.NAME_SIGNS] = Field(
        default="_", description="Signs of names beside letters and digits."
    )
    reserved: ListOf[Text] = Field(default=(), description="Words that are no names.")
    quoted: Annotated[Text, forms.QUOTED_NAME] | None = Field(
        default=None, description="How a reserved word is written where it is a name; it has {name}."
    )

    def is_name(self, text: str) -> bool:
        """Return whether a text has the form of a name, which a reserved word has too."""
        sign_pattern = re.escape(self.signs)
        return bool(re.fullmatch(f"[A-Za-z{sign_pattern}][A-Za-z0-9{sign_pattern}]*", text))

    def written(self, text: str) -> str:
        """Return a text as a name. Raises UnsuitableValueError for a text that is none."""
        is_reserved = text in self.reserved
        if not self.is_name(text) or (is_reserved and not self.quoted):
            raise UnsuitableValueError(f"{text[:60]!r} is not a name")
        return self.quoted.replace("{name}", text) if is_reserved and self.quoted else text


class LanguageStatement(Statement):
    """A language of templates as data: templates print values through `<name>_string` and the like."""

    name: Annotated[Text, forms.CODE] = Field(description="Name of the language, which its filters begin with.")
    endings: ListOf[Annotated[Text, forms.ENDING]] = Field(min_length=1, description="Endings of its files.")
    strings: LanguageStrings = Field(description="Strings, by the filter `<name>_string`.")
    comments: LanguageComments | None = Field(default=None, description="Comments, by the filter `<name>_comment`.")
    names: LanguageNames | None = Field(default=None, description="Names, by the filter `<name>_name`.")
