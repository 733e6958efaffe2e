"""The form "Check a payload", on a page of a method and on its own page."""

import json
from pathlib import Path
from typing import Any

import projects
import pytest
from browsing import DOCS
from playwright.sync_api import Page, expect

from paycat.contract.model import Contract
from tests.any_catalogue.small_catalogues.catalogues import written
from tests.any_catalogue.small_catalogues.codes import codes
from tests.any_catalogue.small_catalogues.naming_methods import in_path_and_body

CHECK = (DOCS / "check.html").as_uri()
OF_METHODS = {"a/b": "a_b", "constructor": "constructor", "__proto__": "proto", "#1": "m_1"}
"""Codes, and the names that are made of them."""


def findings(page: Page) -> Any:
    return page.locator(".findings li")


def checked(page: Page, text: str) -> None:
    page.fill("#check-text", text)
    page.click("[data-check] button[type=submit]")
    page.locator(".verdict").wait_for()


def sample(page: Page) -> str:
    """Return the smallest payload, as the page writes it."""
    page.click("[data-check-sample]")
    expect(page.locator("#check-text")).not_to_have_value("")
    return page.input_value("#check-text")


def selected(page: Page) -> Any:
    return page.evaluate("(one => one.value.slice(one.selectionStart, one.selectionEnd))(document.activeElement)")


def test_smallest_payload_is_accepted(page: Page, hooks: Path) -> None:
    page.goto(hooks.as_uri())
    sample(page)
    expect(page.locator("#check-text")).to_be_focused()
    page.keyboard.press("Control+Enter")
    expect(page.locator(".verdict")).to_contain_text("Accepted.")
    assert findings(page).count() == 0
    page.click("[data-check-clear]")
    expect(page.locator("#check-text")).to_have_value("")
    expect(page.locator(".verdict")).to_have_count(0)


def test_findings_stand_at_the_fields(page: Page, hooks: Path) -> None:
    """Each is listed with its place and shown at its row; a corrected payload takes them away."""
    page.goto(hooks.as_uri())
    payload = json.loads(sample(page))
    wrong = {**payload, "amount": 0.001, "currency": "XXX"}
    del wrong["reference"]
    checked(page, json.dumps(wrong, indent=2))
    assert findings(page).count() == 3
    expect(page.locator(".verdict")).to_contain_text("3 findings. The service would answer 422")
    assert {row.get_attribute("id") for row in page.locator("tr[data-rejected]").all()} == {
        "field.amount",
        "field.currency",
        "field.reference",
    }
    expect(page.locator("[id='field.amount'] [data-finding] .finding")).to_contain_text("decimal places")
    item = findings(page).filter(has_text="Send at most 2 decimal places.")
    item.locator("button").click()
    assert selected(page) == "0.001"
    item.locator("a", has_text="amount").click()
    assert page.url.endswith("#field.amount")
    item.locator("button").focus()
    page.keyboard.press("Enter")
    assert selected(page) == "0.001"
    checked(page, json.dumps(payload))
    expect(page.locator(".verdict")).to_contain_text("Accepted.")
    assert page.locator("tr[data-rejected], .finding").count() == 0


@pytest.mark.parametrize(
    ("text", "location"),
    [('{"a": 1, "b": 2, "a": 3}', '"a"'), ('{"amount": 1e400}', "1e400"), ('{"a": 1,\n "b": ]}', "]")],
)
def test_unreadable_payload(page: Page, hooks: Path, text: str, location: str) -> None:
    page.goto(hooks.as_uri())
    checked(page, text)
    expect(page.locator(".verdict")).to_contain_text("1 finding. The service would answer 400")
    findings(page).locator("button").click()
    assert selected(page) == location


def test_payload_of_another_method(page: Page, hooks: Path, contract: Contract) -> None:
    """It is checked as what it names, with a way to that page, and nothing is shown at the rows of this one."""
    another = next(
        one for one in contract.requests() if one.direction == hooks.parent.name and one.method != hooks.stem
    )
    code, own = another.method, another.sample("minimal").payload
    page.goto(hooks.as_uri())
    checked(page, json.dumps({**own, "amount": "1"}))
    note = page.locator("[data-check-result] .note")
    expect(note).to_contain_text(f"This payload names {code}")
    assert note.locator("a").get_attribute("href") == f"../{hooks.parent.name}/{code}.html"
    assert findings(page).count() == 1
    assert page.locator("tr[data-rejected]").count() == 0


def test_page_of_all_methods(page: Page, contract: Contract) -> None:
    """Any payload to start from; the direction decides, and the method is the one that the payload names."""
    page.goto(CHECK)
    *_, last = contract.requests()
    page.select_option("select[name=sample]", f"{last.direction}/{last.method}")
    text = sample(page)
    assert page.input_value("select[name=direction]") == last.direction
    checked(page, text)
    expect(page.locator(".verdict")).to_contain_text("Accepted.")
    link = page.locator("[data-check-result] a", has_text=last.method)
    assert link.get_attribute("href") == f"{last.direction}/{last.method}.html"
    one_way = next(
        method for method in contract.methods if method.offer("payout").request and not method.offer("pay_in").request
    )
    page.select_option("select[name=direction]", "pay_in")
    checked(page, json.dumps({"method_code": one_way.code}))
    expect(findings(page)).to_contain_text("It is not")
    expect(findings(page)).to_contain_text("It can be used for: Payout.")
    checked(page, json.dumps({"method_code": "<b>none</b>"}))
    expect(findings(page)).to_have_count(1)
    assert page.locator("[data-check-result] b").count() == 0


def test_names_of_the_payload_are_shown_as_text(page: Page, hooks: Path) -> None:
    page.goto(hooks.as_uri())
    payload = json.loads(sample(page))
    checked(page, json.dumps({**payload, "<img src=x onerror=alert(1)>": 1}))
    expect(findings(page)).to_contain_text("<img src=x onerror=alert(1)>")
    assert page.locator("main img").count() == 0


def test_missing_data_is_told(page: Page, hooks: Path, tmp_path: Path) -> None:
    """A page that was saved alone says what it cannot load."""
    alone = tmp_path / hooks.parent.name / hooks.name
    (tmp_path / "assets").mkdir()
    alone.parent.mkdir()
    alone.write_bytes(hooks.read_bytes())
    for name in ("first.js", "site.js", "check.js", "style.css"):
        (tmp_path / "assets" / name).write_bytes((DOCS / "assets" / name).read_bytes())
    loud = page.context.new_page()
    loud.goto(alone.as_uri())
    loud.fill("#check-text", "{}")
    loud.click("[data-check] button[type=submit]")
    expect(loud.locator("[data-check-result]")).to_contain_text("../assets/service.js cannot be loaded")


def test_codes_that_are_no_names(page: Page, tmp_path: Path) -> None:
    """The payload has the code, addresses of pages and scripts have the name."""
    project = written(codes(OF_METHODS), tmp_path / "project")
    made = projects.paycat("generate", cwd=project)
    assert made.returncode == 0, made.stdout + made.stderr
    pages = project / "generated" / "docs"
    for code, name in OF_METHODS.items():
        page.goto((pages / "check.html").as_uri())
        page.select_option("select[name=sample]", f"payout/{name}")
        assert json.loads(sample(page))["scheme"] == code
        checked(page, sample(page))
        expect(page.locator(".verdict")).to_contain_text("Accepted.")
        link = page.locator("[data-check-result] a", has_text=code)
        assert link.get_attribute("href") == f"payout/{name}.html"
        page.goto((pages / "payout" / f"{name}.html").as_uri())
        checked(page, sample(page))
        expect(page.locator(".verdict")).to_contain_text("Accepted.")


def test_the_chosen_method_is_the_one_in_the_address(page: Page, tmp_path: Path) -> None:
    """Where no payload names a method, the chosen one does, on the page of all methods and on its own."""
    made = written(in_path_and_body, tmp_path / "project")
    assert projects.paycat("generate", cwd=made).returncode == 0
    docs = made / "generated" / "docs"
    page.goto((docs / "check.html").as_uri())
    expect(page.locator("label", has_text="Method in the address")).to_have_count(1)
    page.select_option("select[name=sample]", "payout/SEPA_TRANSFER")
    text = sample(page)
    checked(page, text)
    expect(page.locator(".verdict")).to_contain_text("Accepted.")
    page.select_option("select[name=sample]", "payout/FASTER_PAYMENT")
    checked(page, text)
    expect(page.locator(".verdict.rejected")).to_have_count(1)
    page.goto((docs / "payout" / "SEPA_TRANSFER.html").as_uri())
    checked(page, text)
    expect(page.locator(".verdict")).to_contain_text("Accepted.")
