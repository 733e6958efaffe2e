"""Markdown of the catalogue in, HTML out; ids of the registers become links to where they are told."""

import re
from collections.abc import Iterable, Iterator, Mapping

from markdown_it.token import Token
from markupsafe import Markup

from paycat.contract.model import Contract
from paycat.pages.markdown import markdown

_ID = re.compile(r"\b[A-Z]-[0-9]{2,}\b")


def prose(contract: Contract, text: str, path: str) -> Markup:
    """Return Markdown as HTML blocks, for the page at a path; HTML inside the Markdown is shown, not obeyed."""
    return _rendered(contract, text, path, inline=False)


def phrase(contract: Contract, text: str, path: str) -> Markup:
    """Return a sentence of Markdown as HTML to stand inside a block."""
    return _rendered(contract, text, path, inline=True)


def plain(text: str) -> str:
    """Return a sentence of Markdown as bare text, to stand where no HTML can, or inside a link."""
    found = markdown().parseInline(text)
    return "".join(_bare(token) for outer in found for token in outer.children or ())


def entries(contract: Contract) -> Mapping[str, str]:
    """Return where each entry of the registers is told, by its id: a path below the folder of all pages."""
    return {
        **{one.id: f"decisions.html#{one.id}" for one in contract.decisions},
        **{one.id: f"gaps.html#{one.id}" for one in contract.gaps},
        **{one.id: f"errata.html#{one.id}" for one in contract.errata},
    }


def root_of(path: str) -> str:
    """Return the way from a page up to the folder of all pages: "" or "../" for each folder."""
    return "../" * path.count("/")


def _rendered(contract: Contract, text: str, path: str, *, inline: bool) -> Markup:
    reader = markdown()
    tokens = reader.parseInline(text) if inline else reader.parse(text)
    targets = entries(contract) if _ID.search(text) else {}
    for token in tokens:
        if token.children:
            token.children = list(_all_linked(token.children, targets))
    return Markup(reader.renderer.render(tokens, reader.options, {"root": root_of(path)}).strip())


def _bare(token: Token) -> str:
    return " " if token.type in ("softbreak", "hardbreak") else token.content


def _all_linked(tokens: Iterable[Token], targets: Mapping[str, str]) -> Iterator[Token]:
    """Yield tokens with every id that has a target as a link; a link holds no other."""
    links = 0
    for token in tokens:
        links += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        yield from [token] if links else _linked(token, targets)


def _linked(token: Token, targets: Mapping[str, str]) -> list[Token]:
    """Return a token of text cut at each id that has a target, which becomes a link."""
    if token.type != "text":
        return [token]
    made: list[Token] = []
    end = 0
    for match in _ID.finditer(token.content):
        target = targets.get(match[0])
        if target:
            made += [_text(token.content[end : match.start()]), *_link(match[0], target)]
            end = match.end()
    return [*made, _text(token.content[end:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)


def _link(content: str, target: str) -> list[Token]:
    return [
        Token("link_open", "a", 1, attrs={"href": target, "class": "id"}),
        _text(content),
        Token("link_close", "a", -1),
    ]
