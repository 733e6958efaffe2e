"""The TypeScript client walks through the sandbox: a lost answer, its retry, a wait and a notification."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import uuid4

import httpx
import projects
import pytest

from tests.artefacts.client.lying import Bytes, lying
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run
from tests.artefacts.typescript.typescript_package import Driver

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A sandbox of the frozen catalogue, whose notifications go to a receiver on this machine."""
    folder = tmp_path_factory.mktemp("walk")
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(projects.PROJECT, folder, "--forward-to", receiver.url) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield Run(sandbox, receiver)


@contextmanager
def losing_the_first_answer(url: str) -> Iterator[str]:
    """A way to the sandbox on which every request arrives, and the first answer is cut off."""

    def passed(request: bytes) -> httpx.Response:
        head, _, body = request.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        method, path, _ = first.split(" ")
        headers = {name: value for name, _, value in (line.partition(": ") for line in lines)}
        omitted = ("host", "connection", "content-length", "accept-encoding")
        sent = {name: value for name, value in headers.items() if name.lower() not in omitted}
        return httpx.request(method, url + path, headers=sent, content=body)

    def lost() -> Any:
        passed(liar.requests[-1])
        return [b"HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{"]

    def arrived() -> Any:
        found = passed(liar.requests[-1])
        names = ("content-type", "request-id", "idempotent-replayed")
        kept = "".join(f"{name}: {found.headers[name]}\r\n" for name in names if name in found.headers)
        head = f"HTTP/1.1 {found.status_code} x\r\n{kept}Content-Length: {len(found.content)}\r\n\r\n"
        return [head.encode() + found.content]

    answers: tuple[Bytes, ...] = (lost, arrived)
    with lying(*answers) as liar:
        yield liar.url


def test_a_payout_walks(run: Run, driver: Driver) -> None:
    sandbox, receiver = run
    options = {"apiKey": sandbox.key}
    reference = f"test-instant-{uuid4().hex}"
    payload = sandbox.payload("payout", reference)
    with losing_the_first_answer(sandbox.url) as url:
        created = driver.ask(act="call", call="payouts.create", args=[payload], options={**options, "baseUrl": url})
    assert created["record"]["reference"] == reference, created
    assert created["response"]["replayed"] is True, "the first request had arrived"
    id = created["record"]["id"]
    options["baseUrl"] = sandbox.url

    sandbox.turn("PT1M")
    [notification] = sandboxes.until(lambda: receiver.of("id", id), "the notification")
    told = {"body": notification["text"], "headers": notification["headers"], "secrets": receiver.secret}
    event = driver.ask(act="verify", **told)["event"]
    assert (event["data"]["id"], event["data"]["status"]) == (id, "succeeded")
    tampered = {**told, "body": told["body"].replace("succeeded", "failed")}
    assert driver.ask(act="verify", **tampered)["error"]["name"] == "SignatureError"
    rotated = {**told, "secrets": ["whsec_" + "A" * 32, receiver.secret]}
    assert driver.ask(act="verify", **rotated)["event"]["id"] == event["id"]

    waited = driver.ask(act="call", call="payouts.wait", args=[id, {"until": ["succeeded"]}], options=options)
    assert waited["record"] == event["data"]
    listed = driver.ask(act="call", call="payouts.iterate", args=[{"reference": reference}], options=options)
    assert [one["id"] for one in listed["items"]] == [id], "it was created once"
    again = driver.ask(act="call", call="payouts.create", args=[payload], options=options)["error"]
    assert (again["name"], again["document"]["existing_id"]) == ("DuplicateReferenceError", id)
