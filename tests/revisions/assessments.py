"""Kinds, places and verdicts in, assessments and comparisons out, as tests of the versioning policy need them."""

from typing import Any

from paycat.changes.assessment import Assessment, Audience, Basis, Comparison, Rating
from paycat.changes.change import Change, Site
from paycat.changes.taxonomy import CHANGE_TYPES, Verdict
from paycat.diagnostics import Span


def assessed(  # noqa: PLR0913 - a change has as many sides
    kind: str,
    path: str = "debtor.iban",
    verdict: Verdict = Verdict.BREAKING,
    *,
    basis: Basis = "by rule",
    method: str = "SEPA_DEBIT",
    audiences: tuple[Audience, ...] = ("sender",),
    old: Any = None,
    new: Any = None,
    old_line: int = 0,
    new_line: int = 0,
    is_wire: bool = True,
    provisional: bool = False,
    consequences: tuple[Assessment, ...] = (),
) -> Assessment:
    """Return an assessment of a change in one request, with the same verdict for each of the audiences."""
    file = f"schemas/methods/{method}.yaml"
    locations = (Span(file, line) if line else None for line in (old_line, new_line))
    site = Site("request", path, method, "pay_in", *locations)
    rating = dict.fromkeys(audiences, Rating(verdict, basis))
    change = Change(CHANGE_TYPES[kind], site, old, new)
    return Assessment(change, (site,), rating, is_wire, provisional, consequences=consequences)


def words(path: str = "debtor.iban") -> Assessment:
    """Return an assessment of other words, which nobody notices."""
    return assessed("words-changed", path, audiences=(), is_wire=False, old="The account", new="The IBAN")


def compared(
    *assessments: Assessment, old: str = "1.2.3", new: str = "1.2.3", faults: tuple[str, ...] = ()
) -> Comparison:
    """Return a comparison with these assessments."""
    return Comparison(old, new, assessments, faults)
