"""The exact number types of the generated models: one for each field type and set of rules on numbers.

A type's name says its rules, and nothing else decides it: a field with a bound of its own has a type of its own, and
the types of all other fields, in every selection of methods, stay what they are.
"""

from dataclasses import dataclass
from decimal import Decimal

from paycat.contract.model import Constraint, Contract, FieldNode, Keyword
from paycat.contract.naming import type_class

_USUAL: dict[Keyword, Decimal] = {"exclusive_minimum": Decimal(0), "maximum": Decimal("9999999999999.99")}
"""The bounds of which a name says nothing: above zero, up to the largest of 15 digits with two decimal places."""

_WORDS: dict[Keyword, tuple[str, str]] = {
    "exclusive_minimum": ("Above", "WithoutMinimum"),
    "maximum": ("AtMost", "WithoutMaximum"),
}
"""Before a bound in a name, and in place of one."""


@dataclass(frozen=True, slots=True)
class NumberType:
    """A named type with its rules; `base` has none."""

    name: str
    base: str
    rules: tuple[Constraint, ...]


def number_types(contract: Contract) -> list[NumberType]:
    """Return the number types by name."""
    fields = (field for request in contract.requests() for field in request.root.fields())
    found = {number_name(field): field for field in fields if field.json_type == "number"}
    return [NumberType(name, type_class(field.type), field.constraints) for name, field in sorted(found.items())]


def number_name(field: FieldNode) -> str:
    """Return the name of a field's number type, such as Amount2 for two decimal places or Amount2AtMost1234_56."""
    places = field.constraint("decimal_places")
    name = type_class(field.type) + (places.text if places else "Any")
    for keyword, usual in _USUAL.items():
        rule, (before, instead) = field.constraint(keyword), _WORDS[keyword]
        if rule is None:
            name += instead
        elif rule.number != usual:
            name += before + rule.text.replace("-", "Minus").replace(".", "_")
    return name
