"""The pages of every finding: of the stages before and after the rules, and of everything that is checked."""

from paycat.checking import PAGES as CHECKED
from paycat.explaining.stages import STAGES
from paycat.rules.page import Page, page_of

PAGES: tuple[Page, ...] = tuple(sorted((*map(page_of, STAGES), *CHECKED), key=lambda page: page.id))
"""Every page, by id."""


def pages_for(word: str) -> tuple[Page, ...]:
    """Return the pages that have an id, a slug or a finding code; usually one."""
    return tuple(page for page in PAGES if word in (page.id, page.slug, *page.codes))
