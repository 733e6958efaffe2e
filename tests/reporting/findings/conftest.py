"""The project that the tests of findings edit: small, with generated files."""

import shutil
from pathlib import Path

import projects
import pytest

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder

STARTER = projects.HERE / "bank_collections"


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter project, generated."""
    project = tmp_path_factory.mktemp("starter") / "project"
    shutil.copytree(STARTER, project)
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return project


@pytest.fixture
def copied(generated: Path, tmp_path: Path) -> Path:
    """A copy of the project that the test may change."""
    return shutil.copytree(generated, tmp_path / "project")


@pytest.fixture(scope="session")
def resolved(generated: Path) -> Contract:
    """The contract of the project."""
    contract, found = check_folder(generated / "schemas")
    assert contract, found
    return contract
