"""Codes of countries and currencies: the file is what the pinned lists say."""

from pathlib import Path

import projects
import pycountry

from paycat.catalogue import iso
from requirements.iso_codes import FOLDER, write


def test_the_file_is_what_the_script_makes(tmp_path: Path) -> None:
    write(tmp_path)
    made = projects.files_in(tmp_path)
    kept = projects.files_in(FOLDER)
    assert made == {name: kept[name] for name in made}, "run make codes"
    assert kept.keys() - made == {"README.md", "__init__.py"}


def test_countries_are_those_of_another_list() -> None:
    now = {country.alpha_2 for country in pycountry.countries}
    former = {country.alpha_2 for country in pycountry.historic_countries} - now
    codes = [f"{first}{second}" for first in map(chr, range(65, 91)) for second in map(chr, range(65, 91))]
    assert {code for code in codes if iso.country_name(code)} == now
    assert {code for code in codes if iso.former_country_name(code)} == former
    three = {country.alpha_3 for country in pycountry.countries}
    assert {code for code in (*codes, *three, "ANT", "de", "EURO") if iso.name_in("iso_3166", code)} == now | three


def test_the_two_codes_of_a_country_have_one_name() -> None:
    for country in pycountry.countries:
        assert iso.name_in("iso_3166", country.alpha_2) == iso.name_in("iso_3166", country.alpha_3)


def test_languages_are_those_of_another_list() -> None:
    known = {one.alpha_2 for one in pycountry.languages if hasattr(one, "alpha_2")}
    codes = [f"{first}{second}" for first in map(chr, range(97, 123)) for second in map(chr, range(97, 123))]
    assert {code for code in (*codes, "deu", "DE") if iso.name_in("iso_639", code)} == known


def test_currencies_have_the_name_of_the_standard() -> None:
    assert iso.name_in("iso_4217", "EUR") == "Euro"
    assert [iso.name_in("iso_4217", code) for code in ("EUX", "eur", "€", "")] == [None] * 4
