"""A guide of docs/ as the parts of a reference page: HTML, and code that the page offers to copy."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from markdown_it.token import Token
from markupsafe import Markup, escape

from paycat.pages.anchors import anchor
from paycat.pages.colours import LEXERS
from paycat.pages.navigation import GUIDES
from paycat.pages.texts import markdown

_LANGUAGES = {lexer: name for name, lexer in reversed(LEXERS.items())} | {"sh": "Shell", "js": "JavaScript"}
"""How the pages call the languages of blocks of code: of several names of one lexer, by the first."""


@dataclass(frozen=True, slots=True)
class GuidePart:
    """A part of a guide: `html`, or a block of `code` in a `language`, which is "" for HTML."""

    html: Markup
    language: str = ""
    code: str = ""


def guide_parts(text: str) -> list[GuidePart]:
    """Return a guide, which is Markdown, as parts. Links to other guides lead to their pages."""
    reader = markdown(None, headings=True, tables=True)
    parts = []
    for is_code, tokens in groupby(
        _prepared(reader.parse(text)), lambda token: token.type == "fence" and not token.level
    ):
        if is_code:
            parts += [
                GuidePart(Markup(), _LANGUAGES.get(fence.info, "Text"), fence.content.rstrip()) for fence in tokens
            ]
        else:
            parts.append(GuidePart(Markup(reader.renderer.render(list(tokens), reader.options, {"root": ""}).strip())))
    return parts


def _prepared(tokens: list[Token]) -> Iterator[Token]:
    """Yield tokens: headings have ids, wide tables scroll and are named by their heading, links are those of pages."""
    heading = ""
    for index, token in enumerate(tokens):
        match token.type:
            case "heading_open":
                heading = "".join(child.content for child in tokens[index + 1].children or ())
                if token.tag != "h1":
                    token.attrs["id"] = anchor("section", "-".join(heading.lower().split()))
            case "table_open":
                label = escape(heading)
                yield _html(f'<div class="scroll guide" tabindex="0" role="region" aria-label="{label}">\n')
            case "th_open":
                token.attrs = {"scope": "col"}  # The policy of the pages allows no style within them.
            case "td_open":
                token.attrs = {}
            case "inline":
                for inline_token in token.children or ():
                    _link_to_page(inline_token)
        yield token
        if token.type == "table_close":
            yield _html("</div>\n")


def _link_to_page(token: Token) -> None:
    page_path = f"{str(token.attrs.get('href')).removesuffix('.md')}.html"
    if token.type == "link_open" and page_path in GUIDES:
        token.attrs["href"] = page_path


def _html(content: str) -> Token:
    """Return HTML of this module, such as what is around a table."""
    return Token("html_block", "", 0, content=content)
