"""What a catalogue means, with or without errors: as it is on disk, and with other texts of its files."""

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from paycat.cache import Cache
from paycat.catalogue.formatting import ChangedMeaningError, files_of, format_file
from paycat.catalogue.reading import read_catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Severity, has_errors
from paycat.files.installed import GENERATORS
from paycat.lint.checking import resolved_folder
from paycat.packs.manifest import Pack
from paycat.project.workspace import SCHEMAS, Checked, Workspace, catalogue_of, checked


class Resolved(NamedTuple):
    """What a catalogue means as far as it can be resolved, what is found in it, and whether no method is missing."""

    contract: Contract | None
    findings: tuple[Diagnostic, ...]
    is_whole: bool

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """The findings that are errors."""
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)


def resolved(workspace: Workspace) -> Resolved:
    """Return what the project's catalogue means as it is on disk.

    An earlier run may have checked the same files, but keeps no contract of a catalogue with errors.
    """
    resolve = cache(partial(resolved_folder, workspace.schemas, SCHEMAS))

    def check() -> Checked:
        contract, findings = resolve()
        return None if has_errors(findings) else contract, findings

    contract, findings = checked(workspace, check)
    if contract is not None:
        return Resolved(contract, findings, is_whole=True)
    contract, findings = resolve()
    return Resolved(contract, findings, contract is not None and not any(_lacking(contract, workspace.schemas)))


def tried(workspace: Workspace, texts: Mapping[str, str]) -> Resolved:
    """Return what the catalogue would mean with new texts of its files, by path in the project; nothing is written.

    Raises FindingsError when the catalogue on disk cannot be read.
    """
    catalogue = catalogue_of(workspace)
    with tempfile.TemporaryDirectory() as folder:
        workspace_copy = Workspace(Path(folder), Cache())
        shutil.copytree(workspace.schemas, workspace_copy.schemas)
        document = catalogue.service.value.source
        source_texts = {document.file: catalogue.specification} if document and catalogue.specification else {}
        _write(workspace_copy, {path: text.encode() for path, text in {**source_texts, **texts}.items()})
        return resolved(workspace_copy)


def resolved_files(files: Mapping[str, bytes], cache: Cache) -> Resolved:
    """Return what a catalogue means that may be of an earlier version of paycat, by its files; no project has them.

    It is whole only if everything that it states could be read, with keys of earlier versions as `paycat fmt` writes
    them. The specification is not read, on which only findings depend.
    """
    with tempfile.TemporaryDirectory() as folder:
        workspace = Workspace(Path(folder), cache)
        # Git reads trees that it would not write.
        _write(workspace, {path: files[path] for path in files if ".." not in path.split("/")})
        catalogue = resolved(workspace)
        if catalogue.errors:
            for file in files_of(workspace.schemas, workspace.root / GENERATORS, Pack):
                with suppress(FindingsError, ChangedMeaningError):  # Reading it reports why.
                    _write(workspace, {file.name: format_file(file).after.encode()})
            catalogue = resolved(workspace)
        _, reading_findings = read_catalogue(workspace.schemas, SCHEMAS, cache)
        return catalogue._replace(is_whole=catalogue.is_whole and not has_errors(reading_findings))


def _write(workspace: Workspace, files: Mapping[str, bytes]) -> None:
    for path, content in files.items():
        (workspace.root / path).parent.mkdir(parents=True, exist_ok=True)
        (workspace.root / path).write_bytes(content)


def _lacking(contract: Contract, schemas: Path) -> Iterator[bool]:
    """Yield for each method of the catalogue whether it or its samples are not in the contract: they have errors."""
    method_by_path = {method.location.path: method for method in contract.methods}
    for file in (schemas / "methods").glob("*.yaml"):
        method = method_by_path.get(f"{SCHEMAS}/methods/{file.name}")
        offered_requests = [(direction, offer.request) for direction, offer in method.offers.items()] if method else []
        unsampled_directions = [direction for direction, request in offered_requests if request and not request.samples]
        paths = (schemas / "samples" / direction / f"{file.stem}.yaml" for direction in unsampled_directions)
        yield method is None or any(path.exists() for path in paths)
