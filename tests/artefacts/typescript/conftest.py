"""The TypeScript client, built once for a module, and a process of node that calls it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from paycat.contract.model import Contract
from tests.artefacts.typescript.compiled_client import Driver, build


@pytest.fixture(scope="module")
def package(contract: Contract, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the package."""
    return build(contract, tmp_path_factory.mktemp("typescript"))


@pytest.fixture(scope="module")
def driver(package: Path) -> Iterator[Driver]:
    """A process of node that calls the client."""
    driver = Driver(package)
    yield driver
    driver.close()
