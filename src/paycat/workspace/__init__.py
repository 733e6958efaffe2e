"""A project on disk: found, read and built."""

import importlib.metadata
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from pathlib import Path

from paycat.cache import Cache
from paycat.catalogue.reading import RELEASES as RELEASES_FILE
from paycat.catalogue.reading import Catalogue, read_catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span, did_you_mean, has_errors
from paycat.encoding import json_text
from paycat.files import conflict_in, file_bytes, real_path, reason_of, strict_json
from paycat.lint.baseline import read_baseline
from paycat.lint.checking import check_folder
from paycat.output.drift import Drift, DriftKind, compare, diagnostics_of
from paycat.output.folder import is_vacant, was_written
from paycat.packs.fileset import FileSet
from paycat.packs.reading import ReadPack, read_packs
from paycat.packs.render import render
from paycat.replacing import finish_interrupted, project_lock, reject_interrupted
from paycat.resources import bundled

BASELINE = "baseline.json"
SCHEMAS, GENERATORS, GENERATED = "schemas", "generators", "generated"
RELEASES = f"{SCHEMAS}/{RELEASES_FILE}"
TOOLS = "tools.json"
_SHAPING = ("datamodel-code-generator", "jinja2", "markdown-it-py", "pycountry", "pydantic", "pyyaml")


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
        """The file of findings that are not reported again."""
        return self.root / BASELINE

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


def contract_of(workspace: Workspace, cache: Cache | None = None) -> tuple[Contract, tuple[Diagnostic, ...]]:
    """Return the project's contract and its warnings. Raises FindingsError when the catalogue has errors."""
    contract, found = check_folder(workspace.schemas, SCHEMAS, read_baseline(workspace.baseline), cache)
    if contract is None:
        raise FindingsError(found)
    return contract, found


def catalogue_of(workspace: Workspace, cache: Cache | None = None) -> Catalogue:
    """Return the project's catalogue as it is stated. Raises FindingsError when it cannot be read."""
    catalogue, found = read_catalogue(workspace.schemas, SCHEMAS, cache)
    if catalogue is None:
        raise FindingsError(found)
    return catalogue


def packs_of(workspace: Workspace, contract: Contract, cache: Cache | None = None) -> list[ReadPack]:
    """Return the shipped packs that are not switched off, then the project's own. Raises FindingsError."""
    shipped_folder, own_folder = bundled(GENERATORS), workspace.root / GENERATORS
    shipped, found = read_packs(shipped_folder, GENERATORS, cache=cache)
    names = [pack.name for pack in shipped]
    for name in contract.service.packs_off:
        if name not in names:
            location = Span(f"{SCHEMAS}/catalogue.yaml")
            message = f"packs_off: no pack called {name!r} is shipped with paycat"
            found.append(Diagnostic("unknown-pack", location, message, did_you_mean(name, names)))
    own: list[ReadPack] = []
    if own_folder.is_dir() and real_path(own_folder) != real_path(shipped_folder):
        own, more = read_packs(own_folder, GENERATORS, shipped, cache)
        found += more
    if has_errors(found):
        raise FindingsError(found)
    return [*(pack for pack in shipped if pack.name not in contract.service.packs_off), *own]


def build(
    workspace: Workspace,
    contract: Contract,
    step: Callable[[str], None] = lambda _: None,
    cache: Cache | None = None,
) -> FileSet:
    """Return everything that the project's packs make, in memory. Raises FindingsError.

    For a subset, packs for maintainers make nothing and earlier versions are left out, as they describe the whole.
    What the cache of an earlier build has is not made again; the files are the same with any cache.
    """
    packs, releases = packs_of(workspace, contract, cache), releases_of(workspace)
    if contract.service.part:
        packs, releases = [pack for pack in packs if pack.source.value.subsets], ""
    files = render(contract, packs, step, cache, releases)
    files.add(TOOLS, json_text(installed_tools()), "paycat")
    return files


def releases_of(workspace: Workspace) -> str:
    """Return what earlier versions changed, as Markdown; an empty text if that file does not exist.

    Raises FindingsError when the file cannot be read.
    """
    try:
        data = file_bytes(workspace.releases)
        if conflict := conflict_in(data, RELEASES, "run `paycat changelog --write`"):
            raise FindingsError([conflict])
        return data.decode("utf-8")
    except FileNotFoundError:
        return ""
    except (OSError, UnicodeDecodeError) as error:
        why = reason_of(error) if isinstance(error, OSError) else "it is not UTF-8"
        message = f"cannot read the changes of earlier versions: {why}"
        raise FindingsError([Diagnostic("file-unreadable", Span(RELEASES), message)]) from error


def site_of(workspace: Workspace, contract: Contract, files: FileSet) -> dict[str, str]:
    """Return the files for integrators: all but those of packs for maintainers."""
    theirs = {pack.name for pack in packs_of(workspace, contract) if not pack.source.value.subsets}
    return {path: text for path, text in files.files.items() if files.origins[path] not in theirs}


def installed_tools() -> dict[str, str]:
    """Return the versions of the libraries that shape generated bytes."""
    return {name: importlib.metadata.version(name) for name in _SHAPING}


def may_hold_output(folder: Path, shown: str) -> bool:
    """Return whether a folder, called `shown` in findings, is new, empty, or was written by paycat.

    The sums of a folder of ours name what every build writes; those of other programs do not. Raises FindingsError
    when the folder cannot be read.
    """
    return is_vacant(folder, shown) or was_written(folder, shown, TOOLS)


def drift_of(folder: Path, shown: str, files: FileSet) -> tuple[tuple[Drift, ...], list[Diagnostic]]:
    """Return how an output folder, called `shown` in findings, differs from the files, and the findings.

    When other versions of the shaping libraries are installed than the ones that wrote the folder, that is the
    finding, and files that merely differ are not called changed.
    """
    drifts = compare(files, folder, shown)
    found = _other_tools(folder, shown)
    if found:
        drifts = tuple(drift for drift in drifts if drift.kind is not DriftKind.CHANGED)
    return drifts, [*found, *diagnostics_of(drifts, shown)]


def _other_tools(folder: Path, shown: str) -> list[Diagnostic]:
    try:
        wrote = strict_json(file_bytes(folder / TOOLS))
    except (OSError, ValueError):
        return []
    known = wrote if isinstance(wrote, dict) else {}
    location = Span(f"{shown}/{TOOLS}")
    help = "install requirements/generate.txt, or run paycat generate with the new version and review the difference"
    differing = {name: version for name, version in installed_tools().items() if known.get(name, version) != version}
    return [
        Diagnostic("tool-version", location, f"generated with {name} {known[name]}, installed is {version}", help)
        for name, version in differing.items()
    ]
