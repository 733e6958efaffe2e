"""The types of texts in lists: one for each field type, as the generator would make a class around each text."""

from dataclasses import dataclass
from typing import Any

from paycat.contract.model import Constraint, Contract, FieldNode
from paycat.contract.naming import type_class
from paycat.shapes.constraints.relations import Relation

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
