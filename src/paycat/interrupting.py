"""Ctrl-C, which ends a command even where a library loses it.

A library in Rust or C that calls Python back may drop a KeyboardInterrupt, or raise an error of its own in its place;
pydantic-core does both. What such a call returns may be wrong, so nothing is printed or written after an interruption.
"""

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from types import FrameType

_received: list[int] = []


@contextmanager
def interruptible(*signals: signal.Signals) -> Iterator[None]:
    """Let Ctrl-C, and other signals, end the block with KeyboardInterrupt: at once, or when it ends in any other way.

    A signal that is ignored, as Ctrl-C is in the background of a shell, stays so. Threads beside the first get none.
    """
    is_main_thread = threading.current_thread() is threading.main_thread()
    # None: whatever heeds a signal is not Python's.
    numbers = [number for number in (signal.SIGINT, *signals) if signal.getsignal(number) not in (signal.SIG_IGN, None)]
    old_handlers = {number: signal.signal(number, _interrupt) for number in numbers} if is_main_thread else {}
    old_hook = sys.unraisablehook
    sys.unraisablehook = partial(_report_lost, old_hook)
    try:
        yield
        raise_if_interrupted()
    except Exception as error:
        if _received:
            raise KeyboardInterrupt from error
        raise
    finally:
        sys.unraisablehook = old_hook
        for number, handler in old_handlers.items():
            signal.signal(number, handler)
        _received.clear()


def raise_if_interrupted() -> None:
    """Raise KeyboardInterrupt once more if there was one."""
    if _received:
        raise KeyboardInterrupt


def _interrupt(signal_number: int, _: FrameType | None) -> None:
    _received.append(signal_number)
    raise KeyboardInterrupt


def _report_lost(report: Callable[["sys.UnraisableHookArgs"], object], lost_error: "sys.UnraisableHookArgs") -> None:
    if not isinstance(lost_error.exc_value, KeyboardInterrupt):
        report(lost_error)
