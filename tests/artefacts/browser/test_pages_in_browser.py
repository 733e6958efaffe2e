"""Every page in a real browser, from file://: quiet, self-contained, accessible, narrow, complete without scripts."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest
from browsing import DESKTOP, DOCS, MOBILE, WIDER, WIDTHS, Files, Opening, Seen, Serving, violations
from playwright.sync_api import Browser, BrowserContext, Page, expect
from targets import one_of_each_kind

PAGES = sorted(path.relative_to(DOCS).as_posix() for path in DOCS.rglob("*.html"))
KINDS = sorted({path if "/" not in path else path.partition("/")[0]: path for path in PAGES}.values())
"""One page in each folder, and every page beside them."""
SLOWER = 4
"""How many times slower than this machine the browser that loads a page is: what is drawn too early shows then."""
SHIFTS = """() => new Promise(done => {
  const found = [];
  new PerformanceObserver(list => found.push(...list.getEntries())).observe({type: 'layout-shift', buffered: true});
  const words = one => one.sources.map(({node}) => node?.textContent.slice(0, 80)).join(' | ');
  setTimeout(() => done(found.map(one => `${one.value}: ${words(one)}`)), 150);
})"""
LATE = """addEventListener('load', () => setTimeout(() => {
  const late = document.createElement('p');
  late.textContent = 'late';
  document.querySelector('main').prepend(late);
}, 20))"""
COVERED = """() => [...document.querySelectorAll('.code')].filter(one => {
  const button = one.querySelector('.copy').getBoundingClientRect(), range = document.createRange();
  const {right} = one.getBoundingClientRect();
  range.selectNodeContents(one.querySelector('code'));
  return [...range.getClientRects()].some(box => box.width > 0 && box.left < right && box.right > button.left
    && box.bottom > button.top && box.top < button.bottom);
}).map(one => one.querySelector('pre').id)"""
"""The code whose first line is below its button."""
FOCUSED = """() => {
  const one = document.activeElement;
  if (!one || one === document.body) return null;
  const {outlineStyle, outlineWidth} = getComputedStyle(one);
  return [one.localName, outlineStyle !== 'none' && outlineWidth !== '0px' && one.getClientRects().length > 0];
}"""

every_page = pytest.mark.parametrize("path", one_of_each_kind(PAGES, KINDS))


@pytest.fixture(scope="module")
def desktop(browser: Browser) -> Iterator[tuple[Page, Seen]]:
    """One page for every address, which costs less than one each."""
    page, seen = browser.new_page(color_scheme="light", viewport=DESKTOP), Seen()
    seen.watch(page)
    yield page, seen
    page.close()


@pytest.fixture(scope="module")
def plain(browser: Browser) -> Iterator[Page]:
    """A page that runs no scripts."""
    page = browser.new_page(java_script_enabled=False, viewport=MOBILE)
    yield page
    page.close()


def address(path: str) -> str:
    return (DOCS / path).as_uri()


def test_there_are_pages() -> None:
    assert {"index.html", "check.html"} <= set(PAGES)


@every_page
def test_page_opens_well(desktop: tuple[Page, Seen], axe: str, path: str) -> None:
    """Nothing is complained of, asked of the network or wider than a window, and axe-core finds nothing."""
    page, seen = desktop
    seen.forget()
    page.set_viewport_size(DESKTOP)
    page.goto(address(path))
    assert page.locator("h1").count() == 1
    assert violations(page, axe) == []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        assert page.evaluate(WIDER) == [], width
        assert width >= 768 or page.evaluate(COVERED) == [], width
    assert (seen.messages, seen.outside) == ([], [])


def shifts(page: Page, path: str, width: int) -> list[str]:
    """Return what moves while a page loads in a slow browser."""
    page.set_viewport_size({"width": width, "height": 900})
    session = page.context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    page.goto(address(path))
    found: list[str] = page.evaluate(SHIFTS)
    session.detach()
    return found


@every_page
def test_nothing_moves_when_a_page_loads(desktop: tuple[Page, Seen], path: str) -> None:
    page, _ = desktop
    assert [shifts(page, path, width) for width in (1440, 390)] == [[], []]


def test_what_moves_is_found(opening: Opening) -> None:
    page = opening().new_page()
    page.add_init_script(LATE)
    assert all(shifts(page, "problems.html", width) for width in (1440, 390))


@every_page
def test_page_is_complete_without_scripts(plain: Page, path: str) -> None:
    """What cannot work is not shown, and no text waits for a script."""
    plain.goto(address(path))
    main = plain.locator("main")
    assert main.locator("h1").is_visible()
    assert len(main.inner_text()) > 100
    controls = plain.locator(
        "[data-theme-switch], [data-menu], [data-marks], form[data-search], form[data-filter], "
        "form[data-settings], .send, button.copy, [data-check] form"
    )
    assert [one for one in controls.all() if one.is_visible()] == []
    assert [
        one for one in plain.locator("[data-tab], [data-choice], .why, .contents").all() if not one.is_visible()
    ] == []


@pytest.mark.parametrize("path", KINDS)
def test_page_is_accessible_in_the_dark(opening: Opening, axe: str, path: str) -> None:
    page = opening(color_scheme="dark", viewport=MOBILE).new_page()
    page.goto(address(path))
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(20, 24, 29)"
    assert violations(page, axe) == []


@pytest.mark.parametrize("path", KINDS)
def test_page_is_accessible_with_sources_in_forced_colours(opening: Opening, axe: str, path: str) -> None:
    """All marks are shown, too, and still nothing is wider than a phone."""
    context = opening(forced_colors="active", viewport=MOBILE)
    context.add_init_script("try { localStorage.setItem('paycat-marks', 'on') } catch {}")
    page = context.new_page()
    page.goto(address(path))
    assert page.locator("html.marked").count() == 1
    assert violations(page, axe) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= MOBILE["width"]
    assert page.evaluate(WIDER) == []


def test_pages_open_from_a_server(browser: Browser, serving: Serving) -> None:
    """The same policy holds there; nothing is complained of, and nothing else is asked for."""
    origin, seen = serving(partial(Files, directory=str(DOCS))), Seen()
    page = browser.new_page()
    seen.watch(page)
    for path in KINDS:
        page.goto(f"{origin}/{path}")
        assert page.locator("html.js h1").count() == 1, path
    assert seen.messages == []
    assert [url for url in seen.outside if not url.startswith(f"{origin}/")] == []
    page.close()


def test_every_control_is_reached_by_keyboard(page: Page) -> None:
    """The list of pages and its folds, the switch of sources, folds of fields, tabs: each shows its focus."""
    page.goto(address(next(path for path in PAGES if path.startswith("payout/"))))
    wanted = {"a", "summary", "input", "button", "select", "textarea", "pre"}
    reached: set[str] = set()
    for _ in range(400):
        page.keyboard.press("Tab")
        found = page.evaluate(FOCUSED)
        if found is None:
            break
        name, is_seen = found
        assert is_seen, name
        reached.add(name)
    assert wanted <= reached


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_what_scripts_add_is_accessible(
    opening: Callable[..., BrowserContext], axe: str, hooks: Path, scheme: str
) -> None:
    """Tabs, search results, findings in the list and at the rows."""
    page = opening(color_scheme=scheme, viewport=MOBILE).new_page()
    page.goto(hooks.as_uri())
    page.fill("#check-text", '{"a": 1}')
    page.keyboard.press("Control+Enter")
    page.locator(".findings li").first.wait_for()
    page.locator("[data-check-sample]").click()
    expect(page.locator("#check-text")).not_to_have_value('{"a": 1}')  # The sample comes with a script of its own.
    text = page.input_value("#check-text").replace("{", '{"a": 1,', 1)
    page.fill("#check-text", text)
    page.keyboard.press("Control+Enter")
    page.locator(".findings li").first.wait_for()
    page.keyboard.press("Shift+Tab")
    page.locator("#search").fill("amount")
    page.locator("#results a").first.wait_for()
    page.evaluate("scrollTo(0, 0)")  # Else the header, which stays in view, may cover half a button.
    assert violations(page, axe) == []
    assert page.evaluate("document.scrollingElement.scrollWidth") <= MOBILE["width"]


def test_axe_would_find_something(opening: Opening, axe: str) -> None:
    page = opening().new_page()
    page.set_content("<main><h1>Title</h1><img src='data:,'><p style='color: #999'>Grey</p></main>")
    assert {one.partition(":")[0] for one in violations(page, axe)} >= {"image-alt", "color-contrast"}


def test_pages_print_without_controls(opening: Opening, hooks: Path) -> None:
    """On paper every tab shows under its title, in dark on light whatever the screen has."""
    page = opening(color_scheme="dark", viewport={"width": 1000, "height": 900}).new_page()
    page.goto(hooks.as_uri())
    assert page.locator("[data-tab=curl]").first.is_hidden()
    page.emulate_media(media="print", color_scheme="dark")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    for hidden in ("nav", "[role=tablist]", "button.copy", "[data-check]", "form[data-search]", "[data-theme-switch]"):
        assert page.locator(hidden).first.is_hidden(), hidden
    assert all(one.is_visible() for one in page.locator("[data-tab], .tab-title").all())
    page.goto(address(next(path for path in PAGES if "/" in path)))
    assert all(one.is_hidden() for one in page.locator(".choice, .send, form[data-settings], .why").all())
    assert all(one.is_visible() for one in page.locator("[data-choice], [data-choice] h3").all())
