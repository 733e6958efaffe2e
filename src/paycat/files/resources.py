"""The data folders of paycat: inside the installed package, or beside it in a source checkout."""

from functools import cache
from pathlib import Path

_INSTALLED, _CHECKOUT = Path(__file__).parents[1] / "_bundled", Path(__file__).parents[3]

GENERATORS = "generators"
"""The folder of the packs."""


@cache
def bundled(name: str) -> Path:
    """Return the data folder called `name`: "generators", "schemas" or "starters".

    Raises FileNotFoundError when it is missing.
    """
    for folder in (_INSTALLED / name, _CHECKOUT / name):
        if folder.is_dir():
            return folder
    raise FileNotFoundError(f"paycat was installed without its {name}/ folder")
