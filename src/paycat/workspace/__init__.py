"""A project on disk: found and read; `building` makes its files."""

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from paycat.cache import Cache
from paycat.catalogue.markdown_files import RELEASES as RELEASES_FILE
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.replacing import finish_interrupted, project_lock, reject_interrupted
from paycat.resources import GENERATORS as GENERATORS
from paycat.workspace.lasting import check, lasting_check, lasting_summary, summary_of

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue
    from paycat.contract.model import Contract

SCHEMAS, GENERATED = "schemas", "generated"
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
    def releases(self) -> Path:
        """The file of what earlier versions changed."""
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
    """Return the project that `start` is in, without files that are half of an interrupted edit.

    For a command that writes, this undoes what a killed run began. Raises FindingsError if that is impossible, if a
    command that only reads finds anything to undo, and if there is no project.
    """
    workspace = project_at(start)
    (finish_interrupted if writes else reject_interrupted)(workspace.root)
    return workspace


@contextmanager
def project_to_write(start: Path, *, writes: bool = True) -> Iterator[Workspace]:
    """Yield the project that `start` is in while no other run writes to it; with `writes` false it is only read.

    Raises FindingsError.
    """
    workspace = find_workspace(start, writes=writes)
    with project_lock(workspace.root) if writes else nullcontext():
        yield workspace


def contract_of(
    workspace: Workspace, cache: Cache | None = None, *, anew: bool = False
) -> "tuple[Contract, tuple[Diagnostic, ...]]":
    """Return the project's contract and its warnings. Raises FindingsError when the catalogue has errors.

    Without a cache, an earlier run may have checked the same files, unless they are to be checked `anew`.
    """
    if cache or anew:
        contract, found = check(workspace.schemas, SCHEMAS, cache)
    else:
        contract, found = lasting_check(workspace.schemas, SCHEMAS)
    if contract is None:
        raise FindingsError(found)
    return contract, found


def summary_of_catalogue(workspace: Workspace, *, anew: bool = False) -> tuple[str, tuple[Diagnostic, ...]]:
    """Return how much the project's catalogue has, in words, and its warnings, as `contract_of` finds them.

    Raises FindingsError when the catalogue has errors.
    """
    if anew:
        contract, found = contract_of(workspace, anew=True)
        return summary_of(contract), found
    summary, found = lasting_summary(workspace.schemas, SCHEMAS)
    if not summary:
        raise FindingsError(found)
    return summary, found


def catalogue_of(workspace: Workspace, cache: Cache | None = None) -> "Catalogue":
    """Return the project's catalogue as it is stated. Raises FindingsError when it cannot be read."""
    from paycat.catalogue.reading import read_catalogue  # noqa: PLC0415 - slow; few commands look at statements

    catalogue, found = read_catalogue(workspace.schemas, SCHEMAS, cache)
    if catalogue is None:
        raise FindingsError(found)
    return catalogue
