"""Vectors taken out: the mutants that they alone noticed survive, and nothing else does.

A case is `case.yaml`: what it is `about`, which vectors it is `without` (patterns of ids), which `kinds` of mutants are
made, and the `survivors`: patterns of "artefact subject place: change", each of which must survive.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.conformance.mutants.models import model_mutants
from paycat.conformance.mutants.mutant import Fate, Mutant
from paycat.conformance.mutants.package import package_mutants
from paycat.conformance.mutants.schemas import schema_mutants
from paycat.conformance.reading import Batch
from paycat.contract.model import Contract
from paycat.vectors.model import Vector

CASES = sorted((Path(__file__).parent / "untested").iterdir())
KINDS: Mapping[str, Callable[[Contract, Path, Mapping[str, Sequence[Vector]]], Iterator[Mutant]]] = {
    "schemas": schema_mutants,
    "models": model_mutants,
    "package": package_mutants,
}


def test_cases_are_of_every_kind_and_artefact() -> None:
    stated = [projects.read_yaml(case / "case.yaml") for case in CASES]
    assert {kind for case in stated for kind in case["kinds"]} == set(KINDS)
    artefacts = {pattern.split()[0] for case in stated for pattern in case["survivors"]}
    assert artefacts == {"json-schema", "openapi", "models", "stub"}


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_untested_rule_is_named(case: Path, small: Path, small_contract: Contract, batches: list[Batch]) -> None:
    stated: dict[str, Any] = projects.read_yaml(case / "case.yaml")
    left = without(batches, stated["without"])
    found = [mutant for kind in stated["kinds"] for mutant in KINDS[kind](small_contract, small / "generated", left)]
    named = [f"{one.artefact} {one.subject} {one.place}: {one.change}" for one in found if one.fate is Fate.SURVIVED]
    patterns = stated["survivors"]
    assert [one for one in named if not any(fnmatchcase(one, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatchcase(one, pattern) for one in named)] == []


def without(batches: list[Batch], patterns: list[str]) -> dict[str, tuple[Vector, ...]]:
    """Return vectors by subject, without those whose id has one of the patterns; each pattern must have one."""
    ids = [vector.id for batch in batches for vector in batch.vectors]
    assert [pattern for pattern in patterns if not any(fnmatchcase(one, pattern) for one in ids)] == []
    return {
        batch.subject: tuple(
            vector for vector in batch.vectors if not any(fnmatchcase(vector.id, pattern) for pattern in patterns)
        )
        for batch in batches
    }
