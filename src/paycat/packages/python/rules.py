"""The rules, value types and open choices that the generated package needs: only what the contract uses."""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Any

from paycat.contract.constraint import Constraint
from paycat.contract.model import Contract
from paycat.contract.naming import decimal_types, is_number, number_types, part_name, pascal, union_name
from paycat.contract.nodes import FieldNode, fields_of
from paycat.languages.python import name
from paycat.languages.source import Source, UnsuitableValueError
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.kind import Kind
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.decimals import plain_text

_COUNTED = (Relation.AT_LEAST, Relation.AT_MOST, Relation.MULTIPLE)
_OF_VALUES = (Relation.MATCHES, Relation.DISTINCT, Relation.CHECKED)
_CHECKED = {Measure.ITEMS: _COUNTED, Measure.CHARACTERS: _COUNTED, Measure.VALUE: _OF_VALUES}
"""What `value_rules.py` of the runtime holds lists and texts against: relations by measure."""
_EXPORTED = frozenset({"ProblemError", "Provenance", "Slug", "Violation"})
"""What the package exports beside the types of states and of requests."""


def used_rules(contract: Contract) -> frozenset[str]:
    """Return the keywords of all constraints on fields, and the names of what else is used.

    These are `boolean`, `array`, `required`, `closed`, `absent`, `any_of`, and `offered`: a method lacks a direction
    that others have.
    """
    groups = [group for request in contract.requests() for group in request.root.groups()]
    case_requirements = {case.requirement for group in groups for case in group.cases}
    offers = [method.offer(direction) for method in contract.methods for direction in contract.offered_directions()]
    is_used_by_name = {
        "required": any(group.required for group in groups) or "required" in case_requirements,
        "closed": any(group.closed for group in groups),
        "absent": "absent" in case_requirements,
        "any_of": any(group.conditions for group in groups),
        "offered": any(offer.request is None for offer in offers),
    }
    json_types = {field.json_type for field in contract.fields()} & {"boolean", "array"}
    keywords = {rule.keyword for field in contract.fields() for rule in field.constraints}
    return frozenset({*keywords, *json_types, *(name for name, is_used in is_used_by_name.items() if is_used)})


def error_type(field: FieldNode, rule: Constraint) -> str:
    """Return the type of pydantic's error of a rule."""
    return (rule.kind.text_error_type if field.shape == "decimal_text" else rule.kind.error_type)(rule.value)


def error_codes(contract: Contract) -> list[tuple[str, str]]:
    """Return each type of pydantic's errors that constraints cause, with the usual code of the first of these.

    They are in the order of the last of these, in which values are told of one rule of several.
    """
    code_by_error: dict[str, str] = {}
    error_pairs = {(rule.keyword, error_type(field, rule)) for field in contract.fields() for rule in field.constraints}
    for kind in KINDS.values():
        for error in sorted(error for keyword, error in error_pairs if keyword == kind.keyword):
            code_by_error[error] = code_by_error.pop(error, kind.usual_code)
    return list(code_by_error.items())


def split_rules(field: FieldNode) -> tuple[dict[str, Any], list[Constraint]]:
    """Return the arguments of pydantic's Field for a text, in alphabetical order, and the rules that need the runtime.

    Of the latter are all rules of a list, and each rule of a text after one for which Field has no argument: the first
    rule that breaks is told. Texts that are listed are a Literal, and one that is fixed keeps every rule.
    """
    arguments: dict[str, Any] = {}
    other_rules: list[Constraint] = []
    is_checked_elsewhere = is_number(field) or (field.fixed and field.json_type == "string")
    for rule in () if is_checked_elsewhere else field.constraints:
        kind = rule.kind
        if rule == field.listed:
            continue
        if field.json_type == "string" and not (other_rules or field.listed) and kind.argument not in {"", *arguments}:
            arguments[kind.argument] = kind.compared(rule.value)
        else:
            other_rules.append(rule)
    return dict(sorted(arguments.items())), other_rules


def runtime_kinds(contract: Contract) -> list[Kind]:
    """Return the kinds of constraints that the runtime checks. Raises UnsuitableValueError for one that it cannot."""
    used_keywords = {rule.keyword for field in contract.fields() for rule in split_rules(field)[1]}
    kinds = [kind for keyword, kind in KINDS.items() if keyword in used_keywords]
    for kind in kinds:
        if kind.relation not in _CHECKED.get(kind.measure, ()):
            message = f"value_rules.py of the runtime has no function that checks {kind.keyword}"
            raise UnsuitableValueError(f"{message}: {kind.measure} {kind.relation}")
    return kinds


@dataclass(frozen=True, slots=True)
class NumberRule:
    """A rule of a number type: the function of the runtime that makes it, its bound, and the error.

    `is_decimal` is about a bound that is a number: `argument` is a whole number, or the text of one with a fraction.
    """

    function: str
    argument: int | str
    is_decimal: bool
    error: str
    must: str


def number_rules(field: FieldNode) -> list[NumberRule]:
    """Return the rules of a number type, in the order in which they reject, without the form of a text."""
    return [_number_rule(field, rule) for rule in field.constraints if not rule.kind.is_implied_by_shape]


def _number_rule(field: FieldNode, rule: Constraint) -> NumberRule:
    kind, constraint_value = rule.kind, rule.kind.compared(rule.value)
    is_decimal = kind.as_written[0] == Measure.NUMBER or field.json_type != "string"
    function = rule_function(kind) if field.json_type == "string" else str(kind.relation)
    argument: Any = rule.value if kind.measure == Measure.NUMBER else constraint_value
    if is_decimal:
        argument = constraint_value if isinstance(constraint_value, int) else plain_text(constraint_value)
    return NumberRule(function, argument, is_decimal, error_type(field, rule), rule.phrase.whole_must)


def rule_function(kind: Kind) -> str:
    """Return the function of the runtime for a constraint on numbers in texts: zeros that are written count, too."""
    measure, relation = kind.as_written
    return str(relation) if measure == Measure.NUMBER else f"{measure}_{relation}"


def number_reader(field: FieldNode) -> tuple[str, ...]:
    """Return the function of the runtime that reads a number, and then the annotations of its type."""
    return _READERS[field.json_type]


_READERS = {
    "number": ("exact", "AS_NUMBER", "NUMBER"),
    "integer": ("whole", "WHOLE_NUMBER"),
    "string": ("exact_text", "AS_TEXT", "TEXT"),
}


def number_names(contract: Contract) -> list[str]:
    """Return what number types need of the runtime, in the order of imports: constants, then functions."""
    number_fields = number_types(contract).values()
    readers = (name for field in (*number_fields, *decimal_types(contract).values()) for name in number_reader(field))
    names = {*readers, *(rule.function for field in number_fields for rule in number_rules(field))}
    return sorted(names, key=lambda name: (not name.isupper(), name))


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """The name of a choice in Python, the texts that it lists, and the record and the member that it is of."""

    type: Source
    values: tuple[str, ...]
    record: str
    member: str


def open_choices(contract: Contract) -> list[OpenChoice]:
    """Return the choices that may get further values, in the order of records and members.

    The states of a state machine have its name, such as RefundStatus; other choices have that of record and member.
    """
    state_name_by_type = {
        part_name(machine.record, machine.member): part_name(pascal(machine.name), machine.member)
        for machine in contract.interface.state_machines
    }
    open_fields = [
        (record.name, field) for record in contract.interface.records for field in fields_of(record.body) if field.open
    ]
    choices = [
        OpenChoice(
            name(part_name(record, field.path)), tuple(choice.value for choice in field.choices), record, field.path
        )
        for record, field in open_fields
    ]
    taken_names = {
        *_EXPORTED,
        *map(union_name, contract.direction_names),
        *(choice.type for choice in choices if choice.type not in state_name_by_type),
    }
    taken_names |= {type_name for type_name, count in Counter(state_name_by_type.values()).items() if count > 1}
    name_by_type = {choice.type: state_name_by_type.get(choice.type, choice.type) for choice in choices}
    return [
        choice if name_by_type[choice.type] in taken_names else replace(choice, type=name(name_by_type[choice.type]))
        for choice in choices
    ]


def choice_types(contract: Contract) -> dict[str, Source]:
    """Return the name of each open choice, by the name that its record and member give it."""
    return {part_name(choice.record, choice.member): choice.type for choice in open_choices(contract)}


def state_types(contract: Contract) -> list[Source]:
    """Return the names of the types of states, in alphabetical order."""
    types, machines = choice_types(contract), contract.interface.state_machines
    names = {types[key] for machine in machines if (key := part_name(machine.record, machine.member)) in types}
    return sorted(names)
