"""Imports generated packages, each in a process of its own that may read files and nothing else.

A line on standard input names a folder with packages; a line on standard output says what happened, as JSON.
"""

import importlib
import json
import os
import pkgutil
import sys
import traceback
from pathlib import Path
from typing import Any

_FORBIDDEN = (
    *("os.system", "os.exec", "os.fork", "os.posix_spawn", "os.spawn", "os.startfile", "os.remove", "os.rename"),
    *("os.mkdir", "os.rmdir", "os.chmod", "os.link", "os.symlink", "os.truncate", "os.putenv", "subprocess.Popen"),
    *("shutil.", "socket.connect", "socket.bind", "socket.getaddrinfo", "urllib.Request", "pty.spawn", "ctypes."),
)
_LIBRARIES = (
    *("dbos", "httpx", "pydantic", "pytest", "sqlalchemy", "standardwebhooks", "starlette.applications"),
    *("starlette.middleware.cors", "tenacity", "uvicorn.supervisors"),
)
"""What generated packages import; loading it calls for more than files."""
_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def _reject(event: str, arguments: tuple[Any, ...]) -> None:
    if event.startswith(_FORBIDDEN) or (event == "open" and _writes(arguments)):
        os.write(1, (json.dumps({"executed": f"{event} {arguments!r}"[:500]}) + "\n").encode())
        os._exit(3)


def _writes(arguments: tuple[Any, ...]) -> bool:
    _, mode, flags = arguments
    return bool((flags or 0) & _WRITES) or any(sign in str(mode or "") for sign in "wax+")


def _import(folder: str) -> None:
    """Import every module below a folder; print what went wrong, or null."""
    sys.path.insert(0, folder)
    sys.addaudithook(_reject)
    said: dict[str, str] | None = None
    try:
        for package in [path.name for path in Path(folder).iterdir() if path.is_dir()]:
            held = importlib.import_module(package)
            for module in pkgutil.walk_packages(held.__path__, f"{package}."):
                if not module.name.endswith(".__main__"):
                    importlib.import_module(module.name)
    except BaseException:  # noqa: BLE001 - whatever a package does is said
        said = {"failed": traceback.format_exc()[-600:]}
    os.write(1, (json.dumps(said) + "\n").encode())


def main() -> None:
    """Answer one line for each folder."""
    sys.dont_write_bytecode = True
    for name in _LIBRARIES:
        importlib.import_module(name)
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            _import(line.strip())
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
