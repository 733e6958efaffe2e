"""Run commands in processes of their own, each with a fault at one step, and say how each ended.

In, on each line of standard input: a list of runs, each with `args` and `cwd`; `at`, the step of the fault, or 0;
`fault`, which is "kill" or the name of an errno; `below`, the folder whose changes are steps; and `limits` of files.
Out, on a line of standard output: for each run how it ended: `code` (negative: a signal), `steps`, and what it printed.
What changes the disk is a step; `apart` are those at a temporary copy, which is removed name by name. Commands run as
an ordinary user, even where this runs as root, and have their temporary folders beside the one that they run in.

A run that is `here` has no process of its own and no fault. What it makes is remembered, as `paycat watch` does it, so
that those which come after it spend their time on what they write.
"""

import ctypes
import errno
import gc
import json
import os
import resource
import signal
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2] / "harness"))

from forked_commands import import_commands, one_cache, run_here

from paycat.cache import Cache
from paycat.cli import main as paycat

CAPABILITIES = (0x20080522, 0)
"""The version of the structure that the system call takes, and this process."""
CHANGES = {"os.rename", "os.remove", "os.rmdir", "os.mkdir", "os.chmod"}
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT


def become_ordinary() -> None:
    """Give up the capabilities of root, whom nothing rejects anything; then modes hold for it as for anybody.

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
        self.apart: list[int] = []
        self.run = run

    def audit(self, event: str, args: tuple[Any, ...]) -> None:
        is_change = event in CHANGES or (event == "open" and isinstance(args[2], int) and args[2] & WRITING)
        if not is_change or not isinstance(args[0], str | os.PathLike):
            return
        path = os.path.abspath(os.fspath(args[0]))
        if not path.startswith(self.run["below"]) or "__pycache__" in path:
            return
        self.count += 1
        if event != "open" and not _location(path, args[-1]).startswith(self.run["below"]):
            self.apart.append(self.count)
        if self.count == self.run["at"]:
            self.fail(path)

    def fail(self, path: str) -> None:
        if self.run["fault"] == "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        number = getattr(errno, self.run["fault"])
        raise OSError(number, os.strerror(number), path)


def _location(path: str, folder: int) -> str:
    """Return where a path is that was named from an open folder, where the system tells; -1 is no folder."""
    with suppress(OSError):
        return os.path.join(os.readlink(f"/proc/self/fd/{folder}"), os.path.basename(path))
    return path


def made_here(run: dict[str, Any]) -> dict[str, Any]:
    """Run one command in this process, and return how it ended."""
    code, out = run_here(run["args"], Path(run["cwd"]))
    gc.freeze()  # A child that looks through what is here already would have a copy of all of it made.
    return {"code": code, "out": out}


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
        count, *apart = map(int, texts[1].split() or [0])
        cpu = usage.ru_utime + usage.ru_stime
        return {"code": code, "out": texts[0], "steps": count, "apart": apart, "cpu": cpu}


def _child(run: dict[str, Any], out: int, came: int) -> None:
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(os.open(run["out"], os.O_WRONLY) if "out" in run else out, 1)
    os.dup2(out, 2)
    become_ordinary()
    code = 3
    steps = Steps({"at": 0, "fault": "kill", "below": run["cwd"], **run})
    try:
        os.environ["TMPDIR"], tempfile.tempdir = str(Path(run["cwd"]).parent), None
        for name in run.get("unset", ()):
            os.environ.pop(name, None)
        os.environ.update(run.get("env", {}))
        if run.get("offline"):
            sys.addaudithook(_reject_network)
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
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError):
                stream.flush()
        os.write(came, " ".join(map(str, (steps.count, *steps.apart))).encode())
        os._exit(code)


def _reject_network(event: str, _: tuple[Any, ...]) -> None:
    if event in ("socket.connect", "socket.getaddrinfo", "socket.bind"):
        raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))


def _too_long(_number: int, _frame: object) -> None:
    raise TimeoutError


def main() -> None:
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    signal.signal(signal.SIGALRM, _too_long)
    import_commands()
    with one_cache(Cache()):
        for line in sys.stdin:
            print(json.dumps([made_here(run) if run.get("here") else ran(run) for run in json.loads(line)]), flush=True)


if __name__ == "__main__":
    main()
