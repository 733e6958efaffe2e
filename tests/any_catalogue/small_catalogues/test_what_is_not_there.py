"""A catalogue whose requests have no amount, currency, country and reference: nothing speaks of one, and all works."""

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, recipients
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.stub.schemathesis_run import schemathesis

LACKING = ("amount", "reference", "payment", "pay-in", "money", "currency", "currencies", "country", "countries")
"""What the catalogue has nothing of."""

READ = ("docs/**/*.html", "docs/assets/search-index.js", "**/*.md", "requirements/payout/*.json", "openapi/*.json")
"""What people read, and what forms and clients are made of."""

_MARKUP = re.compile(r"<script.*?</script>|<style.*?</style>|<[^>]*>", re.DOTALL)
_ALLOWED = re.compile(r"--reference\b|\bPay-in not listed")
"""The option that names the folder of these pages, and that a method says nothing of the other direction."""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, generated."""
    catalogue = Catalogue()
    recipients(catalogue)
    folder = catalogue.write(tmp_path_factory.mktemp("recipients") / "project")
    made = projects.paycat("generate", cwd=folder)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return folder


@pytest.fixture(scope="module")
def running(project: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[sandboxes.Run]:
    """Its sandbox, whose notifications go to a receiver on this machine."""
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(
            project, tmp_path_factory.mktemp("sandbox"), "--forward-to", receiver.url, "--reference", "generated/docs"
        ) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield sandboxes.Run(sandbox, receiver)
        assert receiver.wrong == []


@pytest.mark.parametrize("pattern", READ)
def test_no_file_speaks_of_what_the_catalogue_lacks(project: Path, pattern: str) -> None:
    files = sorted((project / "generated").glob(pattern))
    assert files
    assert [(file.name, found) for file in files for found in spoken_of(text_of(file))] == []


def test_no_docstring_of_the_package_speaks_of_it(project: Path) -> None:
    sources = sorted((project / "generated/python/src/recipient_register").rglob("*.py"))
    made = [file for file in sources if "_runtime" not in file.parts]
    assert made
    assert [(file.name, found) for file in made for found in spoken_of(text_of(file))] == []


def text_of(file: Path) -> str:
    """Return what a file shows: of a page its text, without markup and scripts; of a form what it asks and says."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".html":
        return " ".join(unescape(_MARKUP.sub(" ", text)).split())
    return "\n".join(values_of(json.loads(text))) if "requirements" in file.parts and file.suffix == ".json" else text


def values_of(data: Any) -> Iterator[str]:
    """Yield every text in JSON data; the names of members are the format's."""
    if isinstance(data, dict | list):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from values_of(inner)
    else:
        yield str(data)


def spoken_of(text: str) -> list[str]:
    """Return what a text says of things that the catalogue lacks, each with some words around it."""
    words = rf"\S*\s*\S*(?<![a-z])(?:{'|'.join(LACKING)})s?(?![a-z])\S*\s*\S*"
    return re.findall(words, _ALLOWED.sub("", text), re.IGNORECASE)


def test_the_checker_of_words_finds_them() -> None:
    spoken = ("the AMOUNT of it", "test_amount_1", "Payments")
    unspoken = ("--reference docs", "paramount")
    assert [text for text in (*spoken, *unspoken) if spoken_of(text)] == [*spoken]


def test_every_sample_is_accepted_and_read_and_listed(running: sandboxes.Run, project: Path) -> None:
    sandbox, made = running.sandbox, {}
    for method in sandbox.contract["methods"]:
        for sample in method["payout"]["request"]["samples"]:
            answers = [sandbox.http.post("/v1/recipients", json=sample["payload"]) for _ in range(2)]
            assert [one.status_code for one in answers] == [201, 201]
            records = [one.json() for one in answers]
            assert records[0]["id"] != records[1]["id"]
            made |= {one["id"]: one["kind"] for one in records}
            assert not set(LACKING) & set(records[0])
    for id, kind in made.items():
        assert sandbox.http.get(f"/v1/recipients/{id}").json()["kind"] == kind
    listed = sandbox.http.get("/v1/recipients", params={"kind": "MOBILE_WALLET", "limit": 50}).json()["items"]
    assert {one["id"] for one in listed} == {id for id, kind in made.items() if kind == "MOBILE_WALLET"}


def test_a_key_answers_a_repetition_and_a_record_is_moved_by_its_identifier(running: sandboxes.Run) -> None:
    sandbox, receiver = running
    payload = sandbox.facts["machines"]["recipient"]["sample"]
    headers = {"Idempotency-Key": "once"}
    first, again = (sandbox.http.post("/v1/recipients", json=payload, headers=headers) for _ in range(2))
    assert (first.json(), again.headers["Idempotent-Replayed"]) == (again.json(), "true")
    id = sandbox.http.post("/v1/recipients", json=payload).json()["id"]
    assert sandbox.control(f"recipients/{id}/moves", to="rejected").status_code == 200
    assert sandbox.state("recipient", id) == "rejected"
    sandboxes.until(lambda: receiver.of("id", id), "no notification")
    assert sandbox.control("events", type="recipient.rejected").status_code == 200


_WALK = """
import sys
from recipient_register import parse_payout
from recipient_register.client import Client
from recipient_register.webhooks import example_notifications, verify

url, key = sys.argv[1:]
with Client(key, base_url=url) as client:
    made = client.create_recipient(parse_payout({sample}))
    assert client.get_recipient(made.id).id == made.id
    assert made.id in [one.id for one in client.iterate_recipients()]
    print(client.wait_for_recipient(made.id, until=("verified",)).state)
for example in example_notifications():
    print(verify(example.body, example.headers, example.secret, now=example.signed_at).type)
"""


def test_the_client_walks_through_it(running: sandboxes.Run, project: Path) -> None:
    sample: Any = running.sandbox.facts["machines"]["recipient"]["sample"]
    program = _WALK.replace("{sample}", repr(sample))
    ended = subprocess.run(
        [sys.executable, "-W", "error", "-c", program, running.sandbox.url, running.sandbox.key],
        env=sandboxes.environment(running.sandbox.package),
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert ended.stdout.split() == ["verified", "recipient.verified", "recipient.rejected"]


def test_a_live_run_agrees(running: sandboxes.Run, project: Path) -> None:
    live = projects.paycat("conform", "--url", running.sandbox.url, cwd=project, PAYCAT_TOKEN=running.sandbox.key)
    assert live.returncode == 0, live.stdout + live.stderr


def test_schemathesis_finds_nothing(running: sandboxes.Run, project: Path, tmp_path: Path) -> None:
    hooks = "tests.artefacts.sandbox.declared_limitations"
    bounds = ("--phases", "examples,fuzzing,stateful", "--max-examples", "40")
    sandbox = running.sandbox
    schemathesis(sandbox.url, sandbox.key, hooks, tmp_path, *bounds, generated=project / "generated")
