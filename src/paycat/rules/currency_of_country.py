"""A method's currency is in use in each of its countries, as legal tender or beside it.

Why: a currency or a country that slipped in from the next method's file still has a good form, and money is then sent
where nobody can take it, or is exchanged unasked.

Example: in schemas/methods/FASTER_PAYMENT.yaml

    countries: [IE]

is found as

    schemas/methods/FASTER_PAYMENT.yaml:7:13 warning foreign-currency: GBP is not in use in Ireland (IE), where it is
        EUR; correct the country or the currency

Fix: correct the country or the currency. Where a method does pay in a foreign currency, allow it with that reason.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views import iso

ID = "R-53"
FOREIGN = "foreign-currency"
WARNINGS = ALLOWABLE = (FOREIGN,)
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Warn of countries where the currency is not in use; codes that ISO does not know are told already."""
    known = catalogue.currencies.value.currencies
    for method in catalogue.methods.values():
        currency = method.value.currency
        if currency not in known or not iso.is_currency(currency):
            continue
        for index, country in enumerate(method.value.countries):
            name, used = iso.country_name(country), iso.currencies_in(country)
            if name and used and currency not in used:
                there = ", ".join(iso.legal_tender(country))
                message = f"{currency} is not in use in {name} ({country}), where it is {there}"
                place = method.at("countries", index)
                yield Diagnostic(FOREIGN, place, message, "correct the country or the currency")
