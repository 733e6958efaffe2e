"""A contract in, what the matrix of payment methods can be filtered by out."""

from collections.abc import Iterable
from dataclasses import dataclass

import pycountry

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract
from paycat.pages.words import availability_title, direction_title


@dataclass(frozen=True, slots=True)
class Choice:
    """A value to choose, and how people call it."""

    value: str
    title: str


@dataclass(frozen=True, slots=True)
class Filter:
    """One question about the methods, with every answer that fits at least one."""

    name: str
    label: str
    choices: tuple[Choice, ...]


def filters(contract: Contract) -> tuple[Filter, ...]:
    """Return the filters: country, currency, direction, and availability in either direction."""
    countries = {code for method in contract.methods for code in method.countries}
    currencies = {method.currency for method in contract.methods}
    names = {currency.code: currency.name for currency in contract.currencies}
    offered = [direction for direction in DIRECTIONS if any(contract.requests(direction))]
    words = {method.offer(direction).availability for method in contract.methods for direction in DIRECTIONS}
    return (
        Filter("country", "Country", _sorted(Choice(code, f"{country_name(code)} ({code})") for code in countries)),
        Filter("currency", "Currency", _sorted(Choice(code, f"{code} {names[code]}") for code in currencies)),
        Filter("direction", "Direction", tuple(Choice(one, direction_title(one)) for one in offered)),
        Filter("availability", "Availability", _sorted(Choice(word, availability_title(word)) for word in words)),
    )


def _sorted(choices: Iterable[Choice]) -> tuple[Choice, ...]:
    return tuple(sorted(choices, key=lambda choice: choice.title))


def country_name(code: str) -> str:
    """Return a country's usual English name; the code itself where none is known."""
    found = pycountry.countries.get(alpha_2=code)
    return getattr(found, "common_name", found.name) if found else code
