"""Payloads are sent from their pages: as they are or edited, checked before, to a sandbox of this machine alone."""

import json
from collections.abc import Iterator
from functools import partial
from http.server import BaseHTTPRequestHandler
from typing import Any

import projects
import pytest
from browsing import DOCS, SCHEMES, WIDER, Files, Seen, Serving, each_look, violations
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from paycat.contract.model import Contract, Request
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Sandbox

KEY = "sk_test_of-mine"
IMAGE = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sandbox]:
    """A sandbox that serves the pages."""
    with sandboxes.running(projects.PROJECT, tmp_path_factory.mktemp("sandbox"), "--reference", str(DOCS)) as running:
        yield running


@pytest.fixture(scope="session")
def request_type(contract: Contract) -> Request:
    return next(contract.requests("payout"))


@pytest.fixture
def path(request_type: Request) -> str:
    return f"{request_type.direction}/{request_type.method}.html"


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    yield context
    context.close()


@pytest.fixture
def here(context: BrowserContext, sandbox: Sandbox, path: str) -> Iterator[Page]:
    """The page of a request, served by the sandbox. Chromium itself reports a response that is a problem."""
    page, seen = context.new_page(), Seen()
    seen.watch(page)
    page.goto(f"{sandbox.url}/reference/{path}")
    yield page
    assert [one for one in seen.messages if "Failed to load resource" not in one] == []
    assert [one for one in seen.outside if not one.startswith(sandbox.url)] == []


def place(page: Page) -> Locator:
    return page.locator(".send:visible")


def send(page: Page) -> None:
    place(page).get_by_role("button", name="Send to").click()


def edit(page: Page, text: str) -> None:
    place(page).locator("details").evaluate("one => one.open = true")
    place(page).locator("textarea").fill(text)


def key_of(page: Page) -> str:
    return place(page).locator("input").input_value()


def changed(request_type: Request, **members: Any) -> str:
    return json.dumps(request_type.sample("minimal").payload | members)


def test_the_sandbox_that_serves_a_page_takes_its_payloads(here: Page, sandbox: Sandbox, contract: Contract) -> None:
    """Nothing is entered, the calls of the page are those of this sandbox, and a second press is a replay."""
    expect(place(here).get_by_role("button", name="Send to")).to_have_text(f"Send to {sandbox.url[7:]}")
    assert f"{sandbox.url}/" in (here.locator("[id='sample.minimal.curl']").text_content() or "")
    replayed = contract.interface.response_header(contract.interface.idempotency.replayed).name
    send(here)
    expect(place(here)).to_contain_text("The sandbox responded with 201.")
    expect(here.locator("#status")).to_have_text("The sandbox responded with 201.")
    created = json.loads(place(here).locator("pre").text_content() or "")["id"]
    assert place(here).locator(".note").count() == 0
    send(here)
    expect(place(here).locator(".note")).to_contain_text("This is a replay")
    expect(here.locator("#status")).to_have_text("The sandbox responded with 201. It is a replay.")
    assert json.loads(place(here).locator("pre").text_content() or "")["id"] == created
    assert replayed in place(here).locator("dl.facts dt").all_text_contents()
    with here.expect_navigation():
        place(here).locator(".note a").click()
    assert here.locator(f"[id='{here.url.partition('#')[2]}']").count() == 1


def test_mistakes_are_shown_before_anything_is_sent(here: Page, sandbox: Sandbox, request_type: Request) -> None:
    """The finding is at the field, too; the sandbox says the same when it is sent all the same."""
    asked: list[str] = []
    here.on("request", lambda one: asked.append(one.method))
    field = request_type.by_role("amount")
    assert field
    edit(here, changed(request_type, **{field.path: "10", "no_such_field": 1}))
    send(here)
    expect(place(here).locator(".verdict")).to_contain_text("2 findings. The service would answer 422")
    expect(place(here)).to_contain_text("It was not sent.")
    found = place(here).locator(".findings .badge").all_text_contents()
    assert sorted(found) == ["type", "unknown_field"]
    expect(here.locator(f"[id='field.{field.path}'] .finding")).to_be_visible()
    assert "POST" not in asked
    place(here).get_by_role("button", name="Send it all the same").click()
    expect(place(here).locator(".verdict")).to_have_text("The sandbox responded with 422.")
    assert place(here).locator(".findings .badge").all_text_contents() == found
    hrefs = place(here).locator("a").evaluate_all("all => all.map(one => one.getAttribute('href'))")
    assert f"#field.{field.path}" in hrefs
    assert {"../problems.html#problem.validation-failed", "../problems.html#violation.type"} <= {*hrefs}
    for target in hrefs:
        page, _, id = target.rpartition("#")
        text = (DOCS / "problems.html" if page else DOCS / here.url.partition("/reference/")[2]).read_text("utf-8")
        assert f'id="{id}"' in text


def test_a_key_belongs_to_one_payload(here: Page, request_type: Request) -> None:
    """An edited payload has a key of its own, and so has one that is edited after it was sent; Reset restores both."""
    printed = here.locator("[id='sample.minimal.json']").text_content()
    first = key_of(here)
    edit(here, changed(request_type, reference="sent-1"))
    second = key_of(here)
    assert second != first
    edit(here, changed(request_type, reference="sent-2"))
    assert key_of(here) == second
    send(here)
    expect(place(here).locator(".verdict")).to_have_text("The sandbox responded with 201.")
    edit(here, changed(request_type, reference="sent-3"))
    third = key_of(here)
    assert third not in (first, second)
    send(here)
    expect(place(here).locator("pre")).to_contain_text("sent-3")
    assert place(here).locator(".note").count() == 0
    place(here).get_by_role("button", name="New key").click()
    assert key_of(here) not in (first, second, third)
    place(here).get_by_role("button", name="Reset").click()
    assert (key_of(here), place(here).locator("textarea").input_value()) == (first, printed)
    assert place(here).locator("pre").count() == 0
    edit(here, changed(request_type, reference="sent-4"))
    place(here).locator("input").fill(third)
    send(here)
    expect(place(here)).to_contain_text("idempotency-key-reused")


def test_it_is_sent_by_keyboard_alone(here: Page, request_type: Request) -> None:
    place(here).locator("summary").focus()
    here.keyboard.press("Enter")
    here.keyboard.press("Tab")
    expect(place(here).locator("textarea")).to_be_focused()
    here.keyboard.press("Control+a")
    here.keyboard.insert_text(changed(request_type, reference="by-keyboard"))
    here.keyboard.press("Control+Enter")
    expect(place(here).locator("pre")).to_contain_text("by-keyboard")
    here.keyboard.press("Control+a")
    here.keyboard.insert_text("{")
    for name in (place(here).locator("input"), "Reset", "New key", "Send to"):
        here.keyboard.press("Tab")
        expect(place(here).get_by_role("button", name=name) if isinstance(name, str) else name).to_be_focused()
    here.keyboard.press("Enter")
    expect(place(here).locator(".verdict")).to_contain_text("1 finding.")
    expect(here.locator("#status")).to_have_text("The payload has findings. It was not sent.")


@each_look
def test_it_is_accessible(browser: Browser, axe: str, sandbox: Sandbox, path: str, look: tuple[int, str]) -> None:
    """While it is edited, with findings, and with the response to what was sent all the same."""
    width, scheme = look
    context = browser.new_context(viewport={"width": width, "height": 900}, **SCHEMES[scheme])
    try:
        page = context.new_page()
        page.goto(f"{sandbox.url}/reference/{path}")
        place(page).wait_for()
        edit(page, '{"a": 1}')
        for press, shown in ((lambda: send(page), ".findings"), (lambda: again(page), "pre")):
            press()
            place(page).locator(shown).wait_for()
            page.evaluate("scrollTo(0, 0)")
            assert violations(page, axe) == []
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width
            assert page.evaluate(WIDER) == []
    finally:
        context.close()


def again(page: Page) -> None:
    place(page).get_by_role("button", name="Send it all the same").click()


class Fake(BaseHTTPRequestHandler):
    """Answers as a sandbox does to pages of this machine, and keeps what it received."""

    received: list[tuple[str, str, dict[str, str], str]]
    allowed: str
    answer: tuple[int, str] = (201, json.dumps({"id": IMAGE}))

    def do_OPTIONS(self) -> None:
        self._answer(200, "")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"])).decode()
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.received.append((self.command, self.path, headers, body))
        self._answer(*self.answer)

    def _answer(self, status: int, body: str) -> None:
        self.send_response(status)
        for name, value in (
            ("access-control-allow-origin", self.allowed),
            ("access-control-allow-headers", self.headers.get("access-control-request-headers", "*")),
            ("access-control-expose-headers", "*"),
            ("request-id", IMAGE),
            ("content-length", str(len(body))),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body.encode())

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


def enter(page: Page, name: str, value: str) -> None:
    page.locator("form[data-settings] details").evaluate("one => one.open = true")
    page.fill(f"form[data-settings] [name={name}]", value)
    page.locator(f"form[data-settings] [name={name}]").dispatch_event("change")


def test_a_payload_is_sent_to_a_sandbox_that_was_entered(
    context: BrowserContext, serving: Serving, path: str, contract: Contract, request_type: Request
) -> None:
    """Of a server that is no sandbox, pages offer nothing until an address of this machine and a key are entered."""
    pages = serving(partial(Files, directory=str(DOCS)))
    fake = type("Here", (Fake,), {"received": [], "allowed": pages})
    address = serving(fake)
    page, seen = context.new_page(), Seen()
    seen.watch(page)
    page.goto(f"{pages}/{path}", wait_until="networkidle")
    assert place(page).count() == 0
    enter(page, "base", "https://elsewhere.test")
    enter(page, "key", KEY)
    assert place(page).count() == 0
    enter(page, "base", address)
    send(page)
    expect(place(page)).to_contain_text("The sandbox responded with 201.")
    expect(place(page).locator("pre")).to_contain_text(IMAGE)
    expect(place(page).locator("dl.facts")).to_contain_text(IMAGE)
    assert page.locator(".send img").count() == 0
    assert seen.messages == []
    assert {one.split("/")[2] for one in seen.outside} == {pages[7:], address[7:]}
    [(method, posted, headers, body)] = fake.received  # type: ignore[attr-defined]  # it is there
    operation = next(one for one in contract.interface.operations if one.request == request_type.direction)
    assert (method, posted) == (operation.http_method, operation.path)
    assert headers["authorization"] == f"Bearer {KEY}"
    assert headers["content-type"] == "application/json"
    assert headers["idempotency-key"] == key_of(page)
    assert json.loads(body) == request_type.sample("minimal").payload


@pytest.mark.parametrize(
    "answer",
    [
        {"type": f"https://x.test/{IMAGE}", "title": IMAGE, "detail": IMAGE,
         "errors": [{"pointer": f"#/{IMAGE}", "code": IMAGE, "detail": IMAGE}, IMAGE, None, {"pointer": "%"}]},
        {"type": 7, "title": {}, "detail": [], "errors": {"a": 1}}, [], None, "", 7,
    ],
)  # fmt: skip  # a table of cases
def test_what_a_server_says_stays_text(context: BrowserContext, serving: Serving, path: str, answer: object) -> None:
    pages = serving(partial(Files, directory=str(DOCS)))
    known = {"received": [], "allowed": pages, "answer": (422, json.dumps(answer))}
    address = serving(type("Here", (Fake,), known))
    page, errors = context.new_page(), []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{pages}/{path}")
    enter(page, "base", address)
    enter(page, "key", KEY)
    send(page)
    expect(place(page).locator(".verdict")).to_have_text("The sandbox responded with 422.")
    assert page.locator(".send img").count() == 0
    assert errors == []


def test_a_page_that_is_a_file_explains_how_to_send(page: Page, path: str) -> None:
    page.goto((DOCS / path).as_uri())
    enter(page, "base", "http://127.0.0.1:8123")
    enter(page, "key", KEY)
    expect(place(page)).to_contain_text("python3 -m http.server")
    expect(place(page)).to_contain_text("above docs/, and open http://127.0.0.1:8080/docs/")
    assert place(page).locator("button:visible, details:visible").count() == 0
