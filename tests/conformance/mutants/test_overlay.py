"""A package with one module replaced: who sees the replaced code, for how long, and what is imported again."""

import importlib
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from paycat_mutants.overlay import Overlay, imports_restored

NAME = "package_of_a_test"
FILES = {
    "__init__.py": "",
    "base.py": "number = 1",
    "middle.py": "from .base import number",
    "other.py": "seen = object()",
    "inner/__init__.py": "from .top import total",
    "inner/beside.py": "seen = object()",
    "inner/top.py": "from ..middle import number\nfrom .. import other\ntotal = number + 1\n",
}
MODULES = ("base", "middle", "other", "inner", "inner.beside", "inner.top")
REPLACED = compile("number = 10", "replaced", "exec")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A package, imported."""
    for name, text in FILES.items():
        path = tmp_path / NAME / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    imported()
    yield tmp_path / NAME
    forget()


def imported() -> dict[str, ModuleType]:
    return {name: importlib.import_module(f"{NAME}.{name}") for name in MODULES}


def forget_and_import() -> None:
    forget()
    imported()


def forget() -> None:
    for name in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[name]


def test_a_module_that_is_taken_from_its_package_is_the_replaced_one(folder: Path) -> None:
    overlay = Overlay(NAME, folder)
    for number in (10, 20):
        with overlay.replacing("other", compile(f"seen = {number}", "replaced", "exec")):
            assert taken() == number
    with overlay.replacing("inner.beside", REPLACED):
        assert taken() not in (10, 20)


def taken() -> object:
    forget()
    return importlib.import_module(f"{NAME}.inner.top").other.seen


def test_replaced_code_is_seen_by_what_depends_on_it_alone(folder: Path) -> None:
    before = imported()
    overlay = Overlay(NAME, folder)
    with overlay.replacing("base", REPLACED):
        forget()
        changed = imported()
    assert (changed["base"].number, changed["middle"].number, changed["inner"].total) == (10, 10, 11)
    assert changed["other"] is before["other"]
    assert (before["base"].number, before["middle"].number, before["inner"].total) == (1, 1, 2)


def test_what_is_only_in_the_same_package_is_not_imported_again(folder: Path) -> None:
    before = imported()
    overlay = Overlay(NAME, folder)
    with overlay.replacing("inner.top", compile("total = 0", "replaced", "exec")):
        forget()
        changed = imported()
    assert {name for name in MODULES if changed[name] is not before[name]} == {"inner", "inner.top"}
    with overlay.replacing("other", compile("seen = 1", "replaced", "exec")):
        forget()
        changed = imported()
    assert {name for name in MODULES if changed[name] is not before[name]} == {"other", "inner", "inner.top"}
    assert changed["inner.top"].other is changed["other"]


def test_each_replacement_starts_from_the_package_as_it_was(folder: Path) -> None:
    overlay = Overlay(NAME, folder)
    for module, code, total in (
        ("base", REPLACED, 11),
        ("middle", compile("number = 5", "replaced", "exec"), 6),
        ("inner.top", compile("total = 0", "replaced", "exec"), 0),
        ("other", compile("", "replaced", "exec"), 2),
    ):
        with overlay.replacing(module, code):
            forget()
            assert imported()["inner"].total == total
    forget()
    assert imported()["inner"].total == 2


def test_nothing_is_left_behind(folder: Path) -> None:
    before, finders = imported(), list(sys.meta_path)
    overlay = Overlay(NAME, folder)
    broken = overlay.replacing("base", compile("number = 1 / 0", "replaced", "exec"))
    with pytest.raises(ZeroDivisionError), imports_restored(NAME), broken:
        forget_and_import()
    assert sys.meta_path == finders
    after = imported()
    assert [name for name in MODULES if after[name] is not before[name]] == []
