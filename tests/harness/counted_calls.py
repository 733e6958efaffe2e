"""How much work something is, as a number of calls, which is the same on every machine however busy it is."""

import sys
from collections.abc import Callable
from typing import Any


def calls_of(work: Callable[[], object], function: Callable[..., object] | None = None) -> int:
    """Return how many functions are called, in Python or in C, while some work is done; or how often one of Python."""
    count = 0

    def counting(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        is_counted = function is None or (event == "call" and frame.f_code is function.__code__)
        count += event in ("call", "c_call") and is_counted

    before = sys.getprofile()
    sys.setprofile(counting)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count
