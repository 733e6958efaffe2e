"""JSON Schemas for the files of a catalogue: the kinds of files, and the settings of editors that connect both."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import Any

from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import MethodStatement
from paycat.catalogue.reading import FOLDERS, SINGLE
from paycat.catalogue.samples import Samples
from paycat.catalogue.statement import Statement

_NAMES: dict[type[Statement], str] = {RequestTable: "request", MethodStatement: "method", Samples: "samples"}
"""The names of kinds with a folder; every other file is of a kind of its own, named after the file."""


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: its name, the statement in a file, and globs of the files, relative to the project."""

    name: str
    model: type[Statement]
    files: tuple[str, ...]

    @property
    def schema(self) -> str:
        """The file name of the kind's schema."""
        return f"{self.name}.schema.json"


def _kinds() -> Iterator[Kind]:
    for file, model in SINGLE.items():
        yield Kind(PurePosixPath(file).stem, model, (f"schemas/{file}",))
    for model in dict.fromkeys(FOLDERS.values()):
        folders = [folder for folder, held in FOLDERS.items() if held is model]
        yield Kind(_NAMES[model], model, tuple(f"schemas/{folder}/*.yaml" for folder in folders))


KINDS: tuple[Kind, ...] = tuple(_kinds())
"""The kinds of the catalogue's files."""


def vscode_settings(kinds: Iterable[Kind], folder: str) -> dict[str, Any]:
    """Return a project's `.vscode/settings.json`; `folder` has the schemas, relative to the project.

    It switches off the language server's formatter, which would undo the layout of `paycat fmt`.
    """
    return {
        "yaml.schemas": {f"./{folder}/{kind.schema}": list(kind.files) for kind in kinds},
        "yaml.format.enable": False,
        "yaml.customTags": [],
        "yaml.schemaStore.enable": False,
        "[yaml]": {"editor.formatOnSave": False, "editor.quickSuggestions": {"strings": True}},
    }
