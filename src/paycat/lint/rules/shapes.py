"""Rules on shapes: a value is stated once, with keys that fit, and everything that a shape refers to exists."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.fields import FieldStatement
from paycat.catalogue.parameters import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import CountLimit, Member, Shaped, ShapeStatement
from paycat.contract.paths import reachable
from paycat.contract.shapes import directions_of, echoed, echoed_paths, followed_record, limit_of
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext, places_of_origin, record_of
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
        key = next((key for shape_class, key in _WORDS.items() if isinstance(shape.value, shape_class)), "")
        if key and not getattr(shape.value, key) and shape.value.type is None:
            message = f"the key {key!r} is missing, and there is no field type whose meaning counts"
            yield shape.lacking("incomplete-shape", message, help="add it")
    for field in context.stated(FieldStatement):
        if field.value.shape and field.value.type:
            yield _stated_twice(field, "shape", "type")


def misshapen(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    """Return what is wrong with one shape, without those inside it."""
    stating_keys = [key for key in _STATING if getattr(shape.value, key, None)]
    if stating_keys[1:] == ["echo"] and isinstance(shape.value, Member):
        stating_keys.pop()  # It states where the value comes from, not what it looks like.
    made = shape.value.made if isinstance(shape.value, Member) else None
    if not stating_keys and made and made.by == "state":
        message = "no state machine has this member, so `made: state` does not say what the value looks like"
        finding = shape.finding(
            "missing-shape", message, "made", help="state a machine with its record, or remove `made`"
        )
        yield replace(finding, rests_on=context.table("record").misses)  # A machine of an unknown record gives it none.
    elif not stating_keys:
        yield shape.lacking("missing-shape", "no key states what the value looks like")
    elif len(stating_keys) > 1 and not (stating_keys == ["shape", "members"] and shape.value.shape == "object"):
        yield _stated_twice(shape, *stating_keys[:2])
    else:
        yield from _of_one(context, shape, stating_keys[0])


def _stated_twice(statement: Stated[Constrained], key: str, other_key: str) -> Diagnostic:
    message = f"`{key}` states what the value looks like, and `{other_key}` states it again"
    return statement.finding("several-shapes", message, other_key, key=True)


def _of_one(context: RuleContext, shape: Stated[Shaped], key: str) -> Iterator[Diagnostic]:
    own_shape_name = {"shape": shape.value.shape, "members": "object"}.get(key) or key
    shape_name = context.values.bare(shape).shape if key in ("type", "echo") else own_shape_name
    if key in ("type", "echo") and shape_name == "any":
        return  # The name is unknown, and reported.
    value_phrase = f"a value of the shape `{shape_name}`" if key != shape_name else f"a value that `{key}` states"
    for unfit_key in _unfit(shape.value, key, shape_name):
        yield shape.finding("unfit-key", f"`{unfit_key}` does not apply to {value_phrase}", unfit_key, key=True)
    for rule_key, stated_rule in shape.value.rules.items():
        yield from _of_rule(shape, rule_key, stated_rule, shape_name)
        if isinstance(shape.value, ParameterStatement) and shape.value.role == "method":
            message = (
                f"`{rule_key}` has no effect: the values of a parameter with the role method are its methods' codes"
            )
            yield shape.finding("unfit-key", message, rule_key, key=True, help="remove it")
    needed_key = {"choice": "values", "list": "of", "variants": "discriminator"}.get(shape_name)
    if needed_key and key in ("shape", "variants") and not shape.value.value_of(needed_key):
        message = f"a {'union' if key == 'variants' else shape_name} requires `{needed_key}`"
        yield shape.finding("incomplete-shape", message, key, key=True, help="add it")
    is_masked = isinstance(shape.value, ShapeStatement) and bool(shape.value.mask)
    if is_masked and shape_name == "text" and shape.value.rule("length") is None:
        message = "a masked number requires `length`: how many of its last characters it shows"
        yield shape.finding("incomplete-shape", message, "mask", key=True, help="add it")


def _unfit(value: Shaped, key: str, shape_name: str) -> Iterator[str]:
    """Return the keys that a shape has and that do not fit what it is."""
    compared_name = "text" if shape_name == "choice" and value.open else shape_name
    for rule_key in value.rules.keys() - {"values"}:
        is_flag = STATEMENTS[rule_key].alone and shape_name == "boolean"
        if not is_flag and compared_name not in STATEMENTS[rule_key].shapes:
            yield rule_key
    is_no_choice, is_no_list = shape_name != "choice" or key != "shape", shape_name != "list" or key != "shape"
    misfits: dict[str, object] = {key: value.value_of(key) and is_no_choice for key in ("values", "standard", "open")}
    if isinstance(value, ShapeStatement):
        misfits["of"] = value.of and is_no_list
        misfits["discriminator"] = value.discriminator and key != "variants"
        misfits["nullable"] = value.nullable and shape_name == "any"
        misfits["mask"] = value.mask and (key != "shape" or shape_name != "text")
    yield from (misfit_key for misfit_key, is_misfit in misfits.items() if is_misfit)


def _of_rule(shape: Stated[Shaped], key: str, stated_rule: Ruled, shape_name: str) -> Iterator[Diagnostic]:
    if stated_rule.code is not None:
        message = "only fields of requests have violation codes"
        yield shape.finding("unfit-key", message, key, "code", key=True, help="remove it")
    if stated_rule.value == "currency" or str(stated_rule.value).startswith("method."):
        message = f"{stated_rule.value!r} is a fact of one method, but the value belongs to none"
        yield shape.finding("unfit-key", message, key, "value", help="state the value itself, or leave it open")
    if shape_name == "boolean" and STATEMENTS[key].alone and stated_rule.value not in ("true", "false"):
        message = f"{stated_rule.value!r} is neither true nor false"
        yield shape.finding("unfit-key", message, key, "value", help="write true or false")
    if isinstance(stated_rule, CountLimit) and stated_rule.value is None and stated_rule.parameter is None:
        message = f"`{key}` requires a count or a `parameter`"
        yield shape.finding("incomplete-shape", message, key, key=True, help="add one")
    if isinstance(stated_rule, CountLimit) and stated_rule.value is not None and stated_rule.parameter is not None:
        message = f"`{key}` is a count and also the limit of a parameter"
        yield shape.finding("several-shapes", message, key, "parameter", key=True)


@rule("shape-references", needs=["catalogue.yaml", "types.yaml", "requests"])
def shape_references(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown names, fields that differ, and records that contain themselves."""
    for shape in context.stated(Shaped):
        yield from misreferring(context, shape)
    type_table = context.table("field type")
    for reference in type_table.unknown:  # No field may have the type that names it.
        if reference.span.path == type_table.source.name:
            message = f"unknown field type {reference.name!r}"
            yield Diagnostic("unknown-type", reference.span, message, did_you_mean(reference.name, type_table.names))
    source, circular_names = context.catalogue.records, circular_records(context)
    for name in sorted(circular_names):
        path = next(path for target, path in records_in(source.value.records[name]) if target in circular_names)
        message = f"the record {name!r} contains itself, so its end is never reached"
        yield Diagnostic("circular-reference", source.at("records", name, *path), message)


def misreferring(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Diagnostic]:
    """Return what is wrong with the names in one shape, without those inside it."""
    catalogue, statement = context.catalogue, shape.value
    type_by_name = catalogue.types.value.types
    if statement.type is not None and statement.type not in type_by_name:
        yield shape.unknown("unknown-type", "unknown field type", statement.type, type_by_name, "type")
    if statement.takes_echoed:
        yield from _echo(context, shape, statement.echoed_path or "")
    for key, parameter_name in statement.of_parameters():
        node_by_parameter = context.values.parameters
        if parameter_name in node_by_parameter and limit_of(node_by_parameter[parameter_name], key) is None:
            message = f"the parameter {parameter_name!r} has no such limit"
            yield shape.finding("parameter-without-limit", message, key, "parameter")
    if isinstance(statement, ShapeStatement) and statement.discriminator is not None:
        yield from _variants(context, shape, statement, statement.discriminator)


def records_in(shape: ShapeStatement) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Return the records that a value is as a whole, each with the path of its name in the shape."""
    if shape.record is not None:
        yield shape.record, ("record",)
    yield from ((name, ("variants", variant)) for variant, name in shape.variants.items())


def circular_records(context: RuleContext) -> set[str]:
    """Return the records whose references, followed without entering a member, lead back to themselves."""
    records = context.catalogue.records.value.records
    links = {name: {target for target, _ in records_in(record)} for name, record in records.items()}
    return {name for name, targets in links.items() if name in reachable(targets, lambda target: links.get(target, ()))}


def _echo(context: RuleContext, shape: Stated[Shaped], path: str) -> Iterator[Diagnostic]:
    catalogue, record_name = context.catalogue, record_of(shape)
    field_paths = echoed_paths(catalogue, record_name, shape.value.echoed_move)
    nodes = echoed(catalogue, shape.value, record_name)
    machines = context.catalogue.states.value.state_machines.values()
    followed = context.values.followed(record_name)
    if any(machine.direction is None and machine.record == record_name for machine in machines) and not followed:
        return  # The machine follows none, or one that is unknown or follows it, which was reported.
    if followed:
        nodes = [followed[path][0]] if path in followed else []
        if path not in followed:
            lacking_phrase = f"{followed_record(catalogue, record_name)} has no member"
            finding = shape.unknown("unknown-echo", lacking_phrase, path, followed, "echo")
            yield replace(finding, rests_on=context.table("record").misses)
    elif path not in field_paths:
        finding = _without_field(context, shape, path, field_paths)
        yield replace(finding, rests_on=(*places_of_origin(context, record_name), *context.table("record").misses))
    elif len(nodes) > 1:
        message = f"the request tables do not agree on the type and the limits of {path!r}"
        yield shape.finding("different-echo", message, *shape.value.echo_steps)
    for key, statement in STATEMENTS.items():
        stated_rule = shape.value.rule(key)
        value_by_keyword = statement.bounds(stated_rule.meant, NO_METHOD) if stated_rule else {}
        if any(keyword in node.bounds for keyword in value_by_keyword for node in nodes):
            yield shape.finding("restated-echo", f"`{key}` is already taken from the field {path!r}", key, key=True)


def _without_field(context: RuleContext, shape: Stated[Shaped], path: str, field_paths: Collection[str]) -> Diagnostic:
    """Return that no body has a field; what a body of a move has is echoed with its direction."""
    catalogue, record_name, move = context.catalogue, record_of(shape), shape.value.echoed_move
    machines = catalogue.states.value.state_machines.items()
    names = {name for name, machine in machines if machine.record == record_name}
    operations = catalogue.operations.value.operations.values()
    movers = [operation.request for operation in operations if names & operation.moves.keys()]
    mover = next((name for name in movers if name and path in echoed_paths(catalogue, record_name, name)), None)
    if mover and not move:
        message, hint = f"no body that creates the record has {path!r}", f"write `echo: {{ {mover}: {path} }}`"
        return shape.finding("unknown-echo", message, "echo", help=hint)
    directions = " or ".join(sorted(directions_of(catalogue, record_name, move)))
    lacking_phrase = f"no request table{directions and f' of {directions}'} has a field"
    return shape.unknown("unknown-echo", lacking_phrase, path, field_paths, *shape.value.echo_steps)


def _variants(context: RuleContext, shape: Stated[Shaped], union: ShapeStatement, member: str) -> Iterator[Diagnostic]:
    for variant, record_name in union.variants.items():
        record = context.catalogue.records.value.records.get(record_name)
        fixed_rule = record.members[member].rule("fixed") if record and member in record.members else None
        is_sound = record is None or not record.members or is_misspelt(record, member)
        if not is_sound and (fixed_rule is None or fixed_rule.value != variant):
            message = f"the member {member!r} of the record {record_name!r} is not fixed to {variant!r}"
            hint = f"state `fixed: {variant}` there, or correct the word"
            yield shape.finding("bad-discriminator", message, "variants", variant, key=True, help=hint)
