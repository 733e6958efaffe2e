"""Comparisons as cases state them: changes with their sites as `path:line`, verdicts as `breaking, proven`."""

from typing import Any

from paycat.catalogue.statement import Location
from paycat.changes.change import ANSWERS, Change, Comparison, Counterexample, Rating, Site, change_of, site_of
from paycat.changes.compare import assessed
from paycat.changes.taxonomy import CHANGE_TYPES
from paycat.changes.taxonomy.change_type import Verdict
from paycat.contract.model import Violation
from paycat.diagnostics import Span

NAMES = {"about", "old", "new", "assessments", "faults"}
KEYS = {
    "kind",
    "at",
    "also_at",
    "values",
    "verdicts",
    "provisional",
    "counterexample",
    "widening",
    "note",
    "consequences",
}


def comparison(stated: dict[str, Any]) -> Comparison:
    """Return the comparison of a case."""
    assert set(stated) <= NAMES, stated.keys()
    return Comparison(
        old_version=stated["old"]["version"],
        new_version=stated["new"]["version"],
        changes=tuple(map(change, stated.get("assessments", []))),
        faults=tuple(stated.get("faults", [])),
    )


def change(stated: dict[str, Any]) -> Change:
    """Return one change with its verdicts, and with what follows from it."""
    assert set(stated) <= KEYS, stated.keys()
    site = _site(stated["at"])
    one = assessed(
        change_of(CHANGE_TYPES[stated["kind"]], site, *stated.get("values", [None, None])),
        (site, *map(_site, stated.get("also_at", []))),
        {audience: _rating(told) for audience, told in stated.get("verdicts", {}).items()},
        provisional=stated.get("provisional", False),
        counterexample=_counterexample(stated.get("counterexample"), site),
        widening=_counterexample(stated.get("widening"), site),
        consequences=tuple(map(change, stated.get("consequences", []))),
    )
    return one.model_copy(update={"note": stated.get("note", "")})


def _site(stated: dict[str, Any]) -> Site:
    return site_of(**{name: _location(value) if name in ("old", "new") else value for name, value in stated.items()})


def _location(stated: str) -> Location:
    path, _, line = stated.rpartition(":")
    return Span(path, int(line))


def _rating(stated: str) -> Rating:
    verdict, basis = stated.split(", ")
    return Rating(verdict=Verdict(verdict), basis=basis)  # type: ignore[arg-type]  # a case that says something else is told apart


def _counterexample(stated: dict[str, Any] | None, site: Site) -> Counterexample | None:
    if stated is None:
        return None
    shown_at = _site(stated["at"]) if "at" in stated else site
    return Counterexample(
        site=shown_at,
        payload=stated["payload"],
        before=_violations(stated.get("before", [])),
        after=_violations(stated.get("after", [])),
        origin=stated["origin"],
        confirmed_by=tuple(stated.get("confirmed_by", [])),
        is_read=shown_at.part in ANSWERS,
    )


def _violations(stated: list[str]) -> tuple[Violation, ...]:
    pairs = (one.split(" ", 1) for one in stated)
    return tuple(Violation(code=code, pointer=pointer) for code, pointer in pairs)
