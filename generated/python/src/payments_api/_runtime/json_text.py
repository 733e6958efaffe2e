# Part of paycat's runtime, copied unchanged. Do not edit.

"""Reads JSON texts, and says where one cannot be read.

The words are those of `json.ts` in the generated TypeScript package. They repeat nothing of the text.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

UNREADABLE = (ValueError, ArithmeticError, RecursionError)
"""What reading raises. Such an error may hold the text, and with it what is sensitive."""

_BRACKET_OR_QUOTE = re.compile(rb'\\.|["\[\]{}]', re.DOTALL)
_WIDER_ENCODING = re.compile(rb"\xff\xfe|\xfe\xff|.?\0", re.DOTALL)
_BLANKS = " \t\n\r"
_BLANK = re.compile(f"[{_BLANKS}]*")
_IN_QUOTES = re.compile(
    r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
)
_NUMBER_OR_WORD = re.compile(
    r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null"
)


class Fault(NamedTuple):
    """Why a text cannot be read, and where; lines and columns count from 1, and 0 is no place."""

    message: str
    line: int = 0
    column: int = 0


@dataclass(frozen=True, slots=True)
class JsonReader:
    """Reads JSON texts.

    Attributes:
        subject: What messages call a text, such as `the body`.
        number: Returns a number with a fraction or an exponent. Raises ValueError or ArithmeticError.
        number_fault: What is wrong with a text that has a number which is not read.
        string_fault: Returns what is wrong with a text that has a string; empty if nothing is.
    """

    subject: str
    number: Callable[[str], object]
    number_fault: str
    string_fault: Callable[[str], str] = lambda string: ""
    _decoder: json.JSONDecoder = field(init=False)

    def __post_init__(self) -> None:
        decoder = json.JSONDecoder(
            parse_float=self.number,
            parse_constant=_constant,
            object_pairs_hook=_members,
        )
        object.__setattr__(self, "_decoder", decoder)

    def value(self, content: bytes, deepest: int) -> object:
        """Return the value of a text. Raises UNREADABLE; `fault` says why."""
        if nests_deeper(content, deepest):
            raise ValueError("it nests deeper")
        return self._decoder.decode(content.decode())

    def fault(self, content: bytes, deepest: int) -> Fault:
        """Return the first fault of a text that is not read."""
        no_utf_8 = f"{self.subject} is not UTF-8 text"
        if _WIDER_ENCODING.match(content):
            return _placed(f"{no_utf_8}: it looks like UTF-16 or UTF-32", "")
        try:
            text = content.decode()
        except UnicodeDecodeError as error:
            return _placed(no_utf_8, content[: error.start].decode())
        try:
            _Walk(self, text, deepest).whole()
        except _StoppedError as stopped:
            return _placed(stopped.words, text[: stopped.offset])
        return Fault(f"{self.subject} is beyond what can be read")


def nests_deeper(text: bytes, levels: int) -> bool:
    """Return whether a JSON text nests deeper than so many levels."""
    if text.count(b"{") + text.count(b"[") <= levels:
        return False
    depth, quoted = 0, False
    for match in _BRACKET_OR_QUOTE.finditer(text):
        token = match[0]
        if token == b'"':
            quoted = not quoted
        elif not quoted:
            depth += (token in b"[{") - (token in b"]}")
            if depth > levels:
                return True
    return False


def _constant(text: str) -> object:
    raise ValueError(f"{text} is not JSON")


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise ValueError("a member name occurs twice")
    return members


def _placed(words: str, before: str) -> Fault:
    line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
    return Fault(f"{words} (line {line}, column {column})", line, column)


class _StoppedError(Exception):
    """What is wrong at a place of a text."""

    def __init__(self, words: str, offset: int) -> None:
        self.words = words
        self.offset = offset
        super().__init__(words)


class _Walk:
    """A walk through a text to its first fault, at any depth: it does not call itself."""

    def __init__(self, reader: JsonReader, text: str, deepest: int) -> None:
        self._reader = reader
        self._text = text
        self._deepest = deepest
        self._at: int = 0
        # The names of each object that is open; an array has none.
        self._names: list[set[str] | None] = []

    def whole(self) -> None:
        """Walk to the end. Raises _StoppedError."""
        if self._text.startswith("\ufeff"):
            raise self._unexpected("it starts with a byte order mark")
        while True:
            is_open = self._value()
            sign = self._sign()
            while self._names and sign == self._end():
                self._names.pop()
                sign = self._sign(1)
                is_open = False
            if not self._names:
                break
            if not is_open:
                if sign != ",":
                    raise self._unexpected(f"a comma or {self._end()} is expected")
                self._at += 1
            if (names := self._names[-1]) is not None:
                self._name(names)
        if sign:
            raise self._unexpected("its end is expected")

    def _value(self) -> bool:
        """Pass a value. Return whether it is an object or an array, of which only the beginning is passed."""
        sign = self._sign()
        if sign in ("{", "["):
            if len(self._names) == self._deepest:
                words = (
                    f"{self._reader.subject} nests deeper than {self._deepest} levels"
                )
                raise _StoppedError(words, self._at)
            self._names.append(set() if sign == "{" else None)
            self._at += 1
            return True
        if sign == '"':
            self._string()
            return False
        match = _NUMBER_OR_WORD.match(self._text, self._at)
        if not match:
            raise self._unexpected("a value is expected")
        if not match[0].isalpha():
            self._check_number(match[0])
        self._at = match.end()
        return False

    def _check_number(self, number: str) -> None:
        try:
            (int if number.lstrip("-").isdigit() else self._reader.number)(number)
        except (ValueError, ArithmeticError):
            raise _StoppedError(self._reader.number_fault, self._at) from None

    def _name(self, names: set[str]) -> None:
        if self._sign() != '"':
            raise self._unexpected("a name in double quotes is expected")
        offset = self._at
        name = self._string()
        if name in names:
            raise _StoppedError("a member name occurs twice in one object", offset)
        names.add(name)
        if self._sign() != ":":
            raise self._unexpected("a colon is expected")
        self._at += 1

    def _string(self) -> str:
        offset = self._at
        match = _IN_QUOTES.match(self._text, offset + 1)
        self._at = match.end() if match else offset
        ending = self._text[self._at : self._at + 1]
        if ending == "":
            raise self._unexpected("a closing quote is expected")
        if ending == "\\":
            raise self._unexpected("the escape after the backslash is unknown")
        if ending != '"':
            raise self._unexpected(
                "a line break or other control character must be escaped"
            )
        self._at += 1
        string = self._text[offset + 1 : self._at - 1]
        if "\\" in string:
            string = json.loads(f'"{string}"')
        if fault := self._reader.string_fault(string):
            raise _StoppedError(fault, offset)
        return string

    def _sign(self, passed: int = 0) -> str:
        """Pass some signs and the blanks behind them. Return the sign at that place; empty at the end."""
        self._at += passed
        sign = self._text[self._at : self._at + 1]
        if sign in _BLANKS and (blanks := _BLANK.match(self._text, self._at)):
            self._at = blanks.end()
            sign = self._text[self._at : self._at + 1]
        return sign

    def _end(self) -> str:
        return "]" if self._names[-1] is None else "}"

    def _unexpected(self, words: str) -> _StoppedError:
        return _StoppedError(f"{self._reader.subject} is not JSON: {words}", self._at)
