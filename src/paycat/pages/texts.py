"""Markdown of the catalogue as HTML.

Ids of registers become links. HTML, images, headings and links to hosts that are not the catalogue's own are shown as
text: `paycat check` reports them, and nothing here relies on it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping, Sequence
from functools import lru_cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup

from paycat.contract.model import Contract
from paycat.contract.sending import is_own, own_addresses
from paycat.languages.markdown import code, source
from paycat.languages.markdown import text as text_of_markdown
from paycat.languages.source import Source
from paycat.pages.anchors import address

_SPAN = re.compile("\0([0-9]+)\0")
_ID = re.compile(r"\b[A-Z]-[0-9]{2,}\b")
_ABROAD = re.compile(r"https?://[^\s/?#@\\]+(?:[/?#]\S*)?|mailto:[^\s/?#\\]+(?:\?\S*)?", re.IGNORECASE)
_WITHIN = re.compile(r"(?:[\w-][\w.-]*/)*(?:[\w-][\w.-]*)?(?:#\S*)?", re.ASCII)


class _TextReader(MarkdownIt):
    addresses: frozenset[str] | None
    """The addresses that links may lead to, and below; None for any."""

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        """Return whether the target of a link is allowed; otherwise its Markdown is shown.

        No other scheme (`javascript:`, `data:`, `file:`), no `//host`, no name and password before a host, no host but
        the catalogue's own, and no relative link that leaves the folder of all pages.
        """
        if _is_abroad(url):
            return self.addresses is None or is_own(url, self.addresses)
        return url != "" and _WITHIN.fullmatch(url) is not None


def _is_abroad(target: str) -> bool:
    return _ABROAD.fullmatch(target) is not None


@lru_cache(maxsize=8)
def markdown(addresses: frozenset[str] | None, *, headings: bool = False) -> MarkdownIt:
    """Return the reader of texts that link to some addresses, or to any with None.

    Rendering takes `root`, the relative path from the page to the folder of all pages.
    """
    reader = _TextReader("commonmark", {"html": False})
    reader.addresses = addresses
    # A browser loads an image, from any address, as soon as somebody opens the page.
    reader.disable(["image", "reference", *([] if headings else ["heading", "lheading"])])
    reader.add_render_rule("link_open", _link_open)
    return reader


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
    reader = markdown(own_addresses(contract))
    return _rendered(reader, reader.parse(text), _root_of(path), _targets(contract, text))


def phrase(contract: Contract, text: str, path: str) -> Markup:
    """Return a sentence of Markdown as HTML that fits inside a block."""
    addresses, target_by_id = own_addresses(contract), _targets(contract, text)
    if not target_by_id:
        return _phrase(addresses, text, _root_of(path))
    return _rendered(markdown(addresses), markdown(addresses).parseInline(text), _root_of(path), target_by_id)


@lru_cache(maxsize=4096)
def _phrase(addresses: frozenset[str], text: str, root_path: str) -> Markup:
    """Return a sentence without links to registers, of which every page of a request has the same."""
    return _rendered(markdown(addresses), markdown(addresses).parseInline(text), root_path, {})


def plain(text: str) -> str:
    """Return a sentence of Markdown without markup, for an attribute or a link."""
    tokens = (token for block in markdown(None).parseInline(text) for token in block.children or ())
    return "".join(" " if token.type in ("softbreak", "hardbreak") else token.content for token in tokens)


def restated(text: str) -> Source:
    """Return Markdown of the catalogue as one line of Markdown, in which code is the only markup."""
    code_spans: list[str] = []
    blocks = [[_restated(token, code_spans) for token in outer.children or ()] for outer in markdown(None).parse(text)]
    line = text_of_markdown(" ".join("".join(block) for block in blocks if block))
    return source(_SPAN.sub(lambda match: code(code_spans[int(match[1])]), line))


def _restated(token: Token, code_spans: list[str]) -> str:
    """Return what a token shows; of code, where it is among `code_spans`, between characters that no text has."""
    if token.type in ("softbreak", "hardbreak"):
        return " "
    if token.type != "code_inline":
        return token.content
    code_spans.append(token.content)
    return f"\0{len(code_spans) - 1}\0"


def _root_of(path: str) -> str:
    """Return the relative path from a page to the folder of all pages: "" or "../" for each folder."""
    return "../" * path.count("/")


def _rendered(reader: MarkdownIt, tokens: list[Token], root_path: str, target_by_id: Mapping[str, str]) -> Markup:
    for token in tokens:
        if token.children:
            token.children = list(_all_linked(token.children, target_by_id))
    return Markup(reader.renderer.render(tokens, reader.options, {"root": root_path}).strip())


def _targets(contract: Contract, text: str) -> Mapping[str, str]:
    """Return the links to the entries of the registers that a text names, by their ids.

    They are relative to the folder of all pages.
    """
    if not (ids := {match[0] for match in _ID.finditer(text)}):
        return {}
    registers = (("decision", contract.decisions), ("gap", contract.gaps), ("erratum", contract.errata))
    return {entry.id: address(kind, entry.id) for kind, register in registers for entry in register if entry.id in ids}


def _all_linked(tokens: Iterable[Token], target_by_id: Mapping[str, str]) -> Iterator[Token]:
    """Yield tokens with every id that has a target as a link; a link contains no other."""
    open_links = 0
    for token in tokens:
        open_links += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        yield from [token] if open_links or token.type != "text" else _linked(token.content, target_by_id)


def _linked(text: str, target_by_id: Mapping[str, str]) -> Iterator[Token]:
    """Yield a text, cut at each id that has a target, which becomes a link."""
    end = 0
    for match in _ID.finditer(text):
        if target := target_by_id.get(match[0]):
            yield _text(text[end : match.start()])
            yield Token("link_open", "a", 1, attrs={"href": target, "class": "id"})
            yield _text(match[0])
            yield Token("link_close", "a", -1)
            end = match.end()
    yield _text(text[end:])


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
