"""The catalogues that the sandbox is run with: the frozen one, the starter's and the small one."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import projects
import pytest
from starter_cases import STARTER
from system_programs import needed
from targets import one_of_each_kind

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.postgres import database

RESTING = {
    "file": "schemas/interface/sandbox.yaml",
    "find": "reversal: { moves: [disputed, settled], after_seconds: 1 }",
    "replace": "reversal: { moves: [disputed, settled], after_seconds: 600 }",
}
"""Nobody's request makes a reversal, so none can ask for one that rests: it waits until the clock is turned."""


@pytest.fixture(scope="session", params=one_of_each_kind(["frozen", "starter", "small"], ["frozen", "small"]))
def project(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with what is generated of it."""
    if request.param == "frozen":
        return projects.PROJECT
    folder = tmp_path_factory.mktemp(request.param) / "project"
    if request.param == "small":
        projects.small(folder)
        projects.edit(folder, [RESTING])
    else:
        shutil.copytree(STARTER, folder)
    ended = projects.paycat("generate", cwd=folder)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return folder


@pytest.fixture(scope="module")
def run(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Run]:
    """A sandbox of each catalogue, whose notifications go to a receiver on this machine."""
    folder = tmp_path_factory.mktemp("sandbox")
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(project, folder, "--forward-to", receiver.url) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield sandboxes.Run(sandbox, receiver)
        assert receiver.wrong == []


@pytest.fixture(scope="module")
def frozen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Run]:
    """A sandbox of the frozen catalogue, for what does not depend on the catalogue."""
    folder = tmp_path_factory.mktemp("frozen")
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(projects.PROJECT, folder, "--forward-to", receiver.url) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield sandboxes.Run(sandbox, receiver)
        assert receiver.wrong == []


@pytest.fixture(params=sandboxes.DATABASES)
def any_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[sandboxes.Sandbox]:
    """A sandbox on each database: PostgreSQL with three workers."""
    if request.param == "sqlite":
        with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
            yield sandbox
        return
    needed("postgres")
    with database() as url, sandboxes.running(projects.PROJECT, tmp_path, "--workers", "3", database=url) as sandbox:
        yield sandbox
