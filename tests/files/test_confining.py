"""A link in a project leads to no file outside of its git repository, whatever reads the file."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starter_cases import STARTER

SECRET = "token-of-the-machine"
TEXTS = {
    "schemas/methods/ZZ.yaml": ("check",),
    "schemas/methods/BACS_DEBIT.yaml": ("fmt",),
    "schemas/requests/zz.yaml": ("check",),
    "schemas/samples/pay_in/SEPA_DEBIT.yaml": ("check",),
    "schemas/interface/records.yaml": ("show", "SEPA_DEBIT"),
    "schemas/releases.md": ("generate",),
    "specification.md": ("check",),
    "generators/notes/pack.yaml": ("generate",),
}


@pytest.fixture
def repository(tmp_path: Path) -> Path:
    """A git repository with the starter in a folder of it."""
    shutil.copytree(STARTER, tmp_path / "repository/project")
    (tmp_path / "repository/.git").mkdir()
    (tmp_path / "repository/.git/config").write_text(f"{SECRET}: 1\n")
    (tmp_path / "outside").write_text(f"{SECRET}: 1\n")
    return tmp_path / "repository"


def linked(repository: Path, path: str, target: Path) -> Path:
    project = repository / "project"
    (project / path).parent.mkdir(parents=True, exist_ok=True)
    (project / path).unlink(missing_ok=True)
    (project / path).symlink_to(target)
    return project


@pytest.mark.parametrize("path", TEXTS)
def test_what_lies_outside_is_not_read(path: str, repository: Path, cli: Callable[..., Any]) -> None:
    project = linked(repository, path, repository.parent / "outside")
    ended = cli(*TEXTS[path], cwd=project)
    assert ended.code != 0
    assert "a link leads out of the git repository" in ended.out + ended.err
    assert SECRET not in ended.out + ended.err


def test_nor_is_the_history(repository: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", cwd=linked(repository, "schemas/methods/ZZ.yaml", repository / ".git/config"))
    assert "a link leads out of the git repository" in ended.out


def test_nor_is_another_repository(repository: Path, cli: Callable[..., Any]) -> None:
    other, methods = repository.parent / "other", repository / "project/schemas/methods"
    (other / ".git").mkdir(parents=True)
    (other / "ZZ.yaml").write_text(f"{SECRET}: 1\n")
    shutil.rmtree(methods)
    methods.symlink_to(other)
    ended = cli("check", cwd=repository / "project")
    assert ended.code == 1
    assert SECRET not in ended.out


def test_another_file_of_the_repository_is_read(repository: Path, cli: Callable[..., Any]) -> None:
    shared = repository / "shared.yaml"
    shutil.move(repository / "project/schemas/currencies.yaml", shared)
    ended = cli("check", cwd=linked(repository, "schemas/currencies.yaml", shared))
    assert ended.code == 0, ended.out
