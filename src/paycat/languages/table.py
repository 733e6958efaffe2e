"""The languages of templates: the endings of their files, and the filters that print values."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import PurePosixPath
from typing import Any, Literal

from paycat.languages import data, javascript, markdown, python, strings
from paycat.languages.data import shell
from paycat.languages.source import Source

LanguageName = Literal[
    "go", "html", "java", "javascript", "json", "markdown", "php", "python", "ruby", "shell", "text", "toml", "yaml"
]
Filter = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Language:
    """A language of templates: the endings of its files, and its filters.

    `others` are filters for source of other languages that it may have inside, and `inside` names those languages.
    """

    name: LanguageName
    endings: tuple[str, ...]
    own_filters: Mapping[str, Filter] = field(default_factory=dict)
    others: Mapping[str, Filter] = field(default_factory=dict)
    inside: tuple[LanguageName, ...] = ()

    @property
    def filters(self) -> Mapping[str, Filter]:
        """Every filter that templates of the language may use to print a value."""
        return {**self.own_filters, **self.others}

    def prints(self, value: object) -> bool:
        """Return whether a template of the language may print a value unchanged: its own source, or a whole number."""
        if isinstance(value, Source):
            return value.language in (self.name, *self.inside)
        return type(value) is int


def _line(value: str) -> Source:
    """Return a text as one line of plain text."""
    return Source(" ".join(str(value).split()), "text")


_PYTHON_CODE: Mapping[str, Filter] = {
    "python_literal": python.literal,
    "python_value": python.value,
    "python_name": python.name,
}
_PYTHON: Mapping[str, Filter] = {
    **_PYTHON_CODE,
    "python_docstring": python.docstring,
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
    Language("go", (".go",), {"go_string": strings.go_string}),
    Language("html", (".html",)),
    Language("java", (".java",), {"java_string": strings.java_string}),
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
    Language("php", (".php",), {"php_string": strings.php_string}),
    Language("python", (".py",), _PYTHON),
    Language("ruby", (".rb",), {"ruby_string": strings.ruby_string}),
    Language("shell", (".sh",), {"shell": shell}),
    Language("text", (".txt",), {"line": _line}),
    Language("toml", (".toml",), {"toml_string": data.toml_string}),
    Language("yaml", (".yaml", ".yml"), {"yaml": data.yaml}),
)
"""Every language. HTML needs no filter: Jinja escapes what its templates print."""


def language_of(file: str) -> Language | None:
    """Return the language of a template's file name, such as `client.py.j2`; None for an unknown ending."""
    ending = PurePosixPath(file.removesuffix(".j2")).suffix
    return next((language for language in LANGUAGES if ending in language.endings), None)


def language_named(name: LanguageName) -> Language:
    """Return the language of a name."""
    return next(language for language in LANGUAGES if language.name == name)
