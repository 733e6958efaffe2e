"""Both catalogues, and what is asked of each: every method alone, every direction, every country, and some together."""

from collections.abc import Iterator
from pathlib import Path

import projects
import pytest
from projects import DIRECTIONS
from targets import one_of_each_kind

from paycat.contract.model import Contract
from paycat.contract.subsets.subset import Selection, subset_of
from paycat.lint.checking import check_folder

CATALOGUES = {"frozen": projects.SCHEMAS, "starter": projects.HERE / "bank_collections" / "schemas"}


def contract_in(folder: Path) -> Contract:
    """Return the contract of a catalogue without errors."""
    contract, found = check_folder(folder)
    assert contract is not None, found
    return contract


@pytest.fixture(scope="session", params=one_of_each_kind(CATALOGUES, ["starter"]))
def whole(request: pytest.FixtureRequest) -> Contract:
    """The contract of each catalogue."""
    return contract_in(CATALOGUES[request.param])


Part = tuple[Selection, Contract]


@pytest.fixture(scope="session")
def parts(whole: Contract) -> list[Part]:
    """What is asked of each catalogue, with the subset that it gives."""
    return [(selection, subset_of(whole, selection)) for selection in selections(whole)]


def selections(contract: Contract) -> Iterator[Selection]:
    """Return what can be asked for: each method alone and in each direction, countries, directions, two methods."""
    codes = [method.code for method in contract.methods]
    for directions in (None, *((direction,) for direction in DIRECTIONS)):
        yield from (Selection(methods=(code,), directions=directions) for code in codes)
        yield Selection(directions=directions, methods=(codes[0], codes[-1]))
    countries = sorted({country for method in contract.methods for country in method.countries})
    yield from (Selection(countries=(country,)) for country in countries)
    yield from (Selection(directions=(direction,)) for direction in DIRECTIONS)
