"""What is made of all files of a catalogue, also by an earlier run, for as long as all of them are the same."""

import functools
import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from paycat.cache import Cache
from paycat.catalogue.markdown_files import markdown
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.files.reading import file_bytes

if TYPE_CHECKING:
    from paycat.contract.model import Contract

Findings = tuple[Diagnostic, ...]
Checked = tuple["Contract | None", Findings]
T = TypeVar("T")
K = TypeVar("K")

_HEAD = "catalogue.yaml"


class _EditedError(Exception):
    """The files were edited while something was made of them."""


@dataclass(frozen=True, slots=True)
class CatalogueFiles:
    """A folder of a catalogue, called `shown` in findings, and the cache of its project."""

    folder: Path
    shown: str
    cache: Cache

    def lasting(self, name: str, make: Callable[[], T], written: Callable[[T], K], read: Callable[[K], T]) -> T:
        """Return what `make` makes of the files, or what `read` reads of what was `written` of it in an earlier run.

        `name` tells apart what is made of the same files. Nothing is kept where links lead elsewhere, and of files that
        somebody edits meanwhile.
        """
        make = functools.cache(make)
        try:
            digest = self._digest()
            kept = self.cache.lasting(self._unless_edited, lambda: written(make()), digest, by=(name, digest))
        except (_EditedError, OSError):
            return make()
        return make() if make.cache_info().misses else read(kept)

    def _unless_edited(self, make: Callable[[], K], digest: str) -> K:
        made = make()
        if self._digest() != digest:
            raise _EditedError
        return made

    def _digest(self) -> str:
        """Return the digest of everything that a check reads. Raises OSError when that cannot be known."""
        head = self.folder / _HEAD
        specification = self.cache.lasting(_specification, head, by=(hashlib.sha256(file_bytes(head)).hexdigest(),))
        given = {"shown": self.shown, "specification": markdown(self.folder.parent, specification)}
        digest = hashlib.sha256()
        for name, content in (*_tree(self.folder), *((name.encode(), text.encode()) for name, text in given.items())):
            digest.update(b"%d %b %d %b" % (len(name), name, len(content), content))
        return digest.hexdigest()


def check(folder: Path, shown: str, cache: Cache | None = None) -> Checked:
    """Return what `check_folder` returns; the rules are imported by this call."""
    from paycat.lint.checking import check_folder  # noqa: PLC0415 - slow; most commands find what an earlier run made

    return check_folder(folder, shown, cache)


def _specification(head: Path) -> str:
    """Return the file that the head of a catalogue names as its specification."""
    from paycat.catalogue.reading import read_file  # noqa: PLC0415 - slow; most commands find what an earlier run made
    from paycat.catalogue.service import CatalogueHead  # noqa: PLC0415 - as above

    source, _ = read_file(head, _HEAD, CatalogueHead)
    return source.value.source.file if source else ""


def _tree(folder: Path) -> Iterator[tuple[bytes, bytes]]:
    """Return the name and the content of everything in a folder. Raises OSError for what is no file and no folder."""
    for path in sorted(folder.rglob("*")):
        if path.is_symlink():
            raise OSError(f"{path} is elsewhere")
        yield os.fsencode(path.relative_to(folder)), b"/" if path.is_dir() else b"=" + file_bytes(path)


def written(checked: Checked) -> str:
    """Return a check as a text: the findings, and the contract as it is kept. Places that only rules need are lost."""
    contract, found = checked
    return written_report((contract.model_dump_json() if contract else "", found))


def read(text: str) -> Checked:
    """Return the check of which `written` returned a text."""
    kept, found = read_report(text)
    if not kept:
        return None, found
    from paycat.contract.model import Contract  # noqa: PLC0415 - slow; only its readers need it

    return Contract.model_validate_json(kept), found


def written_report(report: tuple[str, Findings]) -> str:
    """Return a text with findings as one text, the findings first, in one line."""
    return f"{json.dumps([asdict(one) for one in report[1]])}\n{report[0]}"


def read_report(text: str) -> tuple[str, Findings]:
    """Return the text and the findings of which `written_report` returned a text."""
    found, _, kept = text.partition("\n")
    return kept, tuple(
        Diagnostic(
            code=one["code"],
            span=Span(*one["span"]),
            message=one["message"],
            help=one["help"],
            severity=Severity(one["severity"]),
            cause=Span(*one["cause"]) if one["cause"] else None,
        )
        for one in json.loads(found)
    )
