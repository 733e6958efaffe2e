"""Every currency, field type and request table is used by some method.

Why: what nothing uses is left over, or was meant to be used and is not. Integrators take a list of currencies for the
true one.

Example: in schemas/currencies.yaml

    CHF: { name: Swiss franc, exponent: 2, source: "§1" }

is found as

    schemas/currencies.yaml:6:3 warning unused-currency: no method has the currency 'CHF'; remove it, or use it

Fix: remove the entry, or use it. Where it must stay, say so with `allow`.
"""

from collections.abc import Iterable, Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Span
from paycat.rules.views.offers import offers
from paycat.rules.views.shapes import shapes

ID = "R-29"
UNUSED_CURRENCY = "unused-currency"
UNUSED_TYPE = "unused-type"
UNUSED_REQUEST = "unused-request"
WARNINGS = ALLOWABLE = (UNUSED_CURRENCY, UNUSED_TYPE, UNUSED_REQUEST)
NEEDS: tuple[str, ...] = ("methods", "requests", "types.yaml", "currencies.yaml", "interface/records.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Warn of currencies, field types and request tables that nothing uses."""
    currencies, types = catalogue.currencies, catalogue.types
    for code in _unused(currencies.value.currencies, (method.value.currency for method in catalogue.methods.values())):
        place = currencies.at("currencies", code, key=True)
        yield _warning(UNUSED_CURRENCY, place, f"no method has the currency {code!r}")
    for name in _unused(types.value.types, _types_in_use(catalogue)):
        yield _warning(UNUSED_TYPE, types.at("types", name, key=True), f"no field has the type {name!r}")
    for name in _unused(catalogue.requests, _tables_in_use(catalogue)):
        place = catalogue.requests[name].at()
        yield _warning(UNUSED_REQUEST, place, f"no method uses the request table {name!r}")


def _unused(known: Iterable[str], used: Iterable[str]) -> list[str]:
    """Return what is known and not used; nothing when an unknown name is used, as that one was most likely meant."""
    names = set(used)
    return [name for name in known if name not in names] if names <= set(known) else []


def _tables_in_use(catalogue: Catalogue) -> Iterator[str]:
    for offer in offers(catalogue):
        table = offer.table(catalogue)
        if offer.supported:  # A table of the other direction was reported, and counts like an unknown one.
            yield offer.table_name if table and table.value.direction == offer.direction else ""


def _types_in_use(catalogue: Catalogue) -> Iterator[str]:
    stated = [table.value.fields for table in catalogue.requests.values()]
    stated += [offer.statement.fields for offer in offers(catalogue)]
    yield from (field.type for fields in stated for field in fields.values() if field.type)
    yield from (field_type.of for field_type in catalogue.types.value.types.values() if field_type.of)
    yield from (shape.value.type for shape in shapes(catalogue) if shape.value.type)


def _warning(code: str, place: Span, message: str) -> Diagnostic:
    return Diagnostic(code, place, message, "remove it, or use it")
