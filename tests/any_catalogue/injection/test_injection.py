"""No text of a catalogue becomes more than text: a sample of the table of places and hostile texts.

`make test-deep` tries a text at every place, `python -m tests.any_catalogue.injection --all` every one.
"""

import pytest
from targets import one_of_each_kind

from tests.any_catalogue.injection.locations import locations_of_catalogue
from tests.any_catalogue.injection.strings import HOSTILE
from tests.any_catalogue.injection.table import sample
from tests.any_catalogue.injection.trials import CATALOGUE, Trials

SHARDS = 16
GOOD = ("rejected", "inert")


@pytest.mark.filterwarnings("ignore:format of:UserWarning")
@pytest.mark.parametrize("shard", one_of_each_kind(range(SHARDS), [0]))
def test_no_text_becomes_more_than_text(trials: Trials, shard: int) -> None:
    tried = [
        (name, location, outcome)
        for name, edits in sample(trials.locations, shard, SHARDS)
        for (location, _), outcome in trials.validated(edits)
    ]
    assert {location for _, location, _ in tried} == set(trials.locations[shard::SHARDS])
    bad = [
        f"{outcome.status}: {name} at {location}: {outcome.why}"
        for name, location, outcome in tried
        if outcome.status not in GOOD
    ]
    assert bad == []


def test_there_are_places_and_every_text_is_another() -> None:
    assert locations_of_catalogue(CATALOGUE)
    assert len(set(HOSTILE.values())) == len(HOSTILE)
