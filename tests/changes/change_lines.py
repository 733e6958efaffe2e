"""A change in one line: what programs know of it. Its sentences are proven in `reporting/changes`.

The parts of a line: type and place; verdict, level, and the verdict of each audience; lines of both catalogues; both
values; the payloads that a contract rejects; other places; the note. A part that says nothing is left out.
"""

import json
import zlib
from collections.abc import Iterable, Iterator

from paycat.changes.change import Change, Site
from paycat.changes.describing import value_text
from paycat.reporting.changes.describing import is_in_words_only

_LONGEST, _KEPT = 60, 20


def in_lines(changes: Iterable[Change], margin: str = "") -> str:
    """Return changes as cases expect them: each in a line, and below it, further right, what follows from it."""
    return "".join(margin + _rated(one) + in_lines(one.consequences, f"{margin}  ") for one in changes)


def _rated(change: Change) -> str:
    verdict = "wording" if is_in_words_only(change) else change.worst.text
    provisional = " provisional" if change.provisional else ""
    audiences = ", ".join(f"{who} {rating.text}" for who, rating in change.verdicts.known.items())
    return in_one_line(change, f"{verdict}{provisional}, {change.level}", audiences)


def in_one_line(change: Change, *ratings: str) -> str:
    """Return the line of a change, with what is known of its verdicts."""
    parts = (
        f"{change.type.id} {_place(change.site)}",
        *ratings,
        _locations(change.site),
        _values(change),
        *_payloads(change),
        ", ".join([f"also {_key(one)}" for one in change.sites if one != change.site]),
        _cut(change.note),
    )
    return f"{' | '.join(filter(None, parts))}\n"


def _place(site: Site) -> str:
    return f"{site.part} {site.name}".rstrip()


def _key(site: Site) -> str:
    return "/".join(filter(None, (site.direction, site.method, site.path)))


def _locations(site: Site) -> str:
    old, new = (f"{one.path}:{one.line}" if one else "nowhere" for one in (site.old_location, site.new_location))
    return new if new == old else f"{old} => {new}"


def _values(change: Change) -> str:
    values = (change.old, change.new)
    return "" if values == (None, None) else " => ".join(_cut(value_text(value)) for value in values)


def _payloads(change: Change) -> Iterator[str]:
    """Return what shows a change: who rejects which payload for what, what it was made of, and who confirms it."""
    for one in (change.counterexample, change.widening):
        if one:
            who = " reader" if one.is_read else ""
            sides = {f"old{who}": one.before, f"new{who}": one.after}
            rejected = [f"{side}: {of.code} at {of.pointer}" for side, found in sides.items() for of in found]
            is_elsewhere = _request(one.site) != _request(change.site)
            origin = f"{_place(one.site)} {one.origin}" if is_elsewhere else one.origin
            confirmed = f" ({', '.join(one.confirmed_by)})" if one.confirmed_by else ""
            yield f"{', '.join(rejected)} in {_cut(json.dumps(one.payload))} of {origin}{confirmed}"


def _request(site: Site) -> tuple[str | None, ...]:
    return site.part, site.direction, site.method


def _cut(text: str) -> str:
    """Return a text; of one that is too long the beginning, the length and a checksum."""
    if len(text) <= _LONGEST:
        return text
    return f"{text[:_KEPT]}… ({len(text)}, {zlib.crc32(text.encode()):08x})"
