"""Vectors and engines in, verdicts out."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from paycat.conformance.engine import Engine
from paycat.contract.model import Refusal
from paycat.vectors.model import Vector


@dataclass(frozen=True, slots=True)
class Disagreement:
    """An engine that gave a vector other refusals than it must get; `failure` when it gave none but failed."""

    vector: Vector
    engine: str
    expected: tuple[Refusal, ...]
    got: tuple[Refusal, ...]
    failure: str = ""


@dataclass(slots=True)
class Result:
    """What one engine did: vectors run, those it accepts by a declared loss, and its disagreements."""

    engine: str
    run: int = 0
    losses: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)


def run(
    vectors: Sequence[Vector], engines: Iterable[Engine], step: Callable[[str, int], None] = lambda name, done: None
) -> list[Result]:
    """Return each engine's result on the vectors of the stages that it covers; `step` is told the progress."""
    return [_run(engine, vectors, step) for engine in engines]


def _run(engine: Engine, vectors: Sequence[Vector], step: Callable[[str, int], None]) -> Result:
    result = Result(engine.name)
    for vector in vectors:
        if vector.stage not in engine.stages:
            continue
        lost = engine.artefact in vector.losses
        result.run += 1
        result.losses += lost
        disagreement = _disagreement(engine, vector, () if lost else vector.refusals)
        if disagreement:
            result.disagreements.append(disagreement)
        step(engine.name, result.run)
    return result


def _disagreement(engine: Engine, vector: Vector, expected: tuple[Refusal, ...]) -> Disagreement | None:
    try:
        got = engine.refusals(vector)
    except Exception as error:  # noqa: BLE001 - whatever an engine raises is a verdict about the engine
        return Disagreement(vector, engine.name, expected, (), f"{type(error).__name__}: {error}"[:300])
    return None if got == expected else Disagreement(vector, engine.name, expected, got)
