"""The generated artefacts as engines run them here: a copy, so that nothing is written beside the committed ones."""

import compileall
from pathlib import Path

import projects
import pytest

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.output_folder import Batch, read_values, read_vectors


@pytest.fixture(scope="session")
def artefacts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of generated/, its Python compiled."""
    folder = projects.copied(tmp_path_factory.mktemp("artefacts")) / "generated"
    assert compileall.compile_dir(folder, quiet=1)
    return folder


@pytest.fixture(scope="session")
def batches(artefacts: Path) -> list[Batch[Vector]]:
    """Every published vector of requests, by file."""
    return list(read_vectors(artefacts, "generated"))


@pytest.fixture(scope="session")
def vectors(batches: list[Batch[Vector]]) -> list[Vector]:
    """Every published vector of requests."""
    return [vector for batch in batches for vector in batch.vectors]


@pytest.fixture(scope="session")
def values(artefacts: Path) -> list[Batch[ValueVector]]:
    """Every published vector of records, parameters and headers, by file."""
    return list(read_values(artefacts, "generated"))
