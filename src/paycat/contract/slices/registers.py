"""A smaller contract with whole registers in, the contract with the gaps, decisions and errata that it cites out."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.values import Place, Value

_ID = re.compile(r"(?<![A-Za-z0-9_-])[A-Z]-[0-9]+(?![A-Za-z0-9_])")
_REGISTERS = ("gaps", "decisions", "errata")


def cited_alone(contract: Contract) -> Contract:
    """Return a contract without the register entries that nothing in it cites, be it as a reason or in a text.

    A gap stays with a decision that closes it, an erratum with its gap.
    """
    rest = [getattr(contract, name) for name in type(contract).model_fields if name not in _REGISTERS]
    kept = set(_cited(rest))
    before = 0
    while len(kept) != before:
        before = len(kept)
        kept |= set(_reasoned(contract, frozenset(kept)))
    gaps = (gap for gap in contract.gaps if gap.id in kept)
    return contract.model_copy(
        update={
            "gaps": tuple(
                gap.model_copy(update={"decisions": tuple(id for id in gap.decisions if id in kept)}) for gap in gaps
            ),
            "decisions": tuple(decision for decision in contract.decisions if decision.id in kept),
            "errata": tuple(erratum for erratum in contract.errata if erratum.id in kept),
        }
    )


def _reasoned(contract: Contract, kept: frozenset[str]) -> Iterator[str]:
    """The entries that belong to those that are kept, and what the texts of all of them cite."""
    for decision in contract.decisions:
        if decision.id in kept:
            yield from _cited(decision)
    for gap in contract.gaps:
        if gap.id in kept or not kept.isdisjoint(gap.decisions):
            yield from _cited((gap.id, gap.question, gap.quote))
            yield from gap.decisions if kept.isdisjoint(gap.decisions) else ()
    for erratum in contract.errata:
        if erratum.id in kept or erratum.gap in kept:
            yield from _cited(erratum)


def _cited(value: Any) -> Iterator[str]:
    """Every id in the texts of a value, at any depth."""
    if isinstance(value, str):
        yield from _ID.findall(value)
    elif isinstance(value, Value) and not isinstance(value, Place):
        yield from _all(getattr(value, name) for name in type(value).model_fields)
    elif isinstance(value, dict):
        yield from _all(value.values())
    elif isinstance(value, list | tuple):
        yield from _all(value)


def _all(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        yield from _cited(value)
