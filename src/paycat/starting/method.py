"""What a new payment method is called and offers in; the files that add it out."""

from dataclasses import dataclass
from typing import Any

from iso4217 import Currency

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.starting.edits import TakenError, new_file, reason, with_entry
from paycat.starting.laying import Inline
from paycat.starting.samples import payloads
from paycat.workspace import SCHEMAS, Tried, Workspace, tried

_CURRENCIES = f"{SCHEMAS}/currencies.yaml"
_MEANINGS = {"minimal": "Only what must be sent", "full": "Every field of the request"}


class UnknownCurrencyError(Exception):
    """The currency is neither in use nor in ISO 4217."""


@dataclass(frozen=True, slots=True)
class Wish:
    """A new method, in the words of its file."""

    code: str
    title: str
    note: str
    currency: str
    countries: tuple[str, ...]
    source: str
    directions: tuple[Direction, ...]


def new_method(
    workspace: Workspace, catalogue: Catalogue, contract: Contract, wish: Wish
) -> tuple[dict[str, str], Tried]:
    """Return the texts of the files that add a method, by path in the project, and what is found with them.

    Its samples take their values from the samples of other methods. Raises TakenError and UnknownCurrencyError.
    """
    if wish.code in catalogue.methods or contract.method(wish.code):
        raise TakenError(f"there is a method {wish.code!r} already")
    texts = {f"{SCHEMAS}/methods/{wish.code}.yaml": new_file(f"{SCHEMAS}/methods/{wish.code}.yaml", _method(wish))}
    if wish.currency not in catalogue.currencies.value.currencies:
        texts[_CURRENCIES] = with_entry(workspace, _CURRENCIES, "currencies", wish.currency, _currency(wish))
    first = tried(workspace, texts)
    for direction in wish.directions:
        path = f"{SCHEMAS}/samples/{direction}/{wish.code}.yaml"
        if first.contract and (samples := _samples(contract, first.contract, wish.code, direction)):
            texts[path] = new_file(path, {"samples": samples})
    return texts, tried(workspace, texts)


def _method(wish: Wish) -> dict[str, Any]:
    return {
        "method_code": wish.code,
        "title": wish.title,
        "note": wish.note,
        "currency": wish.currency,
        "countries": list(wish.countries),
        "source": wish.source,
        **{direction: "supported" if direction in wish.directions else "not_listed" for direction in DIRECTIONS},
    }


def _currency(wish: Wish) -> Inline:
    try:
        found = Currency(wish.currency)
    except ValueError as error:
        raise UnknownCurrencyError(f"ISO 4217 has no currency {wish.currency!r}") from error
    if found.exponent is None:
        raise UnknownCurrencyError(f"ISO 4217 gives {wish.currency!r} no decimal places: it is no currency to pay in")
    return Inline(name=found.currency_name, exponent=found.exponent, **reason(wish.source, None))


def _samples(contract: Contract, with_method: Contract, code: str, direction: Direction) -> dict[str, Any] | None:
    request = next((one for one in with_method.requests(direction) if one.method == code), None)
    if request is None:
        return None
    made = payloads(contract, request)
    return {name: {"meaning": _MEANINGS[name], "payload": payload} for name, payload in made.items()}
