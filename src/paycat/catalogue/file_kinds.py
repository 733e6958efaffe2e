"""The kinds of YAML files of a project: the statement in each, where such files are, and its schema for editors."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import FOLDERS, SINGLE, model_of
from paycat.catalogue.samples import Samples
from paycat.catalogue.statement import Statement

EDITOR_SCHEMAS = "generated/editor"
"""Where a project has the schemas for editors."""

_NAMES: dict[type[Statement], str] = {RequestTable: "request", MethodStatement: "method", Samples: "samples"}
"""The names of kinds with a folder; every other file is of a kind of its own, named after the file."""


@dataclass(frozen=True, slots=True)
class FileKind:
    """A kind of file: its name, the statement in a file, and globs of the files, relative to the project."""

    name: str
    model: type[Statement]
    files: tuple[str, ...]

    @property
    def schema(self) -> str:
        """The file name of the kind's schema for editors."""
        return f"{self.name}.schema.json"

    def modeline(self, path: str) -> str:
        """Return the comment that names the schema in a file at `path`, counted from the project."""
        return f"# yaml-language-server: $schema={'../' * path.count('/')}{EDITOR_SCHEMAS}/{self.schema}"


def _kinds() -> Iterator[FileKind]:
    for file, model in SINGLE.items():
        yield FileKind(PurePosixPath(file).stem, model, (f"schemas/{file}",))
    for model in dict.fromkeys(FOLDERS.values()):
        folders = [folder for folder, held in FOLDERS.items() if held is model]
        yield FileKind(_NAMES[model], model, tuple(f"schemas/{folder}/*.yaml" for folder in folders))


KINDS: tuple[FileKind, ...] = tuple(_kinds())
"""The kinds of the catalogue's files."""


def kind_of(path: str) -> FileKind | None:
    """Return the kind of a file by its path below the catalogue's folder, or None when the catalogue has no such."""
    model = model_of(path)
    return next((kind for kind in KINDS if kind.model is model), None)


def kind_of_packs(manifest: type[Statement]) -> FileKind:
    """Return the kind of the manifests of packs, of which `manifest` is the statement."""
    return FileKind("pack", manifest, ("generators/*/pack.yaml",))
