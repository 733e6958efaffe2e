"""The TypeScript client in a real browser: refused unless it is allowed, and then the walk of a payout."""

import json
from collections.abc import Iterator
from pathlib import PurePosixPath
from typing import Any
from uuid import uuid4

import projects
import pytest
from playwright.sync_api import Browser, Page, Route

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run

pytestmark = pytest.mark.slow

PACKAGE = projects.GENERATED / "typescript"
CALL = """async ([options, call, args]) => {
  const { Client, responseOf } = await import("/package/client/index.js");
  try {
    const record = await new Client(options)[call](...args);
    return { record, replayed: responseOf(record).replayed };
  } catch (error) {
    return { name: error.name, message: error.message, slug: error.slug };
  }
}"""
VERIFY = """async ([body, headers, secrets]) => {
  const { verify } = await import("/package/client/webhooks.js");
  try {
    return { event: await verify(new TextEncoder().encode(body), headers, secrets) };
  } catch (error) {
    return { name: error.name };
  }
}"""


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A sandbox with a receiver."""
    folder = tmp_path_factory.mktemp("browser-walk")
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(projects.PROJECT, folder, "--forward-to", receiver.url) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield Run(sandbox, receiver)


@pytest.fixture
def page(browser: Browser, run: Run) -> Iterator[Page]:
    """An empty page of the sandbox's own origin, beside which the package is."""

    def served(route: Route) -> None:
        path = PurePosixPath(route.request.url.partition("/package/")[2])
        route.fulfill(body=(PACKAGE / path).read_bytes(), content_type="text/javascript")

    context = browser.new_context()
    page = context.new_page()
    page.route("**/package/**", served)
    page.route("**/empty.html", lambda route: route.fulfill(body="<!doctype html>", content_type="text/html"))
    page.goto(f"{run.sandbox.url}/empty.html")
    yield page
    context.close()


def test_a_browser_is_refused_unless_it_is_allowed(page: Page, run: Run) -> None:
    found = page.evaluate(CALL, [{"key": run.sandbox.key, "baseUrl": run.sandbox.url}, "getPayout", ["x"]])
    assert found["name"] == "TypeError"
    assert "allowBrowser" in found["message"]
    assert run.sandbox.key not in json.dumps(found)


def test_a_payout_walks(page: Page, run: Run) -> None:
    sandbox, receiver = run
    options = {"key": sandbox.key, "baseUrl": sandbox.url, "allowBrowser": True}
    payload = sandbox.payload("payout", f"test-instant-{uuid4().hex}")
    lost: list[int] = []

    def lose_the_first(route: Route) -> None:
        found = route.fetch()
        if lost:
            route.fulfill(response=found)
        else:
            lost.append(found.status)
            route.abort()

    def called(call: str, *args: Any) -> Any:
        return page.evaluate(CALL, [options, call, args])

    page.route("**/v1/payouts", lose_the_first)
    created = called("createPayout", payload)
    assert (created.get("replayed"), lost) == (True, [201]), created
    id = created["record"]["id"]

    sandbox.turn("PT1M")
    [notification] = sandboxes.until(lambda: receiver.of("id", id), "the notification")
    told = [notification["text"], notification["headers"], receiver.secret]
    event = page.evaluate(VERIFY, told)["event"]
    assert (event["data"]["id"], event["data"]["status"]) == (id, "succeeded")
    tampered = [notification["text"].replace("succeeded", "failed"), *told[1:]]
    assert page.evaluate(VERIFY, tampered) == {"name": "SignatureError"}
    assert called("waitForPayout", id, {"until": ["succeeded"]})["record"] == event["data"]
    assert called("createPayout", payload)["slug"] == "duplicate-reference"
