# Part of paycat's runtime, copied unchanged. Do not edit.

"""Says where a JSON text cannot be read, and why.

The words are those of `json.ts` in the generated TypeScript package. They repeat nothing of the text.
"""

import json
import re
from collections.abc import Callable
from dataclasses import dataclass, field

_WIDER_ENCODING = re.compile(rb"\xff\xfe|\xfe\xff|\0.|.\0", re.DOTALL)
_NO_UTF_8 = re.compile("[\udc80-\udcff]")
_BLANKS = re.compile("[ \t\n\r]*")
_IN_QUOTES = re.compile(
    r'[^"\\\x00-\x1f]*+(?:\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})[^"\\\x00-\x1f]*+)*+'
)
_NUMBER_OR_WORD = re.compile(
    r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?|true|false|null"
)


class JsonError(ValueError):
    """The text is not one JSON object, or not one that is read; the message says why.

    `line` and `column` count from 1; they are 0 if the text as a whole is wrong.
    """

    def __init__(self, message: str, line: int = 0, column: int = 0) -> None:
        self.line = line
        self.column = column
        super().__init__(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class JsonForm:
    """What a JSON text has to be, and what is said where it is not.

    Attributes:
        error: The error of a text that is not read.
        subject: What messages call a text, such as `the body`.
        number_fault: What is wrong with a text that has a number which is not read.
        string_fault: Returns what is wrong with a text that has a string; empty if nothing is.
        decoder: Reads strings and numbers.
    """

    error: type[JsonError]
    subject: str
    number_fault: str
    string_fault: Callable[[str], str] = lambda string: ""
    decoder: json.JSONDecoder = field(init=False)


class FaultWalk:
    """A walk through a text to its first fault, at any depth: it does not call itself."""

    def __init__(self, form: JsonForm, content: bytes, deepest: int) -> None:
        self._form = form
        self._content = content
        self._text = content.decode(errors="surrogateescape")
        self._deepest = deepest
        self._at = 0
        # The end of each object and array that is open, and the names of its members.
        self._open: list[tuple[str, set[str]]] = []

    def to_fault(self) -> None:
        """Raise the error of the first fault, if there is one."""
        self._check_encoding()
        is_first = self._value()
        while self._open:
            end, names = self._open[-1]
            if self._sign() == end:
                self._at += 1
                self._open.pop()
                is_first = False
                continue
            if not is_first:
                self._take(",", f"a comma or {end} is expected")
            if end == "}":
                self._name(names)
            is_first = self._value()
        if self._sign():
            raise self._no_json("its end is expected")

    def _check_encoding(self) -> None:
        no_utf_8 = f"{self._form.subject} is not UTF-8 text"
        if _WIDER_ENCODING.match(self._content):
            raise self._fault(f"{no_utf_8}: it looks like UTF-16 or UTF-32", 0)
        if match := _NO_UTF_8.search(self._text):
            raise self._fault(no_utf_8, match.start())
        if self._text.startswith("\ufeff"):
            raise self._no_json("it starts with a byte order mark")

    def _value(self) -> bool:
        """Pass a value; only the beginning of an object or array. Return whether it is one of these."""
        sign = self._sign()
        if sign in ("{", "["):
            if len(self._open) == self._deepest:
                levels = f"nests deeper than {self._deepest} levels"
                raise self._fault(f"{self._form.subject} {levels}", self._at)
            self._open.append(("}" if sign == "{" else "]", set()))
            self._at += 1
            return True
        if sign == '"':
            self._string()
        else:
            self._number_or_word()
        return False

    def _name(self, names: set[str]) -> None:
        if self._sign() != '"':
            raise self._no_json("a name in double quotes is expected")
        offset = self._at
        name = self._string()
        if name in names:
            raise self._fault("a member name occurs twice in one object", offset)
        names.add(name)
        self._take(":", "a colon is expected")

    def _string(self) -> str:
        offset = self._at
        self._at += 1
        string = self._pass(_IN_QUOTES)
        if self._text.startswith("\\", self._at):
            raise self._no_json("the escape after the backslash is unknown")
        if self._at == len(self._text):
            raise self._no_json("a closing quote is expected")
        if self._text[self._at] != '"':
            words = "a line break or other control character must be escaped"
            raise self._no_json(words)
        self._at += 1
        if "\\" in string:
            string = self._form.decoder.decode(f'"{string}"')
        if fault := self._form.string_fault(string):
            raise self._fault(fault, offset)
        return string

    def _number_or_word(self) -> None:
        offset = self._at
        token = self._pass(_NUMBER_OR_WORD)
        if not token:
            raise self._no_json("a value is expected")
        try:
            self._form.decoder.decode(token)
        except (ValueError, ArithmeticError):
            raise self._fault(self._form.number_fault, offset) from None

    def _sign(self) -> str:
        """Pass blanks. Return the character behind them, empty at the end."""
        self._pass(_BLANKS)
        return self._text[self._at : self._at + 1]

    def _take(self, sign: str, otherwise: str) -> None:
        if self._sign() != sign:
            raise self._no_json(otherwise)
        self._at += 1

    def _pass(self, form: re.Pattern[str]) -> str:
        match = form.match(self._text, self._at)
        self._at = match.end() if match else self._at
        return match[0] if match else ""

    def _no_json(self, words: str) -> JsonError:
        return self._fault(f"{self._form.subject} is not JSON: {words}", self._at)

    def _fault(self, words: str, offset: int) -> JsonError:
        line = self._text.count("\n", 0, offset) + 1
        column = offset - self._text.rfind("\n", 0, offset)
        return self._form.error(f"{words} (line {line}, column {column})", line, column)
