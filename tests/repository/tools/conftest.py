"""paycat's own repository and one of a small project, each made once."""

import shutil
from pathlib import Path

import pytest
import repositories


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A repository with the files of this one, as they are now."""
    return repositories.published(tmp_path_factory.mktemp("published") / "paycat")


@pytest.fixture(scope="session")
def started(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small project with what is generated, in a repository."""
    folder = repositories.started(tmp_path_factory.mktemp("started") / "api")
    repositories.committed(folder, "The project")
    return folder


@pytest.fixture
def repository(started: Path, tmp_path: Path) -> Path:
    """A copy of the small project, which a test may change."""
    return Path(shutil.copytree(started, tmp_path / "api"))
