"""Rules on shapes: a value is stated once, with keys that fit, and everything that a shape refers to exists."""

from collections.abc import Iterator, Mapping

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.fields import FieldStatement
from paycat.catalogue.parameters import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import CountLimit, Member, Shaped, ShapeStatement
from paycat.contract.paths import reachable
from paycat.contract.shapes import echoed, echoed_paths, limit_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, record_of
from paycat.lint.rule import rule
from paycat.lint.rules.example_members import is_misspelt
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD

_STATING = ("shape", "type", "echo", "record", "variants", "members")
"""The keys that state what a value looks like."""
_WORDS: Mapping[type[Shaped], str] = {
    Member: "meaning",
    ParameterStatement: "description",
    ResponseHeaderStatement: "description",
}
"""The key that says what a value is."""


@rule("shapes", needs=["types.yaml", "requests"])
def shapes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report shapes that state nothing, too much, or what does not fit."""
    for shape in context.stated(Shaped):
        yield from misshapen(context, shape)
        key = next((key for kind, key in _WORDS.items() if isinstance(shape.value, kind)), "")
        if key and not getattr(shape.value, key) and shape.value.type is None:
            message = f"the key {key!r} is missing, and there is no field type whose meaning counts"
            yield shape.lacking("incomplete-shape", message, help="add it")
    for field in context.stated(FieldStatement):
        if field.value.shape and field.value.type:
            yield _stated_twice(field, "shape", "type")


def misshapen(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    """Return what is wrong with one shape, without those inside it."""
    stating = [key for key in _STATING if getattr(shape.value, key, None)]
    if stating[1:] == ["echo"] and isinstance(shape.value, Member):
        stating.pop()  # It states where the value comes from, not what it looks like.
    if not stating:
        yield shape.lacking("missing-shape", "no key states what the value looks like")
    elif len(stating) > 1 and not (stating == ["shape", "members"] and shape.value.shape == "object"):
        yield _stated_twice(shape, *stating[:2])
    elif stating:
        yield from _of_one(context, shape, stating[0])


def _stated_twice(statement: Stated[Constrained], key: str, other: str) -> Diagnostic:
    message = f"`{key}` states what the value looks like, and `{other}` states it again"
    return statement.finding("several-shapes", message, other, key=True)


def _of_one(context: RuleContext, shape: Stated[Shaped], key: str) -> Iterator[Diagnostic]:
    of_shape = {"shape": shape.value.shape, "members": "object"}.get(key) or key
    name = context.values.bare(shape).shape if key in ("type", "echo") else of_shape
    if key in ("type", "echo") and name == "any":
        return  # The name is unknown, and reported.
    called = f"a value of the shape `{name}`" if key != name else f"a value that `{key}` states"
    for unfit in _unfit(shape.value, key, name):
        yield shape.finding("unfit-key", f"`{unfit}` does not apply to {called}", unfit, key=True)
    for constraint, ruled in shape.value.rules.items():
        yield from _of_rule(shape, constraint, ruled, name)
        if isinstance(shape.value, ParameterStatement) and shape.value.role == "method":
            message = (
                f"`{constraint}` has no effect: the values of a parameter with the role method are its methods' codes"
            )
            yield shape.finding("unfit-key", message, constraint, key=True, help="remove it")
    needed = {"choice": "values", "list": "of", "variants": "discriminator"}.get(name)
    if needed and key in ("shape", "variants") and not shape.value.value_of(needed):
        message = f"a {'union' if key == 'variants' else name} requires `{needed}`"
        yield shape.finding("incomplete-shape", message, key, key=True, help="add it")
    is_masked = isinstance(shape.value, ShapeStatement) and bool(shape.value.mask)
    if is_masked and name == "text" and shape.value.rule("length") is None:
        message = "a masked number requires `length`: how many of its last characters it shows"
        yield shape.finding("incomplete-shape", message, "mask", key=True, help="add it")


def _unfit(value: Shaped, key: str, name: str) -> Iterator[str]:
    """Return the keys that a shape has and that do not fit what it is."""
    like_text = "text" if name == "choice" and value.open else name
    for constraint in value.rules.keys() - {"values"}:
        is_flag = STATEMENTS[constraint].alone and name == "boolean"
        if not is_flag and like_text not in STATEMENTS[constraint].shapes:
            yield constraint
    no_choice, no_list = name != "choice" or key != "shape", name != "list" or key != "shape"
    misfits: dict[str, object] = {key: value.value_of(key) and no_choice for key in ("values", "standard", "open")}
    if isinstance(value, ShapeStatement):
        misfits["of"] = value.of and no_list
        misfits["discriminator"] = value.discriminator and key != "variants"
        misfits["nullable"] = value.nullable and name == "any"
        misfits["mask"] = value.mask and (key != "shape" or name != "text")
    yield from (unfit for unfit, misfit in misfits.items() if misfit)


def _of_rule(shape: Stated[Shaped], key: str, ruled: Ruled, name: str) -> Iterator[Diagnostic]:
    if ruled.code is not None:
        message = "only fields of requests have violation codes"
        yield shape.finding("unfit-key", message, key, "code", key=True, help="remove it")
    if ruled.value == "currency" or str(ruled.value).startswith("method."):
        message = f"{ruled.value!r} is a fact of one method, but the value belongs to none"
        yield shape.finding("unfit-key", message, key, "value", help="state the value itself, or leave it open")
    if name == "boolean" and STATEMENTS[key].alone and ruled.value not in ("true", "false"):
        message = f"{ruled.value!r} is neither true nor false"
        yield shape.finding("unfit-key", message, key, "value", help="write true or false")
    if isinstance(ruled, CountLimit) and ruled.value is None and ruled.parameter is None:
        message = f"`{key}` requires a count or a `parameter`"
        yield shape.finding("incomplete-shape", message, key, key=True, help="add one")
    if isinstance(ruled, CountLimit) and ruled.value is not None and ruled.parameter is not None:
        message = f"`{key}` is a count and also the limit of a parameter"
        yield shape.finding("several-shapes", message, key, "parameter", key=True)


@rule("shape-references", needs=["types.yaml", "requests"])
def shape_references(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown names, fields that differ, and records that contain themselves."""
    for shape in context.stated(Shaped):
        yield from misreferring(context, shape)
    types = context.table("field type")
    for reference in types.unknown:  # No field may have the type that names it.
        if reference.span.path == types.source.name:
            message = f"unknown field type {reference.name!r}"
            yield Diagnostic("unknown-type", reference.span, message, did_you_mean(reference.name, types.names))
    records, circular = context.catalogue.records, circular_records(context)
    for name in sorted(circular):
        path = next(path for target, path in records_in(records.value.records[name]) if target in circular)
        message = f"the record {name!r} contains itself, so its end is never reached"
        yield Diagnostic("circular-reference", records.at("records", name, *path), message)


def misreferring(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    """Return what is wrong with the names in one shape, without those inside it."""
    catalogue, statement = context.catalogue, shape.value
    types = catalogue.types.value.types
    if statement.type is not None and statement.type not in types:
        yield shape.unknown("unknown-type", "unknown field type", statement.type, types, "type")
    if statement.echo is not None and statement.takes_echoed:
        yield from _echo(context, shape, statement.echo)
    for key, parameter in statement.of_parameters():
        values = context.values.parameters
        if parameter in values and limit_of(values[parameter], key) is None:
            message = f"the parameter {parameter!r} has no such limit"
            yield shape.finding("parameter-without-limit", message, key, "parameter")
    if isinstance(statement, ShapeStatement) and statement.discriminator is not None:
        yield from _variants(context, shape, statement, statement.discriminator)


def records_in(shape: ShapeStatement) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the records that a value is as a whole, each with the path of its name in the shape."""
    if shape.record is not None:
        yield shape.record, ("record",)
    yield from ((name, ("variants", word)) for word, name in shape.variants.items())


def circular_records(context: RuleContext) -> set[str]:
    """Return the records whose references, followed without entering a member, lead back to themselves."""
    records = context.catalogue.records.value.records
    parts = {name: {target for target, _ in records_in(record)} for name, record in records.items()}
    return {name for name, inside in parts.items() if name in reachable(inside, lambda inner: parts.get(inner, ()))}


def _echo(context: RuleContext, shape: Stated[Shaped], path: str) -> Iterator[Diagnostic]:
    catalogue, record = context.catalogue, record_of(shape)
    fields = echoed_paths(catalogue, record)
    nodes = echoed(catalogue, path, record)
    if path not in fields:
        yield shape.unknown("unknown-echo", "no request table has a field", path, fields, "echo")
    elif len(nodes) > 1:
        message = f"the request tables do not agree on the type and the limits of {path!r}"
        yield shape.finding("different-echo", message, "echo")
    for key, statement in STATEMENTS.items():
        ruled = shape.value.rule(key)
        bounds = statement.bounds(ruled.meant, NO_METHOD) if ruled else {}
        if any(keyword in node.bounds for keyword in bounds for node in nodes):
            yield shape.finding("restated-echo", f"`{key}` is already taken from the field {path!r}", key, key=True)


def _variants(context: RuleContext, shape: Stated[Shaped], union: ShapeStatement, member: str) -> Iterator[Diagnostic]:
    for word, name in union.variants.items():
        record = context.catalogue.records.value.records.get(name)
        fixed = record.members[member].rule("fixed") if record and member in record.members else None
        is_sound = record is None or not record.members or is_misspelt(record, member)
        if not is_sound and (fixed is None or fixed.value != word):
            message = f"the member {member!r} of the record {name!r} is not fixed to {word!r}"
            hint = f"state `fixed: {word}` there, or correct the word"
            yield shape.finding("bad-discriminator", message, "variants", word, key=True, help=hint)
