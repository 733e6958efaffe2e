"""The rule on what shapes refer to: field types, fields of requests, limits of parameters, records of a union."""

from collections.abc import Iterator

from paycat.catalogue.shapes import Shape, Shaped
from paycat.contract.resolved_shapes import echoed, limit_of, tables_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, record_of
from paycat.lint.rule import rule
from paycat.lint.statements import Stated
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD


@rule("shape-references", needs=["types.yaml", "requests"])
def shape_references(context: RuleContext) -> Iterator[Diagnostic]:
    """Report names that lead nowhere, fields that differ, and records that are made of themselves."""
    for shape in context.shapes:
        yield from misreferring(context, shape)
    records, circular = context.catalogue.records, circular_records(context)
    for name in sorted(circular):
        path = next(path for target, path in records_in(records.value.records[name]) if target in circular)
        message = f"the record {name!r} is made of itself, so no value can ever be checked against it"
        hint = "hold the other record in a member instead"
        yield Diagnostic("circular-reference", records.at("records", name, *path), message, hint)


def misreferring(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    """Return what is wrong with the names in one shape, without those inside it."""
    catalogue, stated = context.catalogue, shape.value
    types = catalogue.types.value.types
    if stated.type is not None and stated.type not in types:
        message, hint = f"unknown field type {stated.type!r}", did_you_mean(stated.type, types)
        yield Diagnostic("unknown-type", shape.at("type"), message, hint)
    if stated.echo is not None:
        yield from _echo(context, shape, stated.echo)
    for key, parameter in stated.of_parameters():
        if parameter in catalogue.operations.value.parameters and limit_of(catalogue, parameter, key) is None:
            message = f"the parameter {parameter!r} has no such limit"
            hint = "state its `minimum` or `maximum`, or a count here"
            yield Diagnostic("parameter-without-limit", shape.at(key, "parameter"), message, hint)
    if isinstance(stated, Shape) and stated.discriminator is not None:
        yield from _variants(context, shape, stated, stated.discriminator)


def records_in(shape: Shape) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the records that a value is as a whole, each with the path of its name in the shape."""
    if shape.record is not None:
        yield shape.record, ("record",)
    yield from ((name, ("variants", word)) for word, name in shape.variants.items())


def circular_records(context: RuleContext) -> set[str]:
    """Return the records whose references, followed without entering a member, lead back to themselves."""
    records = context.catalogue.records.value.records
    parts = {name: {target for target, _ in records_in(record)} for name, record in records.items()}
    return {name for name in parts if name in _followed(parts, name)}


def _followed(parts: dict[str, set[str]], name: str) -> set[str]:
    seen: set[str] = set()
    waiting = [name]
    while waiting:
        new = parts.get(waiting.pop(), set()) - seen
        seen |= new
        waiting += new
    return seen


def _echo(context: RuleContext, shape: Stated[Shaped], path: str) -> Iterator[Diagnostic]:
    catalogue, record = context.catalogue, record_of(shape)
    fields = [field for table in tables_of(catalogue, record) for field in table.value.fields]
    found = echoed(catalogue, path, record)
    if path not in fields:
        message, hint = f"no request table has a field {path!r}", did_you_mean(path, fields)
        yield Diagnostic("unknown-echo", shape.at("echo"), message, hint)
    elif len(found) > 1:
        message = f"the request tables do not agree on the type and the limits of {path!r}"
        yield Diagnostic("different-echo", shape.at("echo"), message, "state here what the value looks like")
    for key, statement in STATEMENTS.items():
        ruled = shape.value.stated(key)
        bounds = statement.bounds(ruled.value, NO_METHOD) if ruled else {}
        if any(keyword in one.bounds for keyword in bounds for one in found):
            message, hint = f"{key!r} is taken from the field {path!r}", "state here what the value looks like"
            yield Diagnostic("restated-echo", shape.at(key, key=True), message, f"remove it here, or {hint}")


def _variants(context: RuleContext, shape: Stated[Shaped], stated: Shape, member: str) -> Iterator[Diagnostic]:
    for word, name in stated.variants.items():
        record = context.catalogue.records.value.records.get(name)
        fixed = record.members[member].stated("fixed") if record and member in record.members else None
        if record and record.members and (fixed is None or fixed.value != word):
            message = f"the member {member!r} of the record {name!r} is not fixed to {word!r}"
            hint = f"state `fixed: {word}` there, or correct the word"
            yield Diagnostic("bad-discriminator", shape.at("variants", word, key=True), message, hint)
