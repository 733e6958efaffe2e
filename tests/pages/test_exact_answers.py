"""The answers that pages show are those of the running stub, to the letter; only the identifier of the call differs."""

import asyncio
import json
from pathlib import Path

import httpx
import projects
from starter_cases import edited

from paycat.pages.mistakes import COMMON
from tests.conformance.live.server import TOKEN, Server
from tests.pages.conftest import Made
from tests.pages.html_pages import request_pages

HEADERS = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}


def test_of_the_catalogue(catalogue: Made) -> None:
    assert differences(catalogue, projects.GENERATED) == []


def test_of_another_catalogue(starter: Made, tmp_path: Path) -> None:
    project = edited(tmp_path / "project", [])
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    assert differences(starter, project / "generated") == []


def differences(made: Made, generated: Path) -> list[str]:
    """Return each mistake to which the stub of a folder of artefacts answers otherwise than its page says."""
    server = Server(made.contract, generated)
    found = asyncio.run(_differences(made, server))
    assert server.handlers.payments == []
    return found


async def _differences(made: Made, server: Server) -> list[str]:
    found, tried = [], 0
    async with httpx.AsyncClient(transport=httpx.ASGITransport(server), base_url="http://stub") as client:
        requests = list(request_pages(made.contract, made.pages))
        for page in (*(page for _, page in requests), made.pages["problems.html"]):
            for id in (id.removesuffix(".problem") for id in page.by_id if id.endswith(".problem")):
                wanted = json.loads(page.code(f"{id}.problem"))
                answer = await client.post(
                    wanted["instance"], content=page.code(f"{id}.json").encode(), headers=HEADERS
                )
                tried += 1
                told = {**answer.json(), "request_id": wanted["request_id"]}
                if answer.status_code != wanted["status"] or json.dumps(told) != json.dumps(wanted):
                    found.append(f"{page.path} {id}: {answer.text} in place of {wanted}")
    assert tried > 2 * len(requests) + len(COMMON)
    return found
