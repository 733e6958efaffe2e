"""The rules and value types that the generated package needs: only what the requests and records of a contract use.

Each field type with a set of rules on numbers has a named type. Its name states the rules and depends on nothing else:
a subset of methods changes no names, and a bound of one field leaves the types of all others alone. A text in a list
has a named type because the model generator would make a class around each text.
"""

from collections.abc import Iterator

from paycat.contract.model import Contract
from paycat.contract.naming import type_class
from paycat.contract.nodes import FieldNode, fields_of
from paycat.decimals import Number, plain_text
from paycat.shapes.constraints import KINDS, NUMBER_KINDS, kinds_of, numbers_within
from paycat.shapes.constraints.kind import Kind
from paycat.shapes.constraints.relations import Measure, Relation

LISTED = (Relation.EQUAL, Relation.ONE_OF)
"""The relations of constraints that list the values."""
_OF_LISTS = (Relation.AT_LEAST, Relation.AT_MOST, Relation.MULTIPLE, Relation.DISTINCT)
"""The relations of lists that the runtime supports."""


def _fields(contract: Contract) -> Iterator[FieldNode]:
    return (field for request in contract.requests() for field in request.root.fields())


def used_rules(contract: Contract) -> frozenset[str]:
    """Return the keywords of all constraints on fields, and the names of what else is used.

    These are `boolean`, `array`, `required`, `closed`, `any_of`, and `offered`: a method lacks a direction that others
    have.
    """
    groups = [group for request in contract.requests() for group in request.root.groups()]
    served = {request.direction for request in contract.requests()}
    offers = [method.offer(direction) for method in contract.methods for direction in served]
    others = {
        "required": any(group.required for group in groups),
        "closed": any(group.closed for group in groups),
        "any_of": any(group.conditions for group in groups),
        "offered": any(offer.request is None for offer in offers),
    }
    types = {field.json_type for field in _fields(contract)} & {"boolean", "array"}
    keywords = {rule.keyword for field in _fields(contract) for rule in field.constraints}
    return frozenset({*keywords, *types, *(name for name, is_used in others.items() if is_used)})


def _used_kinds(contract: Contract) -> list[Kind]:
    used = used_rules(contract)
    return [kind for keyword, kind in KINDS.items() if keyword in used]


def error_codes(contract: Contract) -> list[tuple[str, str]]:
    """Return each type of pydantic's errors that constraints cause, with the usual code of the first of these."""
    codes: dict[str, str] = {}
    for kind in _used_kinds(contract):
        codes.setdefault(kind.error, kind.usual_code)
    return list(codes.items())


def list_kinds(contract: Contract) -> list[Kind]:
    """Return the kinds of constraints on lists that are used."""
    used = used_rules(contract)
    found = [kind for kind in kinds_of("array") if kind.keyword in used]
    assert all(kind.relation in _OF_LISTS for kind in found), "the models support no other relation of a list"
    return found


def number_relations(contract: Contract) -> frozenset[str]:
    """Return the relations of all used constraints on numbers."""
    return frozenset(str(kind.relation) for kind in _used_kinds(contract) if kind.measure is Measure.NUMBER)


def decimal_types(contract: Contract) -> list[str]:
    """Return the names of the types of exact numbers without limits, of requests and of records."""
    of_records = (field for record in contract.interface.records for field in fields_of(record.body))
    used = (field for field in (*_fields(contract), *of_records) if field.shape == "decimal")
    return sorted({type_class(field.type) for field in used if field.type})


def number_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each number type, by the name of the type."""
    found = {number_name(field): field for field in _fields(contract) if is_number(field)}
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


def number_argument(bound: Number) -> int | str:
    """Return the argument that makes an exact decimal of a bound: a whole number, or the text of any other."""
    return bound if isinstance(bound, int) else plain_text(bound)


def text_types(contract: Contract) -> dict[str, FieldNode]:
    """Return a field of each type of texts in lists, by the name of the type."""
    found = {name: field for field in _fields(contract) if not field.name and (name := text_name(field))}
    return dict(sorted(found.items()))


def text_name(field: FieldNode) -> str | None:
    """Return the name of the type of a text in a list; None for other values, and for texts that are listed."""
    is_listed = any(rule.kind.relation in LISTED for rule in field.constraints)
    return None if field.json_type != "string" or is_listed else f"{type_class(field.type)}Text"
