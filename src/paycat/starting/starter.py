"""The starter project in, a project of one's own out: whole, or not at all."""

import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from paycat.catalogue.reading import read_file
from paycat.catalogue.service import Service
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import yaml_text
from paycat.locking import locked
from paycat.resources import bundled
from paycat.starting.laying_out import lay_out, remove_leftovers

STARTER = "bank-collections"
_HEAD = "schemas/catalogue.yaml"
_NO_OBSTACLES = {".git"}


class OccupiedError(Exception):
    """The folder is not empty; `names` are the entries in the way, sorted."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__(", ".join(names))


class UnusableChoiceError(Exception):
    """The catalogue cannot take a value that was chosen; `key` names it, the message says why."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Choices:
    """What the new project calls itself; None keeps the starter's word."""

    title: str | None = None
    package: str | None = None


def start(folder: Path, choices: Choices, shown: str) -> tuple[str, ...]:
    """Make the starter project in a folder that is new, or empty but for `.git`; return its files, sorted.

    Raises OccupiedError, UnusableChoiceError, and FindingsError when the system refuses; then nothing was made.
    `shown` stands for the folder in findings.
    """
    project = _project(choices)
    try:
        _refuse_unusable(project, choices)
        with _folder_made(folder), locked(folder) as is_locked:
            if is_locked:  # Else another run may still be writing what looks like a leftover.
                remove_leftovers(folder, project)
            if obstacles := sorted(set(os.listdir(folder)) - _NO_OBSTACLES):
                raise OccupiedError(obstacles)
            lay_out(folder, project)
    except OSError as error:
        message = f"cannot write here: {(error.strerror or 'unknown reason').lower()}"
        advice = "name a folder that you may write to, on a disk with space left"
        raise FindingsError([Diagnostic("project-unwritable", Span(shown), message, advice)]) from error
    return tuple(sorted(project))


def _project(choices: Choices) -> dict[str, bytes]:
    starter = bundled("starters") / STARTER
    files = {path.relative_to(starter).as_posix(): path.read_bytes() for path in starter.rglob("*") if path.is_file()}
    for key, value in asdict(choices).items():
        if value is not None:
            files[_HEAD] = re.sub(rb"(?m)^%b: .*\n" % key.encode(), _line(key, value), files[_HEAD], count=1)
    return files


def _line(key: str, value: str) -> Callable[[re.Match[bytes]], bytes]:
    # A function, as a replacement in words would read the backslashes of the value.
    return lambda _: yaml_text({key: value}).encode()


def _refuse_unusable(project: dict[str, bytes], choices: Choices) -> None:
    for key, value in asdict(choices).items():
        if value is not None and not (value.isprintable() and value.strip()):
            raise UnusableChoiceError(key, "one line of text is needed here")
    with TemporaryDirectory() as folder:
        head = Path(folder) / "catalogue.yaml"
        head.write_bytes(project[_HEAD])
        _, found = read_file(head, _HEAD, Service)
    if found:
        raise UnusableChoiceError("package", found[0].message)


@contextmanager
def _folder_made(folder: Path) -> Iterator[None]:
    """Make a folder with those above it; on an error those that were made go again."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise
