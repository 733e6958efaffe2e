"""Rules on operations: which there must be, their paths and parameters, and the fields that they serve."""

import re
from collections.abc import Iterator

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.catalogue.forms import OPERATION_ID
from paycat.catalogue.interface import Operation
from paycat.contract.naming import argument_of
from paycat.contract.resolved_shapes import resolved_shape
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD

_SHAPES_OF_PARAMETERS = ("text", "integer", "any")
_BOUNDS_OF_PARAMETERS = {"min_length", "max_length", "pattern", "minimum", "maximum"}


@rule("operations", needs=["interface/operations.yaml", "methods"])
def operations(context: RuleContext) -> Iterator[Diagnostic]:
    """Report operations that are misnamed, repeated, missing or not needed, or whose path and parameters disagree."""
    source = context.catalogue.operations
    seen: dict[tuple[str, str], str] = {}
    for name, stated in source.value.operations.items():
        if not OPERATION_ID.holds(name):
            message = f"an operation id is written like createThing, and this is {name!r}"
            yield Diagnostic("bad-operation-id", source.at("operations", name, key=True), message)
        call = (stated.http_method, re.sub(r"\{[^{}]*\}", "{}", stated.path))
        first = seen.setdefault(call, name)
        if first != name:
            message, place = (
                f"{first!r} answers {stated.http_method} {stated.path} already",
                ("operations", name, "path"),
            )
            yield Diagnostic("repeated-operation", source.at(*place), message, "give it a path of its own")
        yield from _path_parameters(context, name, stated)
        yield from _repeated_parameters(context, name, stated)
    yield from _headers(context)
    yield from _missing(context)


def _path_parameters(context: RuleContext, name: str, stated: Operation) -> Iterator[Diagnostic]:
    source = context.catalogue.operations
    known, place = source.value.parameters, source.at("operations", name, "path")
    if any(key not in known for key in stated.parameters):
        return  # Reported; the unknown name may be that of the path parameter.
    declared = {known[key].name for key in stated.parameters if known[key].place == "path"}
    named = re.findall(r"\{([^{}]+)\}", stated.path)
    in_path = set(named)
    for one in sorted(one for one in in_path if named.count(one) > 1):
        message = f"the path has {{{one}}} {counted(named.count(one), 'time')}"
        yield Diagnostic("repeated-parameter", place, message, "give each parameter of a path a name of its own")
    for one in sorted(in_path - declared):
        message = f"the path has {{{one}}}, and `parameters` lists no path parameter with the name {one!r}"
        yield Diagnostic("path-parameter", place, message, "list it, or correct the path")
    if in_path - declared:
        return  # A parameter that the path lacks most likely has another name there.
    for index, key in enumerate(stated.parameters):
        if known[key].place == "path" and known[key].name not in in_path:
            message = f"the path does not have {{{known[key].name}}}"
            place = source.at("operations", name, "parameters", index)
            yield Diagnostic("path-parameter", place, message, "remove the parameter, or add it to the path")


def _repeated_parameters(context: RuleContext, name: str, stated: Operation) -> Iterator[Diagnostic]:
    source = context.catalogue.operations
    known = source.value.parameters
    seen: dict[str, str] = {}
    for index, key in enumerate(stated.parameters):
        argument = argument_of(known[key].name, key) if key in known else key
        first = seen.setdefault(argument, key)
        if first != key or stated.parameters.index(key) != index:
            message = f"{first!r} and {key!r} are both the argument {argument!r} in generated code"
            place = source.at("operations", name, "parameters", index)
            hint = "give each parameter of an operation a name of its own"
            yield Diagnostic("repeated-parameter", place, message, hint)


def _headers(context: RuleContext) -> Iterator[Diagnostic]:
    """Report path parameters that may be left out, and parameters in the place of a header that are none."""
    source, events, rulebook = context.catalogue.operations, context.catalogue.events, context.catalogue.rulebook
    known = source.value.parameters
    for name, parameter in known.items():
        if parameter.place == "path" and not parameter.required:
            message = f"the path parameter {name!r} must be sent, as the path has no meaning without it"
            place = source.at("parameters", name, key=True)
            yield Diagnostic("optional-path-parameter", place, message, "add `required: true`")
    used = [(rulebook.value.idempotency.parameter, rulebook.at("idempotency", "parameter"))]
    for name, stated in events.value.notifications.items():
        used += [(key, events.at("notifications", name, "headers", index)) for index, key in enumerate(stated.headers)]
    for key, place in used:
        if key in known and known[key].place != "header":
            message = f"{key!r} is a {known[key].place} parameter, and a header is needed here"
            yield Diagnostic("parameter-not-header", place, message, "name a parameter with `in: header`")


def _missing(context: RuleContext) -> Iterator[Diagnostic]:
    source = context.catalogue.operations
    served = {stated.request for stated in source.value.operations.values()}
    needed = {offer.direction for offer in context.offers.values() if offer.supported}
    for direction in DIRECTIONS:
        if direction in needed - served:
            message, place = (
                f"methods support {direction}, and no operation takes its requests",
                source.at("operations", key=True),
            )
            yield Diagnostic("missing-operation", place, message, f"add one with `request: {direction}`")
    for name, stated in source.value.operations.items():
        if stated.request and stated.request not in needed:
            message = f"the operation takes {stated.request} requests, and no method supports {stated.request}"
            place = source.at("operations", name, "request")
            yield Diagnostic("operation-without-requests", place, message, "remove the operation")


@rule("parameter-shapes", needs=["interface/operations.yaml", "types.yaml", "requests"])
def parameter_shapes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report shapes and constraints of parameters that the stub would not check."""
    source = context.catalogue.operations
    used = {key for stated in source.value.operations.values() for key in stated.parameters}
    for name in sorted(used & source.value.parameters.keys()):
        stated = source.value.parameters[name]
        key = next((key for key in ("shape", "type", "echo") if getattr(stated, key)), None)
        if key and resolved_shape(context.catalogue, stated).shape not in _SHAPES_OF_PARAMETERS:
            place, message = source.at("parameters", name, key), "a parameter is a text or an integer"
            yield Diagnostic("unkept-parameter-shape", place, message, "write `shape: text`")
            continue
        for key, found in stated.all_stated.items():
            if set(STATEMENTS[key].bounds(found.value, NO_METHOD)) - _BOUNDS_OF_PARAMETERS:
                place = source.at("parameters", name, key, key=True)
                message = f"the stub does not check {key!r} of a parameter"
                yield Diagnostic("unkept-parameter-shape", place, message, "remove it")


@rule("served-fields", needs=["interface/operations.yaml", "methods", "requests", "types.yaml"])
def served_fields(context: RuleContext) -> Iterator[Diagnostic]:
    """Report operations that serve a field of no request, or that serve and take requests."""
    source = context.catalogue.operations
    for name, stated in source.value.operations.items():
        if (serves := stated.serves) is None:
            continue
        fields = {field.path for request, field in context.request_fields if request.direction == serves.direction}
        if serves.field not in fields and _is_resolved(context, serves.direction):
            place = source.at("operations", name, "serves", "field")
            message = f"no {serves.direction} request has a field {serves.field!r}"
            yield Diagnostic("unknown-served-field", place, message, did_you_mean(serves.field, fields))
        if stated.request:
            place = source.at("operations", name, "serves", key=True)
            message = f"the operation takes {stated.request} requests, and so serves them already"
            yield Diagnostic("serves-and-takes", place, message, "remove `serves`")


def _is_resolved(context: RuleContext, direction: Direction) -> bool:
    """Return whether every request of a direction is resolved: one with a fault may be the one that has the field."""
    stated = {name for (one, name), offer in context.offers.items() if one == direction and offer.supported}
    return stated == {request.method for request in context.contract.requests(direction)}
