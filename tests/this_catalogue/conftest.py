"""The catalogue in schemas/, and what is generated of it, in place of the frozen project."""

import shutil
from pathlib import Path

import projects
import pytest

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder


@pytest.fixture(scope="session")
def contract() -> Contract:
    """The contract of the catalogue in schemas/."""
    contract, findings = check_folder(projects.ROOT / "schemas")
    assert contract is not None, findings
    return contract


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of schemas/ and generated/ that a test may change."""
    folder = tmp_path / "project"
    for name in ("schemas", "generated"):
        shutil.copytree(projects.ROOT / name, folder / name, ignore=shutil.ignore_patterns(*projects.CACHES))
    return folder
