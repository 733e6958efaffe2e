"""The request beside its rules: a payload is chosen, calls take the reader's address and key."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from browsing import DOCS, Opening
from playwright.sync_api import Locator, Page, expect

from paycat.contract.model import Contract, Request
from paycat.packages.operations.calls import environment_variable

WIDE, NARROW = {"width": 1440, "height": 900}, {"width": 390, "height": 844}
BASE, KEY = "http://127.0.0.1:8123", "sk_test_of-mine"


@pytest.fixture(scope="session")
def request_type(contract: Contract) -> Request:
    """A request with a condition, whose combinations have payloads of their own."""
    return next(one for one in contract.requests() if len(valid(one)) > 2 and any(conditions(one)))


def valid(request: Request) -> list[str]:
    return [one.name for one in request.samples if not (one.violations or one.erratum)]


def conditions(request: Request) -> Iterator[Any]:
    return (condition for group in request.root.groups() for condition in group.conditions)


@pytest.fixture
def path(request_type: Request) -> str:
    return f"{request_type.direction}/{request_type.method}.html"


@pytest.fixture
def opened(page: Page, path: str) -> Page:
    page.set_viewport_size(WIDE)  # type: ignore[arg-type]  # as Playwright names it
    page.goto((DOCS / path).as_uri())
    return page


def code(page: Page, sample: str, language: str) -> str:
    return page.locator(f"[id='sample.{sample}.{language}']").text_content() or ""


def enter(page: Page, name: str, value: str) -> None:
    page.locator("form[data-settings] details").evaluate("one => one.open = true")
    page.fill(f"form[data-settings] [name={name}]", value)
    page.locator(f"form[data-settings] [name={name}]").dispatch_event("change")


def top(place: Locator) -> float:
    box = place.bounding_box()
    assert box
    return box["y"]


def test_the_panel_stays_in_view_beside_the_fields(opened: Page) -> None:
    rules, panel = (opened.locator(name).bounding_box() for name in (".reference", ".panel"))
    assert rules
    assert panel
    assert rules["x"] + rules["width"] <= panel["x"]
    opened.locator("#the-violations").scroll_into_view_if_needed()
    opened.evaluate("scrollTo(0, 3000)")
    assert 0 < top(opened.locator(".panel")) < 100
    assert top(opened.locator("header.site")) == 0
    assert 0 < top(opened.locator(".contents")) < 100


def test_one_payload_is_shown_with_its_response(opened: Page, request_type: Request) -> None:
    shown = opened.locator("[data-choice]:visible")
    assert shown.evaluate_all("all => all.map(one => one.id)") == ["sample.minimal"]
    for index, name in enumerate(valid(request_type)):
        opened.select_option(".choice select", index=index)
        assert shown.count() == 1
        sample = (shown.get_attribute("id") or "").removeprefix("sample.")
        assert sample in valid(request_type), name
        assert json.loads(code(opened, sample, "json")) == request_type.sample(sample).payload
        assert json.loads(code(opened, sample, "response"))["method_code"] == request_type.method
        tabs = shown.locator("[role=tab]").all_inner_texts()
        assert tabs == ["JSON", "curl", "Python", "TypeScript"]


def test_a_link_to_a_payload_chooses_it(opened: Page, request_type: Request) -> None:
    name = next(one for one in valid(request_type) if one not in ("minimal", "full"))
    opened.locator(f".combinations a[href='#sample.{name}']").first.click()
    expect(opened.locator(f"[id='sample.{name}']")).to_be_visible()
    expect(opened.locator("[id='sample.minimal']")).to_be_hidden()


def test_base_url_and_key_are_entered_once(opened: Page, contract: Contract, path: str) -> None:
    before = {language: code(opened, "full", language) for language in ("curl", "python", "typescript")}
    assert all(contract.service.base_url in text for text in before.values())
    enter(opened, "base", f"{BASE}/")
    enter(opened, "key", KEY)
    for reload in (lambda: None, opened.reload, lambda: opened.goto((DOCS / path).as_uri())):
        reload()
        for language, text in before.items():
            shown = code(opened, "full", language)
            assert f"{BASE}/" in shown or f'"{BASE}"' in shown
            assert KEY in shown
            assert contract.service.base_url not in shown
            assert environment_variable(contract, "api_key") not in shown
            assert "import os" not in shown
            assert shown != text
    opened.goto((DOCS / "operations.html").as_uri())
    assert f"{BASE}/" in (opened.locator("pre[id^='operation.'][id$='.curl']").first.text_content() or "")
    opened.goto((DOCS / path).as_uri())
    opened.click("form[data-settings] summary")
    opened.click("form[data-settings] [type=reset]")
    expect(opened.locator("[id='sample.full.curl']")).to_have_text(before["curl"])
    opened.reload()
    assert code(opened, "full", "python") == before["python"]


@pytest.mark.parametrize(
    ("name", "value"),
    [("base", "http://a.test/';rm -rf ~;'"), ("base", "javascript:alert(1)"), ("base", "http://u:p@a.test"),
     ("key", 'a"; import x'), ("key", "$(rm)"), ("key", "`${x}`")],
)  # fmt: skip  # a table of cases
def test_what_is_no_address_or_key_changes_no_program(opened: Page, name: str, value: str) -> None:
    before = code(opened, "full", "curl")
    enter(opened, name, value)
    assert not opened.locator(f"form[data-settings] [name={name}]").evaluate("one => one.validity.valid")
    assert code(opened, "full", "curl") == before
    opened.evaluate("([name, value]) => localStorage.setItem(`paycat-${name}`, value)", [name, value])
    opened.reload()
    assert code(opened, "full", "curl") == before


def test_a_page_without_memory_takes_them_all_the_same(page: Page, path: str) -> None:
    page.add_init_script("Object.defineProperty(window, 'localStorage', {get() { throw new Error('kept'); }})")
    page.goto((DOCS / path).as_uri())
    enter(page, "base", BASE)
    assert f"{BASE}/" in code(page, "minimal", "curl")


def test_the_sandbox_is_one_press_away(opened: Page, contract: Contract) -> None:
    opened.click("form[data-settings] summary")
    opened.click("[data-use-sandbox]")
    assert contract.interface.sandbox.secret_key in code(opened, "minimal", "curl")
    assert "http://127.0.0.1:8000/" in code(opened, "minimal", "curl")
    expect(opened.locator("[data-calls-go-to]")).to_have_text("http://127.0.0.1:8000")
    expect(opened.locator("[data-of-example]")).to_be_hidden()


def test_the_menu_of_a_phone(opening: Opening, path: str) -> None:
    page = opening(viewport=NARROW).new_page()
    page.goto((DOCS / path).as_uri())
    menu, button = page.locator(".contents"), page.locator("[data-menu]")
    expect(menu).to_be_hidden()
    page.evaluate("scrollTo(0, 2000)")
    button.click()
    expect(menu).to_be_visible()
    assert button.get_attribute("aria-expanded") == "true"
    page.keyboard.press("Escape")
    expect(menu).to_be_hidden()
    expect(button).to_be_focused()
    button.click()
    menu.locator("a", has_text="Fields").click()
    expect(menu).to_be_hidden()
    assert 0 < top(page.locator("#the-fields")) < 200


def test_headings_and_fields_have_link_marks(opened: Page, request_type: Request) -> None:
    for field in request_type.root.fields():
        link = opened.locator(f".field[id='field.{field.path}'] > .head .anchor")
        assert link.get_attribute("href") == f"#field.{field.path}"
    link = opened.locator("#the-fields .anchor")
    link.focus()
    opened.keyboard.press("Enter")
    assert opened.url.endswith("#the-fields")
    assert opened.get_by_role("link", name="Link to Fields").count() == 1


def test_sources_are_shown_to_those_who_ask(opened: Page) -> None:
    """By one switch, on every page, also after a reload; what is hidden leaves no empty column."""
    marks = opened.locator("main .why")
    assert marks.count() > 20
    assert opened.locator("main .why:visible").count() == 0
    opened.get_by_label("Show sources").check()
    expect(marks.first).to_be_visible()
    opened.goto((DOCS / "problems.html").as_uri())
    assert opened.get_by_label("Show sources").is_checked()
    assert opened.locator("main .why:visible").count() == opened.locator("main .why").count() > 0
    assert opened.get_by_role("columnheader", name="From").count() > 0
    opened.get_by_label("Show sources").press("Space")
    expect(opened.get_by_role("columnheader", name="From")).to_have_count(0)
    opened.reload()
    assert opened.locator("main .why:visible").count() == 0


def test_calls_keep_their_colours_with_the_address_and_key_of_a_reader(opened: Page) -> None:
    colours = "one => new Set([...one.querySelectorAll('span')].map(span => span.className)).size"
    shown = {name: opened.locator(f"[id='sample.minimal.{name}'] code") for name in ("curl", "python", "typescript")}
    before = {name: one.evaluate(colours) for name, one in shown.items()}
    enter(opened, "base", BASE)
    enter(opened, "key", KEY)
    for name, one in shown.items():
        assert one.evaluate(colours) >= before[name] - 1 > 0, name
        assert KEY in (one.text_content() or "")


def test_members_are_folded_and_found(opened: Page) -> None:
    """A fold holds the members of an object; an address inside a closed one opens it."""
    fold = opened.locator("details.members").first
    field = fold.locator(".field").first
    expect(field).to_be_visible()
    fold.locator("summary").first.press("Enter")
    expect(field).to_be_hidden()
    opened.goto(f"{opened.url.partition('#')[0]}#{field.get_attribute('id')}")
    expect(field).to_be_visible()


def test_a_pattern_waits_until_it_is_asked_for(opened: Page) -> None:
    pattern = opened.locator("details.pattern").first
    expect(pattern.locator("code")).to_be_hidden()
    pattern.locator("summary").click()
    expect(pattern.locator("code")).to_be_visible()


def test_the_list_of_pages_marks_what_is_read(opened: Page, request_type: Request) -> None:
    """The method among those of its direction, open, and the section that is in view."""
    pages = opened.get_by_role("navigation", name="Pages")
    expect(pages.locator("a[aria-current=page]")).to_be_visible()
    assert pages.locator("details[open]").count() == 1
    marked = pages.locator(".sections a[aria-current]")
    opened.locator("#the-violations").evaluate("one => one.scrollIntoView()")
    expect(marked).to_have_text("What is rejected")
    opened.locator("#the-fields").evaluate("one => one.scrollIntoView()")
    expect(marked).to_have_text("Fields")
