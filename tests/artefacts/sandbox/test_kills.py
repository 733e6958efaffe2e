"""A shorter form of `python -m tests.artefacts.sandbox.kills`: none is lost, half-written, or made twice."""

import projects
import pytest

from tests.artefacts.sandbox import kills
from tests.artefacts.sandbox.postgres import database


@pytest.mark.deep
def test_a_worker_on_sqlite_is_killed() -> None:
    figures = kills.run(projects.PROJECT, kills=10, transactions=200, workers=1)
    assert figures.wrong == []
    assert (figures.kills, figures.payments >= 200) == (10, True)


def test_three_workers_on_postgresql_are_killed_and_one_is_lost_for_good() -> None:
    with database() as url:
        figures = kills.run(projects.PROJECT, kills=3, transactions=40, workers=3, url=url)
        assert figures.wrong == []
        assert figures.kills == 3
        assert kills.lost(projects.PROJECT, url, transactions=20) == []
