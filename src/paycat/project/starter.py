"""A new project, copied from the starter: whole, or not at all."""

import os
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from paycat.catalogue.reading import read_file
from paycat.catalogue.service import CatalogueHead
from paycat.diagnostics import Span
from paycat.files.confining import HISTORY
from paycat.files.installed import bundled
from paycat.files.reading import system_errors_as
from paycat.files.replacing import STAGING, has_others, project_lock, write_files
from paycat.yaml.printing import yaml_text

STARTER = "bank-collections"
_HEAD = "schemas/catalogue.yaml"
_NO_OBSTACLES = {HISTORY, STAGING}
_OF_HOSTS = {".gitignore", ".gitkeep", "LICENSE", "LICENSE.md", "LICENSE.txt", "README.md"}
"""The files that a host of repositories puts into a new one; they stay as they are."""


class OccupiedError(Exception):
    """The folder is not empty; `names` are the entries in the way, sorted."""

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__(", ".join(names))


class UnusableChoiceError(Exception):
    """The catalogue rejects a chosen value; `key` names it, the message is the reason."""

    def __init__(self, key: str, message: str) -> None:
        self.key = key
        super().__init__(message)


@dataclass(frozen=True, slots=True)
class Choices:
    """The names in the new project; None keeps the starter's."""

    title: str | None = None
    package: str | None = None


def start(folder: Path, choices: Choices, folder_name: str) -> tuple[str, ...]:
    """Make the starter project in a folder that is new or has at most what is in a new repository.

    Return its files, sorted, without those of the repository, which stay as they are. Raises OccupiedError,
    UnusableChoiceError, and FindingsError for errors of the system; then nothing was made.
    `folder_name` is the folder in findings.
    """
    files = _project(choices)
    advice = "name a folder that you may write to, on a disk with space left"
    with system_errors_as("project-unwritable", Span(folder_name), "cannot write here", advice):
        _reject_unusable(files, choices)
        with _folder_made(folder), project_lock(folder):
            if obstacles := [name for name in sorted(os.listdir(folder)) if _is_obstacle(folder, name, files)]:
                raise OccupiedError(obstacles)
            kept_paths = [path for path in _OF_HOSTS & files.keys() if has_others(folder, path, files)]
            files = {path: content for path, content in files.items() if path not in kept_paths}
            write_files(folder, files)
    return tuple(sorted(files))


def _is_obstacle(folder: Path, name: str, files: dict[str, bytes]) -> bool:
    """Return whether anything of a name is in the way: neither git's, nor what a killed run left of this project."""
    if name in _NO_OBSTACLES | _OF_HOSTS:
        return False
    is_whole = (folder / _HEAD).exists()  # It is written last.
    return is_whole or name not in {path.partition("/")[0] for path in files} or has_others(folder, name, files)


def _project(choices: Choices) -> dict[str, bytes]:
    folder = bundled("starters") / STARTER
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for key, value in asdict(choices).items():
        if value is not None:
            # By position, as a replacement text would interpret the backslashes of the value.
            match = re.search(rb"(?m)^%b: .*\n" % key.encode(), files[_HEAD])
            assert match, "the starter states every choice"
            head_bytes, line = files[_HEAD], yaml_text({key: value}).encode()
            files[_HEAD] = head_bytes[: match.start()] + line + head_bytes[match.end() :]
    return files | {_HEAD: files.pop(_HEAD)}


def _reject_unusable(files: dict[str, bytes], choices: Choices) -> None:
    for key, value in asdict(choices).items():
        if value is not None and not (value.isprintable() and value.strip()):
            raise UnusableChoiceError(key, "one line of text is needed here")
    with TemporaryDirectory() as folder:
        head_file = Path(folder) / "catalogue.yaml"
        head_file.write_bytes(files[_HEAD])
        _, findings = read_file(head_file, _HEAD, CatalogueHead)
    if findings:
        raise UnusableChoiceError("package", findings[0].message)


@contextmanager
def _folder_made(folder: Path) -> Iterator[None]:
    """Make a folder with those above it; on an error remove those that were made."""
    missing_folders = [path for path in (folder, *folder.parents) if not path.exists()]
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except BaseException:
        for path in missing_folders:
            with suppress(OSError):
                path.rmdir()
        raise
