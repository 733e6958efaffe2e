"""The schemas of records, parameters and headers in the OpenAPI document, changed one keyword at a time.

Only whether a value is rejected counts, so that a keyword beside one that rejects the same may change nothing.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from paycat.conformance.derive.model import ValueVector
from paycat.conformance.run.engine import SchemaError, values_of
from paycat.conformance.run.engines.json_schema import read_document
from paycat.conformance.run.engines.openapi import DescribedOperations
from paycat.conformance.run.outcome import Fate, Mutant
from paycat.contract.model import OPENAPI, Contract
from paycat.contract.sending import read_text
from paycat_mutants.proofs import text_proof, weaker_proof
from paycat_mutants.schema_changes import Schema, subschemas
from paycat_mutants.schemas import Case, Target, component_of, mutants_of

_READ_TYPES = ("number", "boolean")
_UNSENT = {"path": "/", "query": "", "header": "[^ -~]"}
"""Characters that cannot be sent in a place as they are."""
Values = Mapping[str, Sequence[ValueVector]]


def value_mutants(contract: Contract, generated: Path, vectors: Values) -> Iterator[Mutant]:
    """Return every mutant with its fate; `vectors` are all vectors of values by subject.

    Raises FindingsError when a vector notices the document without a change.
    """
    if "openapi" in contract.service.packs_off:
        return
    document = read_document(generated)
    operations = DescribedOperations(contract, document)
    for batch in vectors.values():
        for name in dict.fromkeys(vector.name for vector in batch):
            cases = [vector for vector in batch if vector.name == name]
            schema, required = operations.value_schema(cases[0])
            location = _location(contract, cases[0])
            target = _target(document, schema, cases, location)
            yield from mutants_of(generated, target)
            if location in ("query", "header") and cases[0].stage == "parameter":
                yield _presence(target.subject, cases, is_required=required)


def _target(document: Any, schema: Schema, vectors: Sequence[ValueVector], location: str) -> Target:
    first = vectors[0]
    subject = f"{first.stage}s/{first.name}"
    cases = tuple(_case(one, value) for one in vectors for value in _readings(one, schema))
    if first.stage != "record":
        locations = tuple(path for path, _ in subschemas(schema))
        return Target(
            OPENAPI,
            subject,
            schema,
            locations,
            cases,
            _is_rejected,
            partial(text_proof, unsent=_UNSENT[location], least=location == "path"),  # A step of a path is never empty.
            is_value=True,
        )
    root = component_of(document, first.name)
    own = ("components", "schemas", first.name)
    locations = tuple(path for path, _ in subschemas(root) if path[:3] == own)
    return Target(OPENAPI, subject, root, locations, cases, _is_rejected, weaker_proof, is_value=True)


def _location(contract: Contract, vector: ValueVector) -> str:
    """Return where a text is sent."""
    return contract.interface.parameter(vector.name).location_in if vector.stage == "parameter" else vector.stage


def _readings(vector: ValueVector, schema: Schema) -> Sequence[Any]:
    """Return the value that a vector sends, if any; of a rejected text also what readers of other types see."""
    values = values_of(vector, schema)
    if len(values) != 1 or vector.valid or vector.texts is None or schema.get("type") == "string":
        return values if len(values) == 1 else ()
    return [*values, *(read_text(one, text) for one in _READ_TYPES for text in vector.texts)]


def _is_rejected(_: object, errors: Iterable[SchemaError]) -> bool:
    return any(True for _ in errors)


def _case(vector: ValueVector, value: Any) -> Case:
    member = vector.rule.rpartition(":")[0].rpartition(".")[2]
    return Case(vector, value, not vector.valid and OPENAPI not in vector.limitations, member)


def _presence(subject: str, vectors: Sequence[ValueVector], *, is_required: bool) -> Mutant:
    """Return the mutant of a parameter that must be sent where it need not be, or need not where it must."""
    killer = next((one.id for one in vectors if one.texts == () and one.valid is not is_required), "")
    change = "may be left out" if is_required else "must be sent"
    return Mutant(OPENAPI, subject, "#/required", change, Fate.KILLED if killer else Fate.SURVIVED, killer)
