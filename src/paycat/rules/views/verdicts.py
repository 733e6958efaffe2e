"""A contract and its catalogue in; every sample with the refusals that it gets out."""

from collections.abc import Iterator
from dataclasses import dataclass
from decimal import InvalidOperation
from typing import Any
from urllib.parse import unquote

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.samples import Samples
from paycat.contract.judge import judge
from paycat.contract.model import Contract, Refusal, Request, Sample
from paycat.contract.pointers import ROOT
from paycat.diagnostics import Span


@dataclass(frozen=True, slots=True)
class Verdict:
    """A sample, its request, and the refusals that its payload gets."""

    source: Source[Samples]
    request: Request
    sample: Sample
    refusals: tuple[Refusal, ...]

    @property
    def right(self) -> bool:
        """Whether the payload gets exactly the refusals that the sample states."""
        return set(self.refusals) == set(self.sample.refusals)

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the sample, or with `key` the place of its key."""
        return self.source.at("samples", self.sample.name, *path, key=key)

    def member_at(self, pointer: str) -> Span:
        """Return the place of a member of the payload, or of what is nearest around it."""
        return self.at("payload", *_steps(pointer), key=True)


def verdicts(catalogue: Catalogue, contract: Contract) -> Iterator[Verdict]:
    """Every sample of a settled request, judged."""
    for request in contract.requests():
        source = catalogue.samples.get((request.direction, request.method))
        for sample in request.samples if source else ():
            assert source is not None
            yield Verdict(source, request, sample, judged(request, sample.payload))


def judged(request: Request, payload: Any) -> tuple[Refusal, ...]:
    """Return the refusals of a payload."""
    try:
        return judge(request, payload)
    except InvalidOperation:  # A mend turns the text "nan" into a number that is neither small nor large.
        return (Refusal(code="type", pointer=ROOT),)


def in_words(refusals: tuple[Refusal, ...]) -> str:
    """Return refusals as a phrase that names codes and places, and no value."""
    return ", ".join(f"{refusal.code} at {refusal.pointer}" for refusal in refusals) or "no refusal"


def _steps(pointer: str) -> list[str]:
    return [unquote(step).replace("~1", "/").replace("~0", "~") for step in pointer.removeprefix("#").split("/")[1:]]
