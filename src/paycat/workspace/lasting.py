"""What is made of all files of a catalogue, also by an earlier run, for as long as all of them are the same."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from paycat.cache import Cache, Form
from paycat.catalogue.markdown_files import markdown
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.files import file_bytes

if TYPE_CHECKING:
    from paycat.contract.model import Contract

Findings = tuple[Diagnostic, ...]
Checked = tuple["Contract | None", Findings]
T = TypeVar("T")

_HEAD = "catalogue.yaml"


class _EditedError(Exception):
    """The files were edited while something was made of them."""

    def __init__(self, made: Any) -> None:
        self.made = made
        super().__init__()


@dataclass(frozen=True, slots=True)
class CatalogueFiles:
    """A folder of a catalogue, called `shown` in findings, and the cache of its project."""

    folder: Path
    shown: str
    cache: Cache

    def lasting(self, name: str, make: Callable[[], T], form: Form[T]) -> T:
        """Return what `make` makes of the files, also in an earlier run; `name` tells apart what is made of them.

        Nothing is kept where links lead elsewhere, and of files that somebody edits meanwhile.
        """
        try:
            digest = self._digest()
            return self.cache.lasting(_unless_edited, make, self._digest, digest, by=(name, digest), form=form)
        except _EditedError as error:
            made: T = error.made
            return made
        except OSError:
            return make()

    def _digest(self) -> str:
        """Return the digest of everything that a check reads. Raises OSError when that cannot be known."""
        head = self.folder / _HEAD
        specification = self.cache.lasting(_specification, head, by=(hashlib.sha256(file_bytes(head)).hexdigest(),))
        given = {"shown": self.shown, "specification": markdown(self.folder.parent, specification)}
        digest = hashlib.sha256()
        for name, content in (*_tree(self.folder), *((name.encode(), text.encode()) for name, text in given.items())):
            digest.update(b"%d %b %d %b" % (len(name), name, len(content), content))
        return digest.hexdigest()


def _unless_edited(make: Callable[[], T], digest_now: Callable[[], str], digest: str) -> T:
    made = make()
    if digest_now() != digest:
        raise _EditedError(made)
    return made


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


def _written(checked: Checked) -> str:
    contract, found = checked
    return f"{written_findings(found)}\n{contract.model_dump_json() if contract else ''}"


def _read(text: str) -> Checked:
    found, _, kept = text.partition("\n")
    if not kept:
        return None, read_findings(found)
    from paycat.contract.model import Contract  # noqa: PLC0415 - slow; only its readers need it

    return Contract.model_validate_json(kept), read_findings(found)


CHECKED = Form(_written, _read)
"""A check: the findings, and the contract as it is written. Places that only rules need are not in it."""


def written_findings(found: Findings) -> str:
    """Return findings in one line."""
    return json.dumps([asdict(one) for one in found])


def read_findings(text: str) -> Findings:
    """Return the findings that `written_findings` wrote."""
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


REPORTED: Form[tuple[str, Findings]] = Form(
    lambda reported: [reported[0], written_findings(reported[1])], lambda kept: (kept[0], read_findings(kept[1]))
)
"""What a command prints of a check: how much there is, in words, and the findings."""
