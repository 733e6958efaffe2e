"""A finding in, the same project with the finding allowed out: `allow` is written at the statement that it is in."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from starter_cases import catalogue_of

from paycat.catalogue.statement import Statement
from paycat.diagnostics import Diagnostic, Span
from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence

REASON = "the test says so"


def allow(project: Path, finding: Diagnostic) -> None:
    """Write into the catalogue that a finding is right where it stands."""
    catalogue = catalogue_of(project)
    source = next(source for source in catalogue.files if source.name == finding.span.path)
    statements = {statement.span for statement in _statements(source.value)}
    around = [
        node
        for first, node in _mappings(Span(source.name), source.node)
        if node.span in statements and first <= finding.span <= _last(node)
    ]
    file = project / source.name
    file.write_text(with_entry(file.read_text(encoding="utf-8"), around[-1], finding.code), encoding="utf-8")


def with_entry(text: str, node: Mapping, code: str) -> str:
    """Return the text of a file with an allowance as the first entry of a mapping."""
    lines = text.splitlines(keepends=True)
    number, column = node.span.line - 1, node.span.column - 1
    line, entry = lines[number], f"allow: {{ {code}: {REASON} }}"
    if line[column] == "{":
        lines[number] = f"{line[: column + 1]} {entry},{line[column + 1 :]}"
    else:
        lines[number] = f"{line[:column]}{entry}\n{' ' * column}{line[column:]}"
    return "".join(lines)


def _statements(value: Any) -> Iterator[Statement]:
    if isinstance(value, Statement):
        yield value
        value = [getattr(value, name) for name in type(value).model_fields]
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list | tuple) else ():
        yield from _statements(inner)


def _mappings(first: Span, node: Node) -> Iterator[tuple[Span, Mapping]]:
    if isinstance(node, Mapping):
        yield first, node
        for entry in node.entries:
            yield from _mappings(entry.key.span, entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _mappings(item.span, item)


def _last(node: Node) -> Span:
    if isinstance(node, Mapping) and node.entries:
        return max(node.span, _last(node.entries[-1].value))
    if isinstance(node, Sequence) and node.items:
        return max(node.span, _last(node.items[-1]))
    return node.last if isinstance(node, Scalar) else node.span
