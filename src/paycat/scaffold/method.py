"""A new payment method, with samples."""

from dataclasses import dataclass
from typing import Any

from iso4217 import Currency

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.scaffold.edits import Inline, TakenError, new_file, with_entry
from paycat.scaffold.samples import payloads
from paycat.workspace import SCHEMAS, Tried, Workspace, tried

_CURRENCIES = f"{SCHEMAS}/currencies.yaml"
_MEANINGS = {"minimal": "Only what must be sent", "full": "Every field of the request"}


class UnknownCurrencyError(Exception):
    """The currency is neither in use nor in ISO 4217."""


@dataclass(frozen=True, slots=True)
class NewMethod:
    """A new method, in the words of its file."""

    code: str
    title: str
    note: str
    currency: str
    countries: tuple[str, ...]
    source: str
    directions: tuple[Direction, ...]


def new_method(
    workspace: Workspace, catalogue: Catalogue, contract: Contract, new: NewMethod
) -> tuple[dict[str, str], Tried]:
    """Return the texts of the files that add a method, by path in the project, and what is found with them.

    Its samples take their values from the samples of other methods. Raises TakenError and UnknownCurrencyError.
    """
    if new.code in catalogue.methods or contract.method(new.code):
        raise TakenError(f"there is a method {new.code!r} already")
    texts = {f"{SCHEMAS}/methods/{new.code}.yaml": new_file(f"{SCHEMAS}/methods/{new.code}.yaml", _method(new))}
    if new.currency not in catalogue.currencies.value.currencies:
        texts[_CURRENCIES] = with_entry(workspace, _CURRENCIES, "currencies", new.currency, _currency(new))
    first = tried(workspace, texts)
    for direction in new.directions:
        path = f"{SCHEMAS}/samples/{direction}/{new.code}.yaml"
        if first.contract and (samples := _samples(contract, first.contract, new.code, direction)):
            texts[path] = new_file(path, {"samples": samples})
    return texts, tried(workspace, texts)


def _method(new: NewMethod) -> dict[str, Any]:
    return {
        "method_code": new.code,
        "title": new.title,
        "note": new.note,
        "currency": new.currency,
        "countries": list(new.countries),
        "source": new.source,
        **{direction: "supported" if direction in new.directions else "not_listed" for direction in DIRECTIONS},
    }


def _currency(new: NewMethod) -> Inline:
    try:
        found = Currency(new.currency)
    except ValueError as error:
        raise UnknownCurrencyError(f"ISO 4217 has no currency {new.currency!r}") from error
    if found.exponent is None:
        raise UnknownCurrencyError(f"ISO 4217 gives {new.currency!r} no decimal places: it is no currency to pay in")
    return Inline(name=found.currency_name, exponent=found.exponent, source=new.source)


def _samples(contract: Contract, with_method: Contract, code: str, direction: Direction) -> dict[str, Any] | None:
    request = next((one for one in with_method.requests(direction) if one.method == code), None)
    if request is None:
        return None
    made = payloads(contract, request)
    return {name: {"meaning": _MEANINGS[name], "payload": payload} for name, payload in made.items()}
