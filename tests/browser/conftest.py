"""A browser for all tests of a process, its pages, and a page that has everything that scripts act on."""

import os
import shutil
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import projects
import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, sync_playwright

from paycat.contract.model import Contract
from paycat.memo import Memo
from paycat.packs.templates import environment

DOCS = projects.GENERATED / "docs"
NAMES = ("chromium", "chromium-browser", "google-chrome")


def program() -> str:
    """Return the path of the browser; without one, fail where every test must run, and else skip."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found:
        return found
    missing = "there is no Chromium here: apt-get install chromium"
    if os.environ.get("CI"):
        pytest.fail(missing)
    pytest.skip(missing)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program())
        yield browser
        browser.close()


@dataclass
class Seen:
    """What a page did beside being read."""

    messages: list[str] = field(default_factory=list)
    outside: list[str] = field(default_factory=list)

    def message(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.messages.append(message.text)

    def request(self, request: Request) -> None:
        if not request.url.startswith(("file://", "data:")):
            self.outside.append(request.url)

    def forget(self) -> None:
        self.messages.clear()
        self.outside.clear()

    def watch(self, page: Page) -> None:
        page.on("console", self.message)
        page.on("pageerror", lambda error: self.messages.append(str(error)))
        page.on("request", self.request)


Opening = Callable[..., BrowserContext]


@pytest.fixture
def opening(browser: Browser) -> Iterator[Opening]:
    """Makes contexts that reach no network, and closes them."""
    made: list[BrowserContext] = []

    def new(**options: object) -> BrowserContext:
        context = browser.new_context(**options)  # type: ignore[arg-type]  # as Playwright names them
        context.set_default_timeout(5000)
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


HOOKS = """
{% extends "base.html.j2" %}
{% from "parts.html.j2" import code with context %}
{% block title %}Hooks{% endblock %}
{% block main %}
<h1>Hooks</h1>
<table>
<thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead>
<tbody>
{% for group in request.root.groups() if group.path %}
<tr id="{{ group.path }}"><th scope="row">{{ group.path }}</th><td data-finding>{{ group.meaning | e }}</td></tr>
{% endfor %}
{% for field in request.root.fields() %}
<tr id="{{ field.path }}"><th scope="row">{{ field.path }}</th><td data-finding>{{ field.meaning | e }}</td></tr>
{% endfor %}
</tbody>
</table>
{% for number in (1, 2) %}
<h2>Payload {{ number }}</h2>
<div data-tabs aria-label="Payload {{ number }}">
{% for name in ("JSON", "curl", "Python") %}
<section data-tab="{{ name }}" id="{{ name }}-{{ number }}"><h3 class="tab-title">{{ name }}</h3>
{{ code(name ~ "-text-" ~ number, name, "text of " ~ name ~ " <" ~ number ~ ">") }}</section>
{% endfor %}
</div>
{% endfor %}
{% include "checker.html.j2" %}
{% endblock %}
"""


@pytest.fixture(scope="session")
def hooks(contract: Contract, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A page of the templates' own parts, about the first request with a condition, beside the real scripts."""
    folder = tmp_path_factory.mktemp("pages")
    shutil.copytree(DOCS / "assets", folder / "assets")
    request = next(one for one in contract.requests() if any(group.conditions for group in one.root.groups()))
    path = f"{request.direction}/{request.method}.html"
    template = environment(projects.GENERATORS / "docs", Memo()).from_string(HOOKS)
    method = contract.method(request.method)
    text = template.render(
        contract=contract, method=method, direction=request.direction, request=request, path=path, params={}
    )
    page = folder / path
    page.parent.mkdir()
    page.write_text(text, encoding="utf-8")
    return page
