"""The rule on the Markdown of texts: it has no headings, no HTML, no images, and no links to hosts of others."""

import re
from collections.abc import Collection, Iterator
from functools import lru_cache

from markdown_it import MarkdownIt
from markdown_it.token import Token

from paycat.contract.sending import host_of, is_own, own_addresses
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules import real_looking

_UNWANTED = {"heading_open": "a heading", "html_block": "HTML", "html_inline": "HTML", "image": "an image"}
_ADDRESS = re.compile(r"(?:[a-z][a-z0-9+.-]*:|//|\\)", re.IGNORECASE)
_WITHOUT_SCHEME = re.compile(r"(?<![\w.@/-])www\.[\w.-]+", re.IGNORECASE)
_MARKED = re.compile(r"[#<>\[&\\=/\r]|www|^\s*-+\s*$", re.IGNORECASE | re.MULTILINE)
"""What is in each text with a heading, HTML, an image, a link or an address; others need no reader of Markdown."""
_LONGEST = 60


class _MarkupReader(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        """Return true: what each reader of Markdown makes of a target is its own affair, so each of them counts."""
        return True


_READER = _MarkupReader("commonmark")


@rule("markup")
def markup(context: RuleContext) -> Iterator[Diagnostic]:
    """Report each text whose markup changes the pages and documents around it, or leads away from them."""
    addresses = own_addresses(context.contract)
    for text in context.texts:
        for code, message in _faults(text.value, addresses):
            yield text.finding(code, message)


@lru_cache(maxsize=16384)
def _faults(text: str, addresses: frozenset[str]) -> tuple[tuple[str, str], ...]:
    """Return code and message of what is wrong with a text, each once.

    A text may follow a line of another one: then a line of = or - makes a heading of both, and defines no reference.
    """
    if not _MARKED.search(text):
        return ()
    environment: dict[str, object] = {}
    tokens = [*_inner(_READER.parse(text, environment)), *_inner(_READER.parse(f"x\n{text}"))]
    markup_names = dict.fromkeys(_UNWANTED[token.type] for token in tokens if token.type in _UNWANTED)
    if environment.get("references"):
        markup_names["the definition of a link"] = None
    hosts = dict.fromkeys(target[:_LONGEST] for token in tokens for target in _targets(token, addresses))
    return (
        *(("markup-in-text", f"the text has {markup_name}") for markup_name in markup_names),
        *(("foreign-link", f"the text links to {host!r}, which is not the catalogue's own") for host in hosts),
    )


def _inner(tokens: list[Token]) -> Iterator[Token]:
    for token in tokens:
        yield token
        yield from token.children or ()


def _targets(token: Token, addresses: Collection[str]) -> Iterator[str]:
    """Yield the hosts of others that a token leads to; many readers make links of addresses in a text, too."""
    if token.type == "link_open":
        target = str(token.attrs["href"])
        if _ADDRESS.match(target) and not is_own(target, addresses):
            yield host_of(target) or target
    elif token.type == "text":
        yield from real_looking.web_hosts(token.content, addresses)
        bare_hosts = (host_of(f"//{match[0]}") or match[0] for match in _WITHOUT_SCHEME.finditer(token.content))
        yield from (host for host in bare_hosts if not is_own(f"//{host}", addresses))
