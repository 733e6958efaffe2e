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
    """Return one of several parts of a sample: its places, each with a text; the parts cover every place."""
    of_the_shard = random.Random(f"hostile {shard}").choice(sorted(HOSTILE))
    chosen = sorted(((_chosen(place) or of_the_shard, place) for place in places[shard::shards]), key=_by_name)
    for name, group in groupby(chosen, key=lambda one: one[0]):
        yield name, [(place, (HOSTILE | MADE_FOR_FORMS)[name]) for _, place in group]


def _chosen(place: Place) -> str:
    """Return the name of a text for a place with a form, by chance; nothing where all places share one."""
    chance = random.Random(str(place))
    return "" if place.form in _PLAIN else chance.choice(("", chance.choice(sorted(MADE_FOR_FORMS))))


def _by_name(chosen: tuple[str, Place]) -> tuple[str, str]:
    name, place = chosen
    return name, place.name
