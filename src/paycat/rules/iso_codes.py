"""Currencies are those of ISO 4217, with its decimal places, and countries those of ISO 3166-1.

Why: whoever counts the minor unit otherwise than ISO 4217 moves money that is wrong by a factor of 10 or 100, and a
code that only we know is refused by every bank, library and list behind us. A currency that was given up is no money.

Example: in schemas/currencies.yaml

    GBP: { name: Pound sterling, exponent: 3, source: "§1" }

is found as

    schemas/currencies.yaml:6:42 error wrong-exponent: ISO 4217 gives GBP 2 decimal places, and not 3; write
        `exponent: 2`

Fix: correct the code or the exponent. A code that is newer than the list known here can be allowed with that reason; a
service that takes fewer decimal places says so at the field of the amount.
"""

from collections.abc import Iterator

from paycat.catalogue.forms import COUNTRY, CURRENCY
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.counting import plural
from paycat.diagnostics import Diagnostic
from paycat.rules.views import iso

ID = "R-52"
NO_CURRENCY = "no-iso-currency"
NO_COUNTRY = "no-iso-country"
WRONG_EXPONENT = "wrong-exponent"
ALLOWABLE = (NO_CURRENCY, NO_COUNTRY)
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report codes that ISO does not know and decimal places that are not ISO's; bad forms are told elsewhere."""
    source = catalogue.currencies
    for code, stated in source.value.currencies.items():
        if not CURRENCY.holds(code):
            continue
        if fault := _fault_of_currency(code):
            yield Diagnostic(NO_CURRENCY, source.at("currencies", code, key=True), fault)
        elif stated.exponent != (right := iso.exponent_of(code)):
            message = f"ISO 4217 gives {code} {_places(right)}, and not {stated.exponent}"
            place = source.at("currencies", code, "exponent")
            yield Diagnostic(WRONG_EXPONENT, place, message, f"write `exponent: {right}`")
    for method in catalogue.methods.values():
        for index, code in enumerate(method.value.countries):
            if COUNTRY.holds(code) and iso.country_name(code) is None:
                yield Diagnostic(NO_COUNTRY, method.at("countries", index), _fault_of_country(code))


def _fault_of_currency(code: str) -> str | None:
    if not iso.is_currency(code):
        if retired := iso.retirement(code):
            country, until = retired
            return f"the currency {code!r} is retired: {iso.country_name(country)} used it last, until {until}"
        return f"ISO 4217, as published on {iso.PUBLISHED}, has no currency {code!r}"
    if iso.exponent_of(code) is None:
        return f"ISO 4217 lists {code!r} as a metal, a unit of account or a code for tests, which nobody pays in"
    return None


def _fault_of_country(code: str) -> str:
    if former := iso.former_country_name(code):
        return f"the country code {code!r} is retired: it was that of {former}"
    return f"ISO 3166-1 has no country {code!r}"


def _places(exponent: int | None) -> str:
    return f"{exponent} {plural(exponent, 'decimal place')}"
