"""Explain every item that has a name; rules, findings and change types need no project."""

from collections.abc import Iterator
from functools import partial
from itertools import chain

from paycat.changes.assessment import AUDIENCES
from paycat.changes.taxonomy import CHANGE_TYPES, ChangeType, inverse
from paycat.diagnostics import did_you_mean
from paycat.explaining import names, registers, requests
from paycat.explaining.explanation import Explanation, Named
from paycat.explaining.project import Project
from paycat.lint.page import FindingPage, pages


class UnknownWordError(Exception):
    """No item has the name; the text suggests the one that was most likely meant."""


def explain_finding(word: str) -> tuple[Explanation, ...]:
    """Return the pages of a rule, a finding or a change type."""
    return _explained(word, _findings())


def explain(word: str, project: Project) -> tuple[Explanation, ...]:
    """Return the explanation of everything that has a name. Raises UnknownWordError."""
    found = _explained(word, named(word, project))
    if not found:
        hint = did_you_mean(word, (name for name, _ in named(word, project)))
        raise UnknownWordError(f"no item has the id or name {word!r}" + (f"; {hint}" if hint else ""))
    return found


def named(word: str, project: Project) -> Named:
    """Return everything with a name; vectors, of which there are thousands, only if the word may be the id of one."""
    vectors = names.vectors(project) if ":" in word else ()
    return chain(_findings(), registers.named(project), requests.named(project), names.named(project), vectors)


def _explained(word: str, every: Named) -> tuple[Explanation, ...]:
    return tuple(make() for name, make in every if name == word)


def _findings() -> Named:
    """Return every page by its id, slug and codes, and every change type."""
    for page in pages():
        yield from ((name, partial(_page, page)) for name in dict.fromkeys((page.id, page.slug, *page.codes)))
    yield from ((name, partial(_change, kind)) for name, kind in CHANGE_TYPES.items())


def _page(page: FindingPage) -> Explanation:
    return Explanation(
        f"{page.id} {page.slug}",
        what=(page.what, *(f"{page.severity(code)} {code}{_allowable(page, code)}" for code in page.codes)),
        why=(page.why,),
        example=tuple(page.example.splitlines()),
        fix=(page.fix,),
    )


def _allowable(page: FindingPage, code: str) -> str:
    return f"; may be allowed at the statement: allow: {{ {code}: the reason }}" if code in page.allowable else ""


def _change(of: ChangeType) -> Explanation:
    return Explanation(of.id, what=tuple(_of_change(of)), why=(of.why,))


def _of_change(of: ChangeType) -> Iterator[str]:
    yield f"a change that paycat diff reports: {of.pattern}"
    yield f"for example: {of.example}"
    for audience, readers in AUDIENCES.items():
        if verdict := getattr(of, audience):
            yield f"{verdict} for {readers}, as far as the rule can decide"
    back = inverse(of)
    yield "the reverse has the same id" if back is of else f"the reverse: {back.id}"
