"""Mutants: artefacts changed in one place, which the vectors must notice, or which must be shown to mean the same."""

import logging
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import groupby
from pathlib import Path

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.outcome import Mutant, MutantTally
from paycat.conformance.run.output_folder import Published
from paycat.contract.model import Contract
from paycat_mutants.models import model_mutants, record_model_mutants
from paycat_mutants.overlay import imports_restored
from paycat_mutants.package import package_mutants, parameter_mutants
from paycat_mutants.schemas import schema_mutants
from paycat_mutants.typescript import typescript_mutants
from paycat_mutants.values import value_mutants

Step = Callable[[str, int], None]


def mutant_tallies(
    contract: Contract,
    generated: Path,
    batches: Iterable[Published],
    step: Step = lambda place, done: None,
    *,
    most: int = sys.maxsize,
) -> tuple[MutantTally, ...]:
    """Return the fate of every mutant of what the project's packs make: schemas, OpenAPI components, packages.

    `step` is called with where the work is, and the number of mutants so far. At most `most` mutants of schemas, of
    models, and so on, are returned; the last tally of those that have more is cut short. Raises FindingsError when the
    artefacts are wrong without a change.
    """
    requests: dict[str, Sequence[Vector]] = {}
    values: dict[str, Sequence[ValueVector]] = {}
    for batch in batches:
        requests[batch.subject] = [one for one in batch.vectors if isinstance(one, Vector)]
        values[batch.subject] = [one for one in batch.vectors if isinstance(one, ValueVector)]
    values = {subject: vectors for subject, vectors in values.items() if vectors}
    requests = {subject: vectors for subject, vectors in requests.items() if vectors}
    made = [schema_mutants(contract, generated, requests), value_mutants(contract, generated, values)]
    if "python" not in contract.service.packs_off:
        made += [
            model_mutants(contract, generated, requests),
            record_model_mutants(contract, generated, values),
            package_mutants(contract, generated, requests),
            parameter_mutants(contract, generated, values.get("parameters", ())),
        ]
    if "typescript" not in contract.service.packs_off:
        made.append(typescript_mutants(contract, generated, requests))
    found: list[Mutant] = []
    cut_short = set[tuple[str, str]]()
    with _without_logs(), imports_restored(contract.service.package):
        for part, mutants in enumerate(made, start=1):
            for number, mutant in enumerate(mutants):
                if number == most:
                    cut_short.add(_location(found[-1]))
                    break
                found.append(mutant)
                step(f"part {part} of {len(made)}: {mutant.artefact} of {mutant.subject}", len(found))
    ordered = sorted(found, key=_location)
    tallies = groupby(ordered, key=_location)
    return tuple(MutantTally(*location, tuple(mutants), location in cut_short) for location, mutants in tallies)


def _location(mutant: Mutant) -> tuple[str, str]:
    return mutant.artefact, mutant.subject


@contextmanager
def _without_logs() -> Iterator[None]:
    # A changed stub fails and logs it, as it should.
    before = logging.root.manager.disable
    logging.disable()
    try:
        yield
    finally:
        logging.disable(before)
