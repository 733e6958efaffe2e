"""A folder in, whether paycat may take it for its output out."""

import os
from pathlib import Path

from paycat.output.place import Place
from paycat.output.records import recorded
from paycat.output.tree import is_passed_over


def is_vacant(folder: Path, shown: str) -> bool:
    """Tell whether a folder, called `shown` in findings, is not there or holds nothing but caches and its history.

    Raises FindingsError when it cannot be read.
    """
    with Place(folder, shown).reading():
        return not folder.exists() or all(map(is_passed_over, os.listdir(folder)))


def was_written(folder: Path, shown: str, path: str) -> bool:
    """Tell whether a run of paycat, a whole or an interrupted one, recorded that it writes `path` in a folder.

    Raises FindingsError when the folder cannot be read.
    """
    return path in recorded(Place(folder, shown))
