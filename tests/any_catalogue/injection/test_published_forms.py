"""Values of forms from published formats: hostile ones are rejected or inert, legitimate ones are accepted."""

from dataclasses import replace

import pytest

from tests.any_catalogue.injection.locations import locations_of_catalogue
from tests.any_catalogue.injection.published_forms import Values, read_values
from tests.any_catalogue.injection.trials import CATALOGUE, Trials

_TOGETHER = 8
VALUES = read_values()
PARTS = [
    pytest.param(
        replace(values, hostile=values.hostile[part::parts], legitimate=values.legitimate[part::parts]),
        id=f"{values.form}-{part + 1}",
    )
    for values in VALUES
    for parts in [-(-len(values.hostile) // _TOGETHER)]
    for part in range(parts)
]


@pytest.mark.filterwarnings("ignore:format of:UserWarning")
@pytest.mark.parametrize("values", VALUES[::5], ids=[one.form for one in VALUES[::5]])
def test_some_values_of_a_form(values: Values, trials: Trials) -> None:
    """Some values, each at some of the places; every place has one."""
    some = replace(values, hostile=values.hostile[::12], legitimate=values.legitimate[:1])
    validate(some, trials, stride=len(some.hostile))


@pytest.mark.deep
@pytest.mark.filterwarnings("ignore:format of:UserWarning")
@pytest.mark.parametrize("values", PARTS)
def test_values_of_a_form(values: Values, trials: Trials) -> None:
    """Some of the values, each at every place; in parts, as `name` alone has 262 places and 61 values."""
    validate(values, trials)


def validate(values: Values, trials: Trials, stride: int = 1) -> None:
    """Try every value of a form at every place that has the form, or each at one of `stride` places."""
    locations = values.locations(trials.locations)
    outcomes = [
        (text, str(location), outcome)
        for number, text in enumerate(values.hostile)
        for (location, _), outcome in trials.validated(
            [(location, text) for location in locations[number % stride :: stride]]
        )
    ]
    assert {place for _, place, _ in outcomes} == set(map(str, locations))
    rejected = [
        text for text in values.legitimate if not any(trials.has_form(location, text) for location in locations)
    ]
    assert [one for one in outcomes if one[2].status not in ("rejected", "inert")] == []
    assert rejected == []


def test_every_file_is_of_a_form() -> None:
    forms = {location.form for location in locations_of_catalogue(CATALOGUE)}
    assert {one.form for one in VALUES} - forms == set()
