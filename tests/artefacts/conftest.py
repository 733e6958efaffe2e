"""A process of node that calls the TypeScript package, for the tests of a module."""

from collections.abc import Iterator

import pytest

from tests.artefacts.typescript.typescript_package import Driver


@pytest.fixture(scope="module")
def driver() -> Iterator[Driver]:
    """A process of node that calls the package."""
    driver = Driver()
    yield driver
    driver.close()
