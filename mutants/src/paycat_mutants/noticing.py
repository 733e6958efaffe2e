"""Which vector notices that an artefact was changed, and the finding about one that vectors reject as it is."""

from collections.abc import Iterable
from pathlib import Path

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import Engine
from paycat.conformance.run.outcome import expected_of, violations_by
from paycat.diagnostics import Diagnostic, FindingsError, Span


def killer_of(engine: Engine, cases: Iterable[Vector | ValueVector], member: str = "") -> str:
    """Return the id of a vector that gets another verdict than expected, or nothing; those about a member first."""
    for vector in sorted(cases, key=lambda one: f".{member}:" not in one.rule) if member else cases:
        try:
            if engine.covers(vector) and violations_by(engine, vector) != expected_of(engine, vector):
                return vector.id
        except Exception:  # noqa: BLE001 - whatever changed code raises is noticed
            return vector.id
    return ""


def wrong_unchanged(generated: Path, what: str, vector: str) -> FindingsError:
    """Return the finding that a vector rejects an unchanged artefact: it would reject any mutant of it, too."""
    message = f"{what} gives {vector} another verdict than it must get, so mutants cannot be checked"
    advice = "run paycat conform without --mutants, and correct what it finds"
    return FindingsError([Diagnostic("wrong-unchanged", Span(generated.name), message, advice)])
