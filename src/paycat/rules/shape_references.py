"""What shapes refer to exists and fits: field types, fields of requests, limits of parameters, records of a union.

Why: a member that repeats a field takes its type and its lengths; where the field is not known, or two tables differ,
nobody can say what the member holds. A record that is made of itself has no end. That records and parameters of the
name exist is checked with all other names of the interface.

Example: in schemas/interface/records.yaml

    end_to_end_id: { echo: end_to_end_ref, meaning: "The creditor's own identifier." }

is found as

    schemas/interface/records.yaml:18:30 error unknown-echo: no request table has a field 'end_to_end_ref'; did you mean
      'end_to_end_id'?

Fix: correct the name. Where tables differ, or a method alone has the field, state what the member looks like; where the
member is stated to repeat a field, leave out what it takes from it.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.catalogue.shapes import Shape
from paycat.contract.model import Contract
from paycat.contract.resolved_shapes import echoed, limit_of, tables_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.shapes import StatedShape, shapes
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD

ID = "R-46"
CIRCULAR = "circular-reference"
UNKNOWN_ECHO = "unknown-echo"
DIFFERENT_ECHO = "different-echo"
RESTATED_ECHO = "restated-echo"
NO_LIMIT = "parameter-without-limit"
BAD_DISCRIMINATOR = "bad-discriminator"
NEEDS: tuple[str, ...] = ("types.yaml", "requests")

_UNKNOWN_TYPE = "unknown-type"  # Told of fields, too: its page is that of the fields.


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report names that lead nowhere, fields that differ, and records that are made of themselves."""
    for shape in shapes(catalogue):
        yield from faults(catalogue, shape)
    records = catalogue.records
    circular = set(circular_records(catalogue))
    for name in sorted(circular):
        path = next(path for path, target in _made_of(records.value.records[name]) if target in circular)
        message = f"the record {name!r} is made of itself, so no value can ever be checked against it"
        place = records.at("records", name, *path)
        yield Diagnostic(CIRCULAR, place, message, "hold the other record in a member instead")


def faults(catalogue: Catalogue, shape: StatedShape) -> Iterator[Diagnostic]:
    """Return what is wrong with the names in one shape, without those inside it."""
    types = catalogue.types.value.types
    if shape.value.type is not None and shape.value.type not in types:
        message = f"unknown field type {shape.value.type!r}"
        yield Diagnostic(_UNKNOWN_TYPE, shape.at("type"), message, did_you_mean(shape.value.type, types))
    if shape.value.echo is not None:
        yield from _echo(catalogue, shape, shape.value.echo)
    for key, parameter in shape.value.of_parameters():
        if parameter in catalogue.operations.value.parameters and limit_of(catalogue, parameter, key) is None:
            message = f"the parameter {parameter!r} has no such limit"
            place = shape.at(key, "parameter")
            yield Diagnostic(NO_LIMIT, place, message, "state its `minimum` or `maximum`, or a count here")
    yield from _variants(catalogue, shape)


def circular_records(catalogue: Catalogue) -> list[str]:
    """Return the records whose references, followed without entering a member, lead back to themselves."""
    parts = {
        name: {target for _, target in _made_of(record)} for name, record in catalogue.records.value.records.items()
    }
    return [name for name in parts if name in _followed(parts, name)]


def _echo(catalogue: Catalogue, shape: StatedShape, path: str) -> Iterator[Diagnostic]:
    tables = tables_of(catalogue, shape.record)
    fields = [field for table in tables for field in table.value.fields]
    found = echoed(catalogue, path, shape.record)
    if path not in fields:
        hint = did_you_mean(path, fields)
        yield Diagnostic(UNKNOWN_ECHO, shape.at("echo"), f"no request table has a field {path!r}", hint)
    elif len(found) > 1:
        message = f"the request tables do not agree on the type and the limits of {path!r}"
        yield Diagnostic(DIFFERENT_ECHO, shape.at("echo"), message, "state here what the value looks like")
    for key, statement in STATEMENTS.items():
        rule = shape.value.stated(key)
        stated = statement.bounds(rule.value, NO_METHOD) if rule else {}
        if any(keyword in one.bounds for keyword in stated for one in found):
            message = f"{key!r} is taken from the field {path!r}"
            yield Diagnostic(
                RESTATED_ECHO,
                shape.at(key, key=True),
                message,
                "remove it here, or state here what the value looks like",
            )


def _variants(catalogue: Catalogue, shape: StatedShape) -> Iterator[Diagnostic]:
    if not isinstance(shape.value, Shape) or shape.value.discriminator is None:
        return
    member = shape.value.discriminator
    for word, name in shape.value.variants.items():
        record = catalogue.records.value.records.get(name)
        rule = record.members[member].stated("fixed") if record and member in record.members else None
        if record and record.members and (rule is None or rule.value != word):
            message = f"the member {member!r} of the record {name!r} is not fixed to {word!r}"
            hint = f"state `fixed: {word}` there, or correct the word"
            yield Diagnostic(BAD_DISCRIMINATOR, shape.at("variants", word, key=True), message, hint)


def _followed(parts: dict[str, set[str]], name: str) -> set[str]:
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        new = parts.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def _made_of(shape: Shape) -> Iterator[tuple[tuple[str, ...], str]]:
    """The records that a value is as a whole, with the paths of their names."""
    if shape.record is not None:
        yield ("record",), shape.record
    yield from ((("variants", word), name) for word, name in shape.variants.items())
