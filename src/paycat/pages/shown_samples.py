"""A request type in, the samples that its page shows out: valid ones beside minimal and full, and errata."""

from dataclasses import dataclass

from paycat.contract.model import Contract, Request, Sample
from paycat.contract.registers import Erratum
from paycat.pages.json_texts import pretty

_ALWAYS = ("minimal", "full")


@dataclass(frozen=True, slots=True)
class Shown:
    """A valid sample as JSON text."""

    id: str
    meaning: str
    payload: str


@dataclass(frozen=True, slots=True)
class Instead:
    """A sample that follows an erratum: what the specification shows, and what to send; "" where nothing mends it."""

    sample: Sample
    erratum: Erratum
    payload: str
    mended: str


def other_samples(_contract: Contract, request: Request) -> tuple[Shown, ...]:
    """Return the valid samples beside minimal and full; those that follow an erratum stand elsewhere."""
    return tuple(
        Shown(f"sample-{one.name}", one.meaning, pretty(one.payload))
        for one in request.samples
        if not one.refusals and one.name not in _ALWAYS and not one.erratum
    )


def errata_samples(contract: Contract, request: Request) -> tuple[Instead, ...]:
    """Return the samples that follow an erratum."""
    errata = {one.id: one for one in contract.errata}
    return tuple(
        Instead(
            sample=one,
            erratum=errata[one.erratum],
            payload=pretty(one.payload),
            mended="" if one.mended is None else pretty(one.mended),
        )
        for one in request.samples
        if one.erratum
    )
