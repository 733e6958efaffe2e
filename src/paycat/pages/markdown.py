"""Markdown as the pages read it: HTML and links that are not allowed are shown as text, images as links."""

import re
from collections.abc import MutableMapping, Sequence
from functools import cache
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict


@cache
def markdown() -> MarkdownIt:
    """Return the reader; rendering takes the way from the page up to the folder of all pages as `root`."""
    made = _Reader("commonmark", {"html": False})
    # An image is fetched from where it says as soon as somebody looks at the page.
    made.disable("image")
    made.add_render_rule("link_open", _link_open)
    return made


class _Reader(MarkdownIt):
    def validateLink(self, url: str) -> bool:  # noqa: N802 - as the library calls it
        """Tell whether a link is one; otherwise its Markdown is shown."""
        return is_allowed(url)


def _link_open(
    renderer: RendererHTML, tokens: Sequence[Token], index: int, options: OptionsDict, env: MutableMapping[str, Any]
) -> str:
    """Return the beginning of a link; those within the pages are written as seen from the folder of all pages."""
    target = str(tokens[index].attrs["href"])
    if is_abroad(target):
        tokens[index].attrs["rel"] = "noopener noreferrer"
    elif target and not target.startswith("#"):
        tokens[index].attrs["href"] = env["root"] + target
    return renderer.renderToken(tokens, index, options, env)


_ABROAD = re.compile(r"https?://[^\s/?#@\\]+(?:[/?#]\S*)?|mailto:[^\s/?#\\]+(?:\?\S*)?", re.IGNORECASE)
_WITHIN = re.compile(r"(?:[\w-][\w.-]*/)*(?:[\w-][\w.-]*)?(?:#\S*)?", re.ASCII)


def is_allowed(target: str) -> bool:
    """Tell whether a text may link to this.

    No other scheme (`javascript:`, `data:`, `file:`), no `//host`, no name and password before a host, and no relative
    link that leaves the folder of all pages.
    """
    return is_abroad(target) or (target != "" and _WITHIN.fullmatch(target) is not None)


def is_abroad(target: str) -> bool:
    """Tell whether a link that is allowed leaves the pages."""
    return _ABROAD.fullmatch(target) is not None
