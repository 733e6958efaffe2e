"""What the code of this process opens, starts and creates while somebody is its owner, and where in the code.

`record_things` replaces the functions that open files and sockets, and start threads and processes, by functions that
also record them. Audit events would need no replacement, but a hook in Python slows down every call of `id`.
"""

import builtins
import io
import os
import socket
import subprocess
import sys
import sysconfig
import tempfile
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple

ROOT = str(Path(__file__).parents[2])
_OTHERS = (__file__, "<frozen", *(str(sysconfig.get_path(name)) for name in ("stdlib", "purelib")))
"""Where no code is that a message names: this module and libraries."""
_CACHES = (".cache", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv", "__pycache__")
_SHARED = "pytest-of-"
"""How the folder of the temporary files of all runs begins, which pytest creates."""


class Place(NamedTuple):
    """A line of code."""

    file: str
    line: int

    def __str__(self) -> str:
        return f"{self.file.removeprefix(f'{ROOT}/')}:{self.line}"


class Things:
    """What one owner made: descriptors by number, threads, processes, and new paths outside temporary folders."""

    def __init__(self) -> None:
        self.descriptors: dict[int, Place] = {}
        self.threads: dict[threading.Thread, Place] = {}
        self.processes: dict[subprocess.Popen[Any], Place] = {}
        self.forks: dict[int, Place] = {}
        self.paths: dict[str, Place] = {}

    def add_descriptor(self, number: int, place: Place) -> None:
        """Record a file, a socket or an end of a pipe; an earlier owner of the number has closed it."""
        self.descriptors[number] = place
        _of_descriptors[number] = self
        _identities[number] = _identity_of(number)


_of_descriptors: dict[int, Things] = {}
_identities: dict[int, tuple[int, int] | None] = {}
_owners: list[Things] = []
"""The last one owns what the main thread makes."""


@contextmanager
def owned_by(things: Things) -> Iterator[None]:
    """Record in `things` what the block makes, and what the threads that it starts make later."""
    _owners.append(things)
    try:
        yield
    finally:
        _owners.remove(things)


def owner_of(number: int) -> Things | None:
    """Return the owner of what was last opened with a number."""
    return _of_descriptors.get(number)


def is_still_open(number: int) -> bool:
    """Return whether a number is open and still means what was recorded; libraries in C reuse numbers unrecorded."""
    identity = _identity_of(number)
    return identity is not None and identity == _identities.get(number)


def _identity_of(number: int) -> tuple[int, int] | None:
    try:
        found = os.fstat(number)
    except OSError:
        return None
    return found.st_dev, found.st_ino


def record_things() -> None:
    """Record from now on, until the process ends."""
    builtins.open = io.open = _recording_open(io.open)
    os.open = _recording_os_open(os.open)
    os.mkdir = _recording_mkdir(os.mkdir)
    os.pipe = _recording_pipe(os.pipe)
    os.fork = _recording_fork(os.fork)
    socket.socket.__init__ = _recording_socket(socket.socket.__init__)
    subprocess.Popen.__init__ = _recording_process(subprocess.Popen.__init__)
    threading.Thread.start = _recording_thread(threading.Thread.start)


def _owner() -> Things | None:
    thread = threading._active.get(threading.get_ident())  # `current_thread` would create an entry.
    if thread is threading.main_thread():
        return _owners[-1] if _owners else None
    return getattr(thread, "owner_of_things", None)


def _place() -> Place:
    """Return the innermost line that is being run outside libraries."""
    frame = last = sys._getframe(1)
    while frame and frame.f_code.co_filename.startswith(_OTHERS):
        last, frame = frame, frame.f_back
    found = frame or last
    return Place(found.f_code.co_filename, found.f_lineno)


def _new_outside(path: Any) -> str | None:
    """Return the whole path of a new entry of the repository or of the folder of temporary files; else `None`."""
    if isinstance(path, int):
        return None
    full = os.path.abspath(os.fsdecode(path))
    if full.startswith(f"{ROOT}/"):
        watched = not set(full[len(ROOT) :].split("/")) & set(_CACHES)
    else:
        folder, name = os.path.split(full)
        watched = folder == tempfile.gettempdir() and not name.startswith(_SHARED)
    return full if watched and not os.path.lexists(full) else None


def _recording_open(opened: Callable[..., Any]) -> Callable[..., Any]:
    @wraps(opened)
    def recording(file: Any, mode: str = "r", *more: Any, **options: Any) -> Any:
        if (owner := _owner()) is None:
            return opened(file, mode, *more, **options)
        new = None if mode.startswith("r") else _new_outside(file)
        found = opened(file, mode, *more, **options)
        owner.add_descriptor(found.fileno(), place := _place())
        if new:
            owner.paths[new] = place
        return found

    return recording


def _recording_os_open(opened: Callable[..., int]) -> Callable[..., int]:
    @wraps(opened)
    def recording(path: Any, flags: int, *more: Any, **options: Any) -> int:
        if (owner := _owner()) is None:
            return opened(path, flags, *more, **options)
        new = _new_outside(path) if flags & os.O_CREAT and options.get("dir_fd") is None else None
        found = opened(path, flags, *more, **options)
        owner.add_descriptor(found, place := _place())
        if new:
            owner.paths[new] = place
        return found

    return recording


def _recording_mkdir(make: Callable[..., None]) -> Callable[..., None]:
    @wraps(make)
    def recording(path: Any, *more: Any, **options: Any) -> None:
        owner = _owner()
        new = _new_outside(path) if owner and options.get("dir_fd") is None else None
        make(path, *more, **options)
        if owner and new:
            owner.paths[new] = _place()

    return recording


def _recording_pipe(make: Callable[[], tuple[int, int]]) -> Callable[[], tuple[int, int]]:
    @wraps(make)
    def recording() -> tuple[int, int]:
        ends = make()
        if owner := _owner():
            for end in ends:
                owner.add_descriptor(end, _place())
        return ends

    return recording


def _recording_fork(fork: Callable[[], int]) -> Callable[[], int]:
    @wraps(fork)
    def recording() -> int:
        child = fork()
        if child and (owner := _owner()):
            owner.forks[child] = _place()
        return child

    return recording


def _recording_socket(make: Callable[..., None]) -> Callable[..., None]:
    @wraps(make)
    def recording(self: socket.socket, *arguments: Any, **options: Any) -> None:
        make(self, *arguments, **options)
        if owner := _owner():
            owner.add_descriptor(self.fileno(), _place())

    return recording


def _recording_process(start: Callable[..., None]) -> Callable[..., None]:
    @wraps(start)
    def recording(self: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:
        start(self, *arguments, **options)
        if owner := _owner():
            owner.processes[self] = _place()

    return recording


def _recording_thread(start: Callable[[threading.Thread], None]) -> Callable[[threading.Thread], None]:
    @wraps(start)
    def recording(self: threading.Thread) -> None:
        if owner := _owner():
            owner.threads[self] = _place()
            self.owner_of_things = owner
        start(self)

    return recording
