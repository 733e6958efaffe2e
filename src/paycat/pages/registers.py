"""A contract in, what its registers say beside the decisions out: gaps by state, errata with their samples."""

from collections import Counter
from dataclasses import dataclass

from paycat.contract.model import Contract, Request, Sample
from paycat.contract.registers import Erratum, Gap

_STATES = (
    ("decided", "closed by a decision of ours"),
    ("settled", "answered by the specification itself, elsewhere"),
    ("open", "not answered yet"),
)


@dataclass(frozen=True, slots=True)
class Standing:
    """A state of gaps, what it means, and how many gaps are in it."""

    state: str
    meaning: str
    count: int


@dataclass(frozen=True, slots=True)
class ErratumPage:
    """An erratum with its gap, and the samples that follow the mistake."""

    erratum: Erratum
    gap: Gap | None
    samples: tuple[tuple[Request, Sample], ...]


def standings(contract: Contract) -> tuple[Standing, ...]:
    """Return how many gaps are in each state."""
    counts: Counter[str] = Counter(gap.state for gap in contract.gaps)
    return tuple(Standing(state, meaning, counts[state]) for state, meaning in _STATES)


def erratum_pages(contract: Contract) -> tuple[ErratumPage, ...]:
    """Return every erratum, in the order of the register."""
    gaps = {gap.id: gap for gap in contract.gaps}
    return tuple(
        ErratumPage(
            erratum=one,
            gap=gaps.get(one.gap),
            samples=tuple(
                (request, sample)
                for request in contract.requests()
                for sample in request.samples
                if sample.erratum == one.id
            ),
        )
        for one in contract.errata
    )
