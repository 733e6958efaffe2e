"""The command `paycat`, and `python -m paycat`: nothing is imported before Ctrl-C is heard."""

import os
import signal
from types import FrameType

_INTERRUPTED = 130


def main() -> None:
    """Run the command line; Ctrl-C ends the process at once while it imports modules, and after the command."""
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _end)
    from paycat.cli import main as run  # noqa: PLC0415 - imports take a while

    run()


def _end(_number: int, _frame: FrameType | None) -> None:
    os._exit(_INTERRUPTED)


if __name__ == "__main__":
    main()
