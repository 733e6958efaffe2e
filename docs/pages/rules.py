"""docs/rules.md: an index of the pages of findings, and below it each page."""

import textwrap
from collections.abc import Iterable, Iterator
from itertools import groupby

from paycat.languages.markdown import row
from paycat.lint.rule import FindingPage

_WIDTH = 120
_HEAD = """# What paycat finds

This page is generated from the pages in the source; `paycat explain CODE` prints one of them. An error fails the
command and a warning does not. To allow a finding that may be allowed, write `allow: { the-code: the reason }` at the
statement.
"""


def rules_page(pages: Iterable[FindingPage]) -> str:
    """Return the text of docs/rules.md."""
    every = list(pages)
    index = [row("Page", "What must hold", "Findings"), "|---|---|---|", *map(_row, every)]
    return "\n".join([_HEAD, *index, *("\n" + "\n\n".join(_section(page)) for page in every)]) + "\n"


def _row(page: FindingPage) -> str:
    codes = ", ".join(f"`{code}`" for code in page.codes)
    return row(f"[{page.id} {page.slug}](#{page.id.lower()}-{page.slug})", page.what, codes)


def _section(page: FindingPage) -> Iterator[str]:
    yield f"## {page.id} {page.slug}"
    yield _wrapped(page.what)
    yield "\n".join(_code(page, code) for code in page.codes)
    yield _wrapped(f"**Why:** {page.why}")
    yield from _example(page.example)
    yield from map(_wrapped, f"**Fix:** {page.fix}".splitlines())


def _code(page: FindingPage, code: str) -> str:
    return f"- `{code}`: {page.severity(code)}{', may be allowed' if code in page.allowable else ''}"


def _example(text: str) -> Iterator[str]:
    """The paragraphs of an example: indented lines are code, the others lead to it."""
    lead = "**Example:** "
    for indented, lines in groupby(text.splitlines(), lambda line: line.startswith("    ")):
        block = textwrap.dedent("\n".join(lines)).strip()
        if indented:
            yield f"```\n{block}\n```"
        else:
            yield f"{lead}{block}:"
            lead = ""


def _wrapped(text: str) -> str:
    return textwrap.fill(text, _WIDTH, break_long_words=False, break_on_hyphens=False)
