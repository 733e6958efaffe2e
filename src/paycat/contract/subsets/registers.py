"""The gaps, decisions and errata of a subset: those that something in it cites, and that are about its methods."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Set
from types import MappingProxyType
from typing import Any

from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.statement import Value
from paycat.contract.model import Contract, Request, Sample
from paycat.diagnostics import Span

_ID = re.compile(r"(?<![A-Za-z0-9_-])[A-Z]-[0-9]+(?![A-Za-z0-9_])")

Known = Mapping[int, tuple[Value, frozenset[str]]]
"""What values cite, by the id of the value, which is kept alive."""
_REGISTERS = ("gaps", "decisions", "errata")


class Citations:
    """What each part of an interface and each entry of a register cites, found once for all contracts with these."""

    def __init__(self, contract: Contract) -> None:
        interface_members = (getattr(contract.interface, name) for name in contract.interface.member_names())
        members = (*interface_members, contract.gaps, contract.decisions, contract.errata)
        parts = (part for member in members for part in (member if isinstance(member, tuple) else (member,)))
        self._known = known_of(part for part in parts if isinstance(part, Value))
        self._without: dict[tuple[int, frozenset[str]], Value] = {}

    def of(self, value: Any) -> list[str]:
        """Return what `cited` returns; an id that a part cites several times is there once."""
        return cited(value, self._known)

    def without(self, value: Value, entry_ids: Set[str], remove: Callable[[Value], Value]) -> Value:
        """Return what `remove` makes of a value without some ids; for a part, once for those that it cites."""
        if id(value) not in self._known:
            return remove(value)
        removed_ids = self._known[id(value)][1] & entry_ids
        if not removed_ids:
            return value
        if (id(value), removed_ids) not in self._without:
            self._without[id(value), removed_ids] = remove(value)
        return self._without[id(value), removed_ids]


def about(contract: Contract, method_codes: Collection[str], citations: Citations) -> Contract:
    """Return a contract without the register entries that are about other methods alone, and without their ids.

    A text that cites such an id is itself about those methods: `check` reports the others.
    """
    entries: tuple[Entry, ...] = (*contract.gaps, *contract.decisions, *contract.errata)
    resting_ids = {id for request in contract.requests() if request.method in method_codes for id in rested_on(request)}
    code_set = frozenset(method_codes)
    other_ids = {entry.id for entry in entries if entry.methods and code_set.isdisjoint(entry.methods)} - resting_ids
    registers = {
        name: tuple(_narrowed(entry, method_codes) for entry in getattr(contract, name) if entry.id not in other_ids)
        for name in _REGISTERS
    }
    smaller_contract = contract.model_copy(update=registers)
    return _without(smaller_contract, other_ids, citations) if other_ids else smaller_contract


def cited_alone(contract: Contract, citations: Citations) -> Contract:
    """Return a contract without the register entries that nothing in it cites, be it as a reason or in a text.

    A gap stays with a decision that closes it, an erratum with its gap.
    """
    other_members = [getattr(contract, name) for name in contract.member_names() if name not in _REGISTERS]
    kept_ids = set(citations.of(other_members))
    id_count = 0
    while len(kept_ids) != id_count:
        id_count = len(kept_ids)
        kept_ids |= set(_reasoned(contract, frozenset(kept_ids), citations))
    gaps = (gap for gap in contract.gaps if gap.id in kept_ids)
    return contract.model_copy(
        update={
            "gaps": tuple(
                gap
                if kept_ids.issuperset(gap.decisions)
                else gap.model_copy(update={"decisions": tuple(id for id in gap.decisions if id in kept_ids)})
                for gap in gaps
            ),
            "decisions": tuple(decision for decision in contract.decisions if decision.id in kept_ids),
            "errata": tuple(erratum for erratum in contract.errata if erratum.id in kept_ids),
        }
    )


def rested_on(request: Request, known_by_id: Known = MappingProxyType({})) -> Iterator[str]:
    """Return the entries that a request rests on, if only through a type, or that a sample of it follows."""
    yield from cited(request.root, known_by_id)
    yield from (sample.erratum for sample in request.samples if sample.erratum)


def cited(value: Any, known_by_id: Known = MappingProxyType({})) -> list[str]:
    """Return every id in the texts of a value, at any depth; what is known of a value inside is there once."""
    return list(_cited(value, known_by_id))


def known_of(values: Iterable[Value]) -> Known:
    """Return what each of these values cites."""
    return {id(value): (value, frozenset(cited(value))) for value in values}


Entry = Gap | Decision | Erratum


def _cited(value: Any, known_by_id: Known) -> Iterator[str]:
    pending_parts = [value]
    while pending_parts:
        part = pending_parts.pop()
        if isinstance(part, str):
            if "-" in part:
                yield from _ID.findall(part)
        elif isinstance(part, dict):
            pending_parts += part.values()
        elif isinstance(part, list | tuple) and not isinstance(part, Span):
            pending_parts += part
        elif id(part) in known_by_id:
            yield from known_by_id[id(part)][1]
        elif isinstance(part, Value):
            pending_parts += [member for name in part.member_names() if (member := getattr(part, name))]


def _narrowed(entry: Any, method_codes: Collection[str]) -> Any:
    kept_codes = tuple(code for code in entry.methods if code in method_codes)
    return entry if kept_codes == entry.methods else entry.model_copy(update={"methods": kept_codes})


def _without(value: Any, entry_ids: Set[str], citations: Citations) -> Any:
    """Return a value without some ids, wherever one is a member or an item; the same value if none is."""
    match value:
        case Span() | Sample():
            return value
        case Value():
            return citations.without(value, entry_ids, lambda part: _with_less(part, entry_ids, citations))
        case tuple():
            left_items = (item for item in value if not (isinstance(item, str) and item in entry_ids))
            items = tuple(_without(item, entry_ids, citations) for item in left_items)
            is_same = len(items) == len(value) and all(new is old for new, old in zip(items, value, strict=True))
            return value if is_same else items
    return None if isinstance(value, str) and value in entry_ids else value


def _with_less(value: Value, entry_ids: Set[str], citations: Citations) -> Value:
    members = {name: getattr(value, name) for name in value.member_names()}
    update = {name: new for name, old in members.items() if (new := _without(old, entry_ids, citations)) is not old}
    return value.model_copy(update=update) if update else value


def _reasoned(contract: Contract, kept_ids: frozenset[str], citations: Citations) -> Iterator[str]:
    """The entries that belong to those that are kept, and what the texts of all of them cite."""
    for decision in contract.decisions:
        if decision.id in kept_ids:
            yield from citations.of(decision)
    for gap in contract.gaps:
        if gap.id in kept_ids or not kept_ids.isdisjoint(gap.decisions):
            yield from cited((gap.id, gap.question, gap.quote))
            yield from gap.decisions if kept_ids.isdisjoint(gap.decisions) else ()
    for erratum in contract.errata:
        if erratum.id in kept_ids or erratum.gap in kept_ids:
            yield from citations.of(erratum)
