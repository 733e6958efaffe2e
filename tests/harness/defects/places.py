"""Where a source file can have a defect of each kind: the text that is there, and the one that a defect puts there."""

import ast
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple


class Defect(NamedTuple):
    """A change of one place of a file: the characters from `start` to `end` become `text`."""

    kind: str
    file: str
    start: int
    end: int
    text: str

    def applied(self, source: str) -> str:
        """Return the text of the file with the defect."""
        return source[: self.start] + self.text + source[self.end :]

    def shown(self, source: str) -> str:
        """Return the line of the defect, what it replaces, and by what."""
        line = source.count("\n", 0, self.start) + 1
        before, after = (" ".join(one.split()) for one in (source[self.start : self.end], self.text))
        return f"{self.file}:{line}  {before[:90]!r} -> {after[:90]!r}"


Change = tuple[int, int, str]
"""From a character to a character, the new text."""

SWAPPED = {
    "BREAKING": "SAFE",
    "SAFE": "BREAKING",
    "RISKY": "SAFE",
    "True": "False",
    "False": "True",
    "ERROR": "WARNING",
    "WARNING": "ERROR",
}
MOVED = {"location", "span", "pointer", "path", "line", "column", "key_span", "place"}
"""Attributes and keywords that say where something is."""
ESCAPING = {"escape", "escaped", "quote", "quoted", "printable", "dumps", "literal", "repr", "code", "cell", "_line"}
_LAST_STEP = re.compile(r"[./#:\[]*\{[^{}]*\}\]?([\"'])$")
_COMPARED = {ast.Lt: "<=", ast.LtE: "<", ast.Gt: ">=", ast.GtE: ">"}
_WORDS = re.compile(r"[A-Za-z]{2,} [A-Za-z]{2,} [A-Za-z]{2,}")
_NEGATED = {"must": "may", "not": "now", "no": "a", "is": "was", "are": "were", "the": "some", "a": "the", "than": "as"}


def defects_in(file: str, source: str) -> Iterator[Defect]:
    """Return every defect that a file can have, by its ending."""
    find = next(found for ending, found in _BY_ENDING.items() if file.endswith(ending))
    for kind, (start, end, text) in find(source):
        if source[start:end] != text:
            yield Defect(kind, file, start, end, text)


def _in_python(source: str) -> Iterator[tuple[str, Change]]:
    offsets, lines = [0], source.splitlines(keepends=True)
    for line in lines:
        offsets.append(offsets[-1] + len(line))

    def at(line: int, column: int) -> int:
        return offsets[line - 1] + len(lines[line - 1].encode()[:column].decode())

    def part(node: ast.expr) -> tuple[int, int]:
        assert node.end_lineno is not None
        assert node.end_col_offset is not None
        return at(node.lineno, node.col_offset), at(node.end_lineno, node.end_col_offset)

    tree = ast.parse(source)
    documented = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    of_types = {id(inner) for node in ast.walk(tree) for inner in _annotations(node)}
    for node in ast.walk(tree):
        if id(node) in documented or id(node) in of_types:
            continue
        for find in (_in_verdict, _in_text):
            for kind, changed, text in find(node, lambda inner: source[slice(*part(inner))]):
                yield kind, (*part(changed), text)


def _annotations(node: ast.AST) -> Iterator[ast.AST]:
    for name in ("annotation", "returns"):
        if isinstance(found := getattr(node, name, None), ast.AST):
            yield from ast.walk(found)


def _in_verdict(node: ast.AST, text: Callable[[ast.expr], str]) -> Iterator[tuple[str, ast.expr, str]]:
    match node:
        case ast.If(body=[*_, last], orelse=[]) if _reports(last):
            yield "dropped check", node.test, "False"
        case ast.Return(value=ast.Constant(value=bool() as value) as constant):
            yield "swapped verdict", constant, str(not value)
        case ast.Attribute(attr=name) | ast.Name(id=name) if name in SWAPPED and isinstance(node.ctx, ast.Load):
            yield "swapped verdict", node, text(node).removesuffix(name) + SWAPPED[name]
        case ast.Compare(ops=[operator], left=left, comparators=[right]) if type(operator) in _COMPARED:
            yield "shifted bound", node, f"{text(left)} {_COMPARED[type(operator)]} {text(right)}"
        case ast.Slice(lower=ast.Constant(value=int() as value) as constant):
            yield "shifted bound", constant, str(value + 1)


def _in_text(node: ast.AST, text: Callable[[ast.expr], str]) -> Iterator[tuple[str, ast.expr, str]]:
    match node:
        case ast.Call(func=ast.Name(id="Span"), args=[first, _, *_]):
            yield "wrong place", node, f"Span({text(first)})"
        case ast.keyword(arg=name, value=ast.Attribute(value=inner, attr=attribute)) if name in MOVED | {"at"}:
            yield "wrong place", node.value, f"{text(inner)}.{_elsewhere(attribute)}"
        case ast.JoinedStr(values=[*_, ast.FormattedValue()]) if _is_path(node):
            yield "wrong place", node, _LAST_STEP.sub(r"\1", text(node))
        case ast.Tuple(elts=[ast.Starred(value=ast.Name() | ast.Attribute()) as path, _], ctx=ast.Load()):
            yield "wrong place", node, f"({text(path)},)"
        case ast.Constant(value=str() as words) if _WORDS.search(words) and text(node)[:1] in "\"'":
            yield "wrong word", node, _reworded(text(node))
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[only], keywords=[]) if name in ESCAPING:
            yield "unescaped value", node, f"str({text(only)})"


def _reports(last: ast.stmt) -> bool:
    """Tell whether a statement raises, or gives somebody what was found."""
    return isinstance(last, ast.Raise) or (isinstance(last, ast.Expr) and isinstance(last.value, ast.Yield | ast.Call))


def _elsewhere(attribute: str) -> str:
    return {"key_span": "span", "span": "key_span", "location": "reason.location"}.get(attribute, attribute)


def _is_path(node: ast.JoinedStr) -> bool:
    between = "".join(str(one.value) for one in node.values if isinstance(one, ast.Constant))
    return 0 < len(between) < 3 and set(between) <= set("./#[]:")


def _reworded(text: str) -> str:
    """Return a text in which a word says something else, or in which the last of three words is gone."""
    for word, other in _NEGATED.items():
        if re.search(rf"\b{word}\b", text):
            return re.sub(rf"\b{word}\b", other, text, count=1)
    found = _WORDS.search(text)
    assert found
    return text[: found.end()].rpartition(" ")[0] + text[found.end() :]


_JAVASCRIPT = (
    ("dropped check", re.compile(r"(?<=\bif \()[^\n]+?(?=\)\s*\{?\n\s*(?:throw|return|found\.push|yield))"), "false"),
    ("swapped verdict", re.compile(r"(?<=return )(?:true|false)(?=;)"), None),
    ("shifted bound", re.compile(r"(?<= )(?:<|>)=?(?= )"), None),
    ("wrong place", re.compile(r"(?<=`)#?\$\{\w+\}/\$\{\w+\}(?=`)|\[\.\.\.\w+, \w+\]"), None),
    ("wrong word", re.compile(r"(?<=[\"`])[^\"`\n]*[a-z]{2,} [a-z]{2,} [a-z]{2,}[^\"`\n]*(?=[\"`])"), None),
    ("unescaped value", re.compile(r"\b(?:printable|encodeURIComponent|JSON\.stringify|escaped)(?=\(\w+\))"), "String"),
)
_OTHER = {"true": "false", "false": "true", "<": "<=", "<=": "<", ">": ">=", ">=": ">"}


def _in_javascript(source: str) -> Iterator[tuple[str, Change]]:
    for kind, pattern, text in _JAVASCRIPT:
        for found in pattern.finditer(source):
            yield kind, (*found.span(), text or _other(kind, found[0]))


def _other(kind: str, text: str) -> str:
    if kind == "wrong word":
        return _reworded(text)
    return _OTHER.get(text) or (re.sub(r"/\$\{\w+\}$|, \w+(?=\])", "", text))


def _in_template(source: str) -> Iterator[tuple[str, Change]]:
    for found in re.finditer(r"(?<=\w) \| (?!sort|join|length|first|last|list|map)\w+(?= \}\})", source):
        yield "unescaped value", (*found.span(), " | safe" if found[0] != " | safe" else "")


_BY_ENDING = {".py": _in_python, ".js": _in_javascript, ".j2": _in_template}
