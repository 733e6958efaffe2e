"""Another choice in, as YAML keys with their new values; the texts of the files in which statements then say so out."""

from collections.abc import Iterable
from functools import partial
from itertools import product

from paycat.deciding.statements import Marked, Steps
from paycat.diagnostics import Diagnostic
from paycat.files import file_bytes
from paycat.formatting.editing import edited, give
from paycat.formatting.reading import read
from paycat.formatting.tree import Branch, Document, Leaf
from paycat.loading import Mapping, load
from paycat.workspace import Workspace

SHOWN = "the choice"


class UnfitChoiceError(Exception):
    """The choice cannot be read, or no statement has its keys; the text says which."""


def read_choice(text: str) -> Document:
    """Return the choice, a YAML mapping such as `key: value` or `{ key: value }`. Raises UnfitChoiceError."""
    node, found = load(text.encode(), SHOWN)
    if found:
        raise UnfitChoiceError(_told(found[0]))
    if not isinstance(node, Mapping) or not node.entries:
        raise UnfitChoiceError("the choice is no mapping of keys to values, such as 'key: value'")
    return read(text)


def fitting(statements: Iterable[Marked], choice: Document) -> tuple[Marked, ...]:
    """Return the statements that have all keys of the choice. Raises UnfitChoiceError when none has."""
    stated, wanted = list(statements), [entry.key.value for entry in choice.root.entries if entry.key]
    fit = tuple(one for one in stated if set(wanted) <= set(one.keys))
    if not fit:
        keys = sorted({key for one in stated for key in one.keys})
        raise UnfitChoiceError(f"no marked statement has the keys {', '.join(wanted)}; they have: {', '.join(keys)}")
    return fit


def chosen_texts(workspace: Workspace, statements: Iterable[Marked], choice: Document) -> dict[str, str]:
    """Return the new text of each file, by its path in the project."""
    marked: dict[str, list[Steps]] = {}
    for one in statements:
        marked.setdefault(one.span.path, []).append(one.steps)
    return {path: edited(text_of(workspace, path), partial(_choose, steps, choice)) for path, steps in marked.items()}


def text_of(workspace: Workspace, path: str) -> str:
    """Return the text of a file of the project with the line ends that it has."""
    return file_bytes(workspace.root / path).decode("utf-8")


def _choose(places: Iterable[Steps], choice: Document, document: Document) -> None:
    branches = [_branch(document.root, steps) for steps in places]
    for entry, branch in product(choice.root.entries, branches):
        for own in branch.entries:
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


def _told(found: Diagnostic) -> str:
    return f"{SHOWN}, line {found.span.line}, column {found.span.column}: {found.message}"
