"""The files of a new project in, a folder that holds them out: all of them, or after a killed run what it left.

Every file waits in one folder, with the hashes of all of them beside it, until it is moved to its place. By the hashes
the next run knows what a killed one had moved, and removes that. What somebody edited since stays, and is in the way.
"""

import json
import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from paycat.files import file_bytes, strict_json
from paycat.packs.fileset import sha256

_STAGING = ".paycat-starting"
_JOURNAL = "journal.json"


def lay_out(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write files below an empty folder. Raises OSError, and then none of them is there."""
    staging = folder / _STAGING
    staging.mkdir()  # One that is there already is of another run, whose files are not removed.
    try:
        for number, data in enumerate(files.values()):
            (staging / str(number)).write_bytes(data)
        complete = staging / f"{_JOURNAL}.new"
        complete.write_bytes(json.dumps({path: sha256(data) for path, data in files.items()}).encode())
        os.replace(complete, staging / _JOURNAL)
        for number, path in enumerate(files):
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            os.replace(staging / str(number), folder / path)
        _remove_staging(staging)
    except BaseException:
        with suppress(OSError):
            remove_leftovers(folder, files)
        raise


def remove_leftovers(folder: Path, files: Mapping[str, bytes]) -> None:
    """Remove what a killed run left below a folder; it may have made the same files with other texts."""
    staging = folder / _STAGING
    if staging.is_symlink() or not staging.is_dir():
        return
    sums = _journal(staging)
    for path in files:
        with suppress(OSError):  # What is no file, or cannot be read, is no leftover.
            if not (folder / path).is_symlink() and sha256(file_bytes(folder / path)) == sums.get(path):
                (folder / path).unlink()
    for above in sorted({above for path in files for above in Path(path).parents if above.parts}, reverse=True):
        with suppress(OSError):
            (folder / above).rmdir()
    _remove_staging(staging)


def _journal(staging: Path) -> dict[str, str]:
    try:
        stated = strict_json(file_bytes(staging / _JOURNAL))
    except (OSError, ValueError):
        return {}
    return stated if isinstance(stated, dict) else {}


def _remove_staging(staging: Path) -> None:
    """Remove the staging folder; without its journal nothing that stands beside it is a leftover any more."""
    with suppress(FileNotFoundError):
        (staging / _JOURNAL).unlink()
    shutil.rmtree(staging)
