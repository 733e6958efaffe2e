"""`paycat watch` as a process of its own: what it prints, block by block, and ways in which editors save."""

import os
import queue
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Self

import projects

PATIENCE = 60
"""Seconds after which a process that says nothing is taken for dead; on an idle machine it answers in one."""


class Watched:
    """A watched project; its first block was read when the `with` block begins, and the process is ended with it."""

    def __init__(self, project: Path, *options: str) -> None:
        self.project = project
        # A run of tests in the background ignores Ctrl-C, and so would what it starts.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        self._process = subprocess.Popen(
            projects.command("watch", *options),
            cwd=project,
            env=projects.environ(),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )
        self._lines: queue.Queue[str | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def __enter__(self) -> Self:
        self.greeting = self.block()
        self.start = self.block()
        return self

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._lines.put(line.removesuffix("\n"))
        self._lines.put(None)

    def block(self) -> list[str]:
        """Return the lines of the next block, without the empty one that ends it; what is left when it ended."""
        lines: list[str] = []
        while line := self._lines.get(timeout=PATIENCE):
            lines.append(line)
        return lines

    def blocks_until(self, ending: str) -> list[list[str]]:
        """Return the blocks up to the first whose last line begins like this."""
        blocks = [self.block()]
        while not blocks[-1][-1].startswith(ending):
            blocks.append(self.block())
        return blocks

    def is_silent(self, seconds: float) -> bool:
        """Tell whether nothing is printed for so long."""
        try:
            self._lines.get(timeout=seconds)
        except queue.Empty:
            return True
        return False

    def end(self, number: signal.Signals) -> tuple[int, list[str], str]:
        """Send a signal; return the exit code, the lines printed since and what stands on standard error."""
        self._process.send_signal(number)
        code = self._process.wait(timeout=PATIENCE)
        assert self._process.stderr is not None
        return code, self.block(), self._process.stderr.read()


def save(project: Path, edits: Iterable[dict[str, Any]], scratch: Path, *, by_rename: bool) -> None:
    """Save edited files as editors do: over the old text, or beside it and then moved over it."""
    shutil.rmtree(scratch, ignore_errors=True)
    shutil.copytree(project, scratch)
    before = projects.files_in(scratch)
    projects.edit(scratch, edits)
    after = projects.files_in(scratch)
    for path in before.keys() - after.keys():
        (project / path).unlink()
    for path in sorted(path for path, data in after.items() if before.get(path) != data):
        target = project / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if by_rename:
            beside = target.with_name(f".{target.name}.new")
            beside.write_bytes(after[path])
            os.replace(beside, target)
        else:
            target.write_bytes(after[path])
