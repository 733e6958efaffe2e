"""The table of places and hostile texts: all of it, or a sample that covers every place."""

import random
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from tests.injection.places import Place
from tests.injection.strings import HOSTILE, MADE_FOR_FORMS
from tests.injection.trials import Edit

_PLAIN = ("", "json")
"""Forms of places that take any text; values that are made for forms are no news there."""


def whole(places: Iterable[Place], names: Iterable[str] = ()) -> Iterator[tuple[str, list[Edit]]]:
    """Return every hostile text by name, with each place that it is tried at."""
    every = list(places)
    with_form = [place for place in every if place.form not in _PLAIN or place.way != "value"]
    wanted = set(names)
    for texts, where in ((HOSTILE, every), (MADE_FOR_FORMS, with_form)):
        for name, text in texts.items():
            if not wanted or name in wanted:
                yield name, [(place, text) for place in where]


def sample(places: Sequence[Place], shard: int, shards: int) -> Iterator[tuple[str, list[Edit]]]:
    """Return one of several parts of a sample: its places, each with a text or two; the parts cover every place."""
    mine = places[shard::shards]
    chosen = random.Random(f"hostile {shard}").choice(sorted(HOSTILE))
    yield chosen, [(place, HOSTILE[chosen]) for place in mine]
    made = sorted(
        (
            (random.Random(str(place)).choice(sorted(MADE_FOR_FORMS)), place)
            for place in mine
            if place.form not in _PLAIN
        ),
        key=lambda one: (one[0], one[1].name),
    )
    for name, group in groupby(made, key=lambda one: one[0]):
        yield name, [(place, MADE_FOR_FORMS[name]) for _, place in group]
