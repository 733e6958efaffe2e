"""Outcomes as cases state them: vectors, what engines answer to each, engines that are missing, and mutants.

The engines are made up, the run is the real one. A vector gets its `violations` from every engine but for those that
`answers` or `fails` name.
"""

from collections.abc import Mapping
from typing import Any

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engine import Engine, MissingEngineError
from paycat.conformance.run.outcome import Fate, Mutant, MutantTally, Outcomes, run
from paycat.conformance.run.output_folder import Batch
from paycat.contract.model import Contract, Limitation, Violation

STATED = {"about", "service", "limitations", "engines", "missing", "vectors", "mutants"}
SECRET = "the-payload-of-a-vector"


class MadeUpEngine(Engine):
    """Gives a vector the violations that the case states for it."""

    def __init__(self, name: str, artefact: str, stages: list[Any], stated: Mapping[str, Mapping[str, Any]]) -> None:
        self.name, self.artefact, self.stages = name, artefact, tuple(stages)
        self._stated = stated

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return the answer of the case; raises ValueError where the case says that the engine fails."""
        stated = self._stated[vector.id]
        if self.name in stated.get("fails", {}):
            raise ValueError(stated["fails"][self.name])
        if self.name in stated.get("answers", {}):
            return violations(stated["answers"][self.name])
        return () if self.artefact in vector.limitations else vector.violations


def outcome(stated: dict[str, Any], contract: Contract) -> Outcomes:
    """Return the outcome of a run of what a case states; the contract gives what reports do not show."""
    assert set(stated) <= STATED
    every = {one["id"]: one for vectors in stated["vectors"].values() for one in vectors}
    engines = [MadeUpEngine(**engine, stated=every) for engine in stated["engines"]]
    batches = [Batch(subject, tuple(map(vector, vectors))) for subject, vectors in stated["vectors"].items()]
    service = contract.service.model_copy(update=stated["service"])
    limitations = tuple(Limitation(**limitation) for limitation in stated["limitations"])
    return Outcomes(
        contract.model_copy(update={"service": service, "limitations": limitations}),
        tuple(run(batches, engines)),
        tuple(MissingEngineError(**missing) for missing in stated.get("missing", [])),
        tuple(mutants(**tally) for tally in stated.get("mutants", [])),
    )


def mutants(artefact: str, subject: str, made: list[dict[str, str]]) -> MutantTally:
    """Return the mutants that a case states for an artefact and a subject."""
    found = (Mutant(artefact, subject, **{**mutant, "fate": Fate(mutant["fate"])}) for mutant in made)
    return MutantTally(artefact, subject, tuple(found))


def vector(stated: dict[str, Any]) -> Vector:
    """Return the vector that a case states."""
    kept = {key: value for key, value in stated.items() if key not in {"answers", "fails"}}
    expected = violations(kept.pop("violations", {}))
    document = {"direction": "payout", "stage": "fields", "valid": not expected, "origin": "derived", **kept}
    return Vector.model_validate({**document, "payload": {"account": SECRET}, "violations": expected})


def violations(stated: dict[str, str]) -> tuple[Violation, ...]:
    """Return violations that a case states as code by pointer."""
    return tuple(Violation(code=code, pointer=pointer) for pointer, code in stated.items())
