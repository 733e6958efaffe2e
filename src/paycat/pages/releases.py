"""The page of changes: what earlier versions changed, and which methods and fields are deprecated."""

import re
from collections.abc import Iterator, Mapping
from html import unescape

from markdown_it.token import Token
from markupsafe import Markup, escape

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.values import DIRECTIONS
from paycat.contract.model import Contract
from paycat.pages.texts import markdown

_FOLD = re.compile(r"<details>\n<summary>([^<>\n]*)</summary>")
_END = "</details>"


def released(releases: str) -> Markup:
    """Return the Markdown of `paycat changelog` as HTML.

    The only HTML in it that is not shown as text are the lines that fold a payload: `<details>` with a summary, and
    `</details>` later at the same depth. Links lead to pages alone.
    """
    reader = markdown(frozenset(), headings=True)
    tokens = _folded(reader.parse(releases))
    return Markup(reader.renderer.render(tokens, reader.options, {"root": ""}).strip())


def _folded(tokens: list[Token]) -> list[Token]:
    """Return tokens with folds instead of the paragraphs that begin and end them; one without its end stays text."""
    begun: list[tuple[int, str]] = []
    html: dict[int, str] = {}
    for index, token in enumerate(tokens):
        if token.nesting == -1:
            begun = [fold for fold in begun if tokens[fold[0]].level <= token.level]
        elif token.type == "paragraph_open":
            text = tokens[index + 1].content
            if found := _FOLD.fullmatch(text):
                begun.append((index, unescape(found[1])))
            elif text == _END and begun and tokens[begun[-1][0]].level == token.level:
                start, title = begun.pop()
                html |= {start: f"<details>\n<summary>{escape(title)}</summary>\n", index: "</details>\n"}
    return list(_with_html(tokens, html))


def _with_html(tokens: list[Token], html: Mapping[int, str]) -> Iterator[Token]:
    """Yield tokens, with HTML instead of the paragraphs that begin at its indexes."""
    for index, token in enumerate(tokens):
        if index in html:
            yield Token("html_block", "", 0, content=html[index])
        elif not {index - 1, index - 2} & html.keys():
            yield token


def is_described(contract: Contract, releases: str) -> bool:
    """Return whether `releases` has the changes of the contract's version."""
    return re.search(rf"^## {re.escape(contract.service.version)} ", releases, re.MULTILINE) is not None


def deprecated_names(contract: Contract) -> Iterator[tuple[str, str | None, Deprecation]]:
    """Yield name, page and deprecation of each deprecated method, then of the fields, request by request."""
    for method in contract.methods:
        if method.deprecated:
            pages = (f"{way}/{method.code}.html" for way in DIRECTIONS if method.offer(way).request)
            yield method.code, next(pages, None), method.deprecated
    for request in contract.requests():
        page = f"{request.direction}/{request.method}.html"
        for field in request.root.fields():
            if field.deprecated:
                yield f"{request.method} {field.path}", f"{page}#{field.path}", field.deprecated
