"""The languages of templates: the endings of their files, and the filters that print values."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import PurePosixPath
from string import punctuation
from typing import Any

from paycat.languages import data, javascript, markdown, python
from paycat.languages.data import shell, shell_variable
from paycat.languages.source import Source
from paycat.languages.syntax import LanguageStatement, LanguageStrings

Filter = Callable[..., Any]


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """A language of templates: the endings of its files, and its filters; equal to itself alone.

    `others` are filters for source of other languages that it may have inside, and `inside` names those languages.
    """

    name: str
    endings: tuple[str, ...]
    own_filters: Mapping[str, Filter] = field(default_factory=dict)
    others: Mapping[str, Filter] = field(default_factory=dict)
    inside: tuple[str, ...] = ()

    @property
    def filters(self) -> Mapping[str, Filter]:
        """Every filter that templates of the language may use to print a value."""
        return {**self.own_filters, **self.others}

    def prints(self, value: object) -> bool:
        """Return whether a template may print a value unchanged: a whole number, its own source, or text of HTML."""
        if isinstance(value, str):
            return self.name == "html" or getattr(value, "language", None) in (self.name, *self.inside)
        return type(value) is int


def _line(value: str | int | Decimal) -> Source:
    return Source(" ".join(str(value).split()), "text")


def stated_language(statement: LanguageStatement) -> Language:
    """Return a language with the filters that its data makes: strings, and comments and names where it states them."""
    filters = {
        f"{statement.name}_{kind}": _writer(statement.name, part.written)
        for kind, part in (("string", statement.strings), ("comment", statement.comments), ("name", statement.names))
        if part
    }
    return Language(statement.name, statement.endings, filters)


def _writer(language: str, write: Callable[..., str]) -> Filter:
    def written(value: str | int | Decimal, *options: int, **named: int) -> Source:
        return Source(write(str(value), *options, **named), language)

    return written


def _with_strings(name: str, ending: str, codes: dict[str, str], escapes: dict[str, str] | None = None) -> Language:
    """Return a language with strings of C's kind: ASCII alone, so that no encoding and no invisible character matters.

    What it would read as more than text (`$` in PHP, `#` in Ruby) has an escape.
    """
    strings = LanguageStrings(quote='"', escapes={**_OF_C, **(escapes or {})}, codes=codes, plain=punctuation)
    return stated_language(LanguageStatement(name=name, endings=(ending,), strings=strings))


_OF_C = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_BRACES = {"10ffff": r"\u{{hex}}"}
_PYTHON_CODE: Mapping[str, Filter] = {
    "python_literal": python.literal,
    "python_value": python.value,
    "python_name": python.name,
}
_PYTHON: Mapping[str, Filter] = {
    **_PYTHON_CODE,
    "python_docstring": python.docstring,
    "python_filled_docstring": python.filled_docstring,
    "python_docstring_text": python.docstring_text,
    "python_comment": python.comment,
    "python_entry": python.entry,
    "python_tuples": python.tuples,
}
_MARKDOWN: Mapping[str, Filter] = {
    "markdown_text": markdown.text,
    "markdown_code": markdown.code,
    "markdown_fenced": markdown.fenced,
}
_JSON: Mapping[str, Filter] = {"json": data.json}

LANGUAGES: tuple[Language, ...] = (
    _with_strings("go", ".go", {"ffff": r"\u{hex4}", "10ffff": r"\U{hex8}"}),
    Language("html", (".html",)),
    # `\u` is read before all else in Java: ASCII is written without it.
    _with_strings("java", ".java", {"7f": r"\{octal3}", "ffff": r"\u{hex4}"}),
    Language(
        "javascript",
        (".js", ".mjs", ".ts"),
        {"js": data.js, "js_name": javascript.name, "js_member": javascript.member, "tsdoc": javascript.tsdoc},
    ),
    Language("json", (".json", ".jsonl"), _JSON),
    Language(
        "markdown",
        (".md",),
        _MARKDOWN,
        {**_PYTHON_CODE, **_JSON, "js": data.js, "js_name": javascript.name, "shell": shell, "yaml": data.yaml},
        ("python", "json", "javascript", "shell", "yaml"),
    ),
    _with_strings("php", ".php", _BRACES, {"$": r"\$"}),
    Language("python", (".py",), _PYTHON),
    _with_strings("ruby", ".rb", _BRACES, {"#": r"\#"}),
    Language("shell", (".sh",), {"shell": shell, "shell_variable": shell_variable}, {"python_literal": python.literal}),
    Language("text", (".txt",), {"line": _line}),
    Language("toml", (".toml",), {"toml_string": data.toml_string}),
    Language("yaml", (".yaml", ".yml"), {"yaml": data.yaml}),
)
"""Every language. HTML needs no filter: Jinja escapes what its templates print."""


def language_of(file_name: str, languages: Iterable[Language] = LANGUAGES) -> Language | None:
    """Return the language of a template's file name, such as `client.py.j2`; None for an unknown ending."""
    ending = PurePosixPath(file_name.removesuffix(".j2")).suffix
    return next((language for language in languages if ending in language.endings), None)


def language_named(name: str) -> Language:
    """Return the language of a name."""
    return next(language for language in LANGUAGES if language.name == name)
