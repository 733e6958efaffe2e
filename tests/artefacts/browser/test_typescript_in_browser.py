"""The TypeScript client in a real browser: refused unless it is allowed, and then the walk of a payout."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from threading import Thread
from typing import Any
from uuid import uuid4

import projects
import pytest
from playwright.sync_api import Browser, Page, Route

from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run
from tests.artefacts.serving import KEY

pytestmark = pytest.mark.slow

PACKAGE = projects.GENERATED / "typescript"
CALL = """async ([options, call, args]) => {
  const { Client, responseOf } = await import("/package/client/index.js");
  try {
    const [resource, method] = call.split(".");
    const record = await new Client(options)[resource][method](...args);
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


WORKER = b"""import { Client } from "./client/index.js";
const made = (options) => {
  try {
    return { made: new Client(options) instanceof Client };
  } catch (error) {
    return { name: error.name, message: error.message };
  }
};
globalThis.onconnect = ({ ports: [port] }) => (port.onmessage = ({ data }) => port.postMessage(made(data)));
globalThis.onmessage = ({ data, ports: [port] }) => port.postMessage(made(data));
"""
ASK_WORKER = """async ([kind, options]) => {
  const asked = (target, transfer) =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = ({ data }) => resolve(data);
      target.postMessage(options, transfer ? [port2] : []);
      if (!transfer) (target.onmessage = ({ data }) => resolve(data));
    });
  const module = { type: "module" };
  if (kind === "dedicated") return asked(new Worker("/worker.js", module), true);
  if (kind === "shared") return asked(new SharedWorker("/worker.js", module).port, false);
  await navigator.serviceWorker.register("/worker.js", module);
  return asked((await navigator.serviceWorker.ready).active, true);
}"""


@contextmanager
def serving(folder: Path, worker: bytes) -> Iterator[str]:
    """Serve a folder, and beside it the module of a worker; workers ask past the routes of a page."""

    class Handler(SimpleHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path != "/worker.js":
                return super().do_GET()
            self.send_response(200)
            self.send_header("Content-Type", "text/javascript")
            self.send_header("Content-Length", str(len(worker)))
            self.end_headers()
            self.wfile.write(worker)

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


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
    found = page.evaluate(CALL, [{"apiKey": run.sandbox.key, "baseUrl": run.sandbox.url}, "payouts.get", ["x"]])
    assert found["name"] == "TypeError"
    assert "allowBrowser" in found["message"]
    assert run.sandbox.key not in json.dumps(found)


@pytest.mark.parametrize("kind", ["dedicated", "shared", "service"])
def test_a_worker_is_refused_as_a_page_is(kind: str, browser: Browser) -> None:
    """A worker has no document, and still its page's code and key."""
    with serving(PACKAGE, WORKER) as url:
        context = browser.new_context()
        page = context.new_page()
        page.goto(f"{url}/package.json")
        found = page.evaluate(ASK_WORKER, [kind, {"apiKey": KEY, "baseUrl": url}])
        allowed = page.evaluate(ASK_WORKER, [kind, {"apiKey": KEY, "baseUrl": url, "allowBrowser": True}])
        context.close()
    assert found["name"] == "TypeError"
    assert "allowBrowser" in found["message"]
    assert KEY not in json.dumps(found)
    assert allowed == {"made": True}


def test_a_payout_walks(page: Page, run: Run) -> None:
    sandbox, receiver = run
    options = {"apiKey": sandbox.key, "baseUrl": sandbox.url, "allowBrowser": True}
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
    created = called("payouts.create", payload)
    assert (created.get("replayed"), lost) == (True, [201]), created
    id = created["record"]["id"]

    sandbox.turn("PT1M")
    [notification] = sandboxes.until(lambda: receiver.of("id", id), "the notification")
    told = [notification["text"], notification["headers"], receiver.secret]
    event = page.evaluate(VERIFY, told)["event"]
    assert (event["data"]["id"], event["data"]["status"]) == (id, "succeeded")
    tampered = [notification["text"].replace("succeeded", "failed"), *told[1:]]
    assert page.evaluate(VERIFY, tampered) == {"name": "SignatureError"}
    assert called("payouts.wait", id, {"until": ["succeeded"]})["record"] == event["data"]
    assert called("payouts.create", payload)["slug"] == "duplicate-reference"
