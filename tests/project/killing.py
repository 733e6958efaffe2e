"""Run write() in processes of their own and kill each at the file-system step that the plan names.

In, on standard input: {"trees": [tree, …], "kills": [[step, …], …], "root": folder}. Each list of kills has a folder
of its own below root, called by its number. It starts as a copy of the first tree; then one tree is written per step,
by a process that is killed at that step (0: never). Out, on standard output: for each list, the number of steps that
each run came to.
"""

import json
import os
import shutil
import signal
import sys
from pathlib import Path

from paycat.packs.fileset import FileSet
from paycat.project import output_writing
from paycat.project.output_writing import write

CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir"}


class Steps:
    """Counts what changes the disk, and kills this process just before one of them."""

    def __init__(self, fatal: int) -> None:
        self.count = 0
        self.fatal = fatal

    def step(self) -> None:
        self.count += 1
        if self.count == self.fatal:
            os.kill(os.getpid(), signal.SIGKILL)

    def audit(self, event: str, args: tuple[object, ...]) -> None:
        if event in CHANGES or (event == "open" and int(str(args[2] or 0)) & (os.O_WRONLY | os.O_RDWR)):
            self.step()


def cut_writing(steps: Steps) -> None:
    """Make a step in the middle of each file that is written."""

    def stage(path: Path, data: bytes, **_: object) -> Path:
        with path.open("wb", buffering=0) as file:
            file.write(data[: len(data) // 2])
            steps.step()
            file.write(data[len(data) // 2 :])
        return path

    output_writing.stage = stage  # In this process alone.


def run(tree: dict[str, str], folder: Path, fatal: int) -> int:
    """Write the tree in a process of its own, killed at step `fatal`; return how many steps it came to."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        steps = Steps(fatal)
        sys.addaudithook(steps.audit)
        cut_writing(steps)
        rejected = write(FileSet(tree), folder).rejected
        os.write(writing, str(steps.count).encode())
        os._exit(1 if rejected else 0)
    os.close(writing)
    _, status = os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        came = pipe.read()
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not killed and status != 0:
        raise SystemExit(f"a run in {folder} ended with status {status}")
    return fatal if killed else int(came)


def main() -> None:
    sys.dont_write_bytecode = True
    plan = json.load(sys.stdin)
    first, *others = plan["trees"]
    came = []
    start = Path(plan["root"]) / "start"
    write(FileSet(first), start)
    for number, kills in enumerate(plan["kills"]):
        folder = Path(plan["root"]) / str(number)
        shutil.copytree(start, folder, copy_function=os.link)  # A file written in place would show in every copy.
        came.append([run(tree, folder, fatal) for tree, fatal in zip(others, kills, strict=True)])
    json.dump(came, sys.stdout)


if __name__ == "__main__":
    main()
