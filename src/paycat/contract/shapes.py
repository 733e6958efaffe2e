"""The shapes of records, parameters and headers: field types, request fields and limits looked up, as in requests."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Literal

from paycat.catalogue.interface import ParameterStatement, ResponseHeaderStatement
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.shapes import Item, Member, RecordStatement, Shape, Shaped
from paycat.catalogue.statement import Location, Reason, Statement, location_of
from paycat.contract.constraints import joined, reason_of
from paycat.contract.nodes import Choice, Constraint, FieldNode, Group, Node, Variant
from paycat.contract.paths import ITEM
from paycat.contract.resolved_shapes import ResolvedShape, resolved_shape
from paycat.contract.setting import deprecation
from paycat.shapes.constraints import KINDS, NOT_EMPTY, STATEMENTS
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.format import Format
from paycat.shapes.constraints.statement import NO_METHOD, Bound
from paycat.shapes.named import SHAPES


def record_body(catalogue: Catalogue, name: str) -> Node:
    """Return what a record looks like."""
    stated = catalogue.records.value.records[name]
    home = _Home(catalogue, name, catalogue.records, stated.reason)
    return _node(home, stated, _Where("", "", ("records", name)))


def sent_value(catalogue: Catalogue, stated: ParameterStatement | ResponseHeaderStatement, *path: str) -> FieldNode:
    """Return what the value of a parameter or header looks like; the text of a parameter has at least one character."""
    resolved = resolved_shape(catalogue, stated)
    if resolved.shape == "text" and isinstance(stated, ParameterStatement):
        resolved = replace(resolved, bounds={NOT_EMPTY.keyword: 1, **resolved.bounds})
    home = _Home(catalogue, None, catalogue.operations, stated.reason)
    return _value(home, stated, resolved, _Where("", "", path))


@dataclass(frozen=True, slots=True)
class _Home:
    """What a shape is a part of: the record, if it is one, its file, and the reason of what has none of its own."""

    catalogue: Catalogue
    record: str | None
    source: Source[Statement]
    reason: Reason

    def location(self, path: tuple[str, ...]) -> Location:
        return location_of(self.source.at(*path, key=True))


@dataclass(frozen=True, slots=True)
class _Where:
    """The name of a member and its path in the body; `stated` is its path in the file."""

    name: str
    path: str
    stated: tuple[str, ...]

    def member(self, name: str) -> "_Where":
        return _Where(name, f"{self.path}.{name}".removeprefix("."), (*self.stated, "members", name))

    def item(self) -> "_Where":
        return _Where("", self.path + ITEM, (*self.stated, "of"))


def _node(home: _Home, stated: Shape, where: _Where) -> Node:
    resolved = resolved_shape(home.catalogue, stated, home.record)
    if resolved.shape == "object" and stated.members:
        reason = _reason(home, stated)
        return Group(
            kind="group",
            name=where.name,
            path=where.path,
            component="" if where.path else home.record or "",
            nullable=stated.nullable,
            requirement=_requirement(stated),
            meaning=_meaning(stated),
            closed=False,
            members=tuple(_node(home, member, where.member(name)) for name, member in stated.members.items()),
            deprecated=_deprecated(stated, reason),
            reason=reason,
            location=home.location(where.stated),
        )
    if stated.record is not None:
        resolved = ResolvedShape("record")
    elif stated.variants:
        resolved = ResolvedShape("union")
    return _value(home, stated, resolved, where)


def _value(home: _Home, stated: Shaped, resolved: ResolvedShape, where: _Where) -> FieldNode:
    reason, location = _reason(home, stated), home.location(where.stated)
    node = _bare(resolved, where, reason, location)
    items = node.items
    if isinstance(stated, Shape) and stated.of:
        items = _node(home, stated.of, where.item())
    further = {}
    if isinstance(stated, Shape):
        further = {
            "mask": stated.mask,
            "made": stated.made if isinstance(stated, Member) else None,
            "nullable": stated.nullable,
            "record": stated.record,
            "discriminator": stated.discriminator if stated.variants else None,
            "variants": tuple(Variant(value=value, record=name) for value, name in stated.variants.items()),
            "deprecated": _deprecated(stated, reason),
        }
    return node.model_copy(
        update={
            "requirement": _requirement(stated),
            "echo": stated.echo,
            "meaning": _meaning(stated),
            "constraints": _constraints(stated, resolved, reason),
            "items": items,
            "choices": tuple(Choice(value=value, reason=reason) for value in stated.values),
            "open": stated.open,
            **further,
        }
    )


def _bare(resolved: ResolvedShape, where: _Where, reason: Reason, location: Location) -> FieldNode:
    """Return what a value looks like of which nothing else is stated."""
    return FieldNode(
        kind="field",
        name=where.name,
        path=where.path,
        type=resolved.field_type,
        shape=resolved.shape,
        requirement="required",
        meaning="",
        constraints=_constraints(None, resolved, reason),
        items=_bare(resolved.item, where.item(), reason, location) if resolved.item else None,
        reason=reason,
        location=location,
    )


def _constraints(stated: Shaped | None, resolved: ResolvedShape, reason: Reason) -> tuple[Constraint, ...]:
    reasons = dict(_reasons(stated, reason)) if stated else {}
    bounds = {**_form(resolved), **resolved.bounds}
    return tuple(
        Constraint(
            keyword=keyword,
            value=_bound(resolved, keyword, bounds[keyword]),
            code=kind.usual_code,
            reason=reasons.get(keyword, reason),
        )
        for keyword, kind in KINDS.items()
        if keyword in bounds
    )


def _form(resolved: ResolvedShape) -> dict[str, Bound]:
    """Return the form that a shape implies; of a number, readers need not know how large any number may be."""
    implied = SHAPES[resolved.shape].implied if resolved.shape in SHAPES else {}
    return {keyword: bound for keyword, bound in implied.items() if keyword == Format.keyword}


def _bound(resolved: ResolvedShape, keyword: str, bound: Bound) -> Bound:
    # A catalogue states true and false as text.
    return bound == "true" if resolved.shape == "boolean" and keyword == Const.keyword else bound


def _reasons(stated: Shaped, reason: Reason) -> Sequence[tuple[str, Reason]]:
    """Return the reasons of the constraints that state one of their own."""
    return [
        (keyword, reason_of(rule, reason))
        for key, rule in stated.all_stated.items()
        for keyword in STATEMENTS[key].bounds(rule.value if rule.value is not None else 1, NO_METHOD)
    ]


def _reason(home: _Home, stated: Shaped) -> Reason:
    """Return where a shape comes from: its own reason or its record's, and those of its constraints."""
    own = reason_of(stated, home.reason)
    return joined(own, *(rule.reason for rule in stated.all_stated.values()))


def _requirement(stated: Shaped) -> Literal["required", "optional"]:
    return stated.requirement if isinstance(stated, Member) else "required"


def _meaning(stated: Shaped) -> str:
    return (stated.meaning or "") if isinstance(stated, Item | Member | RecordStatement) else ""


def _deprecated(stated: Shaped, reason: Reason) -> Deprecation | None:
    return deprecation(stated.deprecated, reason) if isinstance(stated, Member) else None
