"""Imports generated packages, each in a process of its own that may read files and nothing else.

The argument names a folder with packages that do no harm; they are imported first, and what is the same in others is
not executed again. A line on standard input names a folder with packages; a line on standard output says what happened,
as JSON.
"""

import gc
import importlib
import json
import os
import pkgutil
import sys
import traceback
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.injection.imported_anew import imported_anew

del sys.path[0]  # What is imported finds nothing of paycat's tests.

_FORBIDDEN = (
    *("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.remove", "os.rename"),
    *("os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.symlink", "os.truncate", "os.putenv", "subprocess.Popen"),
    *("shutil.", "socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request", "pty.spawn", "ctypes."),
)
_FAILED = 4
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN) or (event == "open" and _writes(arguments)):
        os.write(1, (json.dumps({"executed": f"{event} {arguments!r}"[:500]}) + "\n").encode())
        os._exit(3)


def _writes(arguments: tuple[Any, ...]) -> bool:
    _, mode, flags = arguments
    return bool((flags or 0) & _WRITES) or any(sign in str(mode or "") for sign in "wax+")


def _import(folder: str, forgotten: set[str], *, is_whole: bool) -> int:
    """Import every module below a folder; print what went wrong, or null.

    What fails beside modules of other packages is not told: it is tried again without them.
    """
    _forget(forgotten, folder)
    sys.path.insert(0, folder)
    sys.addaudithook(_refuse)
    said: dict[str, str] | None = None
    try:
        _import_all(folder)
    except BaseException:  # noqa: BLE001 - whatever a package does is said
        if not is_whole:
            return _FAILED
        said = {"failed": traceback.format_exc()[-600:]}
    os.write(1, (json.dumps(said) + "\n").encode())
    return 0


def _import_all(folder: str) -> None:
    for package in [path.name for path in Path(folder).iterdir() if path.is_dir()]:
        held = importlib.import_module(package)
        for module in pkgutil.walk_packages(held.__path__, f"{package}."):
            if not module.name.endswith(".__main__"):
                importlib.import_module(module.name)


def _forget(names: set[str], folder: str) -> None:
    """Let modules be imported again, and let packages that stay find them in a folder."""
    for name in sorted(names & sys.modules.keys()):
        module = sys.modules.pop(name)
        package, _, last = name.rpartition(".")
        if package in sys.modules and vars(sys.modules[package]).get(last) is module:
            delattr(sys.modules[package], last)
    for path in Path(folder).rglob("__init__.py"):
        name = ".".join(path.parent.relative_to(folder).parts)
        if name in sys.modules:
            sys.modules[name].__path__ = [str(path.parent)]


def _modules(folder: str) -> dict[str, str]:
    """Return the source text of every module below a folder; a package is called as it is, without `__init__`."""
    return {
        ".".join(path.relative_to(folder).with_suffix("").parts).removesuffix(".__init__"): path.read_bytes().decode()
        for path in Path(folder).rglob("*.py")
    }


def _tried(folder: str, forgotten: set[str], *, is_whole: bool) -> int:
    """Import packages in a child; return how it ended."""
    child = os.fork()
    if child == 0:
        os._exit(_import(folder, forgotten, is_whole=is_whole))
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    """Answer one line for each folder."""
    sys.dont_write_bytecode = True
    for name in ("httpx", "pydantic", "standardwebhooks", "starlette.applications", "tenacity"):
        importlib.import_module(name)
    sys.path.insert(0, sys.argv[1])
    _import_all(sys.argv[1])
    sys.path.remove(sys.argv[1])
    before = _modules(sys.argv[1])
    gc.freeze()
    for line in sys.stdin:
        folder = line.strip()
        anew = imported_anew(before, _modules(folder))
        if _tried(folder, anew & before.keys(), is_whole=False) == _FAILED:
            _tried(folder, set(before), is_whole=True)


if __name__ == "__main__":
    main()
