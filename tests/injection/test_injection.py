"""No text of a catalogue becomes more than text: a sample of the table of places and hostile texts.

`make fuzz` tries the whole table.
"""

import pytest

from tests.injection.places import places_of_catalogue
from tests.injection.strings import HOSTILE
from tests.injection.table import sample
from tests.injection.trials import CATALOGUE, Trials

SHARDS = 8
GOOD = ("refused", "inert")


@pytest.mark.filterwarnings("ignore:format of:UserWarning")
@pytest.mark.parametrize("shard", range(SHARDS))
def test_no_text_becomes_more_than_text(trials: Trials, shard: int) -> None:
    tried = [
        (name, place, outcome)
        for name, edits in sample(trials.places, shard, SHARDS)
        for (place, _), outcome in trials.judged(edits)
    ]
    assert {place for _, place, _ in tried} == set(trials.places[shard::SHARDS])
    bad = [
        f"{outcome.status}: {name} at {place}: {outcome.why}"
        for name, place, outcome in tried
        if outcome.status not in GOOD
    ]
    assert bad == []


def test_there_are_places_and_every_text_is_another() -> None:
    assert places_of_catalogue(CATALOGUE)
    assert len(set(HOSTILE.values())) == len(HOSTILE)
