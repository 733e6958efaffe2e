"""Source of ECMAScript and TypeScript: names, members of types, and comments that editors show (TSDoc)."""

import re

from paycat.languages.data import js
from paycat.languages.source import Source
from paycat.languages.syntax import LanguageComments, LanguageNames

NAME = "javascript"

_NAME = re.compile("[A-Za-z_$][A-Za-z0-9_$]*")
RESERVED = frozenset(
    {
        *("arguments", "await", "break", "case", "catch", "class", "const", "continue", "debugger"),
        *("default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for"),
        *("function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null"),
        *("package", "private", "protected", "public", "return", "static", "super", "switch", "this"),
        *("throw", "true", "try", "typeof", "var", "void", "while", "with", "yield"),
    }
)
"""Words that no binding of a module has as its name."""
_NAMES = LanguageNames(signs="_$", reserved=tuple(sorted(RESERVED)))
_COMMENTS = LanguageComments(begin="/**", each=" * ", end=" */", instead={"*/": "*\\/"})
_TAG = re.compile(r"@(?=[A-Za-z])")


def source(text: str) -> Source:
    """Return a text that the caller made of literals and names as source."""
    return Source(text, NAME)


def name(text: str) -> Source:
    """Return a name. Raises UnsuitableValueError for a text that is none."""
    return source(_NAMES.written(text))


def member(text: str) -> Source:
    """Return the name of a member: as it is, or as a literal; computed if it would set the prototype otherwise."""
    if text == "__proto__":
        return source(f"[{js(text)}]")
    return source(text) if _NAME.fullmatch(text) else js(text)


def tsdoc(text: str, indent: int = 0) -> Source:
    """Return a text as a comment that editors show, wrapped; every line but the first is indented."""
    return source(_COMMENTS.written(_TAG.sub(r"\\@", text), indent))
