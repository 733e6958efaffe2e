"""The folder of a project, found, and its parts by name."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from paycat.catalogue.reading import RELEASES as RELEASES_FILE
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.replacing import finish_interrupted, project_lock, refuse_interrupted

BASELINE = "baseline.json"
SCHEMAS, GENERATORS, GENERATED = "schemas", "generators", "generated"
RELEASES = f"{SCHEMAS}/{RELEASES_FILE}"


@dataclass(frozen=True, slots=True)
class Workspace:
    """A project: a folder that holds `schemas/catalogue.yaml`."""

    root: Path

    @property
    def schemas(self) -> Path:
        """The catalogue's folder."""
        return self.root / SCHEMAS

    @property
    def baseline(self) -> Path:
        """The file of findings that are not told again."""
        return self.root / BASELINE

    @property
    def releases(self) -> Path:
        """The file that tells what earlier versions changed."""
        return self.root / RELEASES

    @property
    def generated(self) -> Path:
        """The output folder."""
        return self.root / GENERATED


def project_at(start: Path) -> Workspace:
    """Return the project that `start` is in, in whatever state it is. Raises FindingsError when there is none."""
    for folder in (start, *start.parents):
        if (folder / SCHEMAS / "catalogue.yaml").is_file():
            return Workspace(folder)
    message = f"there is no {SCHEMAS}/catalogue.yaml here or above"
    raise FindingsError([Diagnostic("no-project", Span(str(start)), message, "name the project with --project")])


def find_workspace(start: Path, *, writes: bool = False) -> Workspace:
    """Return the project that `start` is in, none of whose files is half of an interrupted edit.

    For a command that writes, what a killed run had begun is undone. Raises FindingsError when that cannot be, for a
    command that only reads when there is anything to undo, and when there is no project.
    """
    workspace = project_at(start)
    (finish_interrupted if writes else refuse_interrupted)(workspace.root)
    return workspace


@contextmanager
def project_to_write(start: Path, *, writes: bool = True) -> Iterator[Workspace]:
    """Give the project that `start` is in while no other run writes to it; with `writes` false it is only read.

    Raises FindingsError.
    """
    workspace = find_workspace(start, writes=writes)
    with project_lock(workspace.root) if writes else nullcontext():
        yield workspace
