"""What earlier runs made, for as long as all that it was made of is the same: results of steps, and whole checks."""

import hashlib
import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import paycat
from paycat.cache import Cache, Identified
from paycat.catalogue.markdown_files import markdown
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.disk_cache import DiskCache
from paycat.files import file_bytes
from paycat.resources import GENERATORS, bundled

if TYPE_CHECKING:
    from paycat.contract.model import Contract

Findings = tuple[Diagnostic, ...]
Checked = tuple["Contract | None", Findings]
Summarised = tuple[str, Findings]
"""How much a catalogue has, in words, and the findings."""

_HEAD = "catalogue.yaml"


def lasting_cache() -> Cache:
    """Return a cache with the results of earlier runs, as far as this code and these libraries made them."""
    return Cache(DiskCache(), _makers())


def lasting_check(folder: Path, shown: str) -> Checked:
    """Return what `check_folder` returns; an earlier run may have checked the same files.

    What is kept is the contract as it is written: places that only rules need are not in it. Nothing is kept of files
    that somebody edits meanwhile.
    """
    run, cache = _Run(folder, shown), lasting_cache()
    try:
        identified = Identified(run, run.identity(cache))
        kept, (_, found) = cache.from_disk(_contract, identified), cache.from_disk(_found, identified)
    except OSError:
        return run.anew()
    if run.checked or not kept:
        return run.checked or (None, _findings(found))
    from paycat.contract.model import Contract  # noqa: PLC0415 - slow; only its readers need it

    return Contract.model_validate_json(kept), _findings(found)


def lasting_summary(folder: Path, shown: str) -> Summarised:
    """Return how much a catalogue has, and the findings, as `lasting_check` finds them; a kept contract is not read."""
    run, cache = _Run(folder, shown), lasting_cache()
    try:
        identified = Identified(run, run.identity(cache))
        summary, found = cache.from_disk(_found, identified)
        if run.checked:
            cache.from_disk(_contract, identified)
    except OSError:
        contract, again = run.anew()
        return summary_of(contract), again
    return summary, run.checked[1] if run.checked else _findings(found)


def check(folder: Path, shown: str, cache: Cache | None = None) -> Checked:
    """Return what `check_folder` returns; the rules are imported by this call."""
    from paycat.lint.checking import check_folder  # noqa: PLC0415 - slow; most commands find what an earlier run made

    return check_folder(folder, shown, cache)


def summary_of(contract: "Contract | None") -> str:
    """Return how much a catalogue has, in words; nothing of a catalogue with errors, which has no contract."""
    if contract is None:
        return ""
    counts = Counter(gap.state for gap in contract.gaps)
    gaps = ", ".join(f"{counts[state]} {state}" for state in ("decided", "resolved", "open"))
    counted_requests = counted(len(list(contract.requests())), "request")
    return (
        f"{counted(len(contract.methods), 'method')}, {counted_requests}, {counted(len(contract.gaps), 'gap')} ({gaps})"
    )


class _Run:
    """A check, and what it returned, if it was needed."""

    checked: Checked | None = None

    def __init__(self, folder: Path, shown: str) -> None:
        self._folder, self._shown = folder, shown

    def identity(self, cache: Cache) -> str:
        """Return the digest of everything that the check reads. Raises OSError when that cannot be known."""
        head = self._folder / _HEAD
        known = Identified(head, hashlib.sha256(file_bytes(head)).hexdigest())
        specification = markdown(self._folder.parent, cache.from_disk(_specification, known))
        given = {"shown": self._shown, "specification": specification}
        digest = hashlib.sha256()
        for name, content in (*_tree(self._folder), *((name.encode(), text.encode()) for name, text in given.items())):
            digest.update(b"%d %b %d %b" % (len(name), name, len(content), content))
        return digest.hexdigest()

    def anew(self) -> Checked:
        """Return what the check returns, which is made once."""
        self.checked = self.checked or check(self._folder, self._shown)
        return self.checked

    def to_keep(self, identity: str) -> Checked:
        """Return what the check returns. Raises OSError if the files have another identity once it was made."""
        first = self.checked is None
        checked = self.anew()
        if first and self.identity(Cache()) != identity:
            raise OSError("the files were edited while they were checked")
        return checked


def _contract(run: Identified) -> str:
    contract, _ = run.value.to_keep(run.identity)
    return contract.model_dump_json() if contract else ""


def _found(run: Identified) -> tuple[str, str]:
    contract, found = run.value.to_keep(run.identity)
    # In ASCII: the name of a file may have half of a surrogate pair, which no UTF-8 has.
    return summary_of(contract), json.dumps([asdict(one) for one in found])


def _findings(text: str) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(
            code=one["code"],
            span=Span(*one["span"]),
            message=one["message"],
            help=one["help"],
            severity=Severity(one["severity"]),
            cause=Span(*one["cause"]) if one["cause"] else None,
        )
        for one in json.loads(text)
    )


def _specification(head: Identified) -> str:
    """Return the file that the head of a catalogue names as its specification."""
    from paycat.catalogue.reading import read_file  # noqa: PLC0415 - slow; most commands find what an earlier run made
    from paycat.catalogue.service import CatalogueHead  # noqa: PLC0415 - as above

    source, _ = read_file(head.value, _HEAD, CatalogueHead)
    return source.value.source.file if source else ""


def _tree(folder: Path) -> Iterator[tuple[bytes, bytes]]:
    """Return the name and the content of everything in a folder. Raises OSError for what is no file and no folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise OSError(f"{path} is elsewhere")
        yield os.fsencode(path.relative_to(folder)), b"/" if path.is_dir() else b"=" + file_bytes(path)


def _makers() -> str:
    """Return a digest of all that comes with paycat, of Python, and of what is installed.

    Whatever installs or removes a package writes into the folder of packages, which changes its time.
    """
    installed = [Path(path) for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    times = [(str(folder), folder.stat().st_mtime_ns) for folder in installed if folder.is_dir()]
    digest = hashlib.sha256(f"{sys.version} {times}".encode())
    for folder in (Path(paycat.__file__).parent, bundled(GENERATORS)):
        for place, _, names in sorted(os.walk(folder)):  # Path would take three times as long.
            inside = os.path.relpath(place, folder)
            for name in sorted(names) if not inside.endswith("__pycache__") else ():
                path = os.path.join(place, name)
                if os.path.isfile(path):  # Editors lock a file by a link that leads nowhere.
                    with open(path, "rb") as file:
                        digest.update(f"{inside}/{name}\n".encode() + file.read())
    return digest.hexdigest()
