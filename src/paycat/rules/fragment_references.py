"""References inside JSON Schema fragments lead somewhere: to field types that exist, and never back in a circle.

Why: a record that is made of itself has no end, and `x-field-type` decides how clients read a number. That `$ref` and
discriminator mappings name records that exist is checked with all other names of the interface.

Example: in schemas/interface/records.yaml

    FailureReason:
      decision: D-107
      schema:
        type: object
        allOf: [{ $ref: FailureReason }]

is found as

    schemas/interface/records.yaml:93:23 error circular-reference: the record 'FailureReason' is made of itself, so no
      value can ever be checked against it; hold the other record in a member instead

Fix: correct the name, or let the record hold the other one as a member.
"""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.fragments import Path, fragments, schemas

ID = "R-46"
CIRCULAR = "circular-reference"
NEEDS: tuple[str, ...] = ("types.yaml",)

_UNKNOWN_TYPE = "unknown-type"  # Told of fields, too: its page is that of the fields.
_IN_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report unknown field types, and records that are made of themselves."""
    types, records = catalogue.types.value.types, catalogue.records
    for fragment in fragments(catalogue):
        for path, schema in schemas(fragment.schema):
            name = schema.get("x-field-type")
            if name is not None and (not isinstance(name, str) or name not in types):
                place = fragment.at((*path, "x-field-type"))
                hint = did_you_mean(str(name), types)
                yield Diagnostic(_UNKNOWN_TYPE, place, f"unknown field type {name!r}", hint)
    circular = set(circular_records(catalogue))
    for name in sorted(circular):
        targets = _made_of(records.value.records[name].schema_)
        path = next(path for path, target in targets if target in circular)
        place = records.at("records", name, "schema", *path)
        message = f"the record {name!r} is made of itself, so no value can ever be checked against it"
        yield Diagnostic(CIRCULAR, place, message, "hold the other record in a member instead")


def circular_records(catalogue: Catalogue) -> list[str]:
    """Return the records whose references, followed without entering a member, lead back to themselves."""
    parts = {
        name: {target for _, target in _made_of(record.schema_)}
        for name, record in catalogue.records.value.records.items()
    }
    return [name for name in parts if name in _followed(parts, name)]


def _followed(parts: dict[str, set[str]], name: str) -> set[str]:
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        new = parts.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def _made_of(schema: Any) -> Iterator[tuple[Path, str]]:
    """The references that a value must satisfy as a whole, with their paths."""
    for path, inner in schemas(schema):
        steps = [step for step in path if isinstance(step, str)]
        if all(step in _IN_PLACE for step in steps) and isinstance(inner.get("$ref"), str):
            yield (*path, "$ref"), inner["$ref"]
