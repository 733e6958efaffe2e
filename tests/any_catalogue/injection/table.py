"""The table of places and hostile texts: all of it, or a sample that covers every place."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from tests.any_catalogue.injection.locations import Location
from tests.any_catalogue.injection.strings import HOSTILE, MADE_FOR_FORMS
from tests.any_catalogue.injection.trials import Edit

_PLAIN = ("", "json")
"""Forms of places that take any text; values that are made for forms are no news there."""


def whole(locations: Iterable[Location], names: Iterable[str] = ()) -> Iterator[tuple[str, list[Edit]]]:
    """Return every hostile text by name, with each place that it is tried at."""
    every = list(locations)
    with_form = [location for location in every if location.form not in _PLAIN or location.way != "value"]
    wanted = set(names)
    for texts, where in ((HOSTILE, every), (MADE_FOR_FORMS, with_form)):
        for name, text in texts.items():
            if not wanted or name in wanted:
                yield name, [(location, text) for location in where]


def sample(locations: Sequence[Location], shard: int, shards: int) -> Iterator[tuple[str, list[Edit]]]:
    """Return one of several parts of a sample: its places, each with a text; the parts cover every place.

    A place that has a form gets a text that is made for forms: the form rejects most others.
    """
    mine = locations[shard::shards]
    chosen = random.Random(f"hostile {shard}").choice(sorted(HOSTILE))
    yield chosen, [(location, HOSTILE[chosen]) for location in mine if location.form in _PLAIN]
    made = sorted(
        (
            (random.Random(str(location)).choice(sorted(MADE_FOR_FORMS)), location)
            for location in mine
            if location.form not in _PLAIN
        ),
        key=lambda one: (one[0], one[1].name),
    )
    for name, group in groupby(made, key=lambda one: one[0]):
        yield name, [(location, MADE_FOR_FORMS[name]) for _, location in group]
