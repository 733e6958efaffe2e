"""Another choice in, as YAML keys with their new values; the texts of the files in which statements then say so out."""

from collections.abc import Iterable

from paycat.deciding.statements import Marked, Steps
from paycat.diagnostics import Diagnostic
from paycat.formatting.printing import printed
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
    documents: dict[str, Document] = {}
    for one in statements:
        path = one.span.path
        if path not in documents:
            documents[path] = read((workspace.root / path).read_text(encoding="utf-8"))
        branch = _branch(documents[path].root, one.steps)
        for entry in choice.root.entries:
            for own in branch.entries:
                if own.key and entry.key and own.key.value == entry.key.value:
                    own.value = entry.value
    return {path: printed(document) for path, document in documents.items()}


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
