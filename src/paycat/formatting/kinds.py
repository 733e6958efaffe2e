"""The kinds of YAML files that a project has: what each holds, and the schema that tells editors so."""

from dataclasses import dataclass
from pathlib import PurePosixPath

from paycat.catalogue.fields import RequestTable
from paycat.catalogue.methods import Method
from paycat.catalogue.reading import FOLDERS, SINGLE
from paycat.catalogue.samples import Samples
from paycat.catalogue.statement import Statement

_EDITOR_SCHEMAS = "generated/editor"
_NAMES: dict[type[Statement], str] = {RequestTable: "request", Method: "method", Samples: "samples"}


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of file: the statement that it holds, and the name of its schema for editors, if it has one."""

    model: type[Statement]
    name: str | None

    def modeline(self, path: str) -> str | None:
        """Return the comment that names the schema in a file at `path`, counted from the project, or None."""
        if self.name is None:
            return None
        up = "../" * path.count("/")
        return f"# yaml-language-server: $schema={up}{_EDITOR_SCHEMAS}/{self.name}.schema.json"


def kind_of(path: str) -> Kind | None:
    """Return the kind of a file by its path below the catalogue's folder, or None when the catalogue has no such."""
    file = PurePosixPath(path)
    if path in SINGLE:
        return Kind(SINGLE[path], file.stem)
    model = FOLDERS.get(file.parent.as_posix()) if file.suffix == ".yaml" else None
    return Kind(model, _NAMES[model]) if model else None
