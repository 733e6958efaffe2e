"""Kinds, places and verdicts in, assessments and comparisons out, as tests of the versioning policy need them."""

from typing import Any

from paycat.changes.change import Audience, Basis, Change, Comparison, Counterexample, Rating, Site, change_of, site_of
from paycat.changes.compare import assessed as rated
from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.changes.taxonomy.change_type import Verdict
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
    provisional: bool = False,
    sites: tuple[Site, ...] = (),
    counterexample: Counterexample | None = None,
    widening: Counterexample | None = None,
    consequences: tuple[Change, ...] = (),
) -> Change:
    """Return an assessment of a change in one request, with the same verdict for each of the audiences."""
    file = f"schemas/methods/{method}.yaml"
    locations = (Span(file, line) if line else None for line in (old_line, new_line))
    sites = sites or (site_of("request", path, method, "pay_in", *locations),)
    return rated(
        change_of(CHANGE_TYPES[kind], sites[0], old, new),
        sites,
        dict.fromkeys(audiences, Rating(verdict=verdict, basis=basis)),
        provisional=provisional,
        counterexample=counterexample,
        widening=widening,
        consequences=consequences,
    )


def words(path: str = "debtor.iban") -> Change:
    """Return an assessment of other words, which nobody notices."""
    return assessed("words-changed", path, audiences=(), old="The account", new="The IBAN")


def compared(*assessments: Change, old: str = "1.2.3", new: str = "1.2.3", faults: tuple[str, ...] = ()) -> Comparison:
    """Return a comparison with these assessments."""
    return Comparison(old, new, assessments, faults)
