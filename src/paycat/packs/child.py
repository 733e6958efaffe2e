"""The process of its own in which `bounded` renders a pack: a call on standard input, its bytes on standard output.

It imports nothing of paycat at first: what the call needs is imported as it is read, within the limits.
"""

import atexit
import gc
import pickle
import sys

from pydantic import BaseModel


def main(seconds: int, memory: int) -> None:
    """Make the call that the standard input holds, with so much time of the processor and memory and no more."""
    _limit(seconds, memory)
    gc.set_threshold(100_000)  # What is made is kept until the process ends, which is soon.
    atexit.register(gc.freeze)
    # What is read here was validated before, and to build validators takes a while.
    BaseModel.model_config["defer_build"] = True
    call = pickle.load(sys.stdin.buffer)  # noqa: S301 - `bounded` is the other end
    sys.stdout.buffer.write(call())


def _limit(seconds: int, memory: int) -> None:
    try:
        import resource  # noqa: PLC0415 - only POSIX has it; elsewhere the time is bounded alone
    except ImportError:
        return
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
