"""Every call that a page prints gets the status that the page prints, in the order of the pages, on both databases."""

import html
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import projects
import pytest
from system_programs import needed

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.postgres import database
from tests.artefacts.sandbox.sandboxes import Sandbox

PAGES = projects.GENERATED / "docs"
CALL = re.compile(r'<pre id="(?P<id>[^"]+)"[^>]*><code[^>]*>(?P<text>curl --request .*?)</code></pre>', re.DOTALL)
TAG = re.compile("<[^>]+>")
"""The tags of the colours."""
STATUS = re.compile(r"(?:<strong>|The response has the status )(\d{3})\b")
LEAST = 40


class Printed(NamedTuple):
    """A call, and the status that its page prints."""

    page: str
    id: str
    text: str
    status: int


def printed() -> Iterator[Printed]:
    """Return every call: those of the quickstart first, then those of other pages, then those of the samples."""
    files = [
        *(PAGES / f"{name}.html" for name in ("quickstart", "index", "operations")),
        *sorted(PAGES.glob("pa*/*.html")),
    ]
    assert {*files} >= {one for one in PAGES.rglob("*.html") if CALL.search(one.read_text(encoding="utf-8"))}
    for file in files:
        page = file.read_text(encoding="utf-8")
        for found in CALL.finditer(page):
            before, after = STATUS.findall(page[: found.start()]), STATUS.findall(page[found.end() :])
            # A page of operations prints the status before its call; of a reading, the quickstart prints none.
            status = before[-1] if file.stem == "operations" else "200" if found["id"] == "read-command" else after[0]
            yield Printed(file.name, found["id"], html.unescape(TAG.sub("", found["text"])), int(status))


@pytest.fixture(params=["sqlite", "postgres"])
def fresh(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Sandbox]:
    """A sandbox with an empty database."""
    if request.param == "sqlite":
        with sandboxes.running(projects.PROJECT, tmp_path) as sandbox:
            yield sandbox
        return
    needed("postgres")
    with database() as url, sandboxes.running(projects.PROJECT, tmp_path, database=url) as sandbox:
        yield sandbox


def test_every_printed_call_gets_the_printed_status(fresh: Sandbox, tmp_path: Path) -> None:
    needed("curl")
    base_url, package = fresh.contract["service"]["base_url"], fresh.contract["service"]["package"]
    variables = {f"{package.upper()}_KEY": fresh.key, "ID": ""}
    calls = [*printed()]
    assert len(calls) >= LEAST
    differing = []
    for one in calls:
        text = one.text.replace(base_url, fresh.url).replace("http://127.0.0.1:8000", fresh.url)
        text = text.replace("venv/bin/python", sys.executable)
        text = text.replace("curl", "curl --silent --noproxy '*' --dump-header head", 1)
        done = subprocess.run(
            [needed("sh"), "-c", text],
            cwd=tmp_path,
            env=projects.environ(**variables),
            capture_output=True,
            text=True,
            check=True,
        )
        status = int((tmp_path / "head").read_text().split()[1])
        if status != one.status:
            differing.append((one.page, one.id, one.status, status, done.stdout))
        variables["ID"] = json.loads(done.stdout).get("id", variables["ID"])
    assert differing == []
