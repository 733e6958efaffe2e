"""The pages of findings: a Markdown file in `pages/` for each rule, and for each group of findings of other commands.

The front matter holds the id, the codes, each with its severity and whether it may be allowed, and the `help` of codes
that always have the same. The first paragraphs state what must hold; `**Why:**`, `**Example:**` and `**Fix:**` follow,
in this order.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files

from paycat.diagnostics import Severity
from paycat.yaml.files import load
from paycat.yaml.scalars import json_value

_PAGE = re.compile(
    r"---\n(?P<front>.*?)\n---\n(?P<what>.*?)\n\n\*\*Why:\*\* (?P<why>.*?)\n\n"
    r"(\*\*Example:\*\* (?P<example>.*?)\n\n)?\*\*Fix:\*\* (?P<fix>.*)",
    re.DOTALL,
)
_ALLOWABLE = "may be allowed"
_AFTER_ERRORS = "after errors"
"""Beside an error such a finding is most likely its consequence, and is not reported."""


@dataclass(frozen=True, slots=True, eq=False)
class FindingPage:
    """The page of a finding. `what`, `why` and `fix` are single lines, `example` keeps its own."""

    id: str
    slug: str
    codes: tuple[str, ...]
    warnings: frozenset[str]
    allowable: frozenset[str]
    after_errors: frozenset[str]
    help: Mapping[str, str]
    what: str
    why: str
    example: str
    fix: str

    def severity(self, code: str) -> Severity:
        """Return how much a finding of this code matters."""
        return Severity.WARNING if code in self.warnings else Severity.ERROR


@cache
def pages() -> tuple[FindingPage, ...]:
    """Return every page, by id."""
    folder = files("paycat.lint") / "pages"
    found = (_read(file.name.removesuffix(".md"), file.read_text("utf-8")) for file in folder.iterdir())
    return tuple(sorted(found, key=lambda page: page.id))


@cache
def pages_by_code() -> Mapping[str, FindingPage]:
    """Return the page of every finding code."""
    return {code: page for page in pages() for code in page.codes}


def waits_for_errors(code: str) -> bool:
    """Return whether a finding is reported only when there is no error."""
    page = pages_by_code().get(code)
    return page is not None and code in page.after_errors


def _read(slug: str, text: str) -> FindingPage:
    parts = _PAGE.fullmatch(text.strip())
    assert parts, f"the page {slug}.md has another form"
    node, found = load(parts["front"].encode(), slug)
    assert node, f"the front matter of {slug}.md is not YAML: {found}"
    front = json_value(node)
    codes: dict[str, list[str]] = {code: words.split(", ") for code, words in front["codes"].items()}
    return FindingPage(
        id=front["id"],
        slug=slug,
        codes=tuple(codes),
        warnings=frozenset(code for code, words in codes.items() if words[0] == Severity.WARNING),
        allowable=frozenset(code for code, words in codes.items() if _ALLOWABLE in words),
        after_errors=frozenset(code for code, words in codes.items() if _AFTER_ERRORS in words),
        help=front.get("help", {}),
        what=" ".join(parts["what"].split()),
        why=" ".join(parts["why"].split()),
        example=parts["example"] or "",
        fix=" ".join(parts["fix"].split()),
    )
