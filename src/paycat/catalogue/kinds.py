"""Which kinds of files a catalogue has, where they are, and what each holds."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from os.path import lexists
from pathlib import Path, PurePosixPath
from typing import NamedTuple, get_args

from paycat.catalogue.fields import FieldTypes, RequestTable
from paycat.catalogue.forms import LONGEST_NAME
from paycat.catalogue.interface import Events, Operations, States
from paycat.catalogue.methods import Availability, Currencies, MethodStatement, Samples, method_model
from paycat.catalogue.problems import Problems
from paycat.catalogue.python_names import may_be_direction
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.rulebook import Rulebook
from paycat.catalogue.sandbox import Sandbox
from paycat.catalogue.service import CatalogueHead
from paycat.catalogue.shapes import Records
from paycat.catalogue.statement import Statement, keys_of
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar, node_at
from paycat.yaml.reading import load_file

HEAD, SANDBOX = "catalogue.yaml", "interface/sandbox.yaml"
SINGLE: dict[str, type[Statement]] = {
    HEAD: CatalogueHead,
    "types.yaml": FieldTypes,
    "currencies.yaml": Currencies,
    "decisions.yaml": Decisions,
    "errata.yaml": Errata,
    "interface/operations.yaml": Operations,
    "interface/records.yaml": Records,
    "interface/states.yaml": States,
    "interface/events.yaml": Events,
    "interface/problems.yaml": Problems,
    "interface/rules.yaml": Rulebook,
    SANDBOX: Sandbox,
}
DEFAULTED = ("interface/events.yaml", "interface/problems.yaml")
"""Files of SINGLE that say by default what comes with paycat for them."""
OPTIONAL = (
    *("types.yaml", "currencies.yaml", "decisions.yaml", "errata.yaml"),
    *("interface/states.yaml", SANDBOX, *DEFAULTED),
)
"""Files of SINGLE that a catalogue may lack."""
FOLDERS: dict[str, type[Statement]] = {
    "requests": RequestTable,
    "methods": method_model(("DIRECTION",)),
    "samples/*": Samples,
    "samples": Samples,
}
"""Folders of files, for a catalogue of any directions: * and DIRECTION stand for each that methods offer.

Samples of a direction that has one body for all methods are a file in `samples`, which has its name.
"""

EDITOR_SCHEMAS = "generated/editor"
"""Where a project has the schemas for editors."""

_NAMES: dict[type[Statement], str] = {RequestTable: "request", FOLDERS["methods"]: "method", Samples: "samples"}
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


KINDS: tuple[FileKind, ...] = (
    *(FileKind(PurePosixPath(file).stem, model, (f"schemas/{file}",)) for file, model in SINGLE.items()),
    *(
        FileKind(name, model, tuple(f"schemas/{folder}/*.yaml" for folder, held in FOLDERS.items() if held is model))
        for model, name in _NAMES.items()
    ),
)
"""The kinds of the catalogue's files."""


class StatedDirections(NamedTuple):
    """The names of the directions of a catalogue: those that methods offer, and those with one body for all."""

    offered: tuple[str, ...] = ()
    of_all: tuple[str, ...] = ()


def directions_in(folder: Path) -> StatedDirections:
    """Return the directions that a catalogue states in its head, and those that its other files have beside them.

    Those are the mistake of the head, so that files of them are read all the same. They are those of request tables;
    of methods where the head states none, such as that of an earlier version of paycat; and of samples where it cannot
    be read.
    """
    head, samples = load_file(folder / HEAD, HEAD)[0], folder / "samples"
    stated = node_at(head, ("directions",)) if head else None
    entries = stated.entries if isinstance(stated, Mapping) else ()
    of_head = {entry.key.text: _has_one_body(entry.value) for entry in entries}
    names = [name for name in of_head if may_be_direction(name)]
    for path in sorted((folder / "requests").glob("*.yaml")):
        table = None if path.stem in of_head else load_file(path, path.name)[0]
        direction = node_at(table, ("direction",)) if table else None
        names += [direction.text if isinstance(direction, Scalar) else path.stem]
    for path in sorted(folder.glob("methods/*.yaml")) if not of_head else ():
        method = load_file(path, path.name)[0]
        method_entries = method.entries if isinstance(method, Mapping) else ()
        names += [entry.key.text for entry in method_entries if _says_availability(entry)]
    is_unreadable = not of_head and not (isinstance(head, Mapping) and stated is None)
    names += [path.stem for path in sorted(samples.glob("*")) if is_unreadable]
    names = [name for name in names if len(name) <= LONGEST_NAME]  # No file system has a longer one.
    of_all = []
    for name in dict.fromkeys(names):
        has_folder, has_file = (samples / name).is_dir(), (samples / f"{name}.yaml").is_file()
        if (has_file or not has_folder) if of_head.get(name) else (has_file and not has_folder and name not in of_head):
            of_all.append(name)
    return StatedDirections(tuple(dict.fromkeys(name for name in names if name not in of_all)), tuple(of_all))


def _says_availability(entry: Entry) -> bool:
    stated = entry.value.entry("availability") if isinstance(entry.value, Mapping) else entry
    is_word = stated is not None and isinstance(stated.value, Scalar) and stated.value.text in get_args(Availability)
    return is_word and entry.key.text not in keys_of(MethodStatement)


def _has_one_body(direction: Node) -> bool:
    methods = direction.entry("methods") if isinstance(direction, Mapping) else None
    return methods is not None and isinstance(methods.value, Scalar)


def model_of(file_path: str, directions: tuple[str, ...] | None = None) -> type[Statement] | None:
    """Return the statement that a file holds, by its path in the catalogue's folder; None where nothing reads it."""
    path = PurePosixPath(file_path)
    steps = path.parts[:1] + ("*",) * (len(path.parts) - 2)
    model = SINGLE.get(file_path) or (FOLDERS.get("/".join(steps)) if path.suffix == ".yaml" else None)
    return _model_with(model, directions) if model else None


def kind_of(path: str, directions: tuple[str, ...] | None = None) -> FileKind | None:
    """Return the kind of a file by its path below the catalogue's folder, or None when the catalogue has no such."""
    model = model_of(path, directions)
    return next((kind for kind in kinds_with(directions) if kind.model is model), None)


def kinds_with(directions: tuple[str, ...] | None) -> tuple[FileKind, ...]:
    """Return the kinds of the files of a catalogue whose methods offer these directions; any, if they are not known."""
    return tuple(replace(kind, model=_model_with(kind.model, directions)) for kind in KINDS)


def _model_with(
    model: type[Statement], directions: tuple[str, ...] | None, of_all: tuple[str, ...] = ()
) -> type[Statement]:
    is_known = issubclass(model, MethodStatement) and directions is not None
    return method_model(directions, of_all) if is_known else model


def kind_of_packs(manifest: type[Statement]) -> FileKind:
    """Return the kind of the manifests of packs, of which `manifest` is the statement."""
    return FileKind("pack", manifest, ("generators/*/pack.yaml",))


def files_of(folder: Path, directions: StatedDirections) -> Iterator[tuple[str, type[Statement]]]:
    """Yield the files that a catalogue with these directions has or must have, each with the statement in it."""
    yield from ((file, model) for file, model in SINGLE.items() if file not in OPTIONAL or lexists(folder / file))
    for folder_name, model in folders_of(directions).items():
        for path in sorted((folder / folder_name).glob("*.yaml")):
            if folder_name != "samples" or path.stem in directions.of_all:
                offered = directions.offered if any(directions) else None
                yield f"{folder_name}/{path.name}", _model_with(model, offered, directions.of_all)


def folders_of(directions: StatedDirections) -> dict[str, type[Statement]]:
    """Return the folders of a catalogue with these directions, each with the statement in its files."""
    folders = {name: model for name, model in FOLDERS.items() if name != "samples" or directions.of_all}
    names = ((name, model, directions.offered if "*" in name else ("",)) for name, model in folders.items())
    return {name.replace("*", direction): model for name, model, parts in names for direction in parts}
