"""Countries are written as two capital letters, and a method that fixes the country has exactly one.

Why: integrators compare the codes letter by letter. Where a method fixes the country, `method.country` stands for that
one country in every payload, and of two nobody could say which.

Example: in schemas/methods/FASTER_PAYMENT.yaml

    countries: [GB, IM]

is found as

    schemas/methods/FASTER_PAYMENT.yaml:7:12 error several-countries: the method fixes its country, and lists 2; keep
      one, or write `country_mode: { value: derived, decision: ... }`

Fix: correct the code, keep one country, or say `country_mode: derived` when the service finds the country out by
itself.
"""

from collections.abc import Iterator

from paycat.catalogue.forms import COUNTRY
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-22"
BAD_CODE = "bad-country-code"
SEVERAL = "several-countries"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report codes that do not have the form of ISO 3166 alpha-2, and fixed countries that are several."""
    for source in catalogue.methods.values():
        stated = source.value
        for index, code in enumerate(stated.countries):
            if not COUNTRY.holds(code):
                message = f"a country code has two capital letters, as in ISO 3166, and this is {code!r}"
                yield Diagnostic(BAD_CODE, source.at("countries", index), message)
        fixed = stated.country_mode is None or stated.country_mode.value == "fixed"
        if fixed and len(stated.countries) > 1:
            message = f"the method fixes its country, and lists {len(stated.countries)}"
            hint = "keep one, or write `country_mode: { value: derived, decision: ... }`"
            yield Diagnostic(SEVERAL, source.at("countries"), message, hint)
