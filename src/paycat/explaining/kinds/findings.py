"""A rule's id or name, or the code of a finding."""

from collections.abc import Iterator

from paycat.explaining.explanation import Explanation
from paycat.explaining.project import Project
from paycat.rules.page import Page, pages, pages_for


def names(project: Project | None) -> Iterator[str]:
    """Every id, name and code."""
    for page in pages():
        yield from (page.id, page.slug, *page.codes)


def find(word: str, project: Project | None) -> Iterator[Explanation]:
    """Explain the pages of this name."""
    for page in pages_for(word):
        yield Explanation(
            f"{page.id} {page.slug}",
            what=(page.what, *(f"{page.severity(code)} {code}{_allowable(page, code)}" for code in page.codes)),
            why=(page.why,),
            example=tuple(page.example.splitlines()),
            fix=(page.fix,),
        )


def _allowable(page: Page, code: str) -> str:
    return f"; may be allowed where it stands: allow: {{ {code}: the reason }}" if code in page.allowable else ""
