"""Locks of each system: a folder and the name of a worker are locked once, also where there is no `fcntl`."""

import errno
import fcntl
import importlib.util
import sys
from contextlib import ExitStack
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

import runtime.sandbox.names
from paycat.files import locking


class FakeFcntl(ModuleType):
    """`fcntl` as Unix has it."""

    LOCK_EX, LOCK_NB = fcntl.LOCK_EX, fcntl.LOCK_NB

    @staticmethod
    def flock(descriptor: int, operation: int) -> None:
        fcntl.flock(descriptor, operation)


class FakeMsvcrt(ModuleType):
    """`msvcrt` as Windows has it: what is locked already is an error of its own."""

    LK_NBLCK = 2

    @staticmethod
    def locking(descriptor: int, mode: int, length: int) -> None:
        assert (mode, length) == (2, 1)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PermissionError(errno.EACCES, "Permission denied") from None


SYSTEMS = {
    "linux": {"fcntl": FakeFcntl("fcntl"), "msvcrt": None},
    "win32": {"fcntl": None, "msvcrt": FakeMsvcrt("msvcrt")},
}


@pytest.fixture(params=SYSTEMS)
def system(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A system with one of the two modules."""
    for name, module in SYSTEMS[request.param].items():
        monkeypatch.setitem(sys.modules, name, module)
    monkeypatch.setattr(sys, "platform", request.param)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    return str(request.param)


def imported(module: ModuleType) -> ModuleType:
    """Return a module, imported anew."""
    spec = importlib.util.spec_from_file_location(module.__name__, str(module.__file__))
    assert spec
    assert spec.loader
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def test_a_folder_is_locked_once(system: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    module = imported(locking)
    monkeypatch.setattr(module, "PATIENCE", 0.1)
    folder, link = tmp_path / "project", tmp_path / "link"
    folder.mkdir()
    link.symlink_to(folder)
    with module.locked(folder) as is_locked:
        assert is_locked
        with pytest.raises(OSError, match="another run of paycat"), module.locked(link):
            pass
    with module.locked(link) as is_locked:
        assert is_locked
    with pytest.raises(FileNotFoundError), module.locked(tmp_path / "none"):
        pass
    assert list(folder.iterdir()) == [], system


@pytest.mark.usefixtures("system")
def test_a_name_of_a_worker_is_locked_once(tmp_path: Path) -> None:
    names = imported(runtime.sandbox.names)
    store = SimpleNamespace(beginning_of_locks=lambda: str(tmp_path / "sandbox.db"))
    with ExitStack() as held:
        for expected in ("w1", "w2"):
            name, lock = names.claim_name(store, "w", 2)
            held.enter_context(lock)
            assert name == expected
        with pytest.raises(names.WrongDatabaseError):
            names.claim_name(store, "w", 2)
    name, lock = names.claim_name(store, "w", 2)
    lock.close()
    assert name == "w1"
