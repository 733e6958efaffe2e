"""The page of `paycat preview` in a real browser: it follows edits on the disk, and no text is more than that."""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from browsing import SCHEMES, WIDER, WIDTHS, Seen, violations
from hostile import ATTACKS, RAN
from playwright.sync_api import Browser, Page, expect
from targets import one_of_each_kind

from tests.changes.revisions.git_projects import git
from tests.cli.preview.previewed import BROKEN, LENGTH, LONGER, METHOD, Previewed, committed, replaced

DESKTOP = {"width": 1440, "height": 900}
HOSTILE_FILE = f"<img src=x onerror={RAN}>"
HOSTILE_TAG = "<img/src=x/onerror=(globalThis.ran=1)>"
SOUND = ": 0 errors, 7 warnings"
LET_THROUGH = (0, 4, 5, 6, 22, 24)
"""The attacks that are no mistake in a text of a catalogue."""
Opened = Callable[..., Page]


@pytest.fixture(scope="session")
def two_methods(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project of two methods, generated and committed."""
    return committed(projects.of_two_methods(tmp_path_factory.mktemp("two") / "project", ("python", "typescript")))


@pytest.fixture
def project(two_methods: Path, tmp_path: Path) -> Path:
    """A copy of it that a test may change."""
    return Path(shutil.copytree(two_methods, tmp_path / "project"))


@pytest.fixture
def preview(project: Path, request: pytest.FixtureRequest) -> Iterator[Previewed]:
    """A preview of the project, with the options that are the parameter."""
    with Previewed(project, *getattr(request, "param", ())) as preview:
        yield preview


@pytest.fixture
def opened(browser: Browser, preview: Previewed) -> Iterator[Opened]:
    """Opens the preview; nothing may be in its console, and it asks nobody else."""
    seen, contexts = Seen(), []

    def open_page(**options: Any) -> Page:
        permissions = ["clipboard-read", "clipboard-write"]
        context = browser.new_context(**{"viewport": DESKTOP, "permissions": permissions} | options)
        context.set_default_timeout(30_000)
        contexts.append(context)
        page = context.new_page()
        seen.watch(page)
        page.goto(preview.url)
        expect(page.locator("[data-checked]")).to_contain_text(SOUND)
        expect(framed(page).locator("h1")).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()
    asked = [one for one in seen.outside if not one.startswith(preview.url)]
    assert (seen.messages, asked) == ([], [])


def framed(page: Page) -> Any:
    """Return the reference page that is shown."""
    return page.frame_locator("[data-frame] iframe:not(.coming)")


def scrolled(page: Page) -> float:
    return float(page.evaluate("document.querySelector('[data-frame] iframe:not(.coming)').contentWindow.scrollY"))


def test_an_edit_on_the_disk_is_seen(opened: Opened, project: Path) -> None:
    """The page, as far down as before, the change with its proof, the files; then the finding and the older page."""
    page = opened()
    page.select_option("[data-pages]", "payout/UPI.html")
    row = framed(page).locator("[id='field.recipient.wallet_uid']")
    expect(row).to_contain_text("1 to 20 digits")
    row.evaluate("one => one.scrollIntoView({block: 'center'})")
    row.locator("summary").click()
    top = row.bounding_box()["y"]
    assert scrolled(page) > 0
    replaced(project, LENGTH, LONGER)
    expect(row).to_contain_text("1 to 24 digits")
    assert abs(row.bounding_box()["y"] - top) < 40
    expect(row.locator("details code")).to_be_visible()  # The reader had opened it.
    assert framed(page).locator("main details.pattern[open]").count() == 1
    changes = page.locator("[data-changes]")
    expect(changes).to_contain_text("from at most 20 characters to at most 24 characters")
    changes.locator("summary").click()
    expect(changes.locator("mark")).to_contain_text('"wallet_uid": "')
    expect(page.locator("[data-written]")).to_contain_text("to be changed")
    assert page.locator("[data-stale]").is_hidden()
    replaced(project, *BROKEN)
    expect(page.locator("[data-stale]")).to_contain_text("The page is older: it is that of ")
    expect(page.locator("[data-stale] button[data-place]")).to_contain_text(f"{METHOD}:")
    expect(row).to_contain_text("1 to 24 digits")
    expect(page.locator("[data-methods] li", has_text="UPI")).to_contain_text("1 error")
    expect(changes.locator("mark")).to_be_visible()  # What was open stays open.
    finding = page.locator("[data-findings] button[data-place]").first
    finding.click()
    expect(page.locator("#status")).to_have_text(f"Copied {finding.get_attribute('data-place')}")
    assert page.evaluate("navigator.clipboard.readText()") == finding.get_attribute("data-place")
    replaced(project, *reversed(BROKEN))
    expect(page.locator("[data-stale]")).to_be_hidden()
    expect(page.locator("[data-checked]")).to_contain_text(SOUND)


def test_the_page_of_what_is_saved_is_shown(opened: Opened, project: Path) -> None:
    """Unless somebody wants to stay; links of a page lead on in the frame."""
    page = opened()
    assert page.input_value("[data-pages]") == "index.html"
    replaced(project, "\nnote: ", "\n# A line.\nnote: ", "schemas/methods/BANK_TRANSFER_JPY.yaml")
    expect(page.locator("[data-pages]")).to_have_value("payout/BANK_TRANSFER_JPY.html")
    framed(page).locator("main a[href='../operations.html#operation.createPayout']").first.click()
    expect(page.locator("[data-pages]")).to_have_value("operations.html")
    page.uncheck("[data-follow]")
    replaced(project, LENGTH, LONGER)
    expect(page.locator("[data-changes]")).to_contain_text("at most 24 characters")
    expect(page.locator("[data-pages]")).to_have_value("operations.html")
    page.locator("[data-methods] li", has_text="UPI").get_by_role("button", name="Pay-in").click()
    expect(framed(page).locator("h1")).to_have_text("UPI: pay-in")
    assert page.locator("nav [aria-current]").evaluate_all("all => all.map(one => one.dataset.page)") == [
        "pay_in/UPI.html"
    ]


def test_every_page_is_shown_as_integrators_see_it(opened: Opened) -> None:
    """Its own scripts run, such as those that draw states, and it has the theme of the preview."""
    page = opened()
    page.click("[data-theme-switch]")
    shown = page.locator("[data-frame] iframe:not(.coming)")
    paths = page.locator("[data-pages] option").evaluate_all("all => all.map(one => one.value)")
    assert "states.html" in paths
    for path in paths:
        page.select_option("[data-pages]", path)
        expect(shown).to_have_attribute("src", f"/pages/1/{path}")
        expect(framed(page).locator("html.js[data-theme=light]")).to_have_count(1)
        if path == "states.html":
            expect(framed(page).locator("main svg").first).to_be_visible()


def test_a_payload_is_checked_by_the_rules_as_they_are(opened: Opened, project: Path) -> None:
    page = opened()
    page.select_option("[data-check] select[name=sample]", "payout/UPI")
    page.click("[data-check-sample]")
    expect(page.locator("#check-text")).not_to_have_value("")
    payload = json.loads(page.input_value("#check-text"))
    payload["recipient"] |= {"wallet_uid": "1" * 22, "ifsc_code": "ABCD0123456"}
    text = json.dumps(payload, indent=2)
    page.fill("#check-text", text)
    result = page.locator("[data-check-result]")
    expect(result).to_contain_text("1 finding.")
    line = next(number for number, one in enumerate(text.split("\n"), 1) if "wallet_uid" in one)
    expect(result.locator("li")).to_contain_text(f"Line {line}, column ")
    expect(result.locator("li .badge")).to_have_text("max_length")
    replaced(project, LENGTH, LONGER)
    expect(result).to_contain_text("Accepted.")
    assert page.input_value("#check-text") == text


@pytest.mark.parametrize("preview", [("--against", HOSTILE_TAG)], indirect=True)
def test_hostile_texts_stay_text(opened: Opened, project: Path) -> None:
    """Texts, names of files and of revisions, and payloads: in the lists, the findings, the changes and the page."""
    git(project, "tag", HOSTILE_TAG)
    page = opened()
    text = (project / METHOD).read_text(encoding="utf-8")
    [line] = re.findall("(?m)^note: .*", text)
    for number in LET_THROUGH:
        note = json.dumps(f"Note {number} {ATTACKS[number]}", ensure_ascii=False)
        (project / METHOD).write_text(text.replace(line, f"note: {note}"), encoding="utf-8")
        expect(framed(page).locator("main")).to_contain_text(f"Note {number} ")
    keys = "".join(f"{json.dumps(one)}: 1\n" for one in ATTACKS)
    (project / METHOD).write_text(f"{text}{keys}", encoding="utf-8")
    shown = page.locator("[data-findings] li.error", has_text="globalThis.ran=1")
    expect(shown).to_have_count(sum(RAN in one for one in ATTACKS))
    (project / "schemas" / "methods" / f"{HOSTILE_FILE}.yaml").write_text(f"{json.dumps(HOSTILE_FILE)}: 1\n")
    expect(page.locator("[data-findings]")).to_contain_text(HOSTILE_FILE)
    expect(page.locator("[data-stale]")).to_contain_text(HOSTILE_FILE)
    expect(page.locator("[data-changes]")).to_contain_text(HOSTILE_TAG)
    expect(page.locator("[data-methods]")).to_contain_text(HOSTILE_FILE)
    page.fill("#check-text", json.dumps({HOSTILE_FILE: 1, "method_code": "UPI"}))
    expect(page.locator("[data-check-result]")).to_contain_text(HOSTILE_FILE)
    assert page.evaluate("globalThis.ran") is None
    assert [frame.evaluate("globalThis.ran") for frame in page.frames] == [None] * len(page.frames)
    assert page.locator("[data-findings] img, [data-changes] img, nav img, [data-check-result] img").count() == 0


@pytest.mark.parametrize("look", one_of_each_kind(SCHEMES, ["dark"]))
def test_everybody_can_use_it(opened: Opened, project: Path, axe: str, look: str) -> None:
    """Clean, with a change and a payload, and with an error; nothing is wider than the window."""
    page = opened(**SCHEMES[look])
    replaced(project, LENGTH, LONGER)
    expect(page.locator("[data-changes]")).to_contain_text("at most 24 characters")
    page.locator("[data-changes] summary").click()
    page.fill("#check-text", "{}")
    expect(page.locator("[data-check-result]")).to_contain_text("finding")
    for state in ("clean", "broken"):
        if state == "broken":
            replaced(project, *BROKEN)
            expect(page.locator("[data-stale]")).to_be_visible()
        for width in WIDTHS:
            page.set_viewport_size({"width": width, "height": 844})
            assert violations(page, axe) == [], (state, width)
            assert page.evaluate("document.scrollingElement.scrollWidth") <= width, (state, width)
            assert page.evaluate(WIDER) == [], (state, width)


def test_by_keyboard_alone(opened: Opened, project: Path) -> None:
    """Two links lead past the lists and the page; what has the focus keeps it when the lists are replaced."""
    page = opened()
    replaced(project, *BROKEN)
    expect(page.locator("[data-stale]")).to_be_visible()
    place = page.locator("[data-findings] button[data-place]").first
    for _ in range(2):
        page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the findings")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(place).to_be_focused()
    name, place_of_first = place.get_attribute("data-key"), place.inner_text()
    page.keyboard.press("Enter")
    expect(page.locator("#status")).to_contain_text("Copied")
    replaced(project, "\nnote: ", "\nnoote: ", "schemas/methods/BANK_TRANSFER_JPY.yaml")
    expect(page.locator("[data-checked]")).not_to_contain_text("1 error,")
    assert page.evaluate("document.activeElement.dataset.key") == name
    replaced(project, *reversed(BROKEN))
    expect(page.locator("[data-findings]")).not_to_contain_text(place_of_first)
    assert page.evaluate("document.activeElement.id") == "side"  # It is gone, and was there.


def test_the_end_of_the_preview_is_shown(browser: Browser, preview: Previewed) -> None:
    page = browser.new_page()
    page.goto(preview.url)
    expect(page.locator("[data-lost]")).to_be_hidden()
    preview.__exit__()
    expect(page.locator("[data-lost]")).to_be_visible()
    page.close()
