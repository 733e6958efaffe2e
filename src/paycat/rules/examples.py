"""The example of each record and parameter has the shape that is stated.

Why: examples are what readers copy and what mock servers answer. A client that was built on a wrong example fails on
the first real answer.

Example: in schemas/interface/operations.yaml

    shape: text
    characters: A-Za-z0-9_
    length: 1..40
    example: ref-0001

is found as

    schemas/interface/operations.yaml:29:14 error wrong-example: the example does not have its shape: 'ref-0001' does
      not match '^[A-Za-z0-9_]{1,40}$'

Fix: correct the example, or the shape.
"""

from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

from jsonschema.exceptions import ValidationError, best_match

from paycat.catalogue.interface import Parameter
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.shapes import Record
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.matching.json_schema import validator_of
from paycat.rules import backtracking, patterns, shape_references
from paycat.rules import shapes as shape_rule
from paycat.rules.views.rulings import Ruling
from paycat.rules.views.shapes import StatedShape, references, shapes

ID = "R-47"
WRONG = "wrong-example"
NEEDS: tuple[str, ...] = ("interface/records.yaml", "interface/operations.yaml", "types.yaml", "requests")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the examples that their schema refuses; those of shapes with a fault of their own are passed over."""
    sound = _sound(catalogue)
    records = (name for table, name in sound if table == "records")
    definitions = {name: _resolved(contract.interface.record(name).json_schema) for name in records}
    for shape in shapes(catalogue):
        stated = shape.value
        if shape.home not in sound or not isinstance(stated, Record | Parameter) or stated.example is None:
            continue
        name = shape.home[1]
        whole = contract.interface.parameter(name).json_schema if shape.home[0] == "parameters" else definitions[name]
        yield from _wrong(shape, stated.example, {"$defs": definitions, "allOf": [whole]})


def _wrong(shape: StatedShape, example: Any, schema: dict[str, Any]) -> Iterator[Diagnostic]:
    try:
        errors = list(validator_of(schema).iter_errors(example))
    except (RecursionError, OverflowError):  # Nested, or large, beyond what the validator can follow.
        place = shape.at("example", key=True)
        yield Diagnostic(WRONG, place, "the example cannot be checked against its shape", "make it smaller")
        return
    for error in errors:
        nearest = best_match([error]) or error
        place = shape.at("example", *nearest.absolute_path)
        yield Diagnostic(WRONG, place, f"the example does not have its shape: {_reason(nearest)}")


def _reason(error: ValidationError) -> str:
    steps = ".".join(map(str, error.absolute_path))
    return f"{f'{steps}: ' if steps else ''}{error.message[:200]}"


def _sound(catalogue: Catalogue) -> set[tuple[str, str]]:
    """Return the records, parameters and headers without a fault in themselves or in any record that they refer to."""
    stated = list(shapes(catalogue))
    circular = {("records", name) for name in shape_references.circular_records(catalogue)}
    faulty = {shape.home for shape in stated if _is_faulty(catalogue, shape)} | circular
    sound = {shape.home for shape in stated} - faulty
    while True:
        hanging = {shape.home for shape in stated for name, _ in references(shape) if ("records", name) not in sound}
        if not sound & hanging:
            return sound
        sound -= hanging


def _is_faulty(catalogue: Catalogue, shape: StatedShape) -> bool:
    ruling = Ruling(shape.stated.source, shape.stated.path, shape.value)
    found = (
        *shape_rule.faults(catalogue, shape),
        *shape_references.faults(catalogue, shape),
        *patterns.of_ruling(ruling),
        *backtracking.of_ruling(ruling),
    )
    return bool(found) or shape.has_unknown_keys


def _resolved(schema: Any) -> Any:
    """Return the schema with `$ref: Name` as a pointer to the definition of that name."""
    if isinstance(schema, list):
        return [_resolved(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: _resolved(value) for key, value in schema.items()}
    if isinstance(result.get("$ref"), str):
        name = result["$ref"].replace("~", "~0").replace("/", "~1")
        result["$ref"] = f"#/$defs/{quote(name)}"
    return result
