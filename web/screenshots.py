"""The pictures of the README: docs/pictures/, of pages in generated/, the sandbox that serves them, and the preview.

`make screenshots`, after a change of what pages look like; nothing else makes a picture older. It needs Chromium
(apt-get install chromium-headless-shell), and what requirements/dev.txt names.
"""

import base64
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal, NamedTuple

from playwright.sync_api import Browser, Page, ViewportSize, sync_playwright

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "docs" / "pictures"
SIZE: ViewportSize = {"width": 1280, "height": 800}
QUALITY = 50
SETTLED_MS = 3_000
REQUEST, EDITED = (FOLDER / "subject.txt").read_text(encoding="utf-8").split()
"""The page of a request that is pictured, and its field that is edited."""
EDIT = (f"{EDITED}:\n", f"{EDITED}:\n      length: 11\n")
"""A text of the file of that request, and what it is replaced by in the preview."""
CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


def as_it_opens(_: Page) -> None:
    """Leave a page as it is."""


def with_a_response(page: Page) -> None:
    """Send the payload of a page."""
    page.locator(".send:visible button", has_text="Send to").click()
    page.locator(".send:visible pre").wait_for()


def with_records(page: Page) -> None:
    """Send each payload of a request from its page, then let everything happen that is due."""
    sandbox = page.url
    page.goto(f"{sandbox}reference/{REQUEST}")
    for index in range(page.locator(".choice option").count()):
        page.select_option(".choice select", index=index)
        with_a_response(page)
    page.goto(sandbox)
    page.request.post(f"{sandbox}sandbox/clock", data={"advance": "PT5M"})
    page.wait_for_timeout(SETTLED_MS)


def with_an_edit(page: Page) -> None:
    """Show what an edit breaks, and the page of what was edited."""
    page.select_option("[data-pages]", REQUEST)
    page.locator("[data-changes] summary").first.click()
    page.locator("[data-changes] mark").first.scroll_into_view_if_needed()
    page.locator("[data-written] summary").wait_for()
    page.frame_locator(f"iframe[src$='{REQUEST}']").locator(f"[id='field.{EDITED}']").scroll_into_view_if_needed()
    page.wait_for_timeout(SETTLED_MS)


class Picture(NamedTuple):
    """A picture: its name, what serves the page, its address there, its colours, and what happens before."""

    name: str
    served: Literal["sandbox", "preview"]
    path: str
    scheme: Literal["light", "dark"]
    prepare: Callable[[Page], None] = as_it_opens


PICTURES = (
    Picture("methods", "sandbox", "reference/index.html", "light"),
    Picture("request", "sandbox", f"reference/{REQUEST}", "light", with_a_response),
    Picture("states", "sandbox", "reference/states.html", "dark"),
    Picture("sandbox", "sandbox", "", "dark", with_records),
    Picture("preview", "preview", "", "light", with_an_edit),
)


@contextmanager
def sandbox() -> Iterator[str]:
    """Run the sandbox of generated/ with an empty database; return its address."""
    with TemporaryDirectory() as folder:
        database = f"sqlite:///{folder}/sandbox.db"
        with running(ROOT, "serve", "--database", database) as address:
            yield address


@contextmanager
def preview() -> Iterator[str]:
    """Run the preview of the catalogue with an edit that breaks something; return its address."""
    with TemporaryDirectory() as folder:
        project = Path(folder)
        for name in ("schemas", "generated"):
            shutil.copytree(ROOT / name, project / name)
        who = ("-c", "user.name=paycat", "-c", "user.email=paycat@example.com")
        for command in (("init", "--quiet"), ("add", "--all"), (*who, "commit", "--quiet", "--message", "all")):
            subprocess.run(["git", *command], cwd=project, check=True)  # noqa: S607 - as it is installed
        file = project / "schemas" / "methods" / f"{Path(REQUEST).stem}.yaml"
        before, after = EDIT
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace(before, after), encoding="utf-8")
        with running(project, "preview", "--port", "0") as address:
            yield address


@contextmanager
def running(project: Path, *command: str) -> Iterator[str]:
    """Run a command of paycat that serves pages; return the address that it prints."""
    arguments = [sys.executable, "-m", "paycat", *command]
    with subprocess.Popen(
        arguments, cwd=project, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as process:
        assert process.stdout
        try:
            found = map(re.compile(r"http://[^\s/]+").search, process.stdout)
            address = next((one[0] for one in found if one), None)
            if address is None:
                sys.exit(f"`paycat {command[0]}` does not start: run it to see why")
            yield f"{address}/"
        finally:
            process.terminate()


SERVED = {"sandbox": sandbox, "preview": preview}


def take(browser: Browser, address: str, picture: Picture) -> bytes:
    """Return a picture as WebP."""
    page = browser.new_page(viewport=SIZE, color_scheme=picture.scheme)
    page.goto(address + picture.path)
    picture.prepare(page)
    taken = page.context.new_cdp_session(page).send("Page.captureScreenshot", {"format": "webp", "quality": QUALITY})
    page.close()
    return base64.b64decode(taken["data"])


def main() -> None:
    """Write every picture."""
    program = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if program is None:
        sys.exit("there is no Chromium here: apt-get install chromium-headless-shell")
    FOLDER.mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        for name, serve in SERVED.items():
            with serve() as address:
                for picture in PICTURES:
                    if picture.served == name:
                        (FOLDER / f"{picture.name}.webp").write_bytes(take(browser, address, picture))
        browser.close()


if __name__ == "__main__":
    main()
