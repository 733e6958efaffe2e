"""The rule on examples of records and parameters: each has the shape that is stated."""

from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

from jsonschema.exceptions import ValidationError, best_match

from paycat.catalogue.interface import ParameterStatement
from paycat.catalogue.shapes import RecordStatement, Shape, Shaped
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext, has_unknown_keys, home_of
from paycat.lint.rule import rule
from paycat.lint.rules.patterns import exploding, unportable
from paycat.lint.rules.shapes import circular_records, misreferring, misshapen, records_in
from paycat.lint.statements import Stated
from paycat.matching.json_schema import validator_of


@rule("examples", needs=["interface/records.yaml", "interface/operations.yaml", "types.yaml", "requests"])
def examples(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the examples that their schema rejects; those of shapes with a fault of their own are passed over."""
    sound, interface = _sound(context), context.contract.interface
    records = (name for table, name in sound if table == "records")
    definitions = {name: _with_pointers(interface.record(name).json_schema) for name in records}
    for shape in context.stated(Shaped):
        stated, (table, name) = shape.value, home_of(shape)
        if (
            (table, name) in sound
            and isinstance(stated, RecordStatement | ParameterStatement)
            and stated.example is not None
        ):
            whole = definitions[name] if table == "records" else interface.parameter(name).json_schema
            yield from _wrong(shape, stated.example, {"$defs": definitions, "allOf": [whole]})


def _wrong(shape: Stated[Shaped], example: Any, schema: dict[str, Any]) -> Iterator[Diagnostic]:
    try:
        errors = list(validator_of(schema).iter_errors(example))
    except (RecursionError, OverflowError):  # Nested, or large, beyond what the validator can follow.
        message = "the example cannot be checked against its shape"
        yield shape.finding("wrong-example", message, "example", key=True, help="make it smaller")
        return
    for error in errors:
        nearest = best_match([error]) or error
        message = f"the example does not have its shape: {_reason(nearest)}"
        yield shape.finding("wrong-example", message, "example", *nearest.absolute_path)


def _reason(error: ValidationError) -> str:
    steps = ".".join(map(str, error.absolute_path))
    return f"{f'{steps}: ' if steps else ''}{error.message[:200]}"


def _sound(context: RuleContext) -> set[tuple[str, str]]:
    """Return the records, parameters and headers without a fault in themselves or in any record that they refer to."""
    faulty = {home_of(shape) for shape in context.stated(Shaped) if _is_faulty(context, shape)}
    faulty |= {("records", name) for name in circular_records(context)}
    sound = {home_of(shape) for shape in context.stated(Shaped)} - faulty
    while True:
        hanging = {home_of(shape) for shape in context.stated(Shaped) if not _records_of(shape) <= sound}
        if not sound & hanging:
            return sound
        sound -= hanging


def _records_of(shape: Stated[Shaped]) -> set[tuple[str, str]]:
    named = records_in(shape.value) if isinstance(shape.value, Shape) else ()
    return {("records", name) for name, _ in named}


def _is_faulty(context: RuleContext, shape: Stated[Shaped]) -> bool:
    found = chain(misshapen(context, shape), misreferring(context, shape), unportable(shape), exploding(shape))
    return any(found) or has_unknown_keys(shape)


def _with_pointers(schema: Any) -> Any:
    """Return the schema with `$ref: Name` as a pointer to the definition of that name."""
    if isinstance(schema, list):
        return [_with_pointers(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    result = {key: _with_pointers(value) for key, value in schema.items()}
    if isinstance(result.get("$ref"), str):
        name = result["$ref"].replace("~", "~0").replace("/", "~1")
        result["$ref"] = f"#/$defs/{quote(name)}"
    return result
