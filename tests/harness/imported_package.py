"""The package of models, imported from a folder."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import pytest

PACKAGE = "payments_api"


@contextmanager
def importable(sources: Path) -> Iterator[None]:
    """Let the package be imported from a folder, whatever an earlier test imported under its name; that is put back."""
    others = _taken_out()
    try:
        with pytest.MonkeyPatch.context() as patch:
            patch.syspath_prepend(sources)
            yield
    finally:
        _taken_out()
        sys.modules.update(others)


def _taken_out() -> dict[str, ModuleType]:
    return {name: sys.modules.pop(name) for name in list(sys.modules) if name.partition(".")[0] == PACKAGE}
