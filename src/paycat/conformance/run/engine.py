"""What an engine is: a validator of the bodies and values of vectors."""

from abc import ABC, abstractmethod
from collections.abc import Iterable

from paycat.conformance.derive.model import Stage, ValueStage, ValueVector, Vector
from paycat.contract.model import Violation


class Engine(ABC):
    """A validator of bodies. A new engine is one module with a subclass, named in `engines/__init__.py`."""

    name: str
    """Name in reports."""

    artefact: str
    """The kind of artefact that it runs, for which limitations are declared."""

    stages: tuple[Stage | ValueStage, ...] = ("fields",)
    """The stages that it covers."""

    workers: int = 1
    """How many vectors it validates at a time."""

    @abstractmethod
    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the engine rejects in a vector's body, by pointer and code."""

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether the engine accepts the value of a vector that it covers."""
        raise NotImplementedError  # One that covers no vector of a value is never asked.

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether the engine can validate a vector."""
        return vector.stage in self.stages

    def close(self) -> None:  # noqa: B027 - most engines hold nothing
        """Release what the engine holds: processes, connections."""


class MissingEngineError(Exception):
    """An engine cannot run here, because a tool that it needs is not installed."""

    def __init__(self, name: str, why: str, remedy: str) -> None:
        super().__init__(f"{name}: {why}; {remedy}")
        self.name, self.why, self.remedy = name, why, remedy


def in_order(found: Iterable[Violation]) -> tuple[Violation, ...]:
    """Return violations by pointer and code."""
    return tuple(sorted(found, key=lambda violation: (violation.pointer, violation.code)))
