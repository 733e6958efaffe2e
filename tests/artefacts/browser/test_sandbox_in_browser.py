"""The page of the sandbox in a real browser: it shows what happens, moves records, and links the reference pages."""

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import projects
import pytest
from browsing import DESKTOP, DOCS, MOBILE, WIDER, Seen, violations
from hostile import ATTACKS
from playwright.sync_api import Browser, Page, expect

from paycat.pages.anchors import anchor
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run


@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Run]:
    """A sandbox that serves the reference pages, with a receiver."""
    folder = tmp_path_factory.mktemp("sandbox")
    with (
        sandboxes.receiving() as receiver,
        sandboxes.running(projects.PROJECT, folder, "--forward-to", receiver.url, "--reference", str(DOCS)) as sandbox,
    ):
        receiver.secret = sandboxes.signing_secret(sandbox)
        yield Run(sandbox, receiver)


@pytest.fixture(params=["light", "dark"])
def page(browser: Browser, run: Run, request: pytest.FixtureRequest) -> Iterator[Page]:
    """The page of the sandbox; nothing may be in its console, and it asks nobody else."""
    context = browser.new_context(viewport=DESKTOP, color_scheme=request.param)  # type: ignore[arg-type]  # a dict
    context.set_default_timeout(30_000)
    page, seen = context.new_page(), Seen()
    seen.watch(page)
    page.goto(run.sandbox.url)
    yield page
    context.close()
    asked = [one for one in seen.outside if not one.startswith(run.sandbox.url)]
    assert (seen.messages, asked) == ([], [])


def well(page: Page, axe: str) -> None:
    """Assert that axe-core finds nothing, and that nothing is wider than a phone."""
    page.set_viewport_size(DESKTOP)  # type: ignore[arg-type]  # a dict
    assert violations(page, axe) == []
    page.set_viewport_size(MOBILE)  # type: ignore[arg-type]  # a dict
    assert violations(page, axe) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= MOBILE["width"]
    assert page.evaluate(WIDER) == []


def created(run: Run, name: str, key: str | None = None) -> str:
    answer = run.sandbox.create("payout", name, key)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def article(page: Page, id: str) -> Any:
    return page.locator("article", has_text=id)


def test_what_happens_is_shown_as_it_happens(page: Page, run: Run, axe: str, request: pytest.FixtureRequest) -> None:
    name = f"test-hold-{request.node.name}"
    id = created(run, name, f"key-of-{request.node.name}")
    repeated = run.sandbox.create("payout", name)
    assert repeated.status_code == 409
    asked = page.locator("#requests li")
    expect(asked.first).to_contain_text("POST/v1/payouts409duplicate-reference")
    expect(asked.nth(1)).to_contain_text(f"POST/v1/payouts201key key-of-{request.node.name}")
    shown = article(page, id)
    expect(shown.locator(".state")).to_have_text("pending")
    well(page, axe)
    shown.get_by_role("button", name="to processing").click()
    expect(shown.locator(".state")).to_have_text("processing")
    expect(shown.locator("ol ol li")).to_contain_text("answered 204")
    shown.locator("select").select_option("name_mismatch")
    shown.get_by_role("button", name="to failed").click()
    expect(shown.locator(".state")).to_have_text("failed")
    assert run.sandbox.record("payout", id)["failure"]["code"] == "name_mismatch"
    before = len(run.receiver.of("id", id))
    shown.get_by_role("button", name="Resend payout.failed").click()
    expect(shown.locator("ol ol li")).to_have_count(3)
    assert len(run.receiver.of("id", id)) == before + 1
    well(page, axe)


def test_what_a_reader_opened_stays_open_while_others_change(page: Page, run: Run) -> None:
    id = created(run, f"test-hold-{uuid4().hex}")
    article(page, id).locator("summary").click()
    other = created(run, f"test-hold-{uuid4().hex}")
    expect(article(page, other)).to_be_visible()
    expect(article(page, id).locator("pre")).to_be_visible()


def test_the_clock_is_turned_and_what_waits_happens(page: Page, run: Run) -> None:
    id = created(run, f"other-{uuid4().hex}")
    expect(article(page, id).locator(".state")).to_have_text("pending")
    for _ in range(2):
        page.get_by_role("button", name="+ 1 hour").click()
    expect(article(page, id).locator(".state")).to_have_text("succeeded")


def test_links_lead_to_the_reference(page: Page, run: Run) -> None:
    created(run, f"test-instant-{uuid4().hex}")
    run.sandbox.create("payout", "")
    expect(page.locator("#requests a").first).to_have_text("validation-failed")
    expect(page.locator("article li a").first).to_be_visible()
    links = {one.get_attribute("href") or "" for one in page.locator("a").all()}
    assert len(links) > 8
    for link in sorted(links):
        path, _, id = link.partition("#")
        answer = run.sandbox.http.get(path)
        assert answer.status_code == 200, link
        assert not id or f'id="{id}"' in answer.text, link
    for names in (["event", "a.b~c"], ["state", "$@:", "é😀"]):
        assert page.evaluate("names => anchor(...names)", names) == anchor(*names)


def test_hostile_texts_stay_texts(page: Page, run: Run) -> None:
    for number, text in enumerate(ATTACKS):
        answer = run.sandbox.create("payout", f"{text}-{number}-{uuid4().hex}"[:255])
        assert answer.status_code in (201, 422), answer.text
        run.sandbox.http.get(f"/{text}")
    expect(page.locator("article").first).to_be_visible()
    assert page.evaluate("globalThis.ran") is None
    assert page.evaluate("document.scrollingElement.scrollWidth") <= DESKTOP["width"]
