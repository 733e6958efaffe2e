"""A project of two methods, its contract, and what it publishes."""

import compileall
from pathlib import Path

import projects
import pytest

from paycat.conformance.run.output_folder import Published, read_published
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of two methods, its Python compiled."""
    project = projects.of_two_methods(tmp_path_factory.mktemp("small") / "project")
    assert compileall.compile_dir(project / "generated", quiet=1)
    return project


@pytest.fixture(scope="session")
def small_contract(small: Path) -> Contract:
    """The contract of the project of two methods."""
    contract, findings = check_folder(small / "schemas")
    assert contract is not None, findings
    return contract


@pytest.fixture(scope="session")
def batches(small: Path) -> list[Published]:
    """Every vector that the project of two methods publishes, by file."""
    return list(read_published(small / "generated", "generated"))
