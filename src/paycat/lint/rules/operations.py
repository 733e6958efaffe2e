"""Rules on operations: which there must be, their paths, what they serve and move, and what HTTP requires."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from itertools import product

from paycat.catalogue.forms import OPERATION_ID
from paycat.catalogue.interface import Notification, Operation
from paycat.catalogue.parameters import ParameterStatement
from paycat.catalogue.problems import CONFLICT, Problem
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import Member, Shaped
from paycat.catalogue.statement import Statement
from paycat.contract.members import made_by
from paycat.contract.naming import argument_of
from paycat.contract.uses import parameters_of, use_of
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.lint.rules.states import is_sound
from paycat.shapes.constraints import KINDS, STATEMENTS
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import NO_METHOD
from paycat.text.counting import counted

_SHAPES_OF_PARAMETERS = ("text", "integer", "any")
_CHECKED_OF_PARAMETERS = {
    *product((Measure.CHARACTERS, Measure.NUMBER), (Relation.AT_LEAST, Relation.AT_MOST)),
    *product((Measure.VALUE,), (Relation.MATCHES, Relation.CHECKED)),
}
"""What the stub measures of a parameter, and how it compares that: each with one bound."""
_ACCEPTED = 202
_WITHOUT_CONTENT = (204, 205)
_WITHOUT_REQUEST_CONTENT = ("GET", "HEAD", "DELETE")
_REQUIRED = {401: "WWW-Authenticate", 405: "Allow", 407: "Proxy-Authenticate", 426: "Upgrade"}
"""Response headers that RFC 9110 requires, by status: sections 15.5.2, 15.5.6, 15.5.8 and 15.5.22."""
_SCHEME = "Standard Webhooks"
_VARIABLE = re.compile(r"\{([^{}]+)\}")


@rule("operations", stage=Stage.STATEMENTS)
def operation_ids(context: RuleContext) -> Iterator[Diagnostic]:
    """Report operations that are misnamed."""
    for operation in context.stated(Operation):
        if not OPERATION_ID.holds(operation.name):
            message = f"{operation.name!r} is not an operation id, such as createThing"
            yield operation.finding("bad-operation-id", message, key=True)


@rule("operations", needs=["interface/operations.yaml", "methods", "requests"])
def operations(context: RuleContext) -> Iterator[Diagnostic]:
    """Report operations that are repeated, missing or not needed, or whose path and parameters disagree."""
    name_by_endpoint: dict[tuple[str, str], str] = {}
    owner_by_form: dict[str, tuple[str, str]] = {}
    parameters = context.catalogue.operations.value.parameters
    for operation in context.stated(Operation):
        name, endpoint = operation.name, operation.value
        path_form = re.sub(r"\{[^{}]*\}", "{}", endpoint.path)
        earlier_name = name_by_endpoint.setdefault((endpoint.http_method, path_form), name)
        other_name, known_path = owner_by_form.setdefault(path_form, (name, endpoint.path))
        if earlier_name != name:
            message = f"{earlier_name!r} already answers {endpoint.http_method} {endpoint.path}"
            yield operation.finding("repeated-operation", message, "path")
        elif known_path != endpoint.path:
            message = f"OpenAPI reads {endpoint.path} and {known_path} of {other_name!r} as the same path"
            hint = "give their parameters the same names, or choose another path"
            yield operation.finding("equivalent-path", message, "path", help=hint)
        if all(key in parameters for key in endpoint.parameters):  # Else the unknown name may be the path parameter's.
            yield from _path_parameters(context, operation, parameters)
        yield from _repeated_parameters(operation, parameters)
    yield from _headers(context)
    yield from _missing(context)


@rule("operations", stage=Stage.LACKING)
def path_variables(context: RuleContext) -> Iterator[Diagnostic]:
    """Report variables of paths that no parameter declares, and that identify no record."""
    for operation in context.stated(Operation):
        for name in _undeclared(context, operation):
            message = f"the path has {{{name}}}, but `parameters` lists no path parameter with the name {name!r}"
            yield operation.finding("path-parameter", message, "path", help="list it, or correct the path")


def _undeclared(context: RuleContext, operation: Stated[Operation]) -> list[str]:
    interface = context.contract.interface
    resolved = next(candidate for candidate in interface.operations if candidate.id == operation.name)
    declared_names = {parameter.name for parameter in interface.path_parameters(resolved)}
    return sorted({*_VARIABLE.findall(operation.value.path)} - declared_names)


def _path_parameters(
    context: RuleContext, operation: Stated[Operation], parameters: dict[str, ParameterStatement]
) -> Iterator[Diagnostic]:
    name_counts = Counter(_VARIABLE.findall(operation.value.path))
    for name, count in sorted(name_counts.items()):
        if count > 1:
            yield operation.finding("repeated-parameter", f"the path has {{{name}}} {counted(count, 'time')}", "path")
    if not _undeclared(context, operation):  # Else a parameter that the path lacks most likely has another name there.
        for index, key in enumerate(operation.value.parameters):
            if parameters[key].location == "path" and parameters[key].name not in name_counts:
                message = f"the path does not have {{{parameters[key].name}}}"
                hint = "remove the parameter, or add it to the path"
                yield operation.finding("path-parameter", message, "parameters", index, help=hint)


def _repeated_parameters(operation: Stated[Operation], by_key: dict[str, ParameterStatement]) -> Iterator[Diagnostic]:
    index_by_argument: dict[str, int] = {}
    keys = operation.value.parameters
    for index, key in enumerate(keys):
        argument = argument_of(by_key[key].name, key, by_key[key].python_name) if key in by_key else key
        first_index = index_by_argument.setdefault(argument, index)
        if first_index != index:
            message = f"{keys[first_index]!r} and {key!r} are both the argument {argument!r} in generated code"
            places = [(by_key[twin].location, by_key[twin].name) for twin in (keys[first_index], key) if twin in by_key]
            hint = "state a `python_name` of one of them" if len({*places}) > 1 else ""
            yield operation.finding("repeated-parameter", message, "parameters", index, help=hint)


def _headers(context: RuleContext) -> Iterator[Diagnostic]:
    parameters, rulebook = context.catalogue.operations.value.parameters, context.catalogue.rulebook
    for parameter in context.stated(ParameterStatement):
        if parameter.value.location == "path" and parameter.value.requirement == "optional":
            message = f"the path parameter {parameter.name!r} is optional, but its path needs a value"
            yield parameter.finding("optional-path-parameter", message, key=True)
    idempotency = rulebook.value.idempotency
    headers = [(idempotency.parameter, rulebook.at("idempotency", "parameter"))] if idempotency else []
    for notification in context.stated(Notification):
        headers += [(key, notification.at("headers", index)) for index, key in enumerate(notification.value.headers)]
    for key, location in headers:
        if key in parameters and parameters[key].location != "header":
            message = f"{key!r} is a {parameters[key].location} parameter, but a header is required here"
            yield Diagnostic("parameter-not-header", location, message)


@rule("identified-records", needs=["interface/operations.yaml", "interface/states.yaml", "interface/records.yaml"])
def identified_records(context: RuleContext) -> Iterator[Diagnostic]:
    """Report parameters that identify a record, but are not in a path, or records without an identifier."""
    interface, identified_names = context.contract.interface, list[str | None]()
    for parameter in context.stated(ParameterStatement):
        name = parameter.value.identifies
        identified_names.append(name)
        if name and parameter.value.location != "path":
            message = f"{parameter.name!r} is a {parameter.value.location} parameter, but only a path names a record"
            yield parameter.finding("unfit-identifier", message, "identifies", help="remove `identifies`")
    operations = {operation.id: operation for operation in interface.operations}
    for statement in context.stated(Operation):
        operation, use = operations[statement.name], use_of(context.contract, operations[statement.name])
        stated_name = operation.identifies.get(use.identifier.name) if use.identifier else None
        if use.kind == "read" and use.machine and stated_name not in (None, use.machine.name):
            message = f"the operation reads a record of {use.machine.name!r}, but its path names one of {stated_name!r}"
            hint = "give the variable a name of its own, or correct `identifies` of the parameter"
            finding = statement.finding("unfit-identifier", message, "path", help=hint)
            yield replace(finding, rests_on=context.table("record").misses)
        machine = use.machine or interface.state_machine_of(operation.success.record)
        identified_names += [machine.name] if machine and _undeclared(context, statement) else []
    for record in interface.records:
        machine = interface.state_machine_of(record.name)
        if machine and machine.name in identified_names and not made_by(record, "id"):
            message = f"no member of {record.name} is its identifier, so no path can name one of {machine.name!r}"
            hint = "write `made: id` at the member of the record"
            yield Diagnostic("unfit-identifier", record.location, message, hint)


def _missing(context: RuleContext) -> Iterator[Diagnostic]:
    served_directions = {operation.value.request for operation in context.stated(Operation)}
    needed_directions = {offer.direction for offer in context.offers.values() if offer.supported}
    for direction in context.catalogue.directions:
        if direction in needed_directions - served_directions:
            message = f"methods support {direction}, but no operation accepts {direction} requests"
            location = context.catalogue.operations.at("operations", key=True)
            hint, misses = f"add one with `request: {direction}`", context.table("direction").misses
            yield Diagnostic("missing-operation", location, message, hint, rests_on=misses)
    for operation in context.stated(Operation):
        if (request := operation.value.request) and request not in needed_directions:
            message = f"the operation accepts {request} requests, but no method supports {request}"
            yield operation.finding("operation-without-requests", message, "request")


@rule("parameter-shapes", needs=["interface/operations.yaml", "types.yaml", "requests"])
def parameter_shapes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report shapes and constraints of parameters that the stub would not check."""
    used_keys = {key for operation in context.stated(Operation) for key in operation.value.parameters}
    for statement in context.stated(ParameterStatement):
        if statement.name not in used_keys:
            continue
        parameter = statement.value
        stating_key = next((key for key in ("shape", "type", "echo") if getattr(parameter, key)), None)
        if stating_key and context.values.bare(statement).shape not in _SHAPES_OF_PARAMETERS:
            message = "a parameter must be a text or an integer"
            yield statement.finding("unkept-parameter-shape", message, stating_key, help="write `shape: text`")
            continue
        earlier_checks: dict[tuple[Measure, Relation], str] = {}
        for key, stated_rule in parameter.rules.items():
            kinds = [KINDS[keyword] for keyword in STATEMENTS[key].bounds(stated_rule.meant, NO_METHOD)]
            checks = {(kind.measure, kind.relation): kind.keyword for kind in kinds}
            if checks.keys() - _CHECKED_OF_PARAMETERS or (checks | earlier_checks) != (earlier_checks | checks):
                message = f"the stub does not check {key!r} of a parameter"
                yield statement.finding("unkept-parameter-shape", message, key, key=True, help="remove it")
            earlier_checks |= checks


@rule("served-fields", needs=["interface/operations.yaml", "methods", "requests", "types.yaml"])
def served_fields(context: RuleContext) -> Iterator[Diagnostic]:
    """Report operations that serve a field of no request, by a parameter of others, or that also accept requests."""
    for operation in context.stated(Operation):
        if (serves := operation.value.serves) is None:
            continue
        paths = {field.path for request, field in context.request_fields if request.direction == serves.direction}
        if serves.field not in paths:
            lacking_phrase = f"no {serves.direction} request has a field"
            yield operation.unknown("unknown-served-field", lacking_phrase, serves.field, paths, "serves", "field")
        name, parameters = serves.parameter, operation.value.parameters
        if name is not None and name not in parameters:
            lacking_phrase = "the operation does not have the parameter"
            yield operation.unknown("unknown-served-parameter", lacking_phrase, name, parameters, "serves", "parameter")
        if operation.value.request:
            message = f"the operation accepts {operation.value.request} requests, and so already serves them"
            yield operation.finding("serves-and-takes", message, "serves", key=True)


@rule("http-semantics", needs=["interface"])
def http_semantics(context: RuleContext) -> Iterator[Diagnostic]:
    """Report content where HTTP has none, and headers that HTTP or the signing scheme requires and that are missing."""
    for operation in context.stated(Operation):
        success, method = operation.value.success, operation.value.http_method
        is_left_out = success.status not in (*_WITHOUT_CONTENT, _ACCEPTED)
        is_left_out |= method == "GET" and not operation.value.moves  # Else another rule reports it.
        if success.record is None and is_left_out:
            reason = (
                "a GET request reads something"
                if method == "GET"
                else f"one with the status {success.status} has content"
            )
            message = f"the answer has no record, but {reason}"
            hint = "name the `record` that the answer holds" + ("" if method == "GET" else ", or write `status: 204`")
            yield operation.finding("missing-content", message, "success", key=True, help=hint)
        if success.record is not None and success.status in _WITHOUT_CONTENT:
            message = f"an answer with the status {success.status} has no content, but this one has a record"
            yield operation.finding("content-without-place", message, "success", "status", help="write `status: 200`")
        if operation.value.request and method in _WITHOUT_REQUEST_CONTENT:
            message = f"a {method} request has no content, but the operation takes a body"
            yield operation.finding("content-without-place", message, "http_method", help="write `http_method: POST`")
    tables, events = context.catalogue.operations.value, context.catalogue.events.value
    header_name_by_key = {key: header.name for key, header in tables.response_headers.items()}
    for problem in context.stated(Problem):
        if required_header := _REQUIRED.get(problem.value.status):
            reason = f"HTTP requires it with the status {problem.value.status}"
            yield from _missing_headers(problem, problem.value.headers, [required_header], header_name_by_key, reason)
    parameter_name_by_key = {key: parameter.name for key, parameter in tables.parameters.items()}
    signing = events.signing
    if signing and (signing.parts or signing.scheme.startswith(_SCHEME)):
        reason = f"{'the signature' if signing.parts else _SCHEME} requires it"
        for notification in context.stated(Notification):
            headers, required_headers = notification.value.headers, signing.sent_headers.values()
            yield from _missing_headers(notification, headers, required_headers, parameter_name_by_key, reason)


def _missing_headers(
    owner: Stated[Statement], keys: Collection[str], required: Collection[str], names: Mapping[str, str], reason: str
) -> Iterator[Diagnostic]:
    if not all(key in names for key in keys):
        return  # An unknown name was reported, and may have been meant for one that is missing.
    present_names = {names[key].lower() for key in keys}
    missing_names = [name for name in required if name.lower() not in present_names]
    if missing_names:
        key_by_name = {name.lower(): key for key, name in names.items()}
        hint = f"add {', '.join(key_by_name.get(name.lower(), name) for name in missing_names)} to `headers`"
        message = f"the header {' and '.join(missing_names)} is missing; {reason}"
        yield owner.finding("missing-standard-header", message, "headers", help=hint)


@rule("moves", needs=["interface/operations.yaml", "interface/states.yaml", "interface/problems.yaml"])
def moves(context: RuleContext) -> Iterator[Diagnostic]:
    """Report moves that no transition allows, of no record that the path names, by GET, or without their problem."""
    for operation in context.stated(Operation):
        for machine_name, state in operation.value.moves.items():
            yield from list(_target(context, operation, machine_name, state)) or _identified(
                context, operation, machine_name
            )
        if "moves" in operation.value.model_fields_set and not operation.value.moves:
            message, hint = "`moves` names no state machine", "name one and its state, or remove `moves`"
            yield operation.finding("unknown-moved-machine", message, "moves", help=hint)
        if operation.value.moves and operation.value.http_method == "GET":
            message = "a GET request only reads, but the operation moves a record"
            yield operation.finding("reading-move", message, "http_method")
        if operation.value.moves:
            yield from _unanswered(context, operation)


def _target(context: RuleContext, operation: Stated[Operation], machine_name: str, state: str) -> Iterator[Diagnostic]:
    machines = context.catalogue.states.value.state_machines
    machine, place = machines.get(machine_name), ("moves", machine_name)
    if machine is None:
        lacking_phrase = "there is no state machine"
        yield operation.unknown("unknown-moved-machine", lacking_phrase, machine_name, machines, *place, key=True)
    elif state not in machine.by_name:
        lacking_phrase = f"the state machine {machine_name!r} has no state"
        yield operation.unknown("unknown-moved-state", lacking_phrase, state, machine.by_name, *place)
    elif is_sound(machine) and state not in {transition.end for transition in machine.transitions}:
        message = f"no transition of {machine_name!r} leads to {state!r}"
        yield operation.finding("move-without-transition", message, *place)


def _identified(context: RuleContext, operation: Stated[Operation], machine_name: str) -> Iterator[Diagnostic]:
    """Report a path that names no record, several, or one of another state machine, as other operations read it."""
    operations, stated_keys = context.contract.interface.operations, context.catalogue.operations.value.parameters
    own = next(other for other in operations if other.id == operation.name)
    parameters = parameters_of(context.contract, own, "path")
    if not parameters and "{" in own.path:
        return  # A variable that nothing declares is reported.
    if len(parameters) != 1:
        message = f"the path names {counted(len(parameters), 'record')}, but the operation moves exactly one"
        yield operation.finding("unidentified-move", message, "path")
        return
    others = [other for other in operations if not other.moves] if parameters[0].key in stated_keys else [own]
    names = {name for other in others if parameters[0].key in other.parameters for name in other.identifies.values()}
    if names and machine_name not in names:
        message = f"{parameters[0].name!r} identifies records of {', '.join(sorted(names))}, not of {machine_name!r}"
        finding = operation.finding("unidentified-move", message, "path")
        yield replace(finding, rests_on=context.table("record").misses)


def _unanswered(context: RuleContext, operation: Stated[Operation]) -> Iterator[Diagnostic]:
    problems, slugs = context.catalogue.problems.value.problems, operation.value.problems
    slug = next((slug for slug, problem in problems.items() if problem.cause == CONFLICT), "")
    if slug not in slugs and all(listed in problems for listed in slugs):  # An unknown one may be meant for it.
        message = "no problem of the operation answers for a record whose state does not allow the move"
        problem_text = f"`{slug}`" if slug else f"a problem with `cause: {CONFLICT}`"
        yield operation.finding(
            "missing-conflict-problem", message, "problems", key=True, help=f"add {problem_text} to its `problems`"
        )


@rule("moves", needs=["interface/operations.yaml", "interface/states.yaml", "interface/records.yaml"])
def moved_echoes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that repeat a body by which no operation moves their record."""
    machines = context.catalogue.states.value.state_machines
    directions_by_record: dict[str, set[str]] = {}
    for operation in context.stated(Operation):
        for machine_name in operation.value.moves:
            if machine_name in machines and operation.value.request:
                record_name = machines[machine_name].record
                directions_by_record.setdefault(record_name, set()).add(operation.value.request)
    for shape in context.stated(Shaped):
        direction = shape.value.echoed_move
        is_own_member = isinstance(shape.value, Member) and shape.path[0] == "records" and len(shape.path) == 4
        directions = directions_by_record.get(str(shape.path[1]), ()) if is_own_member else ()
        if direction is not None and direction not in directions:
            message = f"no operation moves a record that has this member by the body of {direction!r}"
            finding = shape.finding("echo-without-move", message, "echo", direction, key=True)
            yield replace(finding, rests_on=context.table("direction").misses + context.table("record").misses)
