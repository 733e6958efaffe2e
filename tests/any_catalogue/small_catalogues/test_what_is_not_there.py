"""A catalogue whose requests have no amount, currency, country and reference: client and sandbox work without."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.any_catalogue.small_catalogues.interfaces import INTERFACES
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.stub.schemathesis_run import schemathesis

RECIPIENTS = INTERFACES["recipients"]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project, generated."""
    return RECIPIENTS.generated(tmp_path_factory.mktemp("recipients") / "project")


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


def test_every_sample_is_accepted_and_read_and_listed(running: sandboxes.Run) -> None:
    sandbox, made = running.sandbox, {}
    for method in sandbox.contract["methods"]:
        for sample in method["offers"]["payout"]["request"]["samples"]:
            answers = [sandbox.http.post("/v1/recipients", json=sample["payload"]) for _ in range(2)]
            assert [one.status_code for one in answers] == [201, 201]
            records = [one.json() for one in answers]
            assert records[0]["id"] != records[1]["id"]
            made |= {one["id"]: one["type"] for one in records}
            assert RECIPIENTS.spoken_of(" ".join(records[0])) == []
    for id, kind in made.items():
        assert sandbox.http.get(f"/v1/recipients/{id}").json()["type"] == kind
    listed = sandbox.http.get("/v1/recipients", params={"type": "mobile_wallet", "limit": 50}).json()["items"]
    found = {one["id"]: one["type"] for one in listed}
    assert {*found.values()} == {"mobile_wallet"}
    # Others may be those of other tests.
    assert made.keys() & found.keys() == {id for id, kind in made.items() if kind == "mobile_wallet"}


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
    made = client.recipients.create(parse_payout({sample}))
    assert client.recipients.get(made.id).id == made.id
    assert made.id in [one.id for one in client.recipients.iterate()]
    print(client.recipients.wait(made.id, until=("verified",)).state)
for example in example_notifications():
    print(verify(example.body, example.headers, example.secret, now=example.signed_at).type)
"""


def test_the_client_walks_through_it(running: sandboxes.Run) -> None:
    sample: Any = running.sandbox.facts["machines"]["recipient"]["sample"]
    printed = RECIPIENTS.run(_WALK.replace("{sample}", repr(sample)), running.sandbox)
    assert printed.split() == ["verified", "recipient.verified", "recipient.rejected"]


@pytest.mark.parametrize("length", [499, 500, 501])
def test_a_problem_repeats_a_path_that_is_as_long_as_stated(running: sandboxes.Run, length: int) -> None:
    path = "/" + "x" * (length - 1)
    answer = httpx.get(running.sandbox.url + path, headers={"Authorization": f"Bearer {running.sandbox.key}"})
    assert (answer.status_code, answer.json().get("instance")) == (404, path if length <= 500 else None)


def test_schemathesis_finds_nothing(running: sandboxes.Run, project: Path, tmp_path: Path) -> None:
    hooks = "tests.artefacts.sandbox.declared_limitations"
    bounds = ("--phases", "examples,fuzzing,stateful", "--max-examples", "40")
    sandbox = running.sandbox
    schemathesis(sandbox.url, sandbox.key, hooks, tmp_path, *bounds, generated=project / "generated")
