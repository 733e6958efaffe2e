"""What a page does in a browser beside being read, and a template of all that scripts act on."""

from collections.abc import Callable
from dataclasses import dataclass, field

import projects
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request

DOCS = projects.GENERATED / "docs"


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
