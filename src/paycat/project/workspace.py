"""A project on disk: found and read; `building` makes its files."""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from paycat.cache import Cache, opened
from paycat.catalogue.markdown_files import RELEASES as RELEASES_FILE
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.replacing import project_lock
from paycat.project.lasting import CatalogueFiles, Checked, Findings, check, read, read_report, written, written_report
from paycat.text.counting import counted

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue
    from paycat.contract.model import Contract

SCHEMAS, GENERATED = "schemas", "generated"
RELEASES = f"{SCHEMAS}/{RELEASES_FILE}"


@dataclass(frozen=True, slots=True)
class Workspace:
    """A project: a folder that holds `schemas/catalogue.yaml`, and the cache of what is made of it."""

    root: Path
    cache: Cache = field(default_factory=opened, compare=False)

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


def find_workspace(start: Path, *, is_cached: bool = True) -> Workspace:
    """Return the project that `start` is in. Raises FindingsError when there is none.

    Unless it is cached, nothing of earlier runs is used, and nothing kept for later ones.
    """
    for folder in (start, *start.parents):
        if (folder / SCHEMAS / "catalogue.yaml").is_file():
            return Workspace(folder, opened() if is_cached else Cache())
    message = f"there is no {SCHEMAS}/catalogue.yaml here or above"
    raise FindingsError([Diagnostic("no-project", Span(str(start)), message, "name the project with --project")])


@contextmanager
def project_to_write(start: Path, *, writes: bool = True) -> Iterator[Workspace]:
    """Yield the project that `start` is in while no other run writes to it; with `writes` false it is only read.

    Raises FindingsError.
    """
    workspace = find_workspace(start)
    with project_lock(workspace.root) if writes else nullcontext():
        yield workspace


def files_of(workspace: Workspace) -> CatalogueFiles:
    """Return the files that the project's catalogue consists of."""
    return CatalogueFiles(workspace.schemas, SCHEMAS, workspace.cache)


def contract_of(workspace: Workspace, *, anew: bool = False) -> "tuple[Contract, Findings]":
    """Return the project's contract and its warnings. Raises FindingsError when the catalogue has errors.

    An earlier run may have checked the same files, unless they are to be checked `anew`: then only what changed since
    the last check of this run is.
    """
    if anew:
        return _sound(check(workspace.schemas, SCHEMAS, workspace.cache))
    return _sound(_checked(files_of(workspace)))


def _checked(files: CatalogueFiles) -> Checked:
    return files.lasting("check", partial(check, files.folder, files.shown), written, read)


def _sound(checked: Checked) -> "tuple[Contract, Findings]":
    contract, found = checked
    if contract is None:
        raise FindingsError(found)
    return contract, found


def summary_of_catalogue(workspace: Workspace) -> tuple[str, Findings]:
    """Return how much the project's catalogue has, in words, and its warnings, as `contract_of` finds them.

    Raises FindingsError when the catalogue has errors.
    """
    files = files_of(workspace)

    def summarised() -> tuple[str, Findings]:
        contract, found = _checked(files)
        return summary_of(contract) if contract else "", found

    summary, found = files.lasting("summary", summarised, written_report, read_report)
    if not summary:
        raise FindingsError(found)
    return summary, found


def summary_of(contract: "Contract") -> str:
    """Return how much a catalogue has, in words."""
    counts = Counter(gap.state for gap in contract.gaps)
    gaps = ", ".join(f"{counts[state]} {state}" for state in ("decided", "resolved", "open"))
    requests = counted(len(list(contract.requests())), "request")
    return f"{counted(len(contract.methods), 'method')}, {requests}, {counted(len(contract.gaps), 'gap')} ({gaps})"


def catalogue_of(workspace: Workspace) -> "Catalogue":
    """Return the project's catalogue as it is stated. Raises FindingsError when it cannot be read."""
    from paycat.catalogue.reading import read_catalogue  # noqa: PLC0415 - slow; few commands look at statements

    catalogue, found = read_catalogue(workspace.schemas, SCHEMAS, workspace.cache)
    if catalogue is None:
        raise FindingsError(found)
    return catalogue
