"""Names and comments of ECMAScript and TypeScript (ECMA-262, TSDoc); `data.js` prints values."""

import re
import textwrap

from paycat.languages.source import Source, UnsuitableValueError

NAME = "javascript"

RESERVED = frozenset(
    {
        *("arguments", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger"),
        *("default", "delete", "do", "else", "enum", "eval", "export", "extends", "false", "finally", "for"),
        *("function", "if", "implements", "import", "in", "instanceof", "interface", "let", "new", "null"),
        *("package", "private", "protected", "public", "return", "static", "super", "switch", "this", "throw"),
        *("true", "try", "typeof", "var", "void", "while", "with", "yield"),
    }
)
"""Words that no binding of a module has as its name."""

_WIDTH = 120
_NAME = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_CONTROL = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]")


def name(text: str) -> Source:
    """Return a text as a name. Raises UnsuitableValueError for one that is no name, or a reserved word."""
    if not _NAME.fullmatch(text) or text in RESERVED:
        raise UnsuitableValueError("a name of JavaScript is ASCII letters, digits, _ and $, and no reserved word")
    return Source(str(text), NAME)


def doc(text: str, indent: int = 0) -> Source:
    """Return a text as a comment for documentation, whose further lines are indented."""
    safe = _CONTROL.sub(" ", str(text).replace("*/", "*\\/"))
    around = " " * indent
    line = f"/** {' '.join(safe.split())} */"
    if indent + len(line) <= _WIDTH and "\n\n" not in safe:
        return Source(line, NAME)
    paragraphs = [" ".join(part.split()) for part in safe.split("\n\n") if part.strip()]
    width = _WIDTH - indent - 3
    wrapped = [textwrap.wrap(one, width, break_long_words=False, break_on_hyphens=False) for one in paragraphs]
    lines = [line for index, part in enumerate(wrapped) for line in ([""] if index else []) + part]
    inner = "".join(f"{around} * {one}".rstrip() + "\n" for one in lines)
    return Source(f"/**\n{inner}{around} */", NAME)
