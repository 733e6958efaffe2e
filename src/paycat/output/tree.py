"""The files below the output folder: which there are, and which folders are left without any."""

import os
import re
import shutil
from collections.abc import Iterator
from fnmatch import translate
from pathlib import Path

from paycat.output.place import Place

STAGING, HISTORY = ".writing", ".git"
PASSED_OVER = (STAGING, HISTORY, "__pycache__", "*.pyc", ".mypy_cache", ".ruff_cache", ".pytest_cache", "*.egg-info")
_PASSED_OVER = re.compile("|".join(translate(pattern) for pattern in PASSED_OVER))


def is_passed_over(name: str) -> bool:
    """Tell whether a file or folder of this name is no part of the tree: a cache, history, or staging."""
    return _PASSED_OVER.match(name) is not None


def files_below(place: Place, path: str = "") -> dict[str, bool]:
    """Return the path of everything that is not a folder, and whether it is a plain file; no link is followed."""
    found: dict[str, bool] = {}
    with place.reading(path):
        if not path and not place.folder.exists():
            return found
        entries = [entry for entry in os.scandir(place.at(path)) if not is_passed_over(entry.name)]
    for entry in entries:
        inner = f"{path}/{entry.name}" if path else entry.name
        if entry.is_dir(follow_symlinks=False):
            found |= files_below(place, inner)
        else:
            found[inner] = entry.is_file(follow_symlinks=False)
    return found


def folders_above(path: str) -> Iterator[str]:
    """Yield the folders that a path stands in, the outermost first."""
    end = path.find("/")
    while end != -1:
        yield path[:end]
        end = path.find("/", end + 1)


def clear_vacant(folder: Path) -> bool:
    """Remove the folders below `folder` that hold no file, caches aside; return whether `folder` itself holds none."""
    vacant = True
    for entry in list(os.scandir(folder)):
        if is_passed_over(entry.name):
            vacant = vacant and entry.name != HISTORY
        elif entry.is_dir(follow_symlinks=False) and clear_vacant(Path(entry.path)):
            shutil.rmtree(entry.path)
        else:
            vacant = False
    return vacant


def remove(path: Path) -> None:
    """Remove a file, a link or a folder with all that is in it, if it is there."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    elif os.path.lexists(path):
        path.unlink()
