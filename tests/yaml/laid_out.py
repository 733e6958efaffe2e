"""Texts as the formatter lays them out, without files."""

from pathlib import Path

import projects

from paycat.catalogue.formatting import formatted
from paycat.catalogue.kinds import FileKind, directions_in, kind_of, kind_of_packs
from paycat.packs.manifest import Pack
from paycat.yaml.nodes import Mapping
from paycat.yaml.reading import parse

FOLDERS = (projects.SCHEMAS, projects.HERE / "bank_collections" / "schemas")
FILES = [path for folder in FOLDERS for path in sorted(folder.rglob("*.yaml"))]
MANIFESTS = sorted(projects.GENERATORS.glob("*/pack.yaml"))


def kind_at(path: Path) -> FileKind:
    """Return the kind of one of the project's files."""
    if path in MANIFESTS:
        return kind_of_packs(Pack)
    folder = next(folder for folder in FOLDERS if folder in path.parents)
    kind = kind_of(path.relative_to(folder).as_posix(), directions_in(folder).offered)
    assert kind is not None, path
    return kind


def is_whole(text: str) -> bool:
    """Tell whether the loader reads a text as a mapping."""
    node, found = parse(text, "a.yaml")
    return isinstance(node, Mapping) and not found


def laid_out(text: str, kind: FileKind, modeline: str | None = None) -> str:
    """Return a text in canonical form; laying it out once more changes nothing."""
    once = _canonical(text, kind, modeline)
    assert _canonical(once, kind, modeline) == once
    return once


def _canonical(text: str, kind: FileKind, modeline: str | None) -> str:
    node, found = parse(text, "a.yaml")
    assert node is not None, text
    assert found == [], text
    return formatted(text, node, kind.model, modeline, "a.yaml")
