"""The numbers of the sections of a specification."""

import re
from collections.abc import Iterator
from itertools import pairwise

from markdown_it import MarkdownIt
from markdown_it.token import Token

_NUMBER = re.compile(r"(?:§ ?)?(?P<number>(?:[0-9]+|[A-Z](?=\.))(?:\.[0-9]+)*)\.?(?=[ :)]|$)")


def section_numbers(markdown: str) -> frozenset[str]:
    """Return the numbers that headings begin with, such as 2.1, and those of numbered items below a heading: 2.1.3."""
    # Nothing inside a line is read: that takes longer than linear time for some texts.
    return frozenset(_numbers(MarkdownIt().disable(["inline", "text_join"]).parse(markdown)))


def _numbers(tokens: list[Token]) -> Iterator[str]:
    section, item = "", 0
    for token, following in pairwise(tokens):
        if token.type == "heading_open" and (told := _NUMBER.match(following.content)):
            section = told["number"]
            yield section
        elif token.type == "ordered_list_open" and token.level == 0:
            item = int(token.attrGet("start") or 1)
        elif token.type == "list_item_open" and token.level == 1 and token.info and section:
            yield f"{section}.{item}"
            item += 1
