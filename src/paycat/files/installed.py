"""What comes with paycat: its data folders, and a digest of its code."""

import hashlib
import os
import sys
from functools import cache
from pathlib import Path

GENERATORS = "generators"
"""The folder of the packs."""

REQUIREMENTS = "requirements"
"""The folder of the versions with which paycat was tested."""

_BUNDLED = "_bundled"
_PACKAGE, _CHECKOUT = Path(__file__).parents[1], Path(__file__).parents[3]


@cache
def bundled(name: str) -> Path:
    """Return the data folder called `name`: "generators", "requirements", "schemas" or "starters".

    Raises FileNotFoundError when it is missing.
    """
    for folder in (_PACKAGE / _BUNDLED / name, _CHECKOUT / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"paycat was installed without its {name}/ folder")


def comes_with_paycat(path: Path) -> bool:
    """Return whether a path is in the data folders of an installed paycat."""
    return path.is_relative_to(_PACKAGE / _BUNDLED)


@cache
def code_digest() -> str:
    """Return a digest of all that comes with paycat, of Python, and of what is installed.

    Whatever installs or removes a package writes into the folder of packages, which changes its time.
    """
    package_folders = [Path(path) for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    folder_times = [(str(folder), folder.stat().st_mtime_ns) for folder in package_folders if folder.is_dir()]
    digest = hashlib.sha256(f"{sys.version} {folder_times}".encode())
    for folder in (_PACKAGE, bundled(GENERATORS)):
        for subfolder, _, file_names in sorted(os.walk(folder)):  # Path would take three times as long.
            relative_folder = os.path.relpath(subfolder, folder)
            for file_name in sorted(file_names) if not relative_folder.endswith("__pycache__") else ():
                path = os.path.join(subfolder, file_name)
                if os.path.isfile(path):  # Editors lock a file by a link that leads nowhere.
                    with open(path, "rb") as file:
                        digest.update(f"{relative_folder}/{file_name}\n".encode() + file.read())
    return digest.hexdigest()
