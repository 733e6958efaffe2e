"""New texts of a project's files in; tried in a copy, and what is found there out. Writing them is the caller's."""

import shutil
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from paycat.checking import settled_folder
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.formatting.arranging import arrange
from paycat.formatting.kinds import Kind, kind_of
from paycat.formatting.printing import printed
from paycat.formatting.reading import read
from paycat.formatting.tree import Branch, Document, Entry
from paycat.starting.laying import laid_out
from paycat.workspace import SCHEMAS, Workspace


class TakenError(Exception):
    """What was to be added is there already; the text says what."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What a catalogue with new texts means, as far as it can be settled, and what is found in it."""

    contract: Contract | None
    findings: tuple[Diagnostic, ...]


def tried(workspace: Workspace, texts: Mapping[str, str]) -> Tried:
    """Return what the catalogue would be with the new texts, by path in the project."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Workspace(Path(folder))
        shutil.copytree(workspace.schemas, copy.schemas)
        for path, text in texts.items():
            (copy.root / path).parent.mkdir(parents=True, exist_ok=True)
            (copy.root / path).write_text(text, encoding="utf-8")
        return Tried(*settled_folder(copy.schemas, SCHEMAS))


def new_file(path: str, data: Mapping[str, Any]) -> str:
    """Return the text of a new file of the catalogue, its modeline first; `path` is its path in the project."""
    kind = _kind(path)
    modeline = kind.modeline(path)
    return _canonical(Document([modeline] if modeline else [], laid_out(data)), kind)


def with_entry(workspace: Workspace, path: str, table: str, key: str, data: Mapping[str, Any]) -> str:
    """Return a file's text with an entry more in one of its tables.

    The entry stands in its place where the table is in order, else last. Raises TakenError when the key is there.
    """
    document = read((workspace.root / path).read_text(encoding="utf-8"))
    branch = next(one.value for one in document.root.entries if one.key and one.key.value == table)
    assert isinstance(branch, Branch), "a sound catalogue has a mapping there"
    keys = [one.key.value for one in branch.entries if one.key]
    if key in keys:
        raise TakenError(f"{key!r} is in {path} already")
    place = sum(other < key for other in keys) if keys == sorted(keys) else len(keys)
    entry: Entry = laid_out({key: data}).entries[0]
    branch.entries.insert(place, entry)
    return _canonical(document, _kind(path))


def _kind(path: str) -> Kind:
    kind = kind_of(path.removeprefix(f"{SCHEMAS}/"))
    assert kind is not None, f"{path} is no file of a catalogue"
    return kind


def _canonical(document: Document, kind: Kind) -> str:
    arrange(document.root, kind.model)
    return printed(document)


def reason(source: str | None, decision: str | None) -> dict[str, str]:
    """Return the keys that say where a statement comes from."""
    return {key: value for key, value in (("source", source), ("decision", decision)) if value}
