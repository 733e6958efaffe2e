"""Files of a project in, their canonical texts out."""

from dataclasses import dataclass
from pathlib import Path

from paycat.catalogue.statement import Statement
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.formatting.canonical import canonical
from paycat.formatting.kinds import Kind, kind_of
from paycat.loading import bytes_of, load


@dataclass(frozen=True, slots=True)
class File:
    """A YAML file of a project; `name` is its path in the project."""

    name: str
    path: Path
    kind: Kind


@dataclass(frozen=True, slots=True)
class Formatted:
    """A file with its text as it is and as it should be."""

    file: File
    before: str
    after: str

    @property
    def finding(self) -> Diagnostic | None:
        """What there is to say of the file: where it first differs from its canonical form; None when it does not."""
        if self.before == self.after:
            return None
        pairs = enumerate(zip(self.before, self.after, strict=False))
        same = next((place for place, (is_, should) in pairs if is_ != should), min(len(self.before), len(self.after)))
        line, column = self.before.count("\n", 0, same) + 1, same - self.before.rfind("\n", 0, same)
        message = "the file is not in canonical order and layout; the first difference is here"
        return Diagnostic("unformatted", Span(self.file.name, line, column), message, "run paycat fmt")


def files_of(schemas: Path, generators: Path, manifest: type[Statement]) -> list[File]:
    """Return the YAML files of a project whose kind is known, by name.

    `schemas` and `generators` are two folders of the project, `manifest` is the statement in each pack.yaml.
    """
    root = schemas.parent
    found = [(path, kind_of(path.relative_to(schemas).as_posix())) for path in schemas.rglob("*.yaml")]
    found += [(path, Kind(manifest, "pack")) for path in generators.glob("*/pack.yaml")]
    files = [File(path.relative_to(root).as_posix(), path, kind) for path, kind in found if kind]
    return sorted(files, key=lambda file: file.name)


def format_file(file: File, *, modelines: bool = True) -> Formatted:
    """Return a file's text as it is and as it should be; with `modelines` its first line names its schema for editors.

    Raises FindingsError for a file that cannot be read as YAML, and ChangedMeaningError for a bug.
    """
    data, found = bytes_of(file.path, file.name)
    node, found = (None, found) if data is None else load(data, file.name)
    if data is None or node is None or found:
        raise FindingsError(found)
    before = data.decode("utf-8")
    modeline = file.kind.modeline(file.name) if modelines else None
    return Formatted(file, before, canonical(before, node, file.kind.model, modeline, file.name))
