"""The starter project in, a project of one's own out: whole, or not at all."""

import os
import re
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from paycat.catalogue.reading import read_file
from paycat.catalogue.service import Service
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import yaml_text
from paycat.resources import bundled

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
        names = sorted(entry.name for entry in folder.iterdir()) if folder.is_dir() else []
        if obstacles := [name for name in names if name not in _NO_OBSTACLES]:
            raise OccupiedError(obstacles)
        with _all_or_nothing(folder) as staging:
            for path, data in project.items():
                file = staging / path
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
            _refuse_unusable(staging / _HEAD, choices)
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


def _refuse_unusable(head: Path, choices: Choices) -> None:
    for key, value in asdict(choices).items():
        if value is not None and not (value.isprintable() and value.strip()):
            raise UnusableChoiceError(key, "one line of text is needed here")
    _, found = read_file(head, _HEAD, Service)
    if found:
        raise UnusableChoiceError("package", found[0].message)


@contextmanager
def _all_or_nothing(folder: Path) -> Iterator[Path]:
    """Give a staging folder inside `folder`; what is in it afterwards moves up, or nothing of it stays."""
    made = [path for path in (folder, *folder.parents) if not path.exists()]
    moved: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with TemporaryDirectory(prefix=".starting-", dir=folder) as staging:
            yield Path(staging)
            for entry in sorted(Path(staging).iterdir()):
                os.rename(entry, folder / entry.name)
                moved.append(folder / entry.name)
    except BaseException:
        for path in moved:
            _remove(path)
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise


def _remove(path: Path) -> None:
    if path.is_dir():
        shutil.rmtree(path, ignore_errors=True)
    else:
        path.unlink(missing_ok=True)
