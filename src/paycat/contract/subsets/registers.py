"""The gaps, decisions and errata of a subset: those that something in it cites, and that are about its methods.

What a request of the subset rests on is about its method, too, whatever the entry says.
"""

from collections.abc import Collection, Iterator, Set
from types import MappingProxyType
from typing import Any

from paycat.catalogue.registers import Decision, Erratum, Gap
from paycat.catalogue.statement import Value
from paycat.contract.model import Contract, Request, Sample
from paycat.contract.subsets.citations import Citations, Known, cited
from paycat.diagnostics import Span

Entry = Gap | Decision | Erratum
_REGISTERS = ("gaps", "decisions", "errata")


def about(contract: Contract, codes: Collection[str], citations: Citations) -> Contract:
    """Return a contract without the register entries that are about other methods alone, and without their ids.

    A text that cites such an id is itself about those methods: `check` reports the others.
    """
    entries: tuple[Entry, ...] = (*contract.gaps, *contract.decisions, *contract.errata)
    resting = {id for request in contract.requests() if request.method in codes for id in rested_on(request)}
    own = frozenset(codes)
    others = {one.id for one in entries if one.methods and own.isdisjoint(one.methods)} - resting
    kept = {
        name: tuple(_narrowed(one, codes) for one in getattr(contract, name) if one.id not in others)
        for name in _REGISTERS
    }
    smaller = contract.model_copy(update=kept)
    return _without(smaller, others, citations) if others else smaller


def rested_on(request: Request, known: Known = MappingProxyType({})) -> Iterator[str]:
    """Return the entries that a request rests on, if only through a type, or that a sample of it follows."""
    yield from cited(request.root, known)
    yield from (sample.erratum for sample in request.samples if sample.erratum)


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
            kept = tuple(_without(one, ids, citations) for one in value if not (isinstance(one, str) and one in ids))
            same = len(kept) == len(value) and all(new is old for new, old in zip(kept, value, strict=True))
            return value if same else kept
    return None if isinstance(value, str) and value in ids else value


def _with_less(value: Value, ids: Set[str], citations: Citations) -> Value:
    members = {name: getattr(value, name) for name in value.member_names()}
    update = {name: new for name, old in members.items() if (new := _without(old, ids, citations)) is not old}
    return value.model_copy(update=update) if update else value


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
