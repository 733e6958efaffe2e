"""Mutants: artefacts changed in one place, which the vectors must notice, or which must be shown to mean the same."""

import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from paycat.conformance.outcome import Mutant, MutantTally
from paycat.conformance.reading import Batch
from paycat.contract.model import Contract
from paycat.vectors.model import Vector
from paycat_mutants.models import model_mutants
from paycat_mutants.overlay import imports_restored
from paycat_mutants.package import package_mutants
from paycat_mutants.schemas import schema_mutants

Step = Callable[[str, int], None]


def mutant_tallies(
    contract: Contract, generated: Path, batches: Iterable[Batch], step: Step = lambda subject, done: None
) -> tuple[MutantTally, ...]:
    """Return the fate of every mutant of what the project's packs make: schemas, OpenAPI components, Python package.

    `step` is told a subject and the number of mutants so far. Raises FindingsError when the artefacts are wrong as they
    are.
    """
    vectors = {batch.subject: batch.vectors for batch in batches}
    kinds: list[Callable[[Contract, Path, Mapping[str, Sequence[Vector]]], Iterator[Mutant]]] = [schema_mutants]
    if "python" not in contract.service.packs_off:
        kinds += [model_mutants, package_mutants]
    found: list[Mutant] = []
    with _without_logs(), imports_restored(contract.service.package):
        for mutants in kinds:
            for mutant in mutants(contract, generated, vectors):
                found.append(mutant)
                step(mutant.subject, len(found))
    ordered = sorted(found, key=_place)
    return tuple(MutantTally(*place, tuple(mutants)) for place, mutants in groupby(ordered, key=_place))


def _place(mutant: Mutant) -> tuple[str, str]:
    return mutant.artefact, mutant.subject


@contextmanager
def _without_logs() -> Iterator[None]:
    # A changed stub fails, and says so, as it should.
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)
