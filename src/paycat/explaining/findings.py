"""Finding pages by the id and name of a rule or the code of a finding, and the change types of `paycat diff`."""

from collections.abc import Iterator
from functools import partial

from paycat.changes.assessment import AUDIENCES
from paycat.changes.taxonomy import CHANGE_TYPES, ChangeType, inverse
from paycat.explaining.explanation import Explanation, Named
from paycat.rules.page import FindingPage, pages


def named() -> Named:
    """Return every page by its id, slug and codes, and every change type."""
    for page in pages():
        yield from ((name, partial(_page, page)) for name in dict.fromkeys((page.id, page.slug, *page.codes)))
    yield from ((name, partial(_change, one)) for name, one in CHANGE_TYPES.items())


def _page(page: FindingPage) -> Explanation:
    return Explanation(
        f"{page.id} {page.slug}",
        what=(page.what, *(f"{page.severity(code)} {code}{_allowable(page, code)}" for code in page.codes)),
        why=(page.why,),
        example=tuple(page.example.splitlines()),
        fix=(page.fix,),
    )


def _allowable(page: FindingPage, code: str) -> str:
    return f"; may be allowed where it stands: allow: {{ {code}: the reason }}" if code in page.allowable else ""


def _change(of: ChangeType) -> Explanation:
    return Explanation(of.id, what=tuple(_of_change(of)), why=(of.why,))


def _of_change(of: ChangeType) -> Iterator[str]:
    yield f"a change that paycat diff reports: {of.pattern}"
    for audience, words in AUDIENCES.items():
        if verdict := getattr(of, audience):
            yield f"{verdict} for {words}, as far as the rule can tell"
    back = inverse(of)
    yield "the same type the other way round" if back is of else f"the other way round: {back.id}"
