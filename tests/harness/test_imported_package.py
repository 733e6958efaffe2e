"""A package that was imported under the same name neither hides the one of a folder nor is lost."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest
from imported_package import PACKAGE, importable


def test_the_package_of_the_folder_is_imported_and_the_other_put_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    other, its_part = ModuleType(PACKAGE), ModuleType(f"{PACKAGE}.part")
    monkeypatch.setitem(sys.modules, PACKAGE, other)
    monkeypatch.setitem(sys.modules, f"{PACKAGE}.part", its_part)
    (tmp_path / PACKAGE).mkdir()
    for name in ("__init__", "part", "more"):
        (tmp_path / PACKAGE / f"{name}.py").write_text("", encoding="utf-8")
    with importable(tmp_path):
        found = [importlib.import_module(name) for name in (PACKAGE, f"{PACKAGE}.part", f"{PACKAGE}.more")]
        assert [Path(str(one.__file__)).is_relative_to(tmp_path) for one in found] == [True, True, True]
    assert sys.modules[PACKAGE] is other
    assert sys.modules[f"{PACKAGE}.part"] is its_part
    assert f"{PACKAGE}.more" not in sys.modules
    assert str(tmp_path) not in sys.path
