"""`python -m payments_api.server`: every sample is taken, and what was created can be read again."""

import asyncio
import importlib
import os
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import projects
import pytest

from tests.artefacts.published import GENERATED, PATHS, modules, request_types, sample

KEY = "sk_test_example"
HEADERS = {"Authorization": f"Bearer {KEY}"}
SAMPLES = [(*one, name) for one in request_types() for name in ("minimal", "full")]


def client() -> httpx.AsyncClient:
    server = modules()["server"]

    async def authenticate(credential: str) -> str | None:
        return credential if credential == KEY else None

    transport = httpx.ASGITransport(app=server.create_app(server.ExampleHandlers(), authenticate))
    return httpx.AsyncClient(transport=transport, base_url="http://stub", headers=HEADERS)


def test_every_sample_is_answered_with_a_record_of_its_own_that_can_be_read() -> None:
    async def created() -> AsyncIterator[tuple[dict[str, Any], httpx.Response, httpx.Response]]:
        async with client() as http:
            for direction, method, name in SAMPLES:
                body = sample(direction, method, name)
                answer = await http.post(PATHS[direction], json=body)
                yield body, answer, await http.get(answer.headers["Location"])

    async def collected() -> list[tuple[dict[str, Any], httpx.Response, httpx.Response]]:
        return [one async for one in created()]

    found = asyncio.run(collected())
    assert found
    assert len({answer.json()["id"] for _, answer, _ in found}) == len(found)
    for body, answer, read in found:
        assert answer.status_code == 201, answer.text
        assert read.json() == answer.json()
        record = answer.json()
        assert {name: record[name] for name in ("amount", "currency", "method_code", "reference")} == {
            name: body[name] for name in ("amount", "currency", "method_code", "reference")
        }
        assert record["country"] == body.get("country")
        assert record["metadata"] == body.get("metadata", {})
        assert record["status"] == "pending"


def test_what_was_not_created_is_not_found_and_the_rest_is_an_example() -> None:
    async def asked() -> list[httpx.Response]:
        async with client() as http:
            paths = ("/v1/payouts/payout_1", "/v1/payouts", "/v1/payins?limit=1", "/v1/banks?method_code=X")
            return [await http.get(path) for path in paths]

    missing, *shown = asyncio.run(asked())
    assert (missing.status_code, missing.json()["type"].rpartition("/")[2]) == (404, "not-found")
    assert [one.status_code for one in shown] == [200, 200, 200]
    assert all(one.json()["data"] for one in shown)


@pytest.mark.parametrize("credential", [None, "sk_test_mine"])
def test_it_is_served_by_one_command(credential: str | None, tmp_path: Path) -> None:
    port = projects.free_port()
    command = [sys.executable, "-m", "payments_api.server", "--port", str(port)]
    command += ["--credential", credential] if credential else []
    environment = {**os.environ, "PYTHONPATH": str(GENERATED / "python" / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    with (
        (tmp_path / "log").open("w") as log,
        subprocess.Popen(command, cwd=tmp_path, env=environment, stdout=log, stderr=log) as server,
    ):
        try:
            answer = _answered(port, credential or KEY)
        finally:
            server.terminate()
    assert answer.status_code == 201, answer.text


def _answered(port: int, credential: str) -> httpx.Response:
    """Return the answer to a payout, once the server answers at all."""
    for _ in range(200):
        try:
            return httpx.post(
                f"http://127.0.0.1:{port}{PATHS['payout']}",
                json=sample("payout", "UPI", "minimal"),
                headers={"Authorization": f"Bearer {credential}"},
            )
        except httpx.ConnectError:
            time.sleep(0.1)
    raise TimeoutError("the server does not answer")


def test_the_second_catalogue_has_one_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = tmp_path / "banks"
    assert projects.paycat("init", project, cwd=tmp_path).returncode == 0
    assert projects.paycat("generate", cwd=project).returncode == 0
    [package] = [path.parent for path in (project / "generated/python/src").glob("*/__init__.py")]
    monkeypatch.syspath_prepend(str(package.parent))
    examples = importlib.import_module(f"{package.name}.server.examples")
    assert examples.ExampleHandlers()


def test_a_key_is_answered_once() -> None:
    """The same key with the same payload gets the first answer again; with another payload it is rejected."""

    async def asked() -> list[httpx.Response]:
        async with client() as http:
            body = sample("payout", "UPI", "full")
            otherwise = {**body, "reference": "another"}
            reordered = dict(reversed(body.items()))
            key, other = ({"Idempotency-Key": name} for name in ("key-1", "key-2"))
            sent = [(body, key), (reordered, key), (otherwise, key), (otherwise, other), (body, {})]
            return [await http.post(PATHS["payout"], json=payload, headers=headers) for payload, headers in sent]

    first, again, reused, others, without = asyncio.run(asked())
    assert [one.status_code for one in (first, again, reused, others, without)] == [201, 201, 422, 201, 201]
    assert first.json() == again.json()
    assert ("Idempotent-Replayed" in first.headers, again.headers["Idempotent-Replayed"]) == (False, "true")
    assert reused.json()["type"].endswith("/idempotency-key-reused")
    assert len({one.json()["id"] for one in (first, others, without)}) == 3
