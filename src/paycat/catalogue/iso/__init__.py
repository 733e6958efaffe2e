"""Codes of ISO 4217, ISO 3166-1 and ISO 639, their names, and where a currency is in use.

They are in codes.json, which `make codes` writes; README.md describes its sources. Nothing depends on the day of the
run: what is in use is what was in use when the list of ISO 4217 was published.
"""

import json
import re
from collections.abc import Mapping
from datetime import date
from functools import cache
from importlib.resources import files
from typing import Any, Literal, NamedTuple

StandardName = Literal["iso_3166", "iso_4217", "iso_639"]


class Standard(NamedTuple):
    """A standard that lists codes: its title, and what its codes are."""

    title: str
    codes: str


STANDARDS: Mapping[StandardName, Standard] = {
    "iso_3166": Standard("ISO 3166-1", "countries, of two or three letters such as DE and DEU"),
    "iso_4217": Standard("ISO 4217", "currencies, such as EUR"),
    "iso_639": Standard("ISO 639", "languages, of two letters such as de"),
}
_NO_NAMES = {"THE", "OF"}


def published() -> date:
    """Return the day on which the list of ISO 4217 was published."""
    return date.fromisoformat(_codes()["published"])


def is_currency(code: str) -> bool:
    """Return whether ISO 4217 lists the code; metals, funds without a unit and codes for tests are among them."""
    return code in _codes()["currencies"]


def exponent_of(code: str) -> int | None:
    """Return the decimal places of a currency of ISO 4217, or None where an amount has no unit to count in."""
    exponent: int | None = _codes()["currencies"][code]["exponent"]
    return exponent


def currency_name(code: str) -> str:
    """Return the name of a currency in ISO 4217."""
    return str(_codes()["currencies"][code]["names"][0])


def currencies_named(name: str) -> frozenset[str]:
    """Return the currencies that have a name in ISO 4217 or, in English, in CLDR."""
    return _currencies_by_name().get(words_of(name), frozenset())


def country_name(code: str) -> str | None:
    """Return the English name of a country by its code of ISO 3166-1, or None when no country has it."""
    country = _codes()["countries"].get(code)
    return country["name"] if country else None


def name_in(standard_name: StandardName, code: str) -> str | None:
    """Return the English name of what has a code in a standard, or None when the standard has no such code."""
    match standard_name:
        case "iso_3166":
            return country_name(code) or _countries_by_three_letters().get(code)
        case "iso_4217":
            return currency_name(code) if is_currency(code) else None
        case "iso_639":
            name: str | None = _codes()["languages"].get(code)
            return name


def former_country_name(code: str) -> str | None:
    """Return the name of the country that had a code which none has now, or None."""
    name: str | None = _codes()["former_countries"].get(code)
    return name


def currencies_in(country_code: str) -> tuple[str, ...]:
    """Return the currencies in use in a country of ISO 3166-1, legal tender or not, those with a long use first."""
    return tuple(_codes()["countries"][country_code]["currencies"])


def legal_tender(country_code: str) -> tuple[str, ...]:
    """Return the legal tender of a country of ISO 3166-1."""
    return tuple(_codes()["countries"][country_code]["legal_tender"])


def retirement(code: str) -> tuple[str, date] | None:
    """Return the country that gave up a currency last, and its last day there; None for one in use or never in use."""
    retired_currency = _codes()["retired_currencies"].get(code)
    return (retired_currency["country"], date.fromisoformat(retired_currency["until"])) if retired_currency else None


def words_of(name: str) -> frozenset[str]:
    """Return what makes a name the same in two lists: "KOREA (THE REPUBLIC OF)" is "Korea, Republic of"."""
    return frozenset(re.findall(r"\w+", name.upper())) - _NO_NAMES


@cache
def _codes() -> dict[str, Any]:
    code_tables: dict[str, Any] = json.loads((files(__name__) / "codes.json").read_text(encoding="utf-8"))
    return code_tables


@cache
def _countries_by_three_letters() -> dict[str, str]:
    return {country["alpha_3"]: country["name"] for country in _codes()["countries"].values()}


@cache
def _currencies_by_name() -> dict[frozenset[str], frozenset[str]]:
    codes_by_words: dict[frozenset[str], frozenset[str]] = {}
    for code, currency in _codes()["currencies"].items():
        for name in currency["names"]:
            codes_by_words[words_of(name)] = codes_by_words.get(words_of(name), frozenset()) | {code}
    return codes_by_words
