"""A command in a process of its own, made of this one by a fork, with a limit on its time and memory."""

import gc
import os
import resource
import signal
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from threading import Timer

from paycat.cli import main as paycat

CPU_SECONDS, WALL_SECONDS = 8, 120
"""Ten seconds of CPU for whoever runs a command: up to two of them make what is known here."""
MEMORY = 768 * 1024**2
"""A child is born with the memory of the tests that ran before it, a gigabyte at times, which is not counted."""
ADDRESSES = 2 * 1024**3
"""Address space beyond that, too, and far more than the memory: what ends here is told apart by its traceback."""


@dataclass(frozen=True)
class End:
    """How a command ended: its exit code, negative for a signal; what it printed; its CPU time in seconds.

    `memory` is in bytes, beyond what the process was born with.
    """

    arguments: tuple[str, ...]
    code: int
    out: str
    cpu: float
    memory: int

    @property
    def fault(self) -> str:
        """What is wrong with that; empty when nothing is."""
        # That contracts could not be compared is an end of `diff` alone.
        if self.code not in (0, 1, 2) and (self.arguments[:1], self.code) != (("diff",), 4):
            return f"exit code {self.code}"
        if "Traceback (most recent call last)" in self.out:
            return "a traceback"
        if self.cpu > CPU_SECONDS:
            return f"{self.cpu:.1f} s of CPU"
        if self.memory > MEMORY:
            return f"{self.memory >> 20} MiB"
        return ""


def run(arguments: tuple[str, ...], folder: Path) -> End:
    """Run a command in a folder, and wait for its end."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as born:
        child = os.fork()
        if child == 0:
            os.write(born.fileno(), str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss).encode())
            _child(arguments, folder, out.fileno())
        status, usage = _waited(child)
        out.seek(0)
        born.seek(0)
        text = out.read(2_000_000).decode(errors="replace")
        added = usage.ru_maxrss - int(born.read())
    scale = 1 if sys.platform == "darwin" else 1024
    return End(arguments, os.waitstatus_to_exitcode(status), text, usage.ru_utime + usage.ru_stime, added * scale)


def _waited(child: int) -> tuple[int, resource.struct_rusage]:
    """Wait for the end of a process, which is killed if it takes too long."""
    killer = Timer(WALL_SECONDS, os.kill, (child, signal.SIGKILL))
    killer.start()
    try:
        _, status, usage = os.wait4(child, 0)
    finally:
        killer.cancel()
        killer.join()
    return status, usage


def _child(arguments: tuple[str, ...], folder: Path, out: int) -> None:
    code = 3
    try:
        gc.freeze()  # Whoever looks through what the parent has made would have a copy of all of it made.
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out, 1)
        os.dup2(out, 2)
        os.chdir(folder)
        resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS + 2, CPU_SECONDS + 4))
        most = _address_space() + ADDRESSES
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
        sys.argv = ["paycat", *arguments]
        paycat()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code)


def _address_space() -> int:
    """Return the address space of this process in bytes; 0 where no file says so, and no limit counts either."""
    sizes = Path("/proc/self/statm")
    return int(sizes.read_text().split()[0]) * resource.getpagesize() if sizes.exists() else 0
