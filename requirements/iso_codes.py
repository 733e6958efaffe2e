"""Writes the codes of src/paycat/catalogue/iso, and their licence: `python requirements/iso_codes.py [FOLDER]`.

The README.md beside it describes the sources. pycountry only finds the code of a country that ISO 4217 names; none of
its texts is written. The same pins give the same bytes on every day: what is in use is what was in use when the list
of ISO 4217 was published.
"""

import datetime
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import babel
import pycountry
from babel.core import get_global
from babel.numbers import get_currency_name, get_territory_currencies
from iso4217 import Currency, __published__

from paycat.catalogue.iso import words_of
from paycat.text.json_data import compact

FOLDER = Path(__file__).parent.parent / "src" / "paycat" / "catalogue" / "iso"
_TWO_LETTERS = 2
_ALIASES = get_global("territory_aliases")
_THREE_LETTERS = {country.alpha_3 for country in pycountry.countries}
_LONG_AGO = datetime.date(1800, 1, 1)
_USER_ASSIGNED = re.compile("AA|Q[M-Z]|X[A-Z]|ZZ")
_RESERVED = {"AC", "CP", "CQ", "DG", "EA", "EU", "EZ", "FX", "IC", "SU", "TA", "UK", "UN"}
"""Codes that ISO 3166-1 reserves exceptionally: CLDR has names for them, but they are codes of no country."""
_FORMER = {
    "AN": "Netherlands Antilles",
    "BU": "Burma, Socialist Republic of the Union of",
    "CS": "Serbia and Montenegro",
    "CT": "Canton and Enderbury Islands",
    "DD": "German Democratic Republic",
    "DY": "Dahomey",
    "FQ": "French Southern and Antarctic Territories",
    "FX": "France, Metropolitan",
    "HV": "Upper Volta, Republic of",
    "JT": "Johnston Island",
    "MI": "Midway Islands",
    "NH": "New Hebrides",
    "NQ": "Dronning Maud Land",
    "NT": "Neutral Zone",
    "PC": "Pacific Islands (trust territory)",
    "PU": "US Miscellaneous Pacific Islands",
    "PZ": "Panama Canal Zone",
    "RH": "Southern Rhodesia",
    "SU": "USSR, Union of Soviet Socialist Republics",
    "TP": "East Timor",
    "VD": "Viet-Nam, Democratic Republic of",
    "WK": "Wake Island",
    "YD": "Yemen, Democratic, People's Democratic Republic of",
    "YU": "Yugoslavia, (Socialist) Federal Republic of",
    "ZR": "Zaire, Republic of",
}
"""Codes of ISO 3166-3 that no country has now. CLDR does not name them."""


def write(folder: Path) -> None:
    """Write the codes and the licence to a folder."""
    names = _country_names()
    lists = {
        "currencies": {one.value: _currency(one) for one in Currency},
        "retired_currencies": _retirements(names),
        "countries": {code: _country(code, name) for code, name in names.items()},
        "former_countries": _FORMER,
        "languages": {code: name for code, name in babel.Locale("en").languages.items() if len(code) == _TWO_LETTERS},
    }
    parts = [f'"published": "{__published__}"', *(f'"{name}": {_lines(entries)}' for name, entries in lists.items())]
    (folder / "codes.json").write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    licence = Path(babel.__file__).with_name("locale-data") / "LICENSE.unicode"
    (folder / "LICENSE.unicode").write_bytes(licence.read_bytes())


def _lines(entries: dict[str, Any]) -> str:
    """Return an object with one line for each entry, so that a comparison of versions is easy to read."""
    return "{\n" + ",\n".join(f'"{code}": {compact(entries[code])}' for code in sorted(entries)) + "\n}"


def _country_names() -> dict[str, str]:
    names = babel.Locale("en").territories
    codes = {code for code in names if re.fullmatch("[A-Z]{2}", code) and not _USER_ASSIGNED.fullmatch(code)}
    return {code: names[code] for code in sorted(codes - _RESERVED)}


def _currency(currency: Currency) -> dict[str, Any]:
    names = (currency.currency_name, get_currency_name(currency.value, locale="en"))
    return {"exponent": currency.exponent, "names": list(dict.fromkeys(names))}


def _country(code: str, name: str) -> dict[str, Any]:
    """Return a country with its currencies, those with a long use first, and those among them that are legal tender.

    CLDR and ISO 4217 both list where a currency is in use: each has entries that the other lacks.
    """
    in_cldr: list[str] = get_territory_currencies(code, __published__, non_tender=True)
    in_iso = (currency.value for currency in Currency if code in _countries_of(currency))
    used = _listed([*in_cldr, *in_iso])
    legal_tender = _listed(get_territory_currencies(code, __published__)) or used
    [alpha_3] = (one for one, codes in _ALIASES.items() if codes == [code] and one in _THREE_LETTERS)
    return {"name": name, "alpha_3": alpha_3, "currencies": used, "legal_tender": legal_tender}


def _listed(codes: list[str]) -> list[str]:
    return [code for code in dict.fromkeys(codes) if code in {one.value for one in Currency}]


def _countries_of(currency: Currency) -> set[str]:
    return {_CODES[words] for name in currency.country_names if (words := words_of(name)) in _CODES}


_CODES = {
    words_of(getattr(country, name)): country.alpha_2
    for country in pycountry.countries
    for name in ("name", "official_name", "common_name")
    if hasattr(country, name)
}


def _retirements(countries: dict[str, str]) -> dict[str, dict[str, str]]:
    """Return the country that gave up a currency last, and its last day there, for what is in use nowhere."""
    last = {code: max(uses) for code in get_global("all_currencies") if (uses := list(_uses(code, countries)))}
    return {
        code: {"country": country, "until": str(until)}
        for code, (until, country) in last.items()
        if until < __published__
    }


def _uses(code: str, countries: dict[str, str]) -> Iterator[tuple[datetime.date, str]]:
    for country in countries:
        for use in get_territory_currencies(country, _LONG_AGO, __published__, non_tender=True, include_details=True):
            if use["currency"] == code:
                yield use["to"] or datetime.date.max, country


if __name__ == "__main__":
    write(Path(*sys.argv[1:]) if sys.argv[1:] else FOLDER)
