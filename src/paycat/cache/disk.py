"""Values that took long to make, kept on disk for all projects of a user.

They are in the user's cache folder, not in the project: whoever writes a project must not decide what it is made into.
An entry is a file that begins with the digest of what follows, the compressed text; one that is damaged counts as
absent. A failure to read or to write costs only time.
"""

import hashlib
import json
import os
import time
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import platformdirs

from paycat.interrupting import raise_if_interrupted

FOLDER = "PAYCAT_CACHE_DIR"
"""The environment variable that names another folder for results."""

_DAY = 24 * 60 * 60
_KEPT_DAYS = 14
_LARGEST_ENTRY, _LARGEST = 16 * 1024 * 1024, 512 * 1024 * 1024
_SWEPT = "swept"
_TEXT = "="
"""What an entry begins with that is a text as it is; others are JSON, which never begins so."""


class DiskCache:
    """Texts and JSON data by the digest of what they were made of.

    What was not used for two weeks is removed, and what was not used for longest while all take more than 512 MiB.
    """

    def __init__(self) -> None:
        self._folder = Path(os.environ.get(FOLDER) or platformdirs.user_cache_path("paycat") / "results")

    def get(self, key: str, missing: object = None) -> Any:
        """Return the value of a key, if it is there and whole, or else `missing`."""
        file = self._file(key)
        try:
            digest, _, data = file.read_bytes().partition(b"\n")
            if digest != _digest(data):
                return missing
            if time.time() - file.stat().st_mtime > _DAY:
                os.utime(file)
            text = zlib.decompress(data).decode()
            return text[1:] if text.startswith(_TEXT) else json.loads(text)
        except (OSError, ValueError, zlib.error):
            return missing

    def put(self, key: str, value: object) -> None:
        """Keep a value, unless it takes more than 16 MiB; a reader sees it as a whole or not at all."""
        raise_if_interrupted()
        text = f"{_TEXT}{value}" if isinstance(value, str) else json.dumps(value)
        data = zlib.compress(text.encode(), level=1)
        if len(data) <= _LARGEST_ENTRY:
            with suppress(OSError):
                self._sweep_daily()
                # Nothing is staged: a reader rejects half an entry, as its digest differs.
                self._file(key).parent.mkdir(exist_ok=True)
                self._file(key).write_bytes(_digest(data) + b"\n" + data)

    def _file(self, key: str) -> Path:
        return self._folder / key[:1] / key[1:]  # Few folders: to make one takes longer than to search in it.

    def _sweep_daily(self) -> None:
        swept = self._folder / _SWEPT
        if swept.exists() and time.time() - swept.stat().st_mtime < _DAY:
            return
        self._folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        swept.touch()
        sweep(one for one in self._folder.glob("*/*") if one.is_file())


def sweep(files: Iterable[Path], kept_days: int = _KEPT_DAYS, largest: int = _LARGEST) -> None:
    """Remove files that were not used for some days, and the oldest while all take more than `largest` bytes."""
    total, now = 0, time.time()
    stats = {file: file.stat() for file in files}
    for file, stat in sorted(stats.items(), key=lambda one: one[1].st_mtime, reverse=True):
        total += stat.st_size
        if now - stat.st_mtime > kept_days * _DAY or total > largest:
            file.unlink(missing_ok=True)


def _digest(data: bytes) -> bytes:
    return hashlib.sha256(data).hexdigest().encode()
