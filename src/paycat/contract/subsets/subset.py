"""The contract of a part: what the selected methods and requests need, complete in itself."""

from paycat.catalogue.lifecycle import Reserved
from paycat.catalogue.values import DIRECTIONS
from paycat.contract.model import Contract, Method, Offer, Part, declared_limitations
from paycat.contract.subsets.illustrations import illustrated
from paycat.contract.subsets.pruning import pruned
from paycat.contract.subsets.registers import about, cited_alone
from paycat.contract.subsets.selection import Outside, Selection, selected
from paycat.contract.subsets.whole import Whole


def subset_of(contract: Contract | Whole, selection: Selection) -> Contract:
    """Return the contract of the selected methods and requests, complete in itself; its service says that it is a part.

    Whoever makes several subsets of a contract makes its `Whole` once.

    Nothing of a method that is left out stays: no name, no example, no entry of a register that is about it or that
    only it needs. What stays is as it was. A selection of nothing gives a contract without methods.
    """
    whole = contract if isinstance(contract, Whole) else Whole(contract)
    part = part_of(whole, selection)
    return cited_alone(part, whole.citations) if part.methods != whole.contract.methods else part


def part_of(whole: Whole, selection: Selection) -> Contract:
    """Return what `subset_of` returns, and register entries that nothing cites: documents read no register."""
    contract = whole.contract
    methods = selected(contract, selection)
    part = Part(
        title=selection.title,
        methods=tuple(method.code for method in methods),
        directions=tuple(one for one in DIRECTIONS if any(method.offer(one).request for method in methods)),
    )
    service = contract.service.model_copy(update={"part": part})
    if methods == contract.methods:
        return contract.model_copy(update={"service": service})
    outside = Outside(whole.names, whole.codes - set(part.methods))
    methods = tuple(_alone(method, outside) for method in methods)
    smaller = contract.model_copy(update={"digest": "", "service": service, "methods": methods})
    requests = list(smaller.requests())
    used = {method.currency for method in methods}
    smaller = smaller.model_copy(
        update={
            "currencies": tuple(currency for currency in contract.currencies if currency.code in used),
            "interface": pruned(contract.interface, requests),
            "limitations": declared_limitations(requests),
            "reserved": _reserved(contract.reserved, part.methods),
        }
    )
    smaller = about(smaller, part.methods, whole.citations)
    return smaller.model_copy(update={"interface": illustrated(smaller.interface, whole, smaller, outside)})


def _alone(method: Method, outside: Outside) -> Method:
    """Return a method without the samples that show another one, and without an outsider to use in its place.

    The samples minimal and full always stay.
    """
    deprecated = method.deprecated
    if deprecated and deprecated.instead in outside.codes:
        deprecated = deprecated.model_copy(update={"instead": None})
    offers = {str(one): _offer_without(method.offer(one), outside) for one in DIRECTIONS}
    return method.model_copy(update={"deprecated": deprecated, **offers})


def _offer_without(offer: Offer, outside: Outside) -> Offer:
    if offer.request is None:
        return offer
    samples = offer.request.samples
    kept = tuple(one for one in samples if one.name in ("minimal", "full") or not outside.within(one.payload))
    return offer.model_copy(update={"request": offer.request.model_copy(update={"samples": kept})})


def _reserved(reserved: Reserved, codes: tuple[str, ...]) -> Reserved:
    """Return the reserved names that matter to the methods that are there."""
    fields = (
        field.model_copy(update={"methods": tuple(code for code in field.methods if code in codes)})
        for field in reserved.fields
        if not field.methods or not set(field.methods).isdisjoint(codes)
    )
    return Reserved(methods=tuple(one for one in reserved.methods if one.now in codes), fields=tuple(fields))
