"""A project on disk: found and read, and what is made of all its files for as long as they are the same."""

import functools
import hashlib
import json
import os
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from paycat.cache import Cache, opened
from paycat.catalogue.markdown_files import RELEASES as RELEASES_FILE
from paycat.catalogue.markdown_files import markdown
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span, UnknownNameError
from paycat.files.reading import file_bytes
from paycat.files.replacing import project_lock
from paycat.text.counting import counted

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue
    from paycat.contract.model import Contract

SCHEMAS, GENERATED = "schemas", "generated"
RELEASES = f"{SCHEMAS}/{RELEASES_FILE}"
_HEAD = "catalogue.yaml"

Findings = tuple[Diagnostic, ...]
Checked = tuple["Contract | None", Findings]
T = TypeVar("T")
K = TypeVar("K")


class _EditedError(Exception):
    """The files were edited while something was made of them."""


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
        """The output folder. Raises FindingsError if it has become a link."""
        return _output_of(self.root)

    def lasting(self, name: str, make: Callable[[], T], write: Callable[[T], K], read: Callable[[K], T]) -> T:
        """Return what `make` makes of the catalogue, or what `read` reads of what `write` made of it in an earlier run.

        `name` tells apart what is made of the same files. Nothing is kept where links lead elsewhere, and of files that
        somebody edits meanwhile.
        """
        make = functools.cache(make)
        try:
            digest = self._digest()
            cached_value = self.cache.lasting(self._unless_edited, lambda: write(make()), digest, basis=(name, digest))
        except (_EditedError, OSError):
            return make()
        return make() if make.cache_info().misses else read(cached_value)

    def _unless_edited(self, make: Callable[[], K], digest: str) -> K:
        outcome = make()
        if self._digest() != digest:
            raise _EditedError
        return outcome

    def _digest(self) -> str:
        """Return the digest of everything that a check reads. Raises OSError when that cannot be known."""
        head = self.schemas / _HEAD
        specification = self.cache.lasting(_specification, head, basis=(hashlib.sha256(file_bytes(head)).hexdigest(),))
        extra_file = b"specification", markdown(self.root, specification).encode()
        digest = hashlib.sha256()
        for name, content in (*_tree(self.schemas), extra_file):
            digest.update(b"%d %b %d %b" % (len(name), name, len(content), content))
        return digest.hexdigest()


def find_workspace(start: Path, *, is_cached: bool = True) -> Workspace:
    """Return the project that `start` is in. Raises FindingsError when there is none, or its output folder is a link.

    Unless it is cached, nothing of earlier runs is used, and nothing kept for later ones.
    """
    for folder in (start, *start.parents):
        if (folder / SCHEMAS / _HEAD).is_file():
            _output_of(folder)
            return Workspace(folder, opened() if is_cached else Cache())
    message = f"there is no {SCHEMAS}/{_HEAD} here or above"
    raise UnknownNameError([Diagnostic("no-project", Span(str(start)), message, "name the project with --project")])


def _output_of(root: Path) -> Path:
    """Return the output folder of a project. Raises FindingsError for a link: what paycat removes must be there."""
    folder = root / GENERATED
    if folder.is_symlink():
        message, advice = "the output folder is a symbolic link", "remove the link, and run paycat generate"
        raise FindingsError([Diagnostic("output-link", Span(GENERATED), message, advice)])
    return folder


@contextmanager
def project_to_write(start: Path, *, writes: bool = True) -> Iterator[Workspace]:
    """Yield the project that `start` is in while no other run writes to it; with `writes` false it is only read.

    Raises FindingsError.
    """
    workspace = find_workspace(start)
    with project_lock(workspace.root) if writes else nullcontext():
        yield workspace


def contract_of(workspace: Workspace, *, anew: bool = False) -> "tuple[Contract, Findings]":
    """Return the project's contract and its warnings. Raises FindingsError when the catalogue has errors.

    An earlier run may have checked the same files, unless they are to be checked `anew`: then only what changed since
    the last check of this run is.
    """
    if anew:
        return _sound(check(workspace.schemas, SCHEMAS, workspace.cache))
    return _sound(checked(workspace))


def checked(workspace: Workspace, make: Callable[[], Checked] | None = None) -> Checked:
    """Return the project's contract, or None when the catalogue has errors, and all findings.

    An earlier run may have checked the same files. Otherwise it is what `make` returns, which is `check` by default.
    """
    return workspace.lasting("check", make or partial(check, workspace.schemas, SCHEMAS), _written, _read)


def _sound(outcome: Checked) -> "tuple[Contract, Findings]":
    contract, findings = outcome
    if contract is None:
        raise FindingsError(findings)
    return contract, findings


def check(folder: Path, folder_name: str, cache: Cache | None = None) -> Checked:
    """Return what `check_folder` returns; the rules are imported by this call."""
    from paycat.lint.checking import check_folder  # noqa: PLC0415 - slow; most commands find what an earlier run made

    return check_folder(folder, folder_name, cache)


def summary_of_catalogue(workspace: Workspace) -> tuple[str, Findings]:
    """Return how much the project's catalogue has, in words, and its warnings, as `contract_of` finds them.

    Raises FindingsError when the catalogue has errors.
    """

    def summarised() -> tuple[str, Findings]:
        contract, findings = checked(workspace)
        return _summary_of(contract) if contract else "", findings

    summary, findings = workspace.lasting("summary", summarised, written_report, read_report)
    if not summary:
        raise FindingsError(findings)
    return summary, findings


def _summary_of(contract: "Contract") -> str:
    count_by_state = Counter(gap.state for gap in contract.gaps)
    states = ", ".join(f"{count_by_state[state]} {state}" for state in ("decided", "resolved", "open"))
    requests = counted(len(list(contract.requests())), "request")
    return f"{counted(len(contract.methods), 'method')}, {requests}, {counted(len(contract.gaps), 'gap')} ({states})"


def catalogue_of(workspace: Workspace) -> "Catalogue":
    """Return the project's catalogue as it is stated. Raises FindingsError when it cannot be read."""
    from paycat.catalogue.reading import read_catalogue  # noqa: PLC0415 - slow; few commands look at statements

    catalogue, findings = read_catalogue(workspace.schemas, SCHEMAS, workspace.cache)
    if catalogue is None:
        raise FindingsError(findings)
    return catalogue


def _written(outcome: Checked) -> str:
    """Return a check as a text: the findings, and the contract as it is kept. Places that only rules need are lost."""
    contract, findings = outcome
    return written_report((contract.model_dump_json() if contract else "", findings))


def _read(text: str) -> Checked:
    contract_text, findings = read_report(text)
    if not contract_text:
        return None, findings
    from paycat.contract.model import Contract  # noqa: PLC0415 - slow; only its readers need it

    return Contract.model_validate_json(contract_text), findings


def written_report(report: tuple[str, Findings]) -> str:
    """Return a text with findings as one text, the findings first, in one line."""
    return f"{json.dumps([asdict(finding) for finding in report[1]])}\n{report[0]}"


def read_report(text: str) -> tuple[str, Findings]:
    """Return the text and the findings of which `written_report` returned a text."""
    findings_json, _, content = text.partition("\n")
    return content, tuple(
        Diagnostic(
            code=finding["code"],
            span=Span(*finding["span"]),
            message=finding["message"],
            help=finding["help"],
            severity=Severity(finding["severity"]),
            cause=Span(*finding["cause"]) if finding["cause"] else None,
        )
        for finding in json.loads(findings_json)
    )


def _specification(head: Path) -> str:
    from paycat.catalogue.reading import read_file  # noqa: PLC0415 - slow; most commands find what an earlier run made
    from paycat.catalogue.service import CatalogueHead  # noqa: PLC0415 - as above

    source, _ = read_file(head, _HEAD, CatalogueHead)
    return source.value.source.file if source and source.value.source else ""


def _tree(folder: Path) -> Iterator[tuple[bytes, bytes]]:
    """Return the name and the content of everything in a folder. Raises OSError for what is no file and no folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise OSError(f"{path} is elsewhere")
        yield os.fsencode(path.relative_to(folder)), b"/" if path.is_dir() else b"=" + file_bytes(path)
