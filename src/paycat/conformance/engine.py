"""What an engine is: something that says, for a vector, what it refuses."""

from typing import Protocol

from paycat.contract.model import Refusal
from paycat.vectors.model import Stage, Vector


class Engine(Protocol):
    """A validator of bodies. A new engine is one module with a class like this, named in `engines/__init__.py`."""

    @property
    def name(self) -> str:
        """Name in reports."""

    @property
    def artefact(self) -> str:
        """The kind of artefact that it runs; losses are declared for these."""

    @property
    def stages(self) -> tuple[Stage, ...]:
        """The stages that it covers."""

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the engine refuses in a vector's body, by pointer and code."""


def in_order(found: set[Refusal]) -> tuple[Refusal, ...]:
    """Return refusals by pointer and code."""
    return tuple(sorted(found, key=lambda refusal: (refusal.pointer, refusal.code)))
