"""A guard for what would take minutes or for ever if it were not right: it ends the test, and measures nothing."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

GENEROUS = 60
"""Seconds of CPU; what is guarded takes less than one."""


@contextmanager
def time_limit() -> Iterator[None]:
    """Fail if the block takes so long that it may never end."""

    def stop(*_: Any) -> None:
        raise AssertionError(f"it took {GENEROUS} seconds of CPU, and may never end")

    before = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, GENEROUS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
