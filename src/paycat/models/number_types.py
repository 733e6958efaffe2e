"""The exact number types of the generated models: one for each field type and number of decimal places."""

from dataclasses import dataclass

from paycat.contract.model import Constraint, Contract, FieldNode
from paycat.contract.naming import type_class


@dataclass(frozen=True, slots=True)
class NumberType:
    """A named type with the rules that every field of the type keeps; `base` has none."""

    name: str
    base: str
    rules: tuple[Constraint, ...]


def number_types(contract: Contract) -> list[NumberType]:
    """Return the number types by name."""
    fields: dict[str, list[FieldNode]] = {}
    for request in contract.requests():
        for field in request.root.fields():
            if field.json_type == "number":
                fields.setdefault(number_name(field), []).append(field)
    return [NumberType(name, type_class(held[0].type), shared_rules(held)) for name, held in sorted(fields.items())]


def number_name(field: FieldNode) -> str:
    """Return the name of a field's number type, such as Amount2 for two decimal places."""
    places = field.constraint("decimal_places")
    return type_class(field.type) + (str(places.value) if places else "Any")


def shared_rules(fields: list[FieldNode]) -> tuple[Constraint, ...]:
    """Return the rules that all fields have, in order; what one field adds stands at that field."""
    first, *others = fields
    return tuple(rule for rule in first.constraints if all(_has(other, rule) for other in others))


def _has(field: FieldNode, rule: Constraint) -> bool:
    same = field.constraint(rule.keyword)
    return same is not None and same.value == rule.value
