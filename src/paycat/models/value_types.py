"""The types of values of the generated models: of numbers, and of texts in lists.

There is one for each field type and set of rules on numbers. A type's name says its rules, and nothing else decides it:
a field with a bound of its own has a type of its own, and the types of all other fields, in every selection of methods,
stay what they are. A text in a list has one, as the generator would make a class around each text.
"""

from dataclasses import dataclass
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.naming import type_class
from paycat.contract.nodes import Constraint, FieldNode
from paycat.decimals import Number, plain_text
from paycat.shapes.constraints import NUMBER_KINDS, numbers_within
from paycat.shapes.constraints.relations import Relation


@dataclass(frozen=True, slots=True)
class NumberType:
    """A named type with its rules; `base` has none. `is_whole` tells that it has no fraction."""

    name: str
    base: str
    is_whole: bool
    rules: tuple[Constraint, ...]


def number_types(contract: Contract) -> list[NumberType]:
    """Return the number types by name."""
    fields = (field for request in contract.requests() for field in request.root.fields())
    found = {number_name(field): field for field in fields if is_number(field)}
    return [
        NumberType(name, type_class(field.type), field.json_type == "integer", field.constraints)
        for name, field in sorted(found.items())
    ]


def is_number(field: FieldNode) -> bool:
    """Tell whether a field has a number type."""
    return field.json_type in ("number", "integer")


def number_name(field: FieldNode) -> str:
    """Return the name of a field's number type, such as Amount2 for two decimal places or Amount2AtMost1234_56."""
    stated, accepted = {rule.keyword: rule.number for rule in field.constraints}, numbers_within(field.bounds)
    parts = (
        kind.type_name(stated.get(kind.keyword), accepted)
        for kind in NUMBER_KINDS
        if field.json_type in kind.json_types
    )
    return "".join((type_class(field.type), *parts))


def number_argument(bound: Number) -> int | str:
    """Return what makes a decimal of a bound exactly: a whole number, or the text of another one."""
    return bound if isinstance(bound, int) else plain_text(bound)


_LISTED = (Relation.EQUAL, Relation.ONE_OF)


@dataclass(frozen=True, slots=True)
class TextType:
    """A named type with its rules, by what they are called in pydantic's Field, and what they say."""

    name: str
    arguments: dict[str, Any]
    rules: tuple[Constraint, ...]


def text_types(contract: Contract) -> list[TextType]:
    """Return the types of texts in lists by name."""
    fields = (field for request in contract.requests() for field in request.root.fields())
    found = {name: field for field in fields if not field.name and (name := text_name(field))}
    return [TextType(name, _arguments(field), field.constraints) for name, field in sorted(found.items())]


def text_name(field: FieldNode) -> str | None:
    """Return the name of the type of a text in a list; None for other values, and where the texts are listed."""
    listed = any(rule.kind.relation in _LISTED for rule in field.constraints)
    return None if field.json_type != "string" or listed else f"{type_class(field.type)}Text"


def _arguments(field: FieldNode) -> dict[str, Any]:
    return {rule.kind.argument: rule.kind.compared(rule.value) for rule in field.constraints}
