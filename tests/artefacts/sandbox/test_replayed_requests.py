"""A signed request that is sent again reaches the sandbox once, whichever of its workers gets it."""

import shutil
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import httpx
import projects
import pytest

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.postgres import database

CATALOGUE = projects.ROOT / "tests/any_catalogue/whole_interfaces/direct_debits"
COPIES = 16


@pytest.mark.slow
@pytest.mark.parametrize("database", [lambda: nullcontext(""), database], ids=["SQLite", "PostgreSQL"])
def test_two_workers_take_a_nonce_once(database: Callable[[], AbstractContextManager[str]], tmp_path: Path) -> None:
    project = Path(shutil.copytree(CATALOGUE, tmp_path / "project"))
    assert projects.paycat("generate", cwd=project).returncode == 0
    with database() as url, sandboxes.running(project, tmp_path, "--workers", "2", database=url) as sandbox:
        [path] = [
            operation["path"].partition("{")[0]
            for operation in sandbox.contract["interface"]["operations"]
            if operation["http_method"] == "GET" and "{" in operation["path"]
        ][:1]
        request = httpx.Request("GET", f"{sandbox.url}{path}nobody")
        next(sandbox.http.auth.auth_flow(request))

        def status(_: int) -> int:
            with httpx.Client(trust_env=False, timeout=30) as http:
                return http.get(request.url, headers=request.headers).status_code

        with ThreadPoolExecutor(COPIES) as pool:
            statuses = sorted(pool.map(status, range(COPIES)))
        assert statuses == [401] * (COPIES - 1) + [404]
