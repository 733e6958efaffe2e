"""The verdicts of samples."""

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import InvalidOperation
from typing import Any

from paycat.catalogue.methods import Samples
from paycat.catalogue.reading import SourceFile
from paycat.contract.model import Request, Sample, Violation
from paycat.contract.paths import ROOT, steps
from paycat.contract.validate import validate
from paycat.diagnostics import Span


@dataclass(frozen=True, slots=True, eq=False)
class SampleVerdict:
    """A sample, its request, and the violations of its payload; equal to itself alone."""

    source: SourceFile[Samples]
    request: Request
    sample: Sample
    violations: tuple[Violation, ...]

    @property
    def right(self) -> bool:
        """Whether the payload has exactly the violations that the sample states."""
        return set(self.violations) == set(self.sample.violations)

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the sample, or with `key` the place of its key."""
        return self.source.at("samples", self.sample.name, *path, key=key)

    def member_at(self, pointer: str) -> Span:
        """Return the place of a member of the payload, or of what is nearest around it."""
        return self.at("payload", *steps(pointer), key=True)


def validated(request: Request, payload: Any) -> tuple[Violation, ...]:
    """Return the violations of a payload."""
    try:
        return validate(request, payload)
    except InvalidOperation:  # A corrected text "nan" is a number that is neither small nor large.
        return (Violation(code="type", pointer=ROOT),)


def in_words(violations: Iterable[Violation]) -> str:
    """Return violations as a phrase that names codes and places, and no value."""
    return ", ".join(f"{violation.code} at {violation.pointer}" for violation in violations) or "no violation"
