"""Fails a test that leaves a file, a socket, a thread or a process behind, and names it and where it was made.

What a fixture of a module or of the session makes must be gone when the fixture is torn down, and so must what it opens
later: what its threads open, and what can be reached from its value, such as a connection of a client.
Not noticed: what other programs leave, and what libraries in C or Rust start without a descriptor.
"""

import gc
import io
import os
import select
import socket
import subprocess
import time
import types
import warnings
from collections import deque
from collections.abc import Generator, Iterator
from contextlib import suppress
from functools import partial
from threading import Thread
from typing import Any

import pytest
from made_things import Place, Things, is_still_open, owned_by, owner_of, record_things

GRACE = 5
"""Seconds for threads that are about to end; it takes that long only if one stays."""
_MOST_REACHED = 2_000_000
_NO_VALUES = (types.ModuleType, type, types.BuiltinFunctionType, types.CodeType, types.FrameType)
_OPEN = (socket.socket, io.FileIO, select.epoll)
_wider: dict[pytest.FixtureDef[Any], Things] = {}
"""What fixtures with a wider scope than one test have made; those that are set up."""

record_things()


@pytest.fixture(autouse=True)
def nothing_left(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail if the test, or a fixture of this test alone, leaves something behind; a test that failed may do so."""
    failed, free, things = request.session.testsfailed, _free_descriptor(), Things()
    with owned_by(things):
        yield
    if request.session.testsfailed > failed:
        return
    if request.config.getoption("--update-cases", default=False):
        things.paths.clear()
    if free != _free_descriptor() and _is_open(free) and owner_of(free) not in (things, *_wider.values()):
        things.add_descriptor(free, Place(request.node.nodeid, 0))
    _fail_if_left(things, "this test")


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    """Record what a fixture with a wider scope makes, and look for it when all else of it is torn down."""
    if fixturedef.scope == "function":
        return (yield)
    things = _wider[fixturedef] = Things()
    fixturedef.addfinalizer(partial(_finish, fixturedef))
    with owned_by(things):
        return (yield)


def _finish(fixture: pytest.FixtureDef[Any]) -> None:
    _fail_if_left(_wider.pop(fixture), f"the fixture {fixture.argname}")


def _fail_if_left(things: Things, owner: str) -> None:
    """Fail if something stays, also when what is not referenced any more was deleted; then nobody closed it."""
    _wait(things)
    if not any(_left(things)):
        return
    _give_to_wider(things)
    if not (suspected := dict(_left(things))):
        return
    with warnings.catch_warnings(record=True) as reported:
        warnings.simplefilter("always")
        gc.collect()
    _wait(things)
    left = dict(_left(things))
    if reported:
        left = suspected
    if left:
        lines = [f"{what}, made at {place}" for what, place in left.items()]
        pytest.fail(
            "\n".join((f"{owner} left behind:", *lines, *(str(one.message) for one in reported))), pytrace=False
        )


def _wait(things: Things) -> None:
    """Wait for threads that are about to end, and forget those that ended: there may be thousands."""
    end = time.monotonic() + GRACE
    for thread in [*things.threads]:
        thread.join(max(0, end - time.monotonic()))
        if not thread.is_alive():
            del things.threads[thread]


def _left(things: Things) -> Iterator[tuple[str, Place]]:
    """Return what was made and is still there."""
    for thread, place in things.threads.items():
        if thread.is_alive():
            yield f"the thread {thread.name}", place
    for process, place in things.processes.items():
        if process.returncode is None:
            yield f"the process {process.pid} ({_of_process(process)}), for which nobody waited", place
    for child, place in things.forks.items():
        with suppress(ChildProcessError):
            os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT)
            yield f"the forked process {child}, for which nobody waited", place
    for number, place in things.descriptors.items():
        if owner_of(number) is things and is_still_open(number):
            yield f"the descriptor {number} ({_of_descriptor(number)})", place
    for path, place in things.paths.items():
        if os.path.lexists(path):
            yield f"the path {path}", place


def _of_process(process: subprocess.Popen[Any]) -> str:
    return process.args if isinstance(process.args, str) else " ".join(map(str, process.args))


def _of_descriptor(number: int) -> str:
    with suppress(OSError):
        return os.readlink(f"/proc/self/fd/{number}")
    return "a file or a socket"


def _free_descriptor() -> int:
    """Return the lowest number that the next file or socket can have; what is left raises it."""
    found = os.dup(2)
    os.close(found)
    return found


def _is_open(number: int) -> bool:
    try:
        os.fstat(number)
    except OSError:
        return False
    return True


def _give_to_wider(things: Things) -> None:
    """Let the fixtures with a wider scope own what can be reached from their values, until nothing else is left.

    What a test opened is mostly near the value of a fixture that was set up late: all values together are large.
    """
    for fixture, wider in reversed(_wider.items()):
        for found in _reached(fixture.cached_result and fixture.cached_result[0]):
            if _is_given(found, things, wider) and not any(_left(things)):
                return


def _is_given(found: object, things: Things, wider: Things) -> bool:
    """Let a fixture own an object, if it is one of the things; tell whether it is."""
    if isinstance(found, Thread) and found in things.threads:
        wider.threads[found] = things.threads.pop(found)
        return True
    if isinstance(found, subprocess.Popen) and found in things.processes:
        wider.processes[found] = things.processes.pop(found)
        return True
    if isinstance(found, _OPEN):
        with suppress(ValueError):  # The file is closed.
            if place := things.descriptors.pop(found.fileno(), None):
                wider.add_descriptor(found.fileno(), place)
                return True
    return False


def _reached(value: object) -> Iterator[object]:
    """Return the objects that a value refers to, nearest first, but not what code refers to, such as modules."""
    seen, waiting = {id(value)}, deque([value])
    while waiting and len(seen) < _MOST_REACHED:
        one = waiting.popleft()
        yield one
        referred = one.__closure__ or () if isinstance(one, types.FunctionType) else gc.get_referents(one)
        for other in referred:
            is_data = not (gc.is_tracked(other) or isinstance(other, _OPEN))
            if id(other) not in seen and not is_data and not isinstance(other, _NO_VALUES):
                seen.add(id(other))
                waiting.append(other)
