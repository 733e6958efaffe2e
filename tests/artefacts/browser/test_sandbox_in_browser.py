"""The page of the sandbox in a real browser: it shows what happens and why, moves records, and links the reference."""

import json
import re
from collections.abc import Iterator
from typing import Any

import projects
import pytest
from browsing import DOCS, WIDER, WIDTHS, Seen, violations
from hostile import ATTACKS
from playwright.sync_api import Browser, Locator, Page, expect

from paycat.pages.anchors import anchor
from tests.artefacts.sandbox import sandboxes
from tests.artefacts.sandbox.sandboxes import Run, fresh, held

LONGEST_ON_A_PHONE = 22_000
LONGEST_HEAD = 320
MOVED = """
globalThis.moved = [];
// A blank between two texts has no place before the second one comes, so that it only seems to move.
const isBlank = (node) => node?.nodeType === Node.TEXT_NODE && !node.data.trim();
const nodes = ({ sources }) =>
  sources.filter(({ node }) => !isBlank(node)).map(({ node }) => node?.outerHTML ?? node?.data);
const seen = (list) => moved.push(...list.getEntries().flatMap(nodes));
new PerformanceObserver(seen).observe({ type: "layout-shift", buffered: true });
"""


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


@pytest.fixture
def page(browser: Browser, run: Run) -> Iterator[Page]:
    """The page of the sandbox; nothing may be in its console, and it asks nobody else."""
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.set_default_timeout(30_000)
    page, seen = context.new_page(), Seen()
    seen.watch(page)
    page.goto(run.sandbox.url)
    expect(page.locator("#live")).to_have_text("Live")
    yield page
    context.close()
    asked = [one for one in seen.outside if not one.startswith(run.sandbox.url)]
    assert (seen.messages, asked) == ([], [])


def created(run: Run, name: str, key: str | None = None) -> str:
    answer = run.sandbox.create("payout", name, key)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def record(page: Page, id: str) -> Locator:
    return page.locator("#records > li", has_text=id)


def request(page: Page, text: str) -> Locator:
    return page.locator("#requests > li", has_text=text)


def summary(row: Locator) -> Locator:
    return row.locator("> details > summary")


def test_a_request_opens_to_its_body_its_answer_and_the_rules_that_it_broke(page: Page, run: Run) -> None:
    name = held()
    body = {**run.sandbox.payload("payout", name), "amount": -1, "acount": "4111111111111111"}
    run.sandbox.http.post("/v1/payouts", json=body)
    row = request(page, name)
    expect(summary(row)).to_contain_text("422POST/v1/payoutsvalidation-failed")
    summary(row).click()
    broken = row.locator(".broken li")
    expect(broken).to_have_count(2)
    expect(broken.first).to_contain_text("#/acount is not listed here; did you mean 'amount'?: unknown_field")
    expect(broken.nth(1)).to_contain_text("The number is not larger than the field's lower bound")
    shown = json.loads(row.get_by_label("Body", exact=True).inner_text())
    assert (shown["amount"], shown["acount"], shown["reference"]) == (-1, "•••", name)
    assert json.loads(row.get_by_label("Answer").inner_text())["status"] == 422
    assert "4111" not in page.content()
    kind = {"content-type": "application/json"}
    run.sandbox.http.post("/v1/payouts", content=b'{"amount": 4111111111111111', headers=kind)
    row = request(page, "malformed-json").first
    summary(row).click()
    expect(row.locator(".opened")).to_contain_text("It is not a JSON object, so what is sensitive in it is not known")


def test_what_happens_to_a_record_is_its_timeline(page: Page, run: Run) -> None:
    name, key = held(), fresh()
    id = created(run, name, key)
    row = record(page, id)
    summary(row).click()
    expect(row.locator(".state")).to_have_text("pending")
    expect(row.get_by_text("A move ends what the record would do by itself")).to_be_visible()
    expect(request(page, name)).to_have_count(1)
    row.get_by_role("button", name="Move to processing").click()
    expect(row.locator(".state")).to_have_text("processing")
    expect(row.locator(".timeline ol li")).to_contain_text("answered 204")
    expect(row.locator(".timeline > li")).to_contain_text(["201 POST /v1/payouts", "accepted", "payout.processing"])
    row.locator("select").select_option("name_mismatch")
    row.get_by_role("button", name="Move to failed").click()
    expect(row.locator(".state")).to_have_text("failed")
    expect(row.get_by_role("button", name="Move to")).to_have_count(0)
    assert run.sandbox.record("payout", id)["failure"]["code"] == "name_mismatch"
    before = len(run.receiver.of("id", id))
    expect(row.get_by_text("“Resend” sends the same notification at once")).to_be_visible()
    row.get_by_role("button", name="Resend payout.failed").click()
    expect(row.locator(".timeline ol li")).to_have_count(3)
    assert len(run.receiver.of("id", id)) == before + 1
    row.get_by_text("Record", exact=True).click()
    assert json.loads(row.get_by_label(f"Record {id}").inner_text())["reference"] == name
    assert run.sandbox.create("payout", name).status_code == 409
    summary(request(page, name).first).click()
    request(page, name).first.get_by_role("link", name=id).click()
    expect(page.locator("#records > li")).to_have_count(1)


def test_what_a_reader_uses_stays_while_others_come(page: Page, run: Run) -> None:
    """Neither what is open, nor the focus, nor its place changes. What falls off the page stays if it is open."""
    id = created(run, held())
    row = record(page, id)
    summary(row).click()
    button = row.get_by_role("button", name="Move to succeeded")
    button.focus()
    place = button.bounding_box()
    page.evaluate("globalThis.button = document.activeElement")
    others = [created(run, held()) for _ in range(55)]
    expect(record(page, others[-1])).to_be_visible()
    expect(row.locator(".timeline")).to_be_visible()
    assert page.evaluate("globalThis.button === document.activeElement && globalThis.button.isConnected")
    expect(page.locator("#records > li")).to_have_count(51)
    assert page.evaluate("scrollY") > 0
    assert place == pytest.approx(button.bounding_box(), abs=2)
    button.press("Enter")
    expect(row.locator(".state")).to_have_text("succeeded")
    expect(button).to_have_count(0)
    assert page.evaluate("document.activeElement.localName") == "summary", "the focus is where the button was"


def test_all_that_is_open_is_up_to_date(page: Page, run: Run) -> None:
    """More records than fit into one line of an address are open when others push them off the page."""
    ids = [created(run, held()) for _ in range(15)]
    for id in ids:
        summary(record(page, id)).click()
    others = [created(run, held()) for _ in range(50)]
    expect(record(page, others[-1])).to_be_visible()
    expect(page.locator("#records > li")).to_have_count(65)
    for id in (ids[0], ids[-1]):
        run.sandbox.control(f"payouts/{id}/moves", to="failed")
        expect(record(page, id).locator("summary .state")).to_have_text("failed")


def test_what_a_button_could_not_do_stands_next_to_it(browser: Browser, run: Run) -> None:
    page = browser.new_page()  # Of its own, as Chromium writes answers that are no 2xx into the console.
    page.goto(run.sandbox.url)
    id = created(run, held())
    row = record(page, id)
    summary(row).click()
    button = row.get_by_role("button", name="Move to processing")
    button.wait_for()
    page.get_by_role("button", name="Pause").click()
    run.sandbox.control(f"payouts/{id}/moves", to="failed")
    button.click()
    expect(row.get_by_role("alert").first).to_contain_text("failed")
    page.get_by_role("button", name="Pause").click()
    expect(row.locator(".state")).to_have_text("failed")
    page.route("**/sandbox/requests/*", lambda route: route.abort())
    opened = page.locator("#requests > li").first
    summary(opened).click()
    expect(opened.locator(".opened")).to_have_text("The sandbox does not answer. Close this, and open it again.")
    page.unroute("**/sandbox/requests/*")
    summary(opened).click()
    summary(opened).click()
    expect(opened.get_by_role("heading", name="Body")).to_be_visible()
    page.close()


def test_documents_have_colours_and_keep_their_text(page: Page, run: Run) -> None:
    metadata = {'a "b": 1': 'c\\" true', "n": [-1.5, 3, True, None, "", "{}"], "card": "4111111111111111"}
    name = held()
    id = str(run.sandbox.create("payout", name, metadata=metadata).json()["id"])
    row = request(page, name)
    summary(row).click()
    body = row.get_by_label("Body", exact=True)
    expect(body).to_be_visible()
    shown = json.loads(body.inner_text())["metadata"]
    assert shown == {**metadata, "card": "…"}
    for kind, texts in {
        "t": ['"a \\"b\\": 1"', '"n"', '"card"'],
        "s": ['"c\\\\\\" true"', '""', '"{}"'],
        "m": ["-1.5", "3"],
        "k": ["true", "null"],
        "c": ['"…"'],
    }.items():
        assert {*texts} <= {*body.locator(f".{kind}").all_inner_texts()}, kind
    assert json.loads(row.get_by_label("Answer").inner_text())["id"] == id
    colours = {body.locator(f".{kind}").first.evaluate("one => getComputedStyle(one).color") for kind in "tsmkc"}
    assert len(colours) == 5


@pytest.mark.parametrize("width", [390, 1440])
def test_nothing_moves_when_it_loads(page: Page, run: Run, width: int) -> None:
    created(run, held())
    page.set_viewport_size({"width": width, "height": 844})
    page.add_init_script(MOVED)
    page.reload()
    expect(page.locator("#live")).to_have_text("Live")
    expect(page.locator("#records > li").first).to_be_visible()
    page.wait_for_timeout(300)
    assert page.evaluate("moved") == []
    expect(page).to_have_title(f"{run.sandbox.facts['title']}: sandbox")


def test_a_phone_shows_rows_at_once(page: Page, run: Run) -> None:
    created(run, held())
    page.set_viewport_size({"width": 390, "height": 844})
    page.reload()
    expect(page.locator("#requests > li").first).to_be_visible()
    assert page.evaluate("document.querySelector('header').getBoundingClientRect().height") < LONGEST_HEAD


def test_filters_leave_what_fits_and_nothing_else_comes(page: Page, run: Run) -> None:
    mark = fresh()
    id = created(run, f"test-hold-{mark}")
    run.sandbox.http.post("/v1/payouts", json=run.sandbox.payload("payout", f"bad-{mark}", amount=-1))
    run.sandbox.http.get("/nothing")
    expect(request(page, f"bad-{mark}")).to_be_visible()
    shown, records = page.locator("#requests > li"), page.locator("#records > li")
    page.get_by_role("searchbox", name="Reference").fill(mark)
    expect(shown).to_have_count(2)
    expect(records).to_have_count(1)
    page.get_by_label("Status").select_option("422")
    expect(shown).to_have_count(1)
    created(run, held())
    run.sandbox.http.post("/v1/payouts", json=run.sandbox.payload("payout", f"bad-{mark}", amount=-2))
    expect(shown).to_have_count(2)
    expect(records).to_have_count(1)
    page.get_by_label("HTTP method").select_option("GET")
    expect(page.get_by_text("None of the requests is as the filters ask.")).to_be_visible()
    page.reload()
    expect(page.get_by_role("searchbox", name="Reference")).to_have_value(mark)
    expect(page.get_by_label("HTTP method")).to_have_value("GET")
    expect(records).to_have_count(1)
    page.get_by_role("button", name="Clear").click()
    expect(shown.nth(2)).to_be_visible()
    page.get_by_label("State of records").select_option("payout/failed")
    page.get_by_label("Search").fill(id)
    expect(page.get_by_text("None of the records is as the filters ask.")).to_be_visible()
    run.sandbox.control(f"payouts/{id}/moves", to="failed")
    expect(record(page, id)).to_be_visible()


def test_pages_are_turned(page: Page, run: Run) -> None:
    for _ in range(55):
        created(run, held())
    page.reload()
    records, pages = page.locator("#records > li"), page.locator("#records-pages")
    expect(records).to_have_count(50)
    first = summary(records.first).inner_text()
    pages.get_by_role("button", name="Older").click()
    newer = pages.get_by_role("button", name="Newer")
    expect(newer).to_have_attribute("aria-disabled", "false")
    expect(records.filter(has_text=first.split("\n")[1])).to_have_count(0)
    created(run, held())
    newer.press("Enter")
    expect(newer).to_have_attribute("aria-disabled", "true")
    expect(records).to_have_count(50)
    expect(records.nth(1)).to_contain_text(first.split("\n")[1])


def test_a_pause_is_seen_and_ends(page: Page, run: Run) -> None:
    page.get_by_role("button", name="Pause").click()
    expect(page.locator("#live.still")).to_contain_text("Paused at")
    name = held()
    created(run, name)
    page.wait_for_timeout(2_500)
    expect(request(page, name)).to_have_count(0)
    page.get_by_role("button", name="Pause").click()
    expect(request(page, name)).to_have_count(1)
    expect(page.locator("#live")).to_have_text("Live")


def test_the_clock_is_turned_and_what_waits_happens(page: Page, run: Run) -> None:
    """A notification waits: a record that moves by itself after seconds has moved when a slow page shows it."""
    run.receiver.answers += [(503, {"retry-after": "7200"})] * 100
    id = created(run, f"test-instant-{fresh()}")
    expect(record(page, id)).to_contain_text("0 of 1 notifications arrived")
    run.receiver.answers.clear()
    page.get_by_text("Its clock:").click()
    for _ in range(3):
        page.get_by_role("button", name="+ 1 hour").click()
    expect(record(page, id)).to_contain_text("1 of 1 notifications arrived")
    expect(page.locator("#turned")).to_contain_text(re.compile(r"\+\d+ min"))


def test_everything_is_done_with_the_keyboard(page: Page, run: Run) -> None:
    id = created(run, held())
    expect(record(page, id)).to_be_visible()
    page.get_by_text("Its clock:").focus()
    page.keyboard.press("Enter")
    page.locator("#pause").focus()
    reached: list[str] = []
    while page.evaluate("!document.activeElement.closest('#records')"):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("document.activeElement.name || document.activeElement.textContent"))
        assert len(reached) < 200, reached
    for name in ("+ 1 day", "search", "reference", "http_method", "status", "state"):
        assert name in reached
    page.keyboard.press("Enter")
    row = record(page, id)
    expect(row.locator(".timeline")).to_be_visible()
    row.get_by_role("button", name="Move to failed").wait_for()
    while "Move to failed" not in page.evaluate("document.activeElement.textContent"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(row.locator(".state")).to_have_text("failed")


@pytest.mark.parametrize(
    "media",
    [{"color_scheme": "light"}, {"color_scheme": "dark"}, {"forced_colors": "active"}],
    ids=lambda one: str(*one.values()),
)
def test_it_is_accessible_and_fits(page: Page, run: Run, axe: str, media: dict[str, Any]) -> None:
    """Everything is opened; nothing is wider than a phone, and 50 rows of each list are no endless page."""
    name = held()
    id = created(run, name)
    run.sandbox.control(f"payouts/{id}/moves", to="processing")
    run.sandbox.http.post("/v1/payouts", json=run.sandbox.payload("payout", f"bad-{name}", amount=-1))
    run.sandbox.http.get(f"/{'long' * 60}")
    page.emulate_media(**media)
    summary(request(page, f"bad-{name}")).click()
    summary(record(page, id)).click()
    summary(request(page, "longlong").first).click()
    record(page, id).get_by_text("Record", exact=True).click()
    expect(record(page, id).locator(".timeline ol li")).to_have_count(1)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert violations(page, axe) == [], width
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        assert page.evaluate(WIDER) == []
        assert page.evaluate("document.scrollingElement.scrollHeight") < LONGEST_ON_A_PHONE
    page.get_by_role("button", name="Pause").click()
    assert violations(page, axe) == [], "paused"


def test_links_lead_to_the_reference(page: Page, run: Run) -> None:
    id = created(run, f"test-instant-{fresh()}")
    run.sandbox.control(f"payouts/{id}/moves", to="succeeded")
    run.sandbox.http.post("/v1/payouts", json=run.sandbox.payload("payout", f"bad-{id}", amount=-1))
    row = request(page, f"bad-{id}")
    summary(row).click()
    summary(record(page, id)).click()
    expect(row.locator(".broken a").first).to_be_visible()
    expect(record(page, id).locator(".timeline a").first).to_be_visible()
    links = {one.get_attribute("href") or "" for one in page.locator("a[href^='/reference']").all()}
    assert len(links) > 8
    assert [one for one in links if one.endswith("#field.amount")], "of a broken rule"
    for link in sorted(links):
        path, _, id = link.partition("#")
        answer = run.sandbox.http.get(path)
        assert answer.status_code == 200, link
        assert not id or f'id="{id}"' in answer.text, link
    for names in (["event", "a.b~c"], ["state", "$@:", "é😀"]):
        made = "async names => (await import('/sandbox/parts.js')).anchor(...names)"
        assert page.evaluate(made, names) == anchor(*names)


def test_hostile_texts_stay_texts(page: Page, run: Run) -> None:
    """In references, paths, keys, names of members and values of bodies, in rows that are open and in filters."""
    header = run.sandbox.key_header()
    for number, text in enumerate(ATTACKS):
        name = f"{text}-{number}-{fresh()}"[:255]
        answer = run.sandbox.create("payout", name, text.encode("ascii", "replace").decode(), metadata={text: text})
        assert answer.status_code in (201, 422, 400), answer.text
        body = {**run.sandbox.payload("payout", name, amount=-1), text: text, "metadata": {text: [text]}}
        run.sandbox.http.post("/v1/payouts", json=body, headers={header: fresh()})
        run.sandbox.http.get(f"/{text}")
    expect(page.locator("#requests > li").nth(49)).to_be_visible()
    page.evaluate("for (const one of document.querySelectorAll('details')) one.open = true")
    expect(page.locator("#requests .opened > h3").nth(90)).to_be_visible()
    expect(page.locator("#records .timeline").first).to_be_visible()
    page.get_by_label("Search").fill(ATTACKS[0])
    expect(page.locator("#requests > li").first).to_be_visible()
    page.goto(f"{run.sandbox.url}/?state={ATTACKS[0]}&status={ATTACKS[1]}&search={ATTACKS[6]}")
    expect(page.locator("#no-requests")).to_be_visible()
    assert page.evaluate("globalThis.ran") is None
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 1440


def test_the_colours_are_those_of_the_reference() -> None:
    """A package has no files of another one, so the page states the custom properties again, each with its value."""

    def stated(path: str) -> list[str]:
        text = (projects.GENERATORS / path).read_text(encoding="utf-8")
        return [one.strip() for one in text.splitlines() if one.strip().startswith("--")]

    ours, theirs = stated("python/runtime/sandbox/page.css"), stated("docs/assets/style.css")
    assert len(ours) > 30
    assert set(ours) <= set(theirs)
