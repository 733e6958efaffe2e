"""A folder in, pictures of the main reference pages in it out: wide in light and dark, narrow, and on paper.

`python web/screenshots.py FOLDER` needs Chromium (apt-get install chromium-headless-shell), and what
requirements/dev.txt names.
"""

import json
import shutil
import sys
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

DOCS = Path(__file__).parents[1] / "generated" / "docs"
WIDE, NARROW = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
MISTAKES = {"amount": 10.001, "reference": "", "no_such_field": True}


def main_pages() -> list[Path]:
    """Return the pages beside each other, and the last of each folder."""
    folders = sorted({path.parent for path in DOCS.rglob("*.html")} - {DOCS})
    return [*sorted(DOCS.glob("*.html")), *(max(folder.glob("*.html")) for folder in folders)]


def with_findings(page: Page) -> None:
    """Let the checker of the page find mistakes in its smallest payload."""
    page.click("[data-check-sample]")
    page.wait_for_function("document.querySelector('#check-text').value")
    payload = json.loads(page.input_value("#check-text"))
    page.fill("#check-text", json.dumps({**payload, **MISTAKES}, indent=2))
    page.keyboard.press("Control+Enter")
    page.locator(".findings").wait_for()


def take(browser: Browser, target: Path) -> None:
    """Write the pictures of every main page."""
    for name, size, scheme in (("wide", WIDE, "light"), ("dark", WIDE, "dark"), ("narrow", NARROW, "light")):
        page = browser.new_page(viewport=size, color_scheme=scheme)
        for path in main_pages():
            page.goto(path.as_uri())
            if page.locator("[data-check] form").count():
                with_findings(page)
            title = path.relative_to(DOCS).with_suffix("").as_posix().replace("/", "-")
            page.screenshot(path=target / f"{title}.{name}.png", full_page=True)
            if name == "wide":
                page.emulate_media(media="print")
                page.screenshot(path=target / f"{title}.print.png", full_page=True)
                page.emulate_media(media="screen")
        page.close()


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    names = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        sys.exit("there is no Chromium here: apt-get install chromium-headless-shell")
    with sync_playwright() as playwright:
        take(playwright.chromium.launch(executable_path=program), folder)
