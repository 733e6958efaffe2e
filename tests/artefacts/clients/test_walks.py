"""Every client creates a payout in the sandbox, reads and lists it once it was notified, and creates it again."""

import asyncio
import inspect
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import uuid4

import projects
import pytest
from targets import one_of_each_kind

from tests.artefacts.clients import programs
from tests.artefacts.clients.client import CLIENTS, Client
from tests.artefacts.clients.published_set import PublishedSet
from tests.artefacts.published import GENERATED, modules
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run

PUBLISHED = PublishedSet(GENERATED / "openapi" / "openapi.json", GENERATED)


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A sandbox of the frozen catalogue, whose notifications go to a receiver on this machine."""
    folder = tmp_path_factory.mktemp("walks")
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(projects.PROJECT, folder, "--forward-to", receiver.url) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield Run(sandbox, receiver)
        assert receiver.wrong == []


@pytest.mark.parametrize("name", one_of_each_kind(CLIENTS, ["hey-api"]))
def test_a_client_walks(name: str, run: Run) -> None:
    sandbox, receiver = run
    client = CLIENTS[name]
    reference = f"test-instant-{uuid4().hex}"
    payload = sandbox.payload("payout", reference)
    component = PUBLISHED.components["payout", payload["method_code"]]
    create = {"step": "create", "component": component, "payload": payload}
    [[status, id, state]] = walked(client, run, create)
    assert (status, state) == (201, "pending")
    sandbox.turn("PT1M")
    [notification] = sandboxes.until(lambda: receiver.of("id", id), "the notification")
    assert notification["body"]["data"]["reference"] == reference
    found = walked(client, run, {"step": "get", "id": id}, {"step": "list", "reference": reference}, create)
    assert found == [[200, id, "succeeded"], [200, id], [409, id]]


def walked(client: Client, run: Run, *steps: dict[str, Any]) -> list[list[Any]]:
    """Return what the client prints of each step."""
    programs.ask_for(client.case["compile"])
    folder: Path = client.made_of(PUBLISHED)
    question = "".join(f"{json.dumps(one)}\n" for one in steps)
    surroundings = {"PAYMENTS_URL": run.sandbox.url, "PAYMENTS_TOKEN": run.sandbox.key}
    printed = programs.run(folder, client.case["walk"], question, **surroundings)
    return [json.loads(line) for line in printed.splitlines()]


@pytest.mark.parametrize("kind", ["Client", "AsyncClient"])
def test_the_client_of_the_package_walks(kind: str, run: Run) -> None:
    sandbox, receiver = run
    payload = sandbox.payload("payout", f"test-instant-{uuid4().hex}")
    request = modules()["parsing"].parse("payout", payload)
    package = modules()["client"]

    def event(id: str) -> Any:
        sandbox.turn("PT1M")
        [one] = sandboxes.until(lambda: receiver.of("id", id), "the notification")
        return modules()["webhooks"].verify(one["text"].encode(), one["headers"], receiver.secret)

    async def walk() -> None:
        client = getattr(package, kind)(sandbox.key, base_url=sandbox.url)
        created = await value_of(client.payouts.create(request))
        assert (created.status, created.reference) == ("pending", payload["reference"])
        assert event(created.id).data.status == "succeeded"
        assert (await value_of(client.payouts.get(created.id))).status == "succeeded"
        page = await value_of(client.payouts.list(reference=payload["reference"]))
        assert [one.id for one in page.data] == [created.id]
        with pytest.raises(package.ApiError) as raised:
            await value_of(client.payouts.create(request))
        problem = raised.value.problem
        assert (raised.value.slug, problem.existing_id) == ("duplicate-reference", created.id)
        await value_of(client.close() if kind == "Client" else client.aclose())

    asyncio.run(walk())


async def value_of(found: Any) -> Any:
    """Return what a plain client returned, or what that of an async one leads to."""
    return await found if inspect.isawaitable(found) else found
