"""What tests of packages share."""

from pathlib import Path

import pytest

from tests.repository.packages import made_packages


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """What `make dist` makes."""
    return made_packages(tmp_path_factory.mktemp("dist"))
