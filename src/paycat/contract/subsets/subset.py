"""The contract of a part: what the selected methods and requests need, complete in itself."""

from collections.abc import Iterable
from dataclasses import dataclass

from paycat.catalogue.lifecycle import Reserved
from paycat.contract.model import Contract, Direction, Method, Offer, Part, declared_limitations
from paycat.contract.subsets.examples import with_own_examples
from paycat.contract.subsets.pruning import pruned
from paycat.contract.subsets.registers import about, cited_alone
from paycat.contract.subsets.whole import Outside, Whole


@dataclass(frozen=True, slots=True)
class Selection:
    """What is wanted; None asks for everything of a kind.

    `methods` holds codes, `countries` ISO 3166 codes of which a method needs one; `title` names the part for people.
    """

    methods: tuple[str, ...] | None = None
    countries: tuple[str, ...] | None = None
    directions: tuple[str, ...] | None = None
    title: str | None = None


def subset_of(contract: Contract | Whole, selection: Selection) -> Contract:
    """Return the contract of the selected methods and requests, complete in itself; its service says that it is a part.

    Whoever makes several subsets of a contract makes its `Whole` once.

    Nothing of a method that is left out stays: no name, no example, no entry of a register that is about it or that
    only it needs. What stays is as it was. A selection of nothing gives a contract without methods.
    """
    whole = contract if isinstance(contract, Whole) else Whole(contract)
    subset = part_of(whole, selection)
    return cited_alone(subset, whole.citations) if subset.methods != whole.contract.methods else subset


def part_of(whole: Whole, selection: Selection) -> Contract:
    """Return what `subset_of` returns, and register entries that nothing cites: documents read no register."""
    contract = whole.contract
    methods, directions = _selected(contract, selection), _selected_directions(contract, selection)
    smaller_contract = contract.model_copy(update={"methods": methods, "directions": directions})
    directions = tuple(_without_idle_body(smaller_contract, direction) for direction in directions)
    smaller_contract = smaller_contract.model_copy(update={"directions": directions})
    codes = tuple(method.code for method in methods)
    part = Part(title=selection.title, methods=codes, directions=tuple(smaller_contract.requested_directions()))
    service = contract.service.model_copy(update={"part": part})
    if (methods, directions) == (contract.methods, contract.directions):
        return contract.model_copy(update={"service": service})
    bodies = [direction.request.root for direction in directions if direction.request]
    own_values = {choice.value for body in bodies for field in body.fields() for choice in field.choices}
    outside = Outside(whole.names, whole.codes - {*part.methods, *own_values})
    methods = tuple(_alone(method, outside) for method in methods)
    smaller_contract = smaller_contract.model_copy(update={"digest": "", "service": service, "methods": methods})
    requests = list(smaller_contract.requests())
    used_codes = {code for method in methods for code in method.currencies}
    smaller_contract = smaller_contract.model_copy(
        update={
            "currencies": tuple(currency for currency in contract.currencies if currency.code in used_codes),
            "interface": pruned(contract.interface, requests),
            "limitations": declared_limitations(requests),
            "reserved": _reserved(contract.reserved, part.methods),
            "idle_types": {},
        }
    )
    return with_own_examples(about(smaller_contract, part.methods, whole.citations), whole, outside)


def combined(contract: Contract, all_selections: Iterable[Selection]) -> Selection:
    """Return the selection of what every one of several selects; the first title counts."""
    selections = tuple(all_selections)
    codes = (method.code for method in contract.methods if all(_holds(method, selection) for selection in selections))
    direction_sets = [selection.directions for selection in selections if selection.directions is not None]
    directions = tuple(
        direction for direction in contract.direction_names if all(direction in subset for subset in direction_sets)
    )
    return Selection(
        methods=tuple(codes),
        directions=directions if direction_sets else None,
        title=next((selection.title for selection in selections if selection.title), None),
    )


def _selected(contract: Contract, selection: Selection) -> tuple[Method, ...]:
    """Return the selected methods, without their requests of other directions.

    The word for a direction stays, as it is true of the method. Where directions are selected, a method without a
    request in them is left out.
    """
    methods = (method for method in contract.methods if _holds(method, selection))
    if selection.directions is None:
        return tuple(methods)
    new_methods = []
    for method in methods:
        offers = {
            direction: offer if direction in selection.directions else offer.model_copy(update={"request": None})
            for direction, offer in method.offers.items()
        }
        new_methods.append(method.model_copy(update={"offers": offers}))
    return tuple(method for method in new_methods if any(offer.request for offer in method.offers.values()))


def _selected_directions(contract: Contract, selection: Selection) -> tuple[Direction, ...]:
    """Return all directions, without the bodies of those that are not selected: no method decides about these."""
    if selection.directions is None:
        return contract.directions
    return tuple(
        direction if direction.name in selection.directions else direction.model_copy(update={"request": None})
        for direction in contract.directions
    )


def _without_idle_body(contract: Contract, direction: Direction) -> Direction:
    """Return a direction without its body if that only moves records of which no request is left."""
    interface = contract.interface
    machines = [
        interface.state_machine(name)
        for operation in interface.operations
        if operation.request == direction.name
        for name in operation.moves
    ]
    is_used = interface.creating(direction.name) or any(
        any(contract.requests(machine.direction)) for machine in machines
    )
    return direction if is_used or not direction.request else direction.model_copy(update={"request": None})


def _holds(method: Method, selection: Selection) -> bool:
    is_named = selection.methods is None or method.code in selection.methods
    return is_named and (selection.countries is None or method.is_in(selection.countries))


def _alone(method: Method, outside: Outside) -> Method:
    """Return a method without the samples that show another one, and without an outsider to use in its place.

    The samples minimal and full always stay.
    """
    deprecated = method.deprecated
    if deprecated and deprecated.instead in outside.codes:
        deprecated = deprecated.model_copy(update={"instead": None})
    offers = {direction: _offer_without(offer, outside) for direction, offer in method.offers.items()}
    return method.model_copy(update={"deprecated": deprecated, "offers": offers})


def _offer_without(offer: Offer, outside: Outside) -> Offer:
    if offer.request is None:
        return offer
    samples = offer.request.samples
    kept_samples = tuple(
        sample for sample in samples if sample.name in ("minimal", "full") or not outside.within(sample.payload)
    )
    return offer.model_copy(update={"request": offer.request.model_copy(update={"samples": kept_samples})})


def _reserved(reserved: Reserved, codes: tuple[str, ...]) -> Reserved:
    fields = (
        field.model_copy(update={"methods": tuple(code for code in field.methods if code in codes)})
        for field in reserved.fields
        if not field.methods or not set(field.methods).isdisjoint(codes)
    )
    return Reserved(methods=tuple(method for method in reserved.methods if method.now in codes), fields=tuple(fields))
