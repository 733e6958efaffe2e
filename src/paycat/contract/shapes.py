"""The shapes of records, parameters and headers as JSON Schema."""

from dataclasses import dataclass

from paycat.catalogue.interface import Parameter, ResponseHeader
from paycat.catalogue.reading import Catalogue
from paycat.catalogue.shapes import Item, Member, Record, Shape, Shaped
from paycat.contract.constraints import joined, reason_of
from paycat.contract.resolved_shapes import ResolvedShape, resolved_shape
from paycat.contract.values import Reason
from paycat.shapes.constraints import NOT_EMPTY
from paycat.shapes.json_schema import Schema, known_values, members_schema, reference, union, value_schema


def record_schema(catalogue: Catalogue, name: str) -> Schema:
    """Return the schema of a record."""
    stated = catalogue.records.value.records[name]
    return _schema(_Home(catalogue, name, reason_of(stated, Reason())), stated)


def scalar_schema(catalogue: Catalogue, stated: Parameter | ResponseHeader) -> Schema:
    """Return the schema of a header or a parameter; the text of a parameter has at least one character."""
    resolved = resolved_shape(catalogue, stated)
    if isinstance(stated, Parameter) and resolved.shape == "text":
        resolved = ResolvedShape(resolved.shape, resolved.field_type, {NOT_EMPTY.keyword: 1, **resolved.bounds})
    default = {"default": stated.default} if isinstance(stated, Parameter) and stated.default is not None else {}
    return {**_value(resolved), **_known(stated), **default}


def _value(resolved: ResolvedShape, *, nullable: bool = False) -> Schema:
    schema = value_schema(resolved.shape, resolved.bounds, field_type=resolved.field_type, nullable=nullable)
    return {**schema, "items": _value(resolved.item)} if resolved.item else schema


def _known(stated: Shaped) -> Schema:
    return known_values(stated.values) if stated.values and stated.open else {}


@dataclass(frozen=True, slots=True)
class _Home:
    """The record that a shape is a part of, and the reason of what has none of its own."""

    catalogue: Catalogue
    record: str
    reason: Reason


def _schema(home: _Home, stated: Shape) -> Schema:
    """Return the schema of a shape in the order in which it is read: what it is, what it means, what it holds."""
    means = {"description": stated.meaning} if isinstance(stated, Item | Member | Record) and stated.meaning else {}
    old = {"deprecated": True} if isinstance(stated, Member) and stated.deprecated else {}
    return {**_is(home, stated), **means, **old, **_marks(home, stated), **_holds(home, stated)}


def _is(home: _Home, stated: Shape) -> Schema:
    """Return what kind of value a shape is."""
    if stated.record is not None:
        return reference(stated.record, nullable=stated.nullable)
    if stated.variants:
        return {}
    resolved = resolved_shape(home.catalogue, stated, home.record)
    schema = _value(resolved, nullable=stated.nullable)
    items = {"items": _schema(home, stated.of)} if stated.of else {}
    return {**schema, **_known(stated), **items}


def _holds(home: _Home, stated: Shape) -> Schema:
    """Return the members of an object, or the records of a union."""
    if stated.variants:
        return union(stated.discriminator or "", stated.variants, nullable=stated.nullable)
    required = [name for name, member in stated.members.items() if not member.optional]
    return members_schema({name: _schema(home, member) for name, member in stated.members.items()}, required)


def _marks(home: _Home, stated: Shape) -> Schema:
    """Return where a shape comes from, if not from where its record does; its constraints may have reasons, too."""
    own = Reason() if isinstance(stated, Record) else Reason(source=stated.source, decisions=stated.decision)
    rules = [reason_of(rule, Reason()) for rule in stated.all_stated.values()]
    reason = joined(own if own != Reason() else home.reason, *rules) if any(one != Reason() for one in rules) else own
    source = {"x-source": reason.source} if reason.source else {}
    return {**source, **({"x-decision": list(reason.decisions)} if reason.decisions else {})}
