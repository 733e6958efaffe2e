"""Verdicts in, counts out: what of the contract a generator's models do not hold."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from tests.artefacts.integrators.bodies import Body


def measured(bodies: Sequence[Body], accepted: Sequence[bool]) -> dict[str, Any]:
    """Return how many bodies the models validate wrongly, by kind of rule; declared limitations are counted apart."""
    verdicts = list(zip(bodies, accepted, strict=True))
    held = [(body, verdict) for body, verdict in verdicts if not body.is_declared_limitation]
    return {
        "accepts_invalid": _kinds(body for body, verdict in held if verdict and not body.vector.valid),
        "rejects_valid": _kinds(body for body, verdict in held if not verdict and body.vector.valid),
        "accepts_declared_limitations": sum(verdict for body, verdict in verdicts if body.is_declared_limitation),
    }


def totals(bodies: Sequence[Body]) -> dict[str, int]:
    """Return how many bodies there are: invalid and valid ones, and those that the document cannot reject."""
    return {
        "invalid": sum(not body.vector.valid and not body.is_declared_limitation for body in bodies),
        "valid": sum(body.vector.valid for body in bodies),
        "limitations": sum(body.is_declared_limitation for body in bodies),
    }


def _kinds(wrong: Iterable[Body]) -> dict[str, int]:
    counts = Counter(body.kind for body in wrong)
    return dict(sorted(counts.items(), key=lambda one: (-one[1], one[0])))
