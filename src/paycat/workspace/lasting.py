"""What earlier runs made, for as long as all that it was made of is the same: results of steps, and whole checks."""

import hashlib
import json
import os
import sys
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path

import paycat
from paycat.cache import Cache, Identified
from paycat.catalogue.reading import markdown, read_file
from paycat.catalogue.service import CatalogueHead
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.disk_cache import DiskCache
from paycat.files import file_bytes
from paycat.lint.baseline import Baseline
from paycat.resources import GENERATORS, bundled

Checked = tuple[Contract | None, tuple[Diagnostic, ...]]

_HEAD = "catalogue.yaml"


def lasting_cache() -> Cache:
    """Return a cache with the results of earlier runs, as far as this code and these libraries made them."""
    return Cache(DiskCache(), _makers())


def lasting_check(folder: Path, shown: str, known: Baseline, cache: Cache) -> Checked:
    """Return what `check_folder` returns; an earlier run may have checked the same files.

    What is kept is the contract as it is written: places that only rules need are not in it. Nothing is kept of files
    that somebody edits meanwhile.
    """
    if not cache.is_lasting:
        return check(folder, shown, known)
    run = _Run(folder, shown, known, cache)
    try:
        contract, found = cache.from_disk(_texts, Identified(run, run.read()), shown)
    except OSError:
        return run.checked or check(folder, shown, known)
    return run.checked or (Contract.model_validate_json(contract) if contract else None, _findings(found))


def check(folder: Path, shown: str, known: Baseline, cache: Cache | None = None) -> Checked:
    """Return what `check_folder` returns; the rules are imported by this call."""
    from paycat.lint.checking import check_folder  # noqa: PLC0415 - slow; most commands find what an earlier run made

    return check_folder(folder, shown, known, cache)


class _Run:
    """A check, and what it returned, if it was needed."""

    checked: Checked | None = None

    def __init__(self, folder: Path, shown: str, known: Baseline, cache: Cache) -> None:
        self._folder, self._shown, self._known, self._cache = folder, shown, known, cache

    def read(self) -> str:
        """Return the digest of everything that the check reads. Raises OSError when that cannot be known."""
        head = self._folder / _HEAD
        known = Identified(head, hashlib.sha256(file_bytes(head)).hexdigest())
        specification = markdown(self._folder.parent, self._cache.from_disk(_specification, known))
        beside = (b"baseline", repr(sorted(self._known.items())).encode()), (b"specification", specification.encode())
        return _digest((*_tree(self._folder), *beside))

    def __call__(self) -> Checked:
        """Return what the check returns."""
        self.checked = check(self._folder, self._shown, self._known)
        return self.checked


def _texts(run: Identified, shown: str) -> tuple[str, str]:
    contract, found = run.value()
    if run.value.read() != run.identity:
        raise OSError("the files were edited while they were checked")
    # In ASCII: the name of a file may have half of a surrogate pair, which no UTF-8 has.
    return contract.model_dump_json() if contract else "", json.dumps([asdict(one) for one in found])


def _findings(text: str) -> tuple[Diagnostic, ...]:
    return tuple(
        Diagnostic(
            code=one["code"],
            span=Span(**one["span"]),
            message=one["message"],
            help=one["help"],
            severity=Severity(one["severity"]),
            cause=Span(**one["cause"]) if one["cause"] else None,
        )
        for one in json.loads(text)
    )


def _specification(head: Identified) -> str:
    """Return the file that the head of a catalogue names as its specification."""
    source, _ = read_file(head.value, _HEAD, CatalogueHead)
    return source.value.source.file if source else ""


def _tree(folder: Path) -> Iterator[tuple[bytes, bytes]]:
    """Return the name and the content of everything in a folder. Raises OSError for what is no file and no folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise OSError(f"{path} is elsewhere")
        yield os.fsencode(path.relative_to(folder)), b"/" if path.is_dir() else b"=" + file_bytes(path)


def _digest(named: Iterable[tuple[bytes, bytes]]) -> str:
    digest = hashlib.sha256()
    for name, content in named:
        digest.update(b"%d %b %d %b" % (len(name), name, len(content), content))
    return digest.hexdigest()


def _makers() -> str:
    """Return a digest of all that comes with paycat, of Python, and of what is installed.

    Whatever installs or removes a package writes into the folder of packages, which changes its time.
    """
    installed = [Path(path) for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    times = [(str(folder), folder.stat().st_mtime_ns) for folder in installed if folder.is_dir()]
    digest = hashlib.sha256(f"{sys.version} {times}".encode())
    for folder in (Path(paycat.__file__).parent, bundled(GENERATORS)):
        for file in sorted(one for one in folder.rglob("*") if one.is_file() and "__pycache__" not in one.parts):
            digest.update(f"{file.relative_to(folder)}\n".encode() + file.read_bytes())
    return digest.hexdigest()
