"""The types of numbers and texts that generated models have, by name.

Each field type with a set of rules on numbers has a named type. Its name states the rules and depends on nothing else:
a subset of methods changes no names, and a bound of one field leaves the types of all others alone. A text in a list
has a named type because the model generator would make a class around each text.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.contract.model import Contract
from paycat.contract.naming import pascal, type_class
from paycat.contract.nodes import FieldNode, fields_of
from paycat.shapes.constraints import NUMBER_KINDS, numbers_within
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Bound

_LISTING = (Relation.EQUAL, Relation.ONE_OF)
"""The relations of constraints that list the values."""


@dataclass(frozen=True, slots=True)
class ValueType:
    """The name of a type, a field of it, and what its definition states: the JSON type, and bounds by keyword."""

    name: str
    field: FieldNode
    json_type: str
    bounds: tuple[tuple[str, Bound], ...]


def value_types(contract: Contract) -> Iterator[ValueType]:
    """Yield the type of each number, and of each text in a list: one name, one definition, as a rule checks."""
    for field in _sent(contract):
        called = number_name(field) if is_number(field) else None if field.name else text_name(field)
        if called:
            yield ValueType(called, field, field.json_type, tuple(field.bounds.items()))
    for field in _decimals(contract):
        yield ValueType(type_class(field.type), field, field.json_type, ())


def _sent(contract: Contract) -> Iterator[FieldNode]:
    return (field for request in contract.requests() for field in request.root.fields())


def _decimals(contract: Contract) -> Iterator[FieldNode]:
    of_records = (field for record in contract.interface.records for field in fields_of(record.body))
    return (
        field for part in (_sent(contract), of_records) for field in part if field.shape == "decimal" and field.type
    )


def decimal_types(contract: Contract) -> list[str]:
    """Return the names of the types of exact numbers without limits, of requests and of records."""
    return sorted({type_class(field.type) for field in _decimals(contract)})


def number_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each number type, by the name of the type."""
    found = {number_name(field): field for field in _sent(contract) if is_number(field)}
    return dict(sorted(found.items()))


def is_number(field: FieldNode) -> bool:
    """Return whether a field has a number type."""
    return field.json_type in ("number", "integer")


def number_name(field: FieldNode) -> str:
    """Return the name of a field's number type, such as Amount2 for two decimal places or Amount2AtMost1234_56."""
    stated, accepted = {rule.keyword: rule.number for rule in field.constraints}, numbers_within(field.bounds)
    kinds = (kind for kind in NUMBER_KINDS if field.json_type in kind.json_types)
    return "".join(
        (type_class(field.type_or_shape), *(kind.type_name(stated.get(kind.keyword), accepted) for kind in kinds))
    )


def text_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each type of texts in lists, by the name of the type."""
    found = {name: field for field in _sent(contract) if not field.name and (name := text_name(field))}
    return dict(sorted(found.items()))


def text_name(field: FieldNode) -> str | None:
    """Return the name of the type of a text in a list; None for other values, and for texts that are listed."""
    is_listed = any(rule.kind.relation in _LISTING for rule in field.constraints)
    return None if field.json_type != "string" or is_listed else f"{pascal(field.type)}Text"
