"""The rule on examples and defaults of records and parameters, and on examples of problems: each has its shape."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, NamedTuple

from paycat.catalogue.problems import Problem
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import RecordStatement, Shaped, ShapeStatement
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.paths import Steps, reachable
from paycat.contract.paths import steps as names_in
from paycat.contract.problem_form import every_part
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext, home_of
from paycat.lint.rule import rule
from paycat.lint.rules.agreement import narrower_members
from paycat.lint.rules.example_members import is_misspelt, misnamed_members
from paycat.lint.rules.problem_forms import unheld_members
from paycat.lint.rules.shapes import circular_records, misreferring, misshapen, records_in
from paycat.schemas.making import DEFINITIONS, is_accepted, node_schema
from paycat.shapes.constraints import rejecting
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.counting import counted

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

_NEEDS = (*(f"interface/{name}.yaml" for name in ("records", "operations", "problems")), "types.yaml", "requests")
_Home = tuple[str, str]
"""The table and the key of a record, a parameter or a header."""


class _Shown(NamedTuple):
    """An example or a default: the statement whose key has it, and the schema that it must keep."""

    shape: Stated[Shaped]
    key: str
    value: Any
    schema: Any


@dataclass(frozen=True, slots=True)
class _Fault:
    """What is wrong with a value: the statement whose key has it, the error, and the statement that rejects it."""

    shape: Stated[Shaped]
    key: str
    error: "ValidationError"
    rejecting: Steps

    def finding(self) -> Diagnostic:
        """Return the finding at the value."""
        code = f"wrong-{self.key}"
        message = f"the {self.key} is not valid: {_reason(self.error)}"
        return self.shape.finding(code, message, self.key, *self.error.absolute_path)


@rule("examples", needs=_NEEDS)
def examples(context: RuleContext) -> Iterator[Diagnostic]:
    """Report examples and defaults that their schema rejects; where several are rejected alike, their statement.

    Those of shapes with a fault of their own are passed over.
    """
    sound_homes, interface = _sound(context), context.contract.interface
    record_names = {name for table, name in sound_homes if table == "records"}
    # Those of object types are resolved like fields, whose faults were reported.
    record_names |= {record.name for record in interface.records} - context.catalogue.records.value.records.keys()
    definitions = {name: node_schema(interface.record(name).body, DEFINITIONS) for name in record_names}
    faults_by_cause: dict[tuple[Steps, str], list[_Fault]] = defaultdict(list)
    shown_examples = list(_shown(context, sound_homes, definitions))
    for fault in _faults(shown_examples, definitions):
        faults_by_cause[fault.rejecting, str(fault.error.validator)].append(fault)
    explained_paths: set[Steps] = set()
    if faults_by_cause:  # Reported before: faults of statements themselves, or of one of the fields that they take.
        explained_paths |= {*narrower_members(context), *unheld_members(context), *_unresolved(context)}
    for (path, _), faults in faults_by_cause.items():
        if path not in explained_paths:
            yield from _together(context, faults)
    yield from _beyond_schemas(context, shown_examples)
    yield from misnamed_members(context, record_names)
    yield from _of_problems(context, definitions)
    yield from _of_methods(context)
    yield from _missing(context)


def _of_methods(context: RuleContext) -> Iterator[Diagnostic]:
    """Report what the examples of records have where the code of a method is, if no method has it."""
    field_paths, methods = {field.path for field in context.of_role("method")}, context.methods
    body_by_name = {candidate.name: candidate.body for candidate in context.contract.interface.records}
    for record in context.stated(RecordStatement) if not context.catalogue.unread else ():
        for node, value, path in _values(body_by_name, body_by_name[record.name], record.value.example):
            is_code = node.echo in field_paths or (node.made and node.made.by == "method")
            if is_code and isinstance(value, str) and value not in methods:
                yield record.unknown("wrong-example", "there is no method", value, methods, "example", *path)


def _values(
    bodies: Mapping[str, Node], node: Node, value: Any, *path: str | int
) -> Iterator[tuple[FieldNode, Any, Steps]]:
    """Yield each value inside an example with what it is, also in the records inside it."""
    inner_bodies = []
    if isinstance(node, FieldNode) and isinstance(value, dict):
        tag = value.get(node.discriminator)
        others = {variant.record for variant in node.variants if variant.value != tag}
        inner_bodies = [bodies[name] for name in node.records if name in bodies and name not in others]
    for body in (node, *inner_bodies):
        for member in body.members if isinstance(body, Group) and isinstance(value, dict) else ():
            yield from _values(bodies, member, value.get(member.name), *path, member.name)
    if isinstance(node, FieldNode):
        yield node, value, path
        if node.items and isinstance(value, list):
            for index, item in enumerate(value):
                yield from _values(bodies, node.items, item, *path, index)


def _shown(context: RuleContext, sound_homes: set[_Home], definitions: Mapping[str, Any]) -> Iterator[_Shown]:
    for shape in context.stated(Shaped):
        table, name = home_of(shape)
        for key in ("example", "default") if (table, name) in sound_homes and len(shape.path) == 2 else ():
            if (value := getattr(shape.value, key, None)) is not None:
                parameter_of = context.contract.interface.parameter
                schema = definitions[name] if table == "records" else node_schema(parameter_of(name).value, DEFINITIONS)
                yield _Shown(shape, key, value, schema)


def _beyond_schemas(context: RuleContext, shown_examples: Sequence[_Shown]) -> Iterator[Diagnostic]:
    """Report values of examples and defaults that break a rule which JSON Schema cannot express."""
    interface = context.contract.interface
    body_by_name = {record.name: record.body for record in interface.records}
    for example in shown_examples:
        table, name = home_of(example.shape)
        node = body_by_name[name] if table == "records" else interface.parameter(name).value
        for field, value, path in _values(body_by_name, node, example.value):
            is_typed = field.json_type in JSON_TYPES and JSON_TYPES[field.json_type].holds(value)
            for constraint in field.constraints if is_typed else ():
                if field.limitation(constraint) and not constraint.holds(value):
                    message = f"the {example.key} is not valid: it {constraint.phrase.whole_must}"
                    yield example.shape.finding(f"wrong-{example.key}", message, example.key, *path)


def _unresolved(context: RuleContext) -> Iterator[Steps]:
    """Yield the statements whose values depend on methods, if some method could not be resolved."""
    is_unread = any(name.startswith("methods/") for name in context.catalogue.unread)
    if is_unread or len(context.contract.methods) < len(context.catalogue.methods):
        yield from (shape.path for shape in context.stated(Shaped) if shape.value.takes_echoed or shape.value.type)
        services = (operation.serves for operation in context.contract.interface.operations if operation.serves)
        yield from (("parameters", service.parameter) for service in services if service.parameter)


def _together(context: RuleContext, faults: list[_Fault]) -> Iterator[Diagnostic]:
    """Report what one keyword of a statement rejects: at the statement where several examples are rejected."""
    fault, has_several = faults[0], len({same_fault.shape.path for same_fault in faults}) > 1
    stating_shape = next((shape for shape in context.stated(Shaped) if shape.path == fault.rejecting), None)
    if stating_shape is None or not has_several:
        yield from (same_fault.finding() for same_fault in faults)
        return
    message = f"{counted(len(faults), 'example')} are not valid here, the first in {fault.shape.name}"
    message = f"{message}: {_reason(fault.error)}"
    schema = fault.error.schema if isinstance(fault.error.schema, dict) else {}
    kind = rejecting(str(fault.error.validator), schema, fault.error.instance)
    keys = [kind.statement.key] if kind and kind.statement else ["shape"] if fault.error.validator == "type" else []
    key = [key for key in keys if stating_shape.value.value_of(key) is not None]
    yield stating_shape.finding("wrong-example", message, *key, *("value",) * len(key), key=not key)


def _faults(stated_examples: Sequence[_Shown], definitions: Mapping[str, Any]) -> Iterator[_Fault]:
    """Return what the schemas reject, by the errors of the reference validator if they do not accept everything."""
    schema_by_index = {str(index): example.schema for index, example in enumerate(stated_examples)}
    value_by_index = {str(index): example.value for index, example in enumerate(stated_examples)}
    if is_accepted({"$defs": definitions, "properties": schema_by_index}, value_by_index):
        return
    for example in stated_examples:
        schema = {"$defs": definitions, "allOf": [example.schema]}
        for schema_error in _errors(schema, example.value):
            error = _nearest([schema_error])
            if error.validator != "required":  # Members that are missing are reported with those that are misspelt.
                yield _Fault(example.shape, example.key, error, _rejecting(example.shape.path, schema, error))


def _errors(schema: Any, value: Any) -> list["ValidationError"]:
    from jsonschema.exceptions import ValidationError  # noqa: PLC0415 - slow; only faults need it

    from paycat.contract.reference_validator import FORMATS, validator_of  # noqa: PLC0415 - as above

    try:
        return list(validator_of(schema, FORMATS).iter_errors(value))
    except (RecursionError, OverflowError):  # Nested, or large, beyond what the validator can follow.
        return [ValidationError("it is too large to check")]


def _nearest(errors: Sequence["ValidationError"]) -> "ValidationError":
    """Return the error, or the one behind it, that explains best what is wrong."""
    from jsonschema.exceptions import best_match  # noqa: PLC0415 - as above

    return best_match(errors) or errors[0]


def _rejecting(home_path: Steps, schema: dict[str, Any], error: "ValidationError") -> Steps:
    path: Steps = home_path
    subschema: Any = schema
    steps = iter(error.absolute_schema_path)
    for step in steps:
        while step not in subschema and "$ref" in subschema:  # The steps of an error pass over it.
            name = names_in(subschema["$ref"])[-1]
            path, subschema = ("records", name), schema["$defs"][name]
        subschema = subschema[step]
        if step == "properties":
            member_name = next(steps)
            path, subschema = (*path, "members", member_name), subschema[member_name]
        elif step == "items":
            path = (*path, "of")
    return path


def _of_problems(context: RuleContext, definitions: Mapping[str, Any]) -> Iterator[Diagnostic]:
    """Report members of examples that the record of problems does not list, and values that it rejects.

    `definitions` has the schemas of records without faults, by name.
    """
    record_name = context.contract.interface.problem_record
    members = definitions.get(record_name, {}).get("properties", {})
    for part in every_part(context.contract.interface.stated_form) if members else ():
        if part.word and part.word not in members:
            members = {**members, part.word: node_schema(part.node, DEFINITIONS)}
    for problem in context.stated(Problem) if members else ():
        for name, value in problem.value.example.items():
            schema = {"$defs": definitions, "allOf": [members.get(name, {})]}
            if name not in members:
                lacking_phrase = f"{record_name} has no member"
                yield problem.unknown("unlisted-member", lacking_phrase, name, members, "example", name, key=True)
            elif errors := [] if is_accepted(schema, value) else _errors(schema, value):
                message = f"the example is not valid: {_nearest(errors).message[:200]}"
                yield problem.finding("wrong-example", message, "example", name)


def _missing(context: RuleContext) -> Iterator[Diagnostic]:
    reason_by_record = {}
    for notification in context.contract.interface.notifications:
        reason_by_record[notification.record] = f"the notification {notification.name!r} sends it"
    for operation in context.contract.interface.operations:
        reason_by_record[operation.success.record or ""] = f"the operation {operation.id!r} answers with it"
    for record in context.stated(RecordStatement):
        if record.name in reason_by_record and context.contract.interface.record(record.name).example is None:
            message = f"{record.name} has no example, and {reason_by_record[record.name]}"
            finding = record.finding("missing-example", message, key=True)
            yield replace(finding, rests_on=context.table("record").misses)  # None is derived of what there is not.


def _reason(error: "ValidationError") -> str:
    path = ".".join(map(str, error.absolute_path))
    return f"{f'{path}: ' if path else ''}{error.message[:200]}"


def _sound(context: RuleContext) -> set[_Home]:
    """Return the records, parameters and headers without a fault in themselves or in any record that they refer to."""
    faulty_homes = {home_of(shape) for shape in context.stated(Shaped) if _is_faulty(context, shape)}
    faulty_homes |= {("records", name) for name in circular_records(context)}
    homes = {home_of(shape) for shape in context.stated(Shaped)} - faulty_homes
    targets_by_home: dict[_Home, set[_Home]] = defaultdict(set)
    for shape in context.stated(Shaped):
        record_references = records_in(shape.value) if isinstance(shape.value, ShapeStatement) else ()
        targets_by_home[home_of(shape)] |= {("records", name) for name, _ in record_references}
        targets_by_home[home_of(shape)] |= {("parameters", name) for _, name in shape.value.of_parameters()}
    return {start for start in homes if reachable([start], lambda home: targets_by_home.get(home, ())).keys() <= homes}


def _is_faulty(context: RuleContext, shape: Stated[Shaped]) -> bool:
    """Return whether a shape has a fault, or a record of a union has the member that names it by a misspelt name."""
    record_by_name, member = context.catalogue.records.value.records, getattr(shape.value, "discriminator", None)
    variants = getattr(shape.value, "variants", {}).values() if member else ()
    is_misnamed = any(name in record_by_name and is_misspelt(record_by_name[name], str(member)) for name in variants)
    return any(misshapen(context, shape)) or any(misreferring(context, shape)) or is_misnamed
