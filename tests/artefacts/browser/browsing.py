"""What a page does in a browser beside being read, and a template of all that scripts act on."""

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from typing import Any

import projects
import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request
from targets import one_of_each_kind

DOCS = projects.GENERATED / "docs"
TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]
AXE = """tags => axe.run(document, {
  runOnly: {type: 'tag', values: tags}, resultTypes: ['violations'], preload: false
}).then(found =>
found.violations.map(one => `${one.id}: ${one.help}: ${one.nodes.slice(0, 3).map(node => node.html).join(' | ')}`))"""
WIDER = """() => [...document.querySelectorAll('body *')].filter(one => {
  if (one.closest('.scroll, pre, .hidden, .skip, thead') && !one.matches('.scroll, pre')) return false;
  const box = one.getBoundingClientRect();
  return box.width > 0 && box.right > innerWidth + 1;
}).slice(0, 5).map(one => one.outerHTML.slice(0, 120))"""
DESKTOP, MOBILE = {"width": 1280, "height": 900}, {"width": 390, "height": 844}
WIDTHS = (360, 390, 768, 1440)
SCHEMES: dict[str, dict[str, Any]] = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "forced": {"forced_colors": "active"},
}
each_look = pytest.mark.parametrize(
    "look",
    one_of_each_kind(product(WIDTHS, SCHEMES), [(360, "dark"), (390, "forced"), (768, "light"), (1440, "light")]),
    ids=lambda look: "-".join(map(str, look)),
)
"""A width of the window and a scheme of colours; `make test-all` has each width, and each scheme."""


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


def violations(page: Page, axe: str) -> Any:
    """Return what axe-core finds in a page."""
    page.evaluate(axe)
    return page.evaluate(AXE, TAGS)


Opening = Callable[..., BrowserContext]
Serving = Callable[[Any], str]


class Files(SimpleHTTPRequestHandler):
    """The files of a folder, as `python -m http.server` serves them."""

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing."""


@contextmanager
def served(handler: Any) -> Iterator[str]:
    """Run a server of this machine; return its address."""
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()
        thread.join()


HOOKS = """
{% extends "base.html.j2" %}
{% from "parts.html.j2" import code with context %}
{% block title %}Hooks{% endblock %}
{% block scripts %}<script src="{{ root }}assets/check.js" defer blocking="render"></script>{% endblock %}
{% block main %}
<h1>Hooks</h1>
<table>
<thead><tr><th scope="col">Field</th><th scope="col">Meaning</th></tr></thead>
<tbody>
{% for group in request.root.groups() if group.path %}
<tr id="{{ pages.field_anchor(group.path) }}">
<th scope="row">{{ group.path }}</th><td data-finding>{{ group.meaning | e }}</td></tr>
{% endfor %}
{% for field in request.root.fields() %}
<tr id="{{ pages.field_anchor(field.path) }}">
<th scope="row">{{ field.path }}</th><td data-finding>{{ field.meaning | e }}</td></tr>
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
