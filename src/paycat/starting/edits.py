"""New texts of a project's files in."""

from collections.abc import Mapping
from typing import Any

from paycat.files import file_bytes
from paycat.formatting.arranging import arrange
from paycat.formatting.editing import edited
from paycat.formatting.kinds import Kind, kind_of
from paycat.formatting.printing import printed
from paycat.formatting.tree import Branch, Document
from paycat.starting.laying import laid_out
from paycat.workspace import SCHEMAS, Workspace


class TakenError(Exception):
    """What was to be added is there already; the text says what."""


def new_file(path: str, data: Mapping[str, Any]) -> str:
    """Return the text of a new file of the catalogue, its modeline first; `path` is its path in the project."""
    kind = _kind(path)
    modeline = kind.modeline(path)
    document = Document([modeline] if modeline else [], laid_out(data))
    arrange(document.root, kind.model)
    return printed(document)


def with_entry(workspace: Workspace, path: str, table: str, key: str, data: Mapping[str, Any]) -> str:
    """Return a file's text with an entry more in one of its tables.

    The entry stands in its place where the table is in order, else last. Raises TakenError when the key is there.
    """

    def add(document: Document) -> None:
        branch = next(one.value for one in document.root.entries if one.key and one.key.value == table)
        assert isinstance(branch, Branch), "a sound catalogue has a mapping there"
        keys = [one.key.value for one in branch.entries if one.key]
        if key in keys:
            raise TakenError(f"{key!r} is in {path} already")
        place = sum(other < key for other in keys) if keys == sorted(keys) else len(keys)
        branch.entries.insert(place, laid_out({key: data}).entries[0])
        arrange(document.root, _kind(path).model)

    return edited(file_bytes(workspace.root / path).decode("utf-8"), add)


def _kind(path: str) -> Kind:
    kind = kind_of(path.removeprefix(f"{SCHEMAS}/"))
    assert kind is not None, f"{path} is no file of a catalogue"
    return kind


def reason(source: str | None, decision: str | None) -> dict[str, str]:
    """Return the keys that say where a statement comes from."""
    return {key: value for key, value in (("source", source), ("decision", decision)) if value}
