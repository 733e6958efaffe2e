"""Projects whose vectors are sent to a server, and the command that sends them."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.conformance.live.server import TOKEN, Ran, Run

_KEPT = 4


@pytest.fixture(scope="session")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the project, with every vector."""
    return projects.copied(tmp_path_factory.mktemp("whole"))


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with the first vectors of each file alone."""
    project = projects.copied(tmp_path_factory.mktemp("small"))
    for file in (project / "generated/conformance/vectors").rglob("*.jsonl"):
        lines = file.read_bytes().splitlines(keepends=True)
        file.write_bytes(b"".join(lines[:_KEPT]))
    return project


@pytest.fixture
def conform(cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch) -> Run:
    """`paycat conform --url` with the token that servers know; the token is in nothing that is printed."""

    def run(project: Path, url: str, *more: str | Path, token: str = TOKEN) -> Ran:
        monkeypatch.setenv("PAYCAT_TOKEN", token)
        ended = cli("conform", "--project", project, "--url", url, "--show", "100000", *more)
        assert not token or token not in ended.out + ended.err
        return Ran(*ended)

    return run
