"""Vectors taken out: the mutants that they alone noticed survive, and nothing else does.

A case is `case.yaml`: what it is `about`, which vectors it is `without` (patterns of ids), which `kinds` of mutants are
made, and the `survivors`: patterns of "artefact subject place: change", each of which must survive.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.outcome import Fate, Mutant, MutantName
from paycat.conformance.run.output_folder import Published
from paycat.contract.model import Contract
from paycat_mutants.models import model_mutants, record_model_mutants
from paycat_mutants.package import package_mutants, parameter_mutants
from paycat_mutants.schemas import schema_mutants
from paycat_mutants.typescript import typescript_mutants
from paycat_mutants.values import value_mutants

CASES = sorted((Path(__file__).parent / "untested").iterdir())
CHOSEN = ("required-left-out", "parameter-range")
"""Schemas and models of requests, and of values; `make test-deep` runs the others."""
Vectors = Mapping[str, Sequence[Any]]
Validate = Callable[[Vectors], list[Mutant]]


@pytest.fixture(scope="session")
def kinds(small: Path, small_contract: Contract, batches: list[Published]) -> dict[str, Validate]:
    """What makes and validates the mutants of each kind with some of the vectors.

    Which vectors the package is asked with depends on all of them, so each of its mutants is validated anew.
    """
    generated, vectors = small / "generated", without(batches, [])

    def again(make: Callable[..., Iterator[Mutant]]) -> Validate:
        @cache
        def with_all() -> list[Mutant]:
            return list(make(small_contract, generated, of_kind(vectors, Vector)))

        return lambda left: list(make(small_contract, generated, of_kind(left, Vector), still_known(with_all(), left)))

    return {
        "schemas": again(schema_mutants),
        "models": again(model_mutants),
        "package": lambda left: list(package_mutants(small_contract, generated, of_kind(left, Vector))),
        "values": lambda left: list(value_mutants(small_contract, generated, of_kind(left, ValueVector))),
        "records": lambda left: list(record_model_mutants(small_contract, generated, of_kind(left, ValueVector))),
        "typescript": lambda left: list(typescript_mutants(small_contract, generated, of_kind(left, Vector))),
        "parameters": lambda left: list(parameter_mutants(small_contract, generated, left["parameters"])),
    }


def of_kind(vectors: Vectors, kind: type) -> Vectors:
    """Return the batches of vectors of one kind."""
    return {subject: found for subject, found in vectors.items() if all(isinstance(one, kind) for one in found)}


def still_known(mutants: list[Mutant], left: Vectors) -> dict[MutantName, Mutant]:
    """Return the mutants that no missing vector has noticed: what is left notices them, too, or they are equivalent."""
    ids = {vector.id for vectors in left.values() for vector in vectors}
    assert len({one.name for one in mutants}) == len(mutants), "a name tells a mutant from every other one"
    return {one.name: one for one in mutants if one.fate is Fate.EQUIVALENT or one.why in ids}


def test_cases_are_of_every_kind_and_artefact(kinds: dict[str, Validate]) -> None:
    stated = [projects.read_yaml(case / "case.yaml") for case in CASES]
    assert {kind for case in stated for kind in case["kinds"]} == set(kinds)
    artefacts = {pattern.split()[0] for case in stated for pattern in case["survivors"]}
    assert artefacts == {"json-schema", "openapi", "models", "stub", "typescript"}


@pytest.mark.parametrize("case", one_of_each_kind(CASES, CHOSEN, lambda case: case.name), ids=lambda case: case.name)
def test_untested_rule_is_named(case: Path, kinds: dict[str, Validate], batches: list[Published]) -> None:
    stated: dict[str, Any] = projects.read_yaml(case / "case.yaml")
    left = without(batches, stated["without"])
    found = [mutant for kind in stated["kinds"] for mutant in kinds[kind](left)]
    named = [f"{one.artefact} {one.subject} {one.location}: {one.change}" for one in found if one.fate is Fate.SURVIVED]
    patterns = stated["survivors"]
    assert [one for one in named if not any(fnmatchcase(one, pattern) for pattern in patterns)] == []
    assert [pattern for pattern in patterns if not any(fnmatchcase(one, pattern) for one in named)] == []


def without(batches: list[Published], patterns: list[str]) -> dict[str, Sequence[Any]]:
    """Return vectors by subject, without those whose id has one of the patterns; each pattern must have one."""
    ids = [vector.id for batch in batches for vector in batch.vectors]
    assert [pattern for pattern in patterns if not any(fnmatchcase(one, pattern) for one in ids)] == []
    return {
        batch.subject: tuple(
            vector for vector in batch.vectors if not any(fnmatchcase(vector.id, pattern) for pattern in patterns)
        )
        for batch in batches
    }
