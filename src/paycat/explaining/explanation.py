"""What is known of one thing: what it is, where, why, which generated files contain it, and which vectors test it."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from paycat.catalogue.statement import Location, Reason
from paycat.contract.model import Contract
from paycat.contract.paths import Steps
from paycat.diagnostics import Span
from paycat.explaining.project import Project
from paycat.loading import Mapping, Node, Scalar
from paycat.vectors.model import Vector
from paycat.workspace import GENERATED

_LABELS = {"locations": "defined at", "carried": "contained in", "tested": "tested by"}
_MOST = 8
_MOST_RULES = 6


@dataclass(frozen=True, slots=True)
class Explanation:
    """A heading and sections of lines; a section without lines is not printed."""

    heading: str
    what: tuple[str, ...] = ()
    locations: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    carried: tuple[str, ...] = ()
    tested: tuple[str, ...] = ()
    example: tuple[str, ...] = ()
    fix: tuple[str, ...] = ()

    def sections(self) -> dict[str, tuple[str, ...]]:
        """Return the sections that have lines, by their names for people."""
        return {_LABELS.get(name, name): lines for name in self.__slots__[1:] if (lines := getattr(self, name))}


Named = Iterator[tuple[str, Callable[[], Explanation]]]
"""Names, each with a function that explains what has the name."""


def at(location: Location | Span) -> str:
    """Return a location as `file:line`."""
    return f"{location.path}:{location.line}" if location.line else location.path


def because(contract: Contract, reasons: Iterable[Reason], *, briefly: bool = False) -> tuple[str, ...]:
    """Return a line for each section and decision that reasons name; `briefly` leaves alternatives out."""
    stated = list(reasons)
    ids = {decision for reason in stated for decision in reason.decisions}
    lines = [f"{section} of the specification" for section in dict.fromkeys(one.source for one in stated) if section]
    for decision in contract.decisions:
        if decision.id in ids:
            lines.append(f"{decision.id} ({decision.status}): {decision.title}")
            lines += [] if briefly else [f"  instead: {other}" for other in decision.alternatives]
    return tuple(lines)


def testing(project: Project, wanted: Callable[[Vector], bool]) -> tuple[str, ...]:
    """Return how many vectors are wanted, and one of them for each rule that they test."""
    found = [vector for batch in project.batches for vector in batch.vectors if wanted(vector)]
    if not found:
        return ()
    accepted = sum(vector.valid for vector in found)
    rules: dict[str, list[str]] = {}
    for vector in found:
        rules.setdefault(vector.rule, []).append(vector.id)
    lines = [f"{ids[0]}" + (f" and {len(ids) - 1} more of the rule" if ids[1:] else "") for ids in rules.values()]
    head = f"{len(found):,} vectors: {accepted:,} accepted, {len(found) - accepted:,} rejected"
    return (head, *shortened(lines, _MOST_RULES))


def carrying_member(project: Project, component: str, steps: Steps, owner: str) -> tuple[str, ...]:
    """Return where a member of a component is: in documents and in classes.

    `component` is the object's own, `steps` leads to the member from the request whose component is `owner`.
    """
    return shortened([*_in_documents(project, component, steps, owner), *_in_classes(project, component, steps[-1:])])


def carrying_mark(project: Project, marks: Iterable[str]) -> tuple[str, ...]:
    """Return a line for each artefact that has one of the marks: its first place, and how many follow."""
    word = re.compile("|".join(rf"(?<![\w-]){re.escape(mark)}(?![\w-])" for mark in marks) or "(?!)")
    found = []
    for path, text in project.artefacts.items():
        lines = [number for number, line in enumerate(text.splitlines(), start=1) if word.search(line)]
        if lines:
            more = f" and {len(lines) - 1} more" if lines[1:] else ""
            found.append(f"{GENERATED}/{path}:{lines[0]}{more}")
    return shortened(found)


def shortened(lines: Iterable[str], most: int = _MOST) -> tuple[str, ...]:
    """Return the lines, or the first ones and how many are left out."""
    every = list(lines)
    return tuple(every) if len(every) <= most + 1 else (*every[:most], f"... and {len(every) - most} more")


def _in_documents(project: Project, component: str, steps: Steps, owner: str) -> Iterator[str]:
    for path, root in project.documents.items():
        if _title(root) == owner:
            yield from _location(path, root, _below(steps))
        else:
            yield from _location(path, root, ("components", "schemas", component, *_below(steps[-1:])))


def _below(steps: Steps) -> tuple[str, ...]:
    """Return the steps in a schema to what steps in a body lead to."""
    return tuple(part for step in steps for part in (("items",) if isinstance(step, int) else ("properties", step)))


def _location(path: str, root: Node, steps: tuple[str, ...]) -> Iterator[str]:
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
