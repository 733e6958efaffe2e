"""Runs engines on vectors, and what a run found, as reports show it."""

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial
from typing import Annotated

from pydantic import AfterValidator, BeforeValidator, Field

from paycat.catalogue.statement import Value
from paycat.conformance.derive.model import REJECTED, ValueVector, Vector
from paycat.conformance.run.engine import Engine, MissingEngineError
from paycat.conformance.run.output_folder import Published
from paycat.contract.model import Contract, Violation
from paycat.diagnostics import FindingsError
from paycat.text.characters import printable

Text = Annotated[str, BeforeValidator(printable)]
"""Text that every format allows: control characters and lone surrogates are escaped."""


def _printable(violation: Violation) -> Violation:
    return Violation(code=printable(violation.code), pointer=printable(violation.pointer))


_Violations = tuple[Annotated[Violation, AfterValidator(_printable)], ...]


class Disagreement(Value):
    """One vector for which an engine reported other violations than the expected ones."""

    engine: Text = Field(description="Name of the engine.")
    subject: Text = Field(description="Subject of the vector.")
    vector: Text = Field(description="Id of the vector.")
    rule: Text = Field(description="The rule that the vector tests.")
    source: Text | None = Field(description="Section of the specification that the rule comes from.")
    decisions: tuple[Text, ...] = Field(description="Decisions that the rule comes from.")
    expected: _Violations = Field(description="Expected violations; none: it must be accepted.")
    got: _Violations = Field(description="Reported violations; none: it was accepted, unless `failure` is set.")
    failure: Text = Field(description="How the engine failed, if it returned no verdict; otherwise empty.")

    @property
    def reasons(self) -> tuple[str, ...]:
        """Where the rule comes from: the section, then the decisions."""
        return (*((self.source,) if self.source else ()), *self.decisions)

    def __str__(self) -> str:
        reasons = f"; the rule is from {', '.join(self.reasons)}" if self.reasons and not self.failure else ""
        expected, got = (", ".join(map(str, violations)) or "acceptance" for violations in (self.expected, self.got))
        return f"{self.vector} (rule {self.rule}): expected {expected}, got {self.failure or got}{reasons}"


@dataclass(slots=True)
class Tally:
    """One engine on one subject."""

    run: Annotated[int, Field(description="Vectors run.")] = 0
    limitations: Annotated[int, Field(description="Vectors that must be accepted here, by a declared limitation.")] = 0
    disagreements: Annotated[
        list[Disagreement], Field(description="Vectors with other violations than the expected ones.")
    ] = field(default_factory=list)


@dataclass(slots=True)
class Result:
    """One engine on all subjects."""

    engine: Annotated[str, Field(description="Name of the engine.")]
    tallies: Annotated[
        dict[str, Tally],
        Field(description="Its results by subject: a request type such as refund/METHOD, a record, or a stage."),
    ] = field(default_factory=dict)
    notes: Annotated[list[str], Field(description="What else to know.")] = field(default_factory=list)

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
        return [disagreement for tally in self.tallies.values() for disagreement in tally.disagreements]


Step = Callable[[str, str, int], None]


def run(
    batches: Iterable[Published], engines: Sequence[Engine], on_step: Step = lambda engine, subject, done_count: None
) -> list[Result]:
    """Return each engine's result on the vectors of the stages that it covers. Raises FindingsError.

    `on_step` is called with an engine's name, a batch's subject and how many of its vectors are done.
    """
    results = [Result(engine.name) for engine in engines]
    for batch in batches:
        for engine, result in zip(engines, results, strict=True):
            covered_vectors = [vector for vector in batch.vectors if engine.covers(vector)]
            if covered_vectors:
                result.tallies[printable(batch.subject)] = _run(engine, batch.subject, covered_vectors, on_step)
    return results


def _run(engine: Engine, subject: str, vectors: Sequence[Vector | ValueVector], on_step: Step) -> Tally:
    tally = Tally()
    disagreement_of = partial(_disagreement, engine, subject)
    with ThreadPoolExecutor(engine.workers) as pool:
        disagreements = map(disagreement_of, vectors) if engine.workers == 1 else pool.map(disagreement_of, vectors)
        for vector, disagreement in zip(vectors, disagreements, strict=True):
            tally.run += 1
            tally.limitations += engine.artefact in vector.limitations
            if disagreement:
                tally.disagreements.append(disagreement)
            on_step(engine.name, subject, tally.run)
    return tally


def _disagreement(engine: Engine, subject: str, vector: Vector | ValueVector) -> Disagreement | None:
    expected_violations = expected_of(engine, vector)
    got_violations, failure = tuple[Violation, ...](), ""
    try:
        got_violations = violations_by(engine, vector)
    except FindingsError:
        raise
    except Exception as error:  # noqa: BLE001 - whatever an engine raises is a result of the run
        failure = f"{type(error).__name__}: {error}"[:300]
    if got_violations == expected_violations and not failure:
        return None
    return Disagreement(
        engine=engine.name,
        subject=subject,
        vector=vector.id,
        rule=vector.rule,
        source=vector.source,
        decisions=vector.decisions,
        expected=expected_violations,
        got=got_violations,
        failure=failure,
    )


def expected_of(engine: Engine, vector: Vector | ValueVector) -> tuple[Violation, ...]:
    """Return what an engine must reject."""
    violations = () if engine.artefact in vector.limitations else vector.violations
    return engine.expected(violations) if isinstance(vector, Vector) else violations


def violations_by(engine: Engine, vector: Vector | ValueVector) -> tuple[Violation, ...]:
    """Return what an engine rejects; for a value, only whether it is rejected."""
    if isinstance(vector, Vector):
        return engine.violations(vector)
    return () if engine.accepts(vector) else (REJECTED,)


MutantName = tuple[str, str, str, str]
"""Artefact, subject, place and change: unique for each mutant."""


class Fate(StrEnum):
    """The result of a mutant: a vector noticed it, it means the same as the original, or no vector noticed it."""

    KILLED = "killed"
    EQUIVALENT = "equivalent"
    SURVIVED = "survived"


@dataclass(frozen=True, slots=True)
class Mutant:
    """An artefact changed in one place.

    `artefact` is its kind, `subject` the request type or file, `location` where in it, `change` what changed there;
    `why` is the id of the vector that noticed, or the proof that the mutant means the same.
    """

    artefact: str
    subject: str
    location: str
    change: str
    fate: Fate
    why: str = ""

    @property
    def name(self) -> MutantName:
        """Its unique name."""
        return self.artefact, self.subject, self.location, self.change


@dataclass(frozen=True, slots=True)
class MutantTally:
    """The mutants of one artefact on one subject."""

    artefact: str
    subject: str
    mutants: tuple[Mutant, ...]
    is_cut_short: bool = False
    """Whether the run ended here because the artefact has more mutants than it may make."""

    def of(self, fate: Fate) -> list[Mutant]:
        """Return the mutants with one fate."""
        return [mutant for mutant in self.mutants if mutant.fate is fate]


@dataclass(frozen=True, slots=True)
class Outcomes:
    """The results of the engines that ran, the engines that could not, and the mutants if there are any."""

    contract: Contract
    results: tuple[Result, ...]
    missing: tuple[MissingEngineError, ...] = ()
    mutants: tuple[MutantTally, ...] = ()

    @property
    def vectors(self) -> int:
        """Number of vectors run: in each subject, those of the engine that covers most."""
        return sum(
            max(result.tallies[subject].run for result in self.results if subject in result.tallies)
            for subject in self.subjects
        )

    @property
    def subjects(self) -> list[str]:
        """Every subject that an engine ran, in the order of the files."""
        return sorted({subject for result in self.results for subject in result.tallies})

    @property
    def survivors(self) -> list[Mutant]:
        """Every mutant that no vector noticed and no proof covers."""
        return [mutant for tally in self.mutants for mutant in tally.of(Fate.SURVIVED)]

    @property
    def cut_short(self) -> list[str]:
        """A sentence for each kind of artefact of which the run left out mutants."""
        tallies = [tally for tally in self.mutants if tally.is_cut_short]
        return [f"the run left out mutants of {tally.artefact} after {tally.subject}" for tally in tallies]

    @property
    def disagreements(self) -> list[Disagreement]:
        """Every disagreement, engine by engine."""
        return [disagreement for result in self.results for disagreement in result.disagreements]
