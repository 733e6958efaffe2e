"""The project that hostile texts are put into: its catalogue without one is made once in each process."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from tests.any_catalogue.injection.trials import Trials


@pytest.fixture(scope="session")
def trials(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Trials]:
    with closing(Trials(tmp_path_factory.mktemp("trials"))) as made:
        yield made
