"""The example of each record and parameter follows its own schema.

Why: examples are what readers copy and what mock servers answer. A client that was built on a wrong example fails on
the first real answer.

Example: in schemas/interface/operations.yaml

    schema: { type: string, minLength: 1, maxLength: 40, pattern: "^[A-Za-z0-9_]{1,40}$" }
    example: ref-0001

is found as

    schemas/interface/operations.yaml:25:14 error wrong-example: the example does not follow its schema: 'ref-0001' does
      not match '^[A-Za-z0-9_]{1,40}$'

Fix: correct the example, or the schema.
"""

from collections.abc import Iterator
from itertools import chain
from typing import Any
from urllib.parse import quote

from jsonschema.exceptions import ValidationError, best_match

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.matching.json_schema import validator_of
from paycat.rules import backtracking, fragment_schemas, patterns
from paycat.rules.fragment_references import circular_records
from paycat.rules.views.fragments import Fragment, fragments, referred

ID = "R-47"
WRONG = "wrong-example"
NEEDS: tuple[str, ...] = ("interface/records.yaml", "interface/operations.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the examples that their schema refuses; those of schemas with a fault of their own are passed over."""
    stated = list(fragments(catalogue))
    sound = _sound(catalogue, stated)
    records = {fragment.record: fragment for fragment in sound if fragment.record}
    definitions = {name: _resolved(fragment.schema) for name, fragment in records.items()}
    for fragment in sound:
        if fragment.example is not None:
            schema = {"$defs": definitions, "allOf": [_resolved(fragment.schema)]}
            yield from _wrong(fragment, schema)


def _wrong(fragment: Fragment, schema: dict[str, Any]) -> Iterator[Diagnostic]:
    try:
        errors = list(validator_of(schema).iter_errors(fragment.example))
    except (RecursionError, OverflowError):  # Nested, or large, beyond what the validator can follow.
        place = fragment.source.at(*fragment.home, "example", key=True)
        yield Diagnostic(WRONG, place, "the example cannot be checked against its schema", "make it smaller")
        return
    for error in errors:
        nearest = best_match([error]) or error
        place = fragment.source.at(*fragment.home, "example", *nearest.absolute_path)
        yield Diagnostic(WRONG, place, f"the example does not follow its schema: {_reason(nearest)}")


def _reason(error: ValidationError) -> str:
    steps = ".".join(map(str, error.absolute_path))
    return f"{f'{steps}: ' if steps else ''}{error.message[:200]}"


def _sound(catalogue: Catalogue, stated: list[Fragment]) -> list[Fragment]:
    """Return the fragments without a fault in themselves or in any record that they refer to."""
    circular = circular_records(catalogue)
    sound = [one for one in stated if one.record not in circular and not _faulty(one)]
    while True:
        names = {fragment.record for fragment in sound if fragment.record}
        kept = [one for one in sound if all(name in names for _, name in referred(one))]
        if len(kept) == len(sound):
            return kept
        sound = kept


def _faulty(fragment: Fragment) -> bool:
    found = (fragment_schemas.faults(fragment), patterns.of_fragment(fragment), backtracking.of_fragment(fragment))
    return any(True for _ in chain(*found))


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
