"""Comparisons as cases state them: assessments with their sites as `path:line`, verdicts as `breaking, proven`."""

from typing import Any

from paycat.catalogue.statement import Place
from paycat.changes.assessment import Assessment, Comparison, Judged, Witness
from paycat.changes.change import Change, Site
from paycat.changes.taxonomy import CHANGE_TYPES, Verdict
from paycat.contract.model import Refusal

NAMES = {"about", "old", "new", "assessments", "faults"}
KEYS = {"kind", "at", "also_at", "values", "verdicts", "provisional", "witness", "widening", "note", "consequences"}


def comparison(stated: dict[str, Any]) -> Comparison:
    """Return the comparison of a case."""
    assert set(stated) <= NAMES, stated.keys()
    return Comparison(
        old_version=stated["old"]["version"],
        new_version=stated["new"]["version"],
        assessments=tuple(map(assessment, stated.get("assessments", []))),
        faults=tuple(stated.get("faults", [])),
    )


def assessment(stated: dict[str, Any]) -> Assessment:
    """Return one assessment, with what follows from it."""
    assert set(stated) <= KEYS, stated.keys()
    site = _site(stated["at"])
    old, new = stated.get("values", [None, None])
    below = tuple(map(assessment, stated.get("consequences", [])))
    return Assessment(
        change=Change(CHANGE_TYPES[stated["kind"]], site, old, new, consequences=tuple(one.change for one in below)),
        sites=(site, *map(_site, stated.get("also_at", []))),
        audiences={audience: _judged(told) for audience, told in stated.get("verdicts", {}).items()},
        is_wire=CHANGE_TYPES[stated["kind"]].is_wire,
        provisional=stated.get("provisional", False),
        witness=_witness(stated.get("witness"), site),
        widening=_witness(stated.get("widening"), site),
        note=stated.get("note", ""),
        consequences=below,
    )


def _site(stated: dict[str, Any]) -> Site:
    places = {f"{name}_place": _place(stated[name]) for name in ("old", "new") if name in stated}
    return Site(**{name: value for name, value in stated.items() if name not in ("old", "new")}, **places)


def _place(stated: str) -> Place:
    path, _, line = stated.rpartition(":")
    return Place(path=path, line=int(line))


def _judged(stated: str) -> Judged:
    verdict, basis = stated.split(", ")
    return Judged(Verdict(verdict), basis)  # type: ignore[arg-type]  # a case that says something else is told apart


def _witness(stated: dict[str, Any] | None, site: Site) -> Witness | None:
    if stated is None:
        return None
    return Witness(
        site=_site(stated["at"]) if "at" in stated else site,
        payload=stated["payload"],
        before=_refusals(stated.get("before", [])),
        after=_refusals(stated.get("after", [])),
        origin=stated["origin"],
        confirmed_by=tuple(stated.get("confirmed_by", [])),
    )


def _refusals(stated: list[str]) -> tuple[Refusal, ...]:
    pairs = (one.split(" ", 1) for one in stated)
    return tuple(Refusal(code=code, pointer=pointer) for code, pointer in pairs)
