"""What is said of a deprecation before and after in; how it changed out."""

from collections.abc import Iterator

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, Site


def deprecation_changes(
    site: Site, old: Deprecation | None, new: Deprecation | None, reason: Reason
) -> Iterator[Change]:
    """Return the change of a method's or a field's deprecation; nothing when it is the same."""
    if old == new:
        return
    if old is None or new is None:
        kind = "deprecated" if new else "undeprecated"
        yield Change(kind, site, told(old), told(new), new.reason if new else reason)
    elif old.sunset != new.sunset:
        yield Change(_move(old.sunset, new.sunset), site, old.sunset, new.sunset, new.reason)
    else:
        yield Change("words-changed", site, told(old), told(new), new.reason)


def _move(old: str | None, new: str | None) -> str:
    if old is None or new is None:
        return "sunset-dropped" if old else "sunset-set"
    return "sunset-earlier" if new < old else "sunset-later"


def told(deprecation: Deprecation | None) -> str | None:
    """Return a deprecation in words; None for none."""
    if deprecation is None:
        return None
    words = [f"since {deprecation.since}", f"gone from {deprecation.sunset} on" if deprecation.sunset else ""]
    instead = f"use {deprecation.instead} instead" if deprecation.instead else ""
    return ", ".join(word for word in (*words, instead) if word) + f": {deprecation.note}"
