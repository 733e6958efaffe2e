"""A component or a mark in; the places in generated files that carry it out."""

import ast
import re
from collections.abc import Iterable, Iterator

from paycat.contract.paths import Steps
from paycat.explaining.project import Project
from paycat.loading import Mapping, Node, Scalar
from paycat.workspace import GENERATED

_MOST = 8


def carrying_member(project: Project, component: str, steps: Steps, owner: str) -> tuple[str, ...]:
    """Return where a member of a component stands: in documents and in classes.

    `component` is the object's own, `steps` leads to the member from the request whose component is `owner`.
    """
    found = [*_in_documents(project, component, steps, owner), *_in_classes(project, component, steps[-1:])]
    return shortened(found)


def carrying_mark(project: Project, marks: Iterable[str]) -> tuple[str, ...]:
    """Return a line for each artefact in which one of the marks stands: its first place, and how many follow."""
    word = re.compile("|".join(rf"(?<![\w-]){re.escape(mark)}(?![\w-])" for mark in marks) or "(?!)")
    told = []
    for path, text in project.artefacts.items():
        lines = [number for number, line in enumerate(text.splitlines(), start=1) if word.search(line)]
        if lines:
            more = f" and {len(lines) - 1} more" if lines[1:] else ""
            told.append(f"{GENERATED}/{path}:{lines[0]}{more}")
    return shortened(told)


def shortened(lines: Iterable[str], most: int = _MOST) -> tuple[str, ...]:
    """Return the lines, or the first ones and how many are left out."""
    told = list(lines)
    return tuple(told) if len(told) <= most + 1 else (*told[:most], f"... and {len(told) - most} more")


def _in_documents(project: Project, component: str, steps: Steps, owner: str) -> Iterator[str]:
    for path, root in project.documents.items():
        if _title(root) == owner:
            yield from _place(path, root, _below(steps))
        else:
            yield from _place(path, root, ("components", "schemas", component, *_below(steps[-1:])))


def _below(steps: Steps) -> tuple[str, ...]:
    """Return the steps in a schema to what steps in a body lead to."""
    return tuple(part for step in steps for part in (("items",) if isinstance(step, int) else ("properties", step)))


def _place(path: str, root: Node, steps: tuple[str, ...]) -> Iterator[str]:
    node, line = root, 1
    for step in steps:
        entry = node.entry(step) if isinstance(node, Mapping) else None
        if entry is None:
            return
        node, line = entry.value, entry.key.span.line
    yield f"{GENERATED}/{path}:{line}"


def _title(root: Node) -> str:
    entry = root.entry("title") if isinstance(root, Mapping) else None
    return entry.value.text if entry and isinstance(entry.value, Scalar) else ""


def _in_classes(project: Project, component: str, names: Steps) -> Iterator[str]:
    for path, text in project.artefacts.items():
        if path.endswith(".py") and f"class {component}(" in text:
            for node in ast.parse(text).body:
                if isinstance(node, ast.ClassDef) and node.name == component:
                    yield f"{GENERATED}/{path}:{_line(node, names)}"


def _line(node: ast.ClassDef, names: Steps) -> int:
    for inner in node.body:
        if isinstance(inner, ast.AnnAssign) and isinstance(inner.target, ast.Name) and inner.target.id in names:
            return inner.lineno
    return node.lineno
