"""Another choice for a decision: the statements marked with it, their files with other values, and a preview."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from paycat.catalogue.reading import Catalogue
from paycat.changes import Comparison, compare
from paycat.contract.model import Contract
from paycat.contract.paths import Steps
from paycat.diagnostics import Diagnostic, Span
from paycat.files import file_bytes
from paycat.formatting.editing import edited, give
from paycat.formatting.reading import read
from paycat.formatting.tree import Branch, Document, Leaf
from paycat.lint.statements import citations
from paycat.loading import Mapping, load, node_at
from paycat.workspace import Workspace, tried

_SHOWN = "the choice"


class UnfitChoiceError(Exception):
    """The choice cannot be read, or no statement has its keys; the text is the reason."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A mapping that is marked with a decision: its place, its path from the file's root, and its keys."""

    span: Span
    steps: Steps
    keys: tuple[str, ...]

    def __str__(self) -> str:
        path = ".".join(map(str, self.steps)) or "the file"
        return f"{self.span.path}:{self.span.line} ({path}): {', '.join(self.keys)}"


def marked(catalogue: Catalogue, decision: str) -> tuple[Marked, ...]:
    """Return every statement outside the registers that is marked with the decision."""
    cited = {(one.stated.source, one.stated.path) for one in citations(catalogue) if one.name == decision}
    nodes = ((path, node_at(source.node, path)) for source, path in cited)
    found = [
        Marked(node.span, path, tuple(entry.key.text for entry in node.entries))
        for path, node in nodes
        if isinstance(node, Mapping)
    ]
    return tuple(sorted(found, key=lambda one: one.span))


def read_choice(text: str) -> Document:
    """Return the choice, a YAML mapping such as `key: value` or `{ key: value }`. Raises UnfitChoiceError."""
    node, found = load(text.encode(), _SHOWN)
    if found:
        location = found[0].span
        raise UnfitChoiceError(f"{_SHOWN}, line {location.line}, column {location.column}: {found[0].message}")
    if not isinstance(node, Mapping) or not node.entries:
        raise UnfitChoiceError("the choice is not a mapping of keys to values, such as 'key: value'")
    return read(text)


def chosen_texts(workspace: Workspace, statements: Iterable[Marked], choice: Document) -> dict[str, str]:
    """Return the new text of each file, by its path in the project. Raises UnfitChoiceError when no statement fits."""
    stated, wanted = list(statements), [entry.key.value for entry in choice.root.entries if entry.key]
    fit = [one for one in stated if set(wanted) <= set(one.keys)]
    if not fit:
        keys = sorted({key for one in stated for key in one.keys})
        raise UnfitChoiceError(f"no marked statement has the keys {', '.join(wanted)}; they have: {', '.join(keys)}")
    texts: dict[str, str] = {}
    for one in fit:
        path = one.span.path
        texts[path] = edited(texts.get(path) or text_of(workspace, path), partial(_choose, one.steps, choice))
    return texts


def text_of(workspace: Workspace, path: str) -> str:
    """Return the text of a file of the project with the line ends that it has."""
    return file_bytes(workspace.root / path).decode("utf-8")


def _choose(steps: Steps, choice: Document, document: Document) -> None:
    for entry in choice.root.entries:
        for own in _branch(document.root, steps).entries:
            if own.key and entry.key and own.key.value == entry.key.value:
                give(own, entry.value)


def _branch(root: Branch, steps: Steps) -> Branch:
    branch: Branch | Leaf | None = root
    for step in steps:
        assert isinstance(branch, Branch), "a path of the loader leads through mappings and lists"
        entries = enumerate(branch.entries)
        branch = next(one.value for number, one in entries if step in (number, one.key and one.key.value))
    assert isinstance(branch, Branch)
    return branch


def preview(
    workspace: Workspace, contract: Contract, texts: dict[str, str]
) -> tuple[Comparison | None, tuple[Diagnostic, ...]]:
    """Return what new texts of catalogue files, by path in the project, would change, and what `check` would find.

    There is no comparison when some request cannot be resolved, so that its payloads cannot be compared.
    """
    after, found = tried(workspace, texts)
    comparable = after is not None and _requests(after) == _requests(contract)
    return (compare(contract, after) if after and comparable else None), found


def _requests(contract: Contract) -> set[tuple[str, str]]:
    return {(request.direction, request.method) for request in contract.requests()}
