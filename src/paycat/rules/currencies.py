"""The currency of each method is listed in currencies.yaml, under a code of three capital letters.

Why: the number of decimal places of an amount is stated there. Without it nobody knows whether 100 means a hundred or
one.

Example: in schemas/methods/SEPA_DEBIT.yaml

    currency: EUX

is found as

    schemas/methods/SEPA_DEBIT.yaml:6:11 error unknown-currency: the currency 'EUX' is not listed; did you mean 'EUR'?

Fix: correct the code, or add the currency to currencies.yaml with its name and its decimal places.
"""

from collections.abc import Iterable, Iterator

from paycat.catalogue.forms import CURRENCY
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views import iso

ID = "R-21"
UNKNOWN = "unknown-currency"
BAD_CODE = "bad-currency-code"
NEEDS: tuple[str, ...] = ("currencies.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report currencies that are not listed, and codes that do not have the form of ISO 4217."""
    source = catalogue.currencies
    known = source.value.currencies
    for code in known:
        if not CURRENCY.holds(code):
            message = f"a currency code has three capital letters, as in ISO 4217, and this is {code!r}"
            yield Diagnostic(BAD_CODE, source.at("currencies", code, key=True), message)
    for method in catalogue.methods.values():
        code = method.value.currency
        if code not in known:
            yield Diagnostic(UNKNOWN, method.at("currency"), f"the currency {code!r} is not listed", _hint(code, known))


def _hint(code: str, known: Iterable[str]) -> str:
    if iso.is_currency(code) and iso.exponent_of(code) is not None:
        return f"add it to currencies.yaml, with `exponent: {iso.exponent_of(code)}`"
    return did_you_mean(code, known) or "the currencies stand in currencies.yaml"
