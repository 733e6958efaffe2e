"""Codes of ISO 4217 and ISO 3166-1, and where a currency is in use.

Nothing depends on the day of the run: what is in use is what was in use when the list of ISO 4217 was published.
Two sources list where a currency is in use, ISO 4217 itself and Unicode's CLDR: each has entries that the other lacks.
"""

import datetime
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pycountry
from babel.numbers import get_currency_name, get_territory_currencies
from iso4217 import Currency, __published__

PUBLISHED: datetime.date = __published__
_LONG_AGO = datetime.date(1800, 1, 1)
_CURRENCIES: dict[str, Currency] = {one.value: one for one in Currency}
_NO_NAMES = {"THE", "OF"}


def is_currency(code: str) -> bool:
    """Return whether ISO 4217 lists the code; metals, funds without a unit and codes for tests are among them."""
    return code in _CURRENCIES


def exponent_of(code: str) -> int | None:
    """Return the decimal places of a currency of ISO 4217, or None where an amount has no unit to count in."""
    exponent: int | None = _CURRENCIES[code].exponent
    return exponent


def currencies_named(name: str) -> frozenset[str]:
    """Return the currencies that have a name in ISO 4217 or, in English, in CLDR."""
    return _currencies_by_name().get(_words(name), frozenset())


@cache
def _currencies_by_name() -> dict[frozenset[str], frozenset[str]]:
    found: dict[frozenset[str], frozenset[str]] = {}
    for code, currency in _CURRENCIES.items():
        for name in (currency.currency_name, get_currency_name(code, locale="en")):
            found[_words(name)] = found.get(_words(name), frozenset()) | {code}
    return found


def country_name(code: str) -> str | None:
    """Return the name of a country by its code of ISO 3166-1, or None when no country has it."""
    country = pycountry.countries.get(alpha_2=code)
    return country.name if country and country.alpha_2 == code else None


def former_country_name(code: str) -> str | None:
    """Return the name of the country that had a code which none has now, or None."""
    country = pycountry.historic_countries.get(alpha_2=code)
    return country.name if country else None


def currencies_in(country: str) -> tuple[str, ...]:
    """Return the currencies in use in a country, legal tender or not, those with a long use first."""
    listed: list[Any] = get_territory_currencies(country, PUBLISHED, non_tender=True)
    known = (*listed, *(code for code in _CURRENCIES if country in _countries_of(code)))
    return tuple(dict.fromkeys(code for code in known if code in _CURRENCIES))


def legal_tender(country: str) -> tuple[str, ...]:
    """Return the legal tender of a country; all currencies in use where no list has it."""
    listed: list[Any] = get_territory_currencies(country, PUBLISHED)
    return tuple(code for code in listed if code in _CURRENCIES) or currencies_in(country)


def retirement(code: str) -> tuple[str, datetime.date] | None:
    """Return the country that gave up a currency last, and its last day there; None for one in use or never in use."""
    uses = [(until or datetime.date.max, country) for country, until in _uses(code)]
    until, country = max(uses, default=(datetime.date.max, ""))
    return None if until >= PUBLISHED else (country, until)


def _uses(code: str) -> Iterator[tuple[str, datetime.date | None]]:
    for country in pycountry.countries:
        uses: list[Any] = get_territory_currencies(
            country.alpha_2, _LONG_AGO, PUBLISHED, non_tender=True, include_details=True
        )
        yield from ((country.alpha_2, one["to"]) for one in uses if one["currency"] == code)


@cache
def _countries_of(code: str) -> set[str]:
    named = _countries_by_name()
    return {named[words] for name in _CURRENCIES[code].country_names if (words := _words(name)) in named}


@cache
def _countries_by_name() -> dict[frozenset[str], str]:
    names = ("name", "official_name", "common_name")
    return {
        _words(getattr(country, name)): country.alpha_2
        for country in pycountry.countries
        for name in names
        if hasattr(country, name)
    }


def _words(name: str) -> frozenset[str]:
    """Return what makes a name the same in both lists: "KOREA (THE REPUBLIC OF)" is "Korea, Republic of"."""
    return frozenset(re.findall(r"\w+", name.upper())) - _NO_NAMES
