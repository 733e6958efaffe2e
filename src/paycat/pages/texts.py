"""Markdown of the catalogue as HTML: HTML in it is shown as text, images and ids of registers become links."""

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import cache, lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from paycat.contract.model import Contract

_ID = re.compile(r"\b[A-Z]-[0-9]{2,}\b")
_ABROAD = re.compile(r"https?://[^\s/?#@\\]+(?:[/?#]\S*)?|mailto:[^\s/?#\\]+(?:\?\S*)?", re.IGNORECASE)
_WITHIN = re.compile(r"(?:[\w-][\w.-]*/)*(?:[\w-][\w.-]*)?(?:#\S*)?", re.ASCII)


class _Reader(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        """Return whether the target of a link is allowed; otherwise its Markdown is shown.

        No other scheme (`javascript:`, `data:`, `file:`), no `//host`, no name and password before a host, and no
        relative link that leaves the folder of all pages.
        """
        return _is_abroad(url) or (url != "" and _WITHIN.fullmatch(url) is not None)


def _is_abroad(target: str) -> bool:
    return _ABROAD.fullmatch(target) is not None


@cache
def markdown() -> MarkdownIt:
    """Return the reader; rendering takes `root`, the relative path from the page to the folder of all pages."""
    made = _Reader("commonmark", {"html": False})
    # A browser loads an image, from any address, as soon as somebody opens the page.
    made.disable("image")
    made.add_render_rule("link_open", _link_open)
    return made


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Return the start tag of a link; links within the pages are relative to the folder of all pages."""
    target = str(tokens[index].attrs["href"])
    if _is_abroad(target):
        tokens[index].attrs["rel"] = "noopener noreferrer"
    elif target and not target.startswith("#"):
        tokens[index].attrs["href"] = env["root"] + target
    return renderer.renderToken(tokens, index, options, env)


def prose(contract: Contract, text: str, path: str) -> Markup:
    """Return Markdown as HTML blocks, for the page at a path."""
    return _rendered(markdown().parse(text), root_of(path), _targets(contract, text))


def phrase(contract: Contract, text: str, path: str) -> Markup:
    """Return a sentence of Markdown as HTML that fits inside a block."""
    targets = _targets(contract, text)
    return _rendered(markdown().parseInline(text), root_of(path), targets) if targets else _phrase(text, root_of(path))


@lru_cache(maxsize=4096)
def _phrase(text: str, root: str) -> Markup:
    """Return a sentence without links to registers, of which every page of a request has the same."""
    return _rendered(markdown().parseInline(text), root, {})


def plain(text: str) -> str:
    """Return a sentence of Markdown without markup, for an attribute or a link."""
    inner = (token for outer in markdown().parseInline(text) for token in outer.children or ())
    return "".join(" " if token.type in ("softbreak", "hardbreak") else token.content for token in inner)


def root_of(path: str) -> str:
    """Return the relative path from a page to the folder of all pages: "" or "../" for each folder."""
    return "../" * path.count("/")


def _rendered(tokens: list[Token], root: str, targets: Mapping[str, str]) -> Markup:
    for token in tokens:
        if token.children:
            token.children = list(_all_linked(token.children, targets))
    reader = markdown()
    return Markup(reader.renderer.render(tokens, reader.options, {"root": root}).strip())


def _targets(contract: Contract, text: str) -> Mapping[str, str]:
    """Return the links to the entries of the registers by their ids, relative to the folder of all pages.

    There are none for a text that names no id.
    """
    if not _ID.search(text):
        return {}
    registers = (("decisions", contract.decisions), ("gaps", contract.gaps), ("errata", contract.errata))
    return {one.id: f"{page}.html#{one.id}" for page, register in registers for one in register}


def _all_linked(tokens: Iterable[Token], targets: Mapping[str, str]) -> Iterator[Token]:
    """Yield tokens with every id that has a target as a link; a link contains no other."""
    links = 0
    for token in tokens:
        links += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        yield from [token] if links or token.type != "text" else _linked(token.content, targets)


def _linked(text: str, targets: Mapping[str, str]) -> Iterator[Token]:
    """Yield a text, cut at each id that has a target, which becomes a link."""
    end = 0
    for match in _ID.finditer(text):
        if target := targets.get(match[0]):
            yield _text(text[end : match.start()])
            yield Token("link_open", "a", 1, attrs={"href": target, "class": "id"})
            yield _text(match[0])
            yield Token("link_close", "a", -1)
            end = match.end()
    yield _text(text[end:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
