"""The search finds what people look for by their own words, and pages before what is on them."""

from pathlib import Path

import projects
import pytest
from browsing import DOCS
from playwright.sync_api import Page, expect

SEARCHES = projects.read_yaml(Path(__file__).with_name("searches.yaml"))
KINDS = "links => links.map(link => link.querySelector('.badge').textContent)"


def search(page: Page, words: str) -> None:
    page.fill("#search", words)
    expect(page.locator("#status")).to_contain_text("result")


@pytest.mark.parametrize("words", SEARCHES)
def test_a_search_finds_first(page: Page, words: str) -> None:
    page.goto((DOCS / "index.html").as_uri())
    search(page, words)
    found = [link.get_attribute("href") for link in page.locator("#results a").all()]
    assert found[: len(SEARCHES[words])] == SEARCHES[words]


@pytest.mark.parametrize("words", ["sandbox", "zip", "returned", "errors", "webhook"])
def test_pages_come_before_what_is_on_them(page: Page, words: str) -> None:
    page.goto((DOCS / "index.html").as_uri())
    search(page, words)
    kinds = page.locator("#results a").evaluate_all(KINDS)
    assert kinds[0] == "page"
    assert sorted(kinds, key=lambda kind: kind != "page") == kinds
    assert len(kinds) > 1
