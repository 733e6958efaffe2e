"""Values of forms from published formats: hostile ones are refused or inert, legitimate ones are accepted."""

from dataclasses import replace

import pytest

from tests.injection.places import places_of_catalogue
from tests.injection.published_forms import Values, read_values
from tests.injection.trials import CATALOGUE, Trials

VALUES = read_values()


@pytest.mark.filterwarnings("ignore:format of:UserWarning")
@pytest.mark.parametrize("values", VALUES[::5], ids=[one.form for one in VALUES[::5]])
def test_some_values_of_a_form(values: Values, trials: Trials) -> None:
    judge(replace(values, hostile=values.hostile[::12], legitimate=values.legitimate[:1]), trials)


@pytest.mark.fuzz
@pytest.mark.filterwarnings("ignore:format of:UserWarning")
@pytest.mark.parametrize("values", VALUES, ids=[one.form for one in VALUES])
def test_values_of_a_form(values: Values, trials: Trials) -> None:
    judge(values, trials)


def judge(values: Values, trials: Trials) -> None:
    """Try every value of a form at every place that has the form."""
    places = values.places(trials.places)
    outcomes = [
        (text, str(place), outcome)
        for text in values.hostile
        for (place, _), outcome in trials.judged([(place, text) for place in places])
    ]
    refused = [text for text in values.legitimate if not any(trials.has_form(place, text) for place in places)]
    assert [one for one in outcomes if one[2].status not in ("refused", "inert")] == []
    assert refused == []


def test_every_file_is_of_a_form() -> None:
    forms = {place.form for place in places_of_catalogue(CATALOGUE)}
    assert {one.form for one in VALUES} - forms == set()
