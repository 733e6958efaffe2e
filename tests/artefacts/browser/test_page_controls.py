"""What the scripts of the pages do, by mouse and by keyboard."""

from collections.abc import Callable
from pathlib import Path

import pytest
from browsing import DOCS, Opening
from playwright.sync_api import Page, expect
from projects import DIRECTIONS

from paycat.contract.model import Contract, Method

INDEX = (DOCS / "index.html").as_uri()
CHECK = (DOCS / "check.html").as_uri()


def shown(page: Page) -> list[str]:
    """Return the codes of the methods that the matrix shows."""
    return page.locator("#matrix tbody tr:visible th code").all_inner_texts()


def fitting(contract: Contract, country: str = "", direction: str = "", availability: str = "") -> list[str]:
    wanted = [one for one in DIRECTIONS if not direction or one == direction]
    word = availability or ("supported" if direction else "")
    return [
        method.code
        for method in contract.methods
        if (not country or country in method.countries)
        and (not word or any(method.offer(one).availability == word for one in wanted))
    ]


def test_filter_by_mouse(page: Page, contract: Contract) -> None:
    """Alone and together; the count and the sentence for none; the address tells the choice and brings it back."""
    page.goto(INDEX)
    every = [method.code for method in contract.methods]
    assert shown(page) == every
    page.select_option("select[name=country]", "IN")
    assert shown(page) == fitting(contract, "IN")
    assert 0 < len(shown(page)) < len(every)
    assert page.url == f"{INDEX}#country=IN"
    page.select_option("select[name=direction]", "pay_in")
    assert shown(page) == fitting(contract, "IN", "pay_in")
    page.select_option("select[name=availability]", "not_supported_yet")
    assert shown(page) == fitting(contract, "IN", "pay_in", "not_supported_yet")
    expect(page.locator("[data-count]")).to_have_text(f"{len(shown(page))} of {len(every)} methods")
    chosen = shown(page)
    page.reload()
    assert shown(page) == chosen
    assert page.input_value("select[name=country]") == "IN"
    page.select_option("select[name=currency]", "JPY")
    assert shown(page) == []
    assert page.locator("[data-empty]").is_visible()
    page.click("form[data-filter] button[type=reset]")
    expect(page.locator("[data-empty]")).to_be_hidden()
    assert shown(page) == every
    assert page.url == INDEX


@pytest.mark.parametrize(
    ("typed", "fits"),
    [
        ("upi", lambda one: "UPI" in one.code),
        ("egypt wallet", lambda one: one.countries == ("EG",)),
        ("inr", lambda one: "INR" in one.currencies),
        ("nepalese", lambda one: "NPR" in one.currencies),
        ("qqqq", lambda _: False),
    ],
)
def test_filter_by_typing(page: Page, contract: Contract, typed: str, fits: Callable[[Method], bool]) -> None:
    """A part of a name or a code, of the method, its country or its currency; the address keeps it."""
    wanted = [one.code for one in contract.methods if fits(one)]
    page.goto(INDEX)
    page.locator("form[data-filter] [name=find]").press_sequentially(typed)
    assert shown(page) == wanted
    page.reload()
    assert shown(page) == wanted
    assert page.input_value("form[data-filter] [name=find]") == typed


@pytest.mark.parametrize("availability", ["supported", "not_listed"])
def test_filter_by_availability_alone(page: Page, contract: Contract, availability: str) -> None:
    page.goto(f"{INDEX}#availability={availability}")
    assert shown(page) == fitting(contract, availability=availability)


def test_filter_by_keyboard(page: Page, contract: Contract) -> None:
    page.goto(INDEX)
    page.focus("select[name=country]")
    page.keyboard.type("India")
    expect(page.locator("[data-count]")).to_have_text(
        f"{len(fitting(contract, 'IN'))} of {len(contract.methods)} methods"
    )
    for _ in range(4):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator("[data-count]")).to_have_text(f"{len(contract.methods)} of {len(contract.methods)} methods")


def test_search_by_keyboard(page: Page, contract: Contract) -> None:
    """`/` comes to the field, arrows walk through what is found, Escape leaves, Enter opens."""
    page.goto(INDEX)
    assert page.locator("script[src*=search-index]").count() == 0
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type(contract.methods[0].code.lower())
    links = page.locator("#results a")
    expect(links.first).to_contain_text(contract.methods[0].code)
    expect(links.first).to_contain_text("method")
    expect(page.locator("#status")).to_contain_text("result")
    page.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    page.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#results")).to_be_hidden()
    page.fill("#search", "chek payload")
    expect(links.first).to_contain_text("Check a payload")
    page.focus("#search")
    with page.expect_navigation():
        page.keyboard.press("Enter")
    assert page.url == CHECK


def test_search_by_mouse_from_a_folder(page: Page, hooks: Path) -> None:
    """It finds a field by its dotted path, tells when nothing is found, and a click elsewhere closes it."""
    page.goto(hooks.as_uri())
    page.click("#search")
    path = (page.locator("tbody tr").nth(4).get_attribute("id") or "").removeprefix("field.")
    page.fill("#search", f"{path} {hooks.stem}")
    link = page.locator("#results a", has_text=f"{path} in {hooks.stem}").first
    expect(link).to_contain_text("field")
    assert (link.get_attribute("href") or "").startswith("../")
    page.fill("#search", "qqqqqqqq")
    expect(page.locator("#results")).to_contain_text("Nothing is found.")
    page.click("h1")
    expect(page.locator("#results")).to_be_hidden()


def test_slash_is_a_sign_where_people_write(page: Page) -> None:
    page.goto(CHECK)
    page.focus("#check-text")
    page.keyboard.type("a/b")
    assert page.input_value("#check-text") == "a/b"


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_copy(page: Page, hooks: Path, by: str) -> None:
    page.goto(hooks.as_uri())
    button = page.locator("button.copy:visible").first
    if by == "mouse":
        button.click()
    else:
        button.focus()
        page.keyboard.press("Space")
    expect(page.locator("#status")).to_have_text("Copied.")
    expect(button).to_contain_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.locator("#JSON-text-1").text_content()


def test_copy_without_a_clipboard(page: Page, hooks: Path) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    page.goto(hooks.as_uri())
    page.locator("button.copy:visible").first.click()
    expect(page.locator("#status")).to_have_text("Copied.")
    assert page.evaluate("getSelection().toString()") == page.locator("#JSON-text-1").text_content()


def test_tabs(page: Page, hooks: Path) -> None:
    """One choice for all groups, by mouse and arrow keys, remembered; an address opens the tab that it is in."""
    page.goto(hooks.as_uri())
    selected = page.locator("[role=tab][aria-selected=true]")
    visible = page.locator("[role=tabpanel]:visible")
    assert selected.all_inner_texts() == ["JSON", "JSON"]
    page.locator("[role=tab]", has_text="curl").first.click()
    assert selected.all_inner_texts() == ["curl", "curl"]
    assert [one.get_attribute("data-tab") for one in visible.all()] == ["curl", "curl"]
    page.keyboard.press("ArrowRight")
    assert selected.all_inner_texts() == ["Python", "Python"]
    expect(selected.first).to_be_focused()
    page.keyboard.press("ArrowRight")
    assert selected.all_inner_texts() == ["JSON", "JSON"]
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    assert selected.all_inner_texts() == ["curl", "curl"]
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.closest('[role=tabpanel]').dataset.tab") == "curl"
    page.reload()
    assert selected.all_inner_texts() == ["curl", "curl"]
    page.goto(f"{hooks.as_uri()}#Python-text-2")
    assert selected.all_inner_texts() == ["curl", "Python"]


def test_theme(opening: Opening) -> None:
    """By mouse and keyboard; remembered from page to page; `system` follows the system again."""
    page = opening(color_scheme="light").new_page()
    page.goto(INDEX)
    ground = "getComputedStyle(document.body).backgroundColor"
    light, button = page.evaluate(ground), page.locator("[data-theme-switch]")
    button.click()
    expect(button).to_have_text("Theme: light")
    page.keyboard.press("Enter")
    expect(button).to_have_text("Theme: dark")
    dark = page.evaluate(ground)
    assert page.locator("html").get_attribute("data-theme") == "dark"
    assert dark != light
    page.goto(CHECK)
    assert page.evaluate(ground) == dark
    expect(button).to_have_text("Theme: dark")
    button.click()
    expect(button).to_have_text("Theme: system")
    assert page.locator("html").get_attribute("data-theme") is None
    assert page.evaluate(ground) == light
    page.reload()
    expect(button).to_have_text("Theme: system")


def test_pages_work_where_nothing_is_kept(page: Page) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', {get() { throw new Error('kept from pages'); }})"
    )
    page.goto(INDEX)
    page.click("[data-theme-switch]")
    page.click("[data-theme-switch]")
    assert page.locator("html").get_attribute("data-theme") == "dark"


def test_the_first_key_leads_to_the_content(page: Page) -> None:
    page.goto(INDEX)
    page.keyboard.press("Tab")
    expect(page.locator("a.skip")).to_be_focused()
    assert page.locator("a.skip").bounding_box()["x"] >= 0  # type: ignore[index]  # it is shown
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()
