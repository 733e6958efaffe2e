"""Runs engines on vectors."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial

from paycat.conformance.engine import Engine
from paycat.conformance.reading import Published
from paycat.contract.model import Violation
from paycat.diagnostics import FindingsError
from paycat.vectors.model import REJECTED, ValueVector, Vector


@dataclass(frozen=True, slots=True)
class Disagreement:
    """A vector for which an engine returned other violations than expected; `failure` says why it returned none."""

    vector: Vector | ValueVector
    engine: str
    expected: tuple[Violation, ...]
    got: tuple[Violation, ...]
    failure: str = ""


@dataclass(slots=True)
class Tally:
    """The vectors of a batch that an engine ran, those accepted by a declared limitation, and its disagreements."""

    run: int = 0
    limitations: int = 0
    disagreements: list[Disagreement] = field(default_factory=list)


@dataclass(slots=True)
class Result:
    """The tallies of one engine by the subject of the batches, and further notes."""

    engine: str
    tallies: dict[str, Tally] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)

    @property
    def run(self) -> int:
        """Number of vectors run."""
        return sum(tally.run for tally in self.tallies.values())

    @property
    def limitations(self) -> int:
        """Number of vectors that the engine must accept by a declared limitation."""
        return sum(tally.limitations for tally in self.tallies.values())

    @property
    def disagreements(self) -> list[Disagreement]:
        """Every disagreement, in the order of the vectors."""
        return [one for tally in self.tallies.values() for one in tally.disagreements]


Step = Callable[[str, str, int], None]


def run(
    batches: Iterable[Published], engines: Sequence[Engine], step: Step = lambda engine, subject, done: None
) -> list[Result]:
    """Return each engine's result on the vectors of the stages that it covers. Raises FindingsError.

    `step` is called with an engine's name, a batch's subject and how many of its vectors are done.
    """
    results = [Result(engine.name) for engine in engines]
    for batch in batches:
        for engine, result in zip(engines, results, strict=True):
            covered = [vector for vector in batch.vectors if engine.covers(vector)]
            if covered:
                result.tallies[batch.subject] = _run(engine, batch.subject, covered, step)
    return results


def _run(engine: Engine, subject: str, vectors: Sequence[Vector | ValueVector], step: Step) -> Tally:
    tally = Tally()
    check = partial(_disagreement, engine)
    with ThreadPoolExecutor(engine.workers) as pool:
        found = map(check, vectors) if engine.workers == 1 else pool.map(check, vectors)
        for vector, disagreement in zip(vectors, found, strict=True):
            tally.run += 1
            tally.limitations += engine.artefact in vector.limitations
            if disagreement:
                tally.disagreements.append(disagreement)
            step(engine.name, subject, tally.run)
    return tally


def _disagreement(engine: Engine, vector: Vector | ValueVector) -> Disagreement | None:
    expected = () if engine.artefact in vector.limitations else vector.violations
    try:
        got = violations_by(engine, vector)
    except FindingsError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever an engine raises is a result of the run
        return Disagreement(vector, engine.name, expected, (), f"{type(error).__name__}: {error}"[:300])
    return None if got == expected else Disagreement(vector, engine.name, expected, got)


def violations_by(engine: Engine, vector: Vector | ValueVector) -> tuple[Violation, ...]:
    """Return what an engine rejects; for a value, only whether it is rejected."""
    if isinstance(vector, Vector):
        return engine.violations(vector)
    return () if engine.accepts(vector) else (REJECTED,)
