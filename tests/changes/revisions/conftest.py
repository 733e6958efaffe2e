"""Projects in repositories of their own, away from the configuration of whoever runs the tests."""

import shutil
from pathlib import Path

import pytest
from git_projects import ALONE, CONTRACT, Repo, git, resolved_text
from starter_cases import STARTER


@pytest.fixture(autouse=True)
def _no_configuration(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in ALONE.items():
        monkeypatch.setenv(name, value)


@pytest.fixture(scope="session")
def starter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter project, with its contract."""
    folder = tmp_path_factory.mktemp("starter") / "project"
    shutil.copytree(STARTER, folder)
    (folder / CONTRACT).parent.mkdir(parents=True)
    (folder / CONTRACT).write_text(resolved_text(folder), encoding="utf-8")
    return folder


@pytest.fixture
def bare(starter: Path, tmp_path: Path) -> Repo:
    """The starter project in a repository without a commit."""
    top = Path(shutil.copytree(starter, tmp_path / "project"))
    git(top, "init", "--quiet")
    return Repo(top, top)


@pytest.fixture
def repo(bare: Repo) -> Repo:
    """The starter project, committed once on the branch main."""
    bare.commit("first")
    return bare


@pytest.fixture
def inner(starter: Path, tmp_path: Path) -> Repo:
    """The starter project in a folder of a repository, whose name has spaces and a dash, committed once."""
    top = tmp_path / "top"
    shutil.copytree(starter, top / "our services" / "-pay")
    git(top, "init", "--quiet")
    made = Repo(top, top / "our services" / "-pay")
    made.commit("first")
    return made
