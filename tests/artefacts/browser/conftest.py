"""A browser for the tests of a module, its pages, and a page that has everything that scripts act on."""

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import projects
import pytest
from browsing import DOCS, HOOKS, Opening, Seen, Serving, served
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright
from system_programs import needed

from paycat.cache import Cache
from paycat.conformance.run.engines.ajv.node import installed
from paycat.contract.model import Contract
from paycat.languages.table import language_of
from paycat.packs.templates import environment
from paycat.pages.navigation import all_methods

PATIENCE_MS = 30_000
"""Enough for a machine that has other work; where all is well, nobody waits."""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser that is gone before other modules are run: Playwright keeps an event loop running in this thread."""
    program = needed("chromium")
    expect.set_options(timeout=PATIENCE_MS)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def axe() -> str:
    """The source of axe-core."""
    packages = installed(Path(__file__).with_name("package.json"), "axe-core")
    return (packages / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


@pytest.fixture
def opening(browser: Browser) -> Iterator[Opening]:
    """Makes contexts that reach no network, and closes them."""
    made: list[BrowserContext] = []

    def new(**options: object) -> BrowserContext:
        context = browser.new_context(**options)  # type: ignore[arg-type]  # as Playwright names them
        context.set_default_timeout(PATIENCE_MS)
        context.route(lambda url: not url.startswith(("file:", "data:")), lambda route: route.abort())
        made.append(context)
        return context

    yield new
    for context in made:
        context.close()


@pytest.fixture
def page(opening: Opening) -> Iterator[Page]:
    """A page of a desktop browser; nothing may be complained of in its console."""
    seen = Seen()
    page = opening(
        viewport={"width": 1280, "height": 900}, permissions=["clipboard-read", "clipboard-write"]
    ).new_page()
    seen.watch(page)
    yield page
    assert (seen.messages, seen.outside) == ([], [])


@pytest.fixture
def serving() -> Iterator[Serving]:
    """Starts servers of this machine, and ends them."""
    with ExitStack() as started:
        yield lambda handler: started.enter_context(served(handler))


@pytest.fixture(scope="session")
def hooks(contract: Contract, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of the templates' own parts, about the first request with a condition, beside the real scripts."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(DOCS / "assets", folder / "assets")
    request = next(one for one in contract.requests() if any(group.conditions for group in one.root.groups()))
    path = f"{request.direction}/{request.method}.html"
    language = language_of("hooks.html.j2")
    assert language is not None
    template = environment(
        language, lambda name: projects.GENERATORS / "docs" / "templates" / name, Cache()
    ).from_string(HOOKS)
    method = contract.method(request.method)
    text = template.render(
        contract=contract,
        all_methods=all_methods(contract),
        method=method,
        direction=request.direction,
        request=request,
        path=path,
        params={},
    )
    page = folder / path
    page.parent.mkdir()
    page.write_text(text, encoding="utf-8")
    return page
