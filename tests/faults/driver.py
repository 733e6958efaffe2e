"""Run commands in processes of their own, each with a fault at one step, and say how each ended.

In, on standard input: a list of runs, each with `args` and `cwd`; `at`, the step of the fault, or 0; `fault`, which is
"kill" or the name of an errno; `below`, the folder whose changes are steps; and `limits` of files. Out, on standard
output: for each run how it ended: `code` (negative: a signal), `steps`, and what it printed. What changes the disk is a
step. Commands run as an ordinary user, even where this runs as root.
"""

import ctypes
import errno
import json
import os
import resource
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

from paycat.cli import main as paycat

CAPABILITIES = (0x20080522, 0)
"""The version of the structure that the system call takes, and this process."""
CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def become_ordinary() -> None:
    """Give up the capabilities of root, whom nothing refuses anything; then modes hold for it as for anybody.

    The user stays, as Python itself may be in a folder that no other user can read.
    """
    if os.getuid() == 0:
        head, none = (ctypes.c_uint32 * 2)(*CAPABILITIES), (ctypes.c_uint32 * 6)()
        if ctypes.CDLL(None, use_errno=True).capset(head, none):
            raise OSError(ctypes.get_errno(), "capset")


class Steps:
    """Counts what changes the disk below a folder, and lets one of these changes fail."""

    def __init__(self, run: dict[str, Any]) -> None:
        self.count = 0
        self.run = run

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        is_change = event in CHANGES or (event == "open" and isinstance(args[2], int) and args[2] & WRITING)
        if not is_change or not isinstance(args[0], str | os.PathLike):
            return
        path = os.path.abspath(os.fspath(args[0]))
        if not path.startswith(self.run["below"]) or "__pycache__" in path:
            return
        self.count += 1
        if self.count == self.run["at"]:
            self.fail(path)

    def fail(self, path: str) -> None:
        if self.run["fault"] == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        number = getattr(errno, self.run["fault"])
        raise OSError(number, os.strerror(number), path)


def ran(run: dict[str, Any]) -> dict[str, Any]:
    """Run one command in a child, and return how it ended."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as came:
        child = os.fork()
        if child == 0:
            _child(run, out.fileno(), came.fileno())
        signal.alarm(run.get("seconds", 0))
        try:
            _, status, usage = os.wait4(child, 0)
        except TimeoutError:
            os.kill(child, signal.SIGKILL)
            _, status, usage = os.wait4(child, 0)
        signal.alarm(0)
        texts = []
        for file in (out, came):
            file.seek(0)
            texts.append(file.read().decode(errors="replace"))
        code = os.waitstatus_to_exitcode(status)
        return {"code": code, "out": texts[0], "steps": int(texts[1] or 0), "cpu": usage.ru_utime + usage.ru_stime}


def _child(run: dict[str, Any], out: int, came: int) -> None:
    os.dup2(os.open(run["out"], os.O_WRONLY) if "out" in run else out, 1)
    os.dup2(out, 2)
    become_ordinary()
    code = 3
    steps = Steps({"at": 0, "fault": "kill", "below": run["cwd"], **run})
    try:
        for name in run.get("unset", ()):
            os.environ.pop(name, None)
        os.environ.update(run.get("env", {}))
        if run.get("offline"):
            sys.addaudithook(_refuse_network)
        os.chdir(run["cwd"])
        os.umask(run.get("umask", 0o022))
        for name, value in run.get("limits", {}).items():
            resource.setrlimit(getattr(resource, name), (value, value))
        sys.argv = ["paycat", *run["args"]]
        sys.addaudithook(steps.audit)
        paycat()
    except SystemExit as done:
        code = done.code if isinstance(done.code, int) else 0
    except BaseException as error:  # noqa: BLE001 - a child must not go on as its parent
        print(f"Traceback: {error!r}", flush=True)
    finally:
        steps.run = {"below": "\0"}
        with suppress(OSError):
            sys.stdout.flush()
        sys.stderr.flush()
        os.write(came, str(steps.count).encode())
        os._exit(code)


def _refuse_network(event: str, _: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.getaddrinfo", "socket.bind"):
        raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))


def preload() -> None:
    """Import what commands need once, for all of them."""
    sys.dont_write_bytecode = True
    for name in ("check", "generate", "fmt", "decide", "new", "init", "release", "diff", "validate", "conform"):
        __import__(f"paycat.cli.{name}")
    __import__("paycat.reporting.findings")


def _too_long(_number: int, _frame: object) -> None:
    raise TimeoutError


def main() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _too_long)
    preload()
    sys.stdout.flush()
    json.dump([ran(run) for run in json.load(sys.stdin)], sys.stdout)


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))
    main()
