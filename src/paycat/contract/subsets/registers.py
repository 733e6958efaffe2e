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
        of_interface = (getattr(contract.interface, name) for name in contract.interface.member_names())
        members = (*of_interface, contract.gaps, contract.decisions, contract.errata)
        parts = (part for member in members for part in (member if isinstance(member, tuple) else (member,)))
        self._known = known_of(part for part in parts if isinstance(part, Value))
        self._without: dict[tuple[int, frozenset[str]], Value] = {}

    def of(self, value: Any) -> list[str]:
        """Return what `cited` returns; an id that a part cites several times is there once."""
        return cited(value, self._known)

    def without(self, value: Value, ids: Set[str], remove: Callable[[Value], Value]) -> Value:
        """Return what `remove` makes of a value without some ids; for a part, once for those that it cites."""
        if id(value) not in self._known:
            return remove(value)
        removed = self._known[id(value)][1] & ids
        if not removed:
            return value
        if (id(value), removed) not in self._without:
            self._without[id(value), removed] = remove(value)
        return self._without[id(value), removed]


def about(contract: Contract, codes: Collection[str], citations: Citations) -> Contract:
    """Return a contract without the register entries that are about other methods alone, and without their ids.

    A text that cites such an id is itself about those methods: `check` reports the others.
    """
    entries: tuple[Entry, ...] = (*contract.gaps, *contract.decisions, *contract.errata)
    resting = {id for request in contract.requests() if request.method in codes for id in rested_on(request)}
    selected = frozenset(codes)
    others = {entry.id for entry in entries if entry.methods and selected.isdisjoint(entry.methods)} - resting
    kept = {
        name: tuple(_narrowed(entry, codes) for entry in getattr(contract, name) if entry.id not in others)
        for name in _REGISTERS
    }
    smaller = contract.model_copy(update=kept)
    return _without(smaller, others, citations) if others else smaller


def cited_alone(contract: Contract, citations: Citations) -> Contract:
    """Return a contract without the register entries that nothing in it cites, be it as a reason or in a text.

    A gap stays with a decision that closes it, an erratum with its gap.
    """
    rest = [getattr(contract, name) for name in contract.member_names() if name not in _REGISTERS]
    kept = set(citations.of(rest))
    before = 0
    while len(kept) != before:
        before = len(kept)
        kept |= set(_reasoned(contract, frozenset(kept), citations))
    gaps = (gap for gap in contract.gaps if gap.id in kept)
    return contract.model_copy(
        update={
            "gaps": tuple(
                gap
                if kept.issuperset(gap.decisions)
                else gap.model_copy(update={"decisions": tuple(id for id in gap.decisions if id in kept)})
                for gap in gaps
            ),
            "decisions": tuple(decision for decision in contract.decisions if decision.id in kept),
            "errata": tuple(erratum for erratum in contract.errata if erratum.id in kept),
        }
    )


def rested_on(request: Request, by_id: Known = MappingProxyType({})) -> Iterator[str]:
    """Return the entries that a request rests on, if only through a type, or that a sample of it follows."""
    yield from cited(request.root, by_id)
    yield from (sample.erratum for sample in request.samples if sample.erratum)


def cited(value: Any, by_id: Known = MappingProxyType({})) -> list[str]:
    """Return every id in the texts of a value, at any depth; what is known of a value inside is there once."""
    return list(_cited(value, by_id))


def known_of(values: Iterable[Value]) -> Known:
    """Return what each of these values cites."""
    return {id(value): (value, frozenset(cited(value))) for value in values}


Entry = Gap | Decision | Erratum


def _cited(value: Any, by_id: Known) -> Iterator[str]:
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            if "-" in part:
                yield from _ID.findall(part)
        elif isinstance(part, dict):
            waiting += part.values()
        elif isinstance(part, list | tuple) and not isinstance(part, Span):
            waiting += part
        elif id(part) in by_id:
            yield from by_id[id(part)][1]
        elif isinstance(part, Value):
            waiting += [held for name in part.member_names() if (held := getattr(part, name))]


def _narrowed(entry: Any, codes: Collection[str]) -> Any:
    kept = tuple(code for code in entry.methods if code in codes)
    return entry if kept == entry.methods else entry.model_copy(update={"methods": kept})


def _without(value: Any, ids: Set[str], citations: Citations) -> Any:
    """Return a value without some ids, wherever one is a member or an item; the same value if none is."""
    match value:
        case Span() | Sample():
            return value
        case Value():
            return citations.without(value, ids, lambda part: _with_less(part, ids, citations))
        case tuple():
            left = (item for item in value if not (isinstance(item, str) and item in ids))
            kept = tuple(_without(item, ids, citations) for item in left)
            same = len(kept) == len(value) and all(new is old for new, old in zip(kept, value, strict=True))
            return value if same else kept
    return None if isinstance(value, str) and value in ids else value


def _with_less(value: Value, ids: Set[str], citations: Citations) -> Value:
    members = {name: getattr(value, name) for name in value.member_names()}
    update = {name: new for name, old in members.items() if (new := _without(old, ids, citations)) is not old}
    return value.model_copy(update=update) if update else value


def _reasoned(contract: Contract, kept: frozenset[str], citations: Citations) -> Iterator[str]:
    """The entries that belong to those that are kept, and what the texts of all of them cite."""
    for decision in contract.decisions:
        if decision.id in kept:
            yield from citations.of(decision)
    for gap in contract.gaps:
        if gap.id in kept or not kept.isdisjoint(gap.decisions):
            yield from cited((gap.id, gap.question, gap.quote))
            yield from gap.decisions if kept.isdisjoint(gap.decisions) else ()
    for erratum in contract.errata:
        if erratum.id in kept or erratum.gap in kept:
            yield from citations.of(erratum)
