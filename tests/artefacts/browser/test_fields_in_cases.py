"""What a page shows of the fields of a request as the values are chosen that decide about them."""

from pathlib import Path

import projects
import pytest
from playwright.sync_api import Page, expect


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the pages of *every construct*."""
    project = projects.small(tmp_path_factory.mktemp("cases") / "project")
    ended = projects.paycat("generate", "--packs", "docs", "--to", "pages-alone", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return project / "pages-alone" / "docs"


def opened(page: Page, path: Path) -> Page:
    page.goto(path.as_uri())
    return page


def level(page: Page, field: str) -> str:
    return page.locator(f"[id='{field}'] .badge.level").inner_text()


def test_a_value_marks_what_it_requires(page: Page, pages: Path) -> None:
    opened(page, pages / "payout" / "FASTER_PAYMENT.html")
    chooser = page.get_by_label("Show the fields for speed")
    assert chooser.locator("option").all_inner_texts() == ["any", "now", "later"]
    for value, shown in (("now", "required"), ("later", "optional"), ("now", "required"), ("any", "optional")):
        chooser.select_option(label=value)
        assert level(page, "field.pay_on") == shown, value


def test_a_field_is_hidden_where_all_that_a_case_asks_for_is_chosen(page: Page, pages: Path) -> None:
    opened(page, pages / "payout" / "FASTER_PAYMENT.html")
    invoices = page.locator("[id='field.invoices']")
    country = page.get_by_label("Show the fields for taxed_in")
    country.select_option(label="IE")
    expect(invoices).to_be_visible()
    page.get_by_label("Show the fields for beneficiary.account_kind").select_option(label="savings")
    expect(invoices).to_be_hidden()
    country.select_option(label="IM")
    expect(invoices).to_be_visible()


def test_whether_a_field_is_sent_decides(page: Page, pages: Path) -> None:
    opened(page, pages / "pay_in" / "BACS_DEBIT.html")
    town = page.get_by_label("Show the fields for branch.town")
    town.select_option(label="not sent")
    expect(page.locator("[id='field.memo']")).to_be_hidden()
    town.select_option(label="sent")
    expect(page.locator("[id='field.memo']")).to_be_visible()
