"""The data folders of paycat: inside the installed package, or beside it in a source checkout."""

from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

_CHECKOUT = Path(__file__).parents[2]


GENERATORS = "generators"
"""The folder of the packs."""


@cache
def bundled(name: str) -> Path:
    """Return the data folder called `name`: "generators", "schemas" or "starters".

    Raises FileNotFoundError when it is missing.
    """
    with as_file(files("paycat") / "_bundled" / name) as installed:
        for folder in (installed, _CHECKOUT / name):
            if folder.is_dir():
                return folder
    raise FileNotFoundError(f"paycat was installed without its {name}/ folder")
