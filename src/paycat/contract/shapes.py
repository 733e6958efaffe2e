"""What values of records, parameters and headers look like: field types, request fields and limits looked up.

Of a request field that a member repeats without a shape of its own, the shape and the bounds are taken. Patterns, fixed
values, lists of values and decimal places are not: an answer stays readable when the interface later accepts other
values. Nor is anything that a single method states. What is unknown looks like anything: rules report it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import FieldStatement, RequestTable
from paycat.catalogue.interface import leading
from paycat.catalogue.parameters import ParameterStatement
from paycat.catalogue.reading import Catalogue, SourceFile, Stated
from paycat.catalogue.shapes import Item, Member, RecordStatement, Shaped, ShapeStatement
from paycat.catalogue.statement import Reason
from paycat.contract.constraint import Constraint
from paycat.contract.interface import Record
from paycat.contract.layout import layout_of_table, members_of, type_named
from paycat.contract.naming import type_record
from paycat.contract.nodes import FieldNode, Group, Node, Variant
from paycat.contract.paths import ITEM, member_path
from paycat.contract.stated_offers import deprecation, exponent_of, reason_of_members
from paycat.contract.values import (
    Layer,
    Resolver,
    choices_of,
    constraint,
    joined,
    look_of,
    reason_of,
    type_of,
    value_node,
)
from paycat.shapes.constraints import FIXED, KINDS, LISTED, NOT_EMPTY, PLACES, STATEMENTS
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import NO_METHOD, Surroundings

_BOUNDING = (Relation.AT_LEAST, Relation.ABOVE, Relation.AT_MOST, Relation.BELOW)
_TAKEN = frozenset(
    kind.statement.key
    for kind in KINDS.values()
    if kind.statement and kind.relation in _BOUNDING and kind.measure is not Measure.VALUE
) | {PLACES.keyword}
"""The keys of rules that a member takes from the field that it repeats: how long, how large, how fine and how many."""


_Followed = tuple[str, tuple[FieldNode, bool]]


class ShapeValues:
    """What the records, parameters, headers and field types of a catalogue look like, each resolved once.

    `records`, `parameters` and `response_headers` are by name; the text of a parameter has at least one character.
    """

    def __init__(self, catalogue: Catalogue) -> None:
        self.catalogue = catalogue
        self.resolved: dict[int, FieldNode] = {}
        """Values without what is stated of their use, by the identity of the statements; the catalogue has these."""
        operations, records = catalogue.operations.value, catalogue.records
        self.parameters = self._sent("parameters", operations.parameters)
        self.response_headers = self._sent("response_headers", operations.response_headers)
        statements = [Stated(records, ("records", name), record) for name, record in records.value.records.items()]
        self.records = {
            record.name: _node(_Home(self, record.name, record.value.reason), record, "") for record in statements
        }

    def followed(self, record_name: str | None) -> Mapping[str, tuple[FieldNode, bool]]:
        """Return the members, outside of lists, of the record that a record follows, and whether each has a value.

        They are by path; there are none where the state machine of the record follows none.
        """
        records, leader_name = self.catalogue.records, followed_record(self.catalogue, record_name)
        statements = records.value.records

        def members(name: str, path: str, outer_names: tuple[str, ...], *, is_sure: bool) -> Iterator[_Followed]:
            record = Stated(records, ("records", name), statements[name])
            node = _node(_Home(self, name, record.value.reason), record, "")
            yield from inside(node, path, (*outer_names, name), is_sure=is_sure)

        def inside(node: Node, outer_path: str, names: tuple[str, ...], *, is_sure: bool) -> Iterator[_Followed]:
            for member in node.members if isinstance(node, Group) else ():
                path = member_path(outer_path, member.name)
                has_value = is_sure and member.requirement == "required" and not member.nullable
                if isinstance(member, Group):
                    yield from inside(member, path, names, is_sure=has_value)
                    continue
                yield path, (member, has_value)
                if member.record in statements.keys() - {*names}:
                    yield from members(member.record, path, names, is_sure=has_value)

        return dict(members(leader_name, "", (), is_sure=True)) if leader_name in statements else {}

    @cached_property
    def types(self) -> Mapping[str, FieldNode]:
        """The values of the field types by name."""
        types = self.catalogue.types
        bare_nodes = {name: value_node("", Reason(), types.at("types", name, key=True)) for name in types.value.types}
        return {name: _typed(self.catalogue, name, node) for name, node in bare_nodes.items()}

    def bare(self, shape: Stated[Shaped]) -> FieldNode:
        """Return the shape, the type, the constraints and the items of a value."""
        home = _Home(self, str(shape.path[1]), shape.value.reason)
        return self.resolved.get(id(shape.value)) or _bare(home, shape, "")  # Else it is an object with members.

    def _sent(self, table: str, shapes: Mapping[str, Shaped]) -> dict[str, FieldNode]:
        statements = [Stated(self.catalogue.operations, (table, key), shape) for key, shape in shapes.items()]
        return {shape.name: _value(_Home(self, None, shape.value.reason), shape, "") for shape in statements}


def meaning_of(catalogue: Catalogue, statement: Shaped | FieldStatement, own_meaning: str | None) -> str:
    """Return what a statement of a value says in its own `own_meaning`, or else what its field type does."""
    field_type = type_of(catalogue.types, statement.type)
    return own_meaning or (field_type.value.meaning if field_type else "")


def echoed(
    catalogue: Catalogue, shape: Shaped, record: str | None, bare_node: FieldNode | None = None
) -> list[FieldNode]:
    """Return what the field that a shape repeats is in each table, without repetition, at the place of a bare node."""
    path, tables = shape.echoed_path or "", tables_of(catalogue, record, shape.echoed_move)
    bare_node = bare_node or value_node("", Reason(), catalogue.types.at())
    exponents = (exponent_of(method.value, catalogue.currencies.value) or 0 for method in catalogue.methods.values())
    surroundings = Surroundings(exponent=max(exponents, default=None))
    resolver = Resolver(catalogue.types, surroundings=surroundings, keys=_TAKEN)
    nodes_by_look: dict[str, FieldNode] = {}
    for table in tables:
        statements = layout_of_table(catalogue.types, table).statements(path)
        if look := look_of(catalogue.types, statements):
            layers = [Layer(statement, bare_node.reason, borrowed=True) for statement in statements]
            node = resolver.node(bare_node, Layer(look, bare_node.reason, borrowed=True), layers)
            item = node.items if isinstance(node.items, FieldNode) else None
            nodes_by_look.setdefault(str((node.type, node.bounds, item and (item.type, item.bounds))), node)
    return list(nodes_by_look.values())


def echoed_paths(catalogue: Catalogue, record_name: str | None, move: str | None) -> list[str]:
    """Return the paths of what a record may repeat, of a moving body if there is one: fields, and typed objects."""
    layouts = (layout_of_table(catalogue.types, table) for table in tables_of(catalogue, record_name, move))
    return [path.removesuffix(ITEM) for layout in layouts for path in (*layout.fields, *layout.objects)]


def record_of_type(catalogue: Catalogue, type_name: str) -> Record:
    """Return the record that values of an object type are in records: open, and without what a request requires."""
    field_type = type_named(catalogue.types, type_name)
    record_name, reason = type_record(type_name), field_type.value.reason
    members = [member for path, member in members_of(catalogue.types, type_name).items() if "." not in path]
    body = Group(
        kind="group",
        name="",
        path="",
        component=record_name,
        requirement="required",
        meaning=field_type.value.meaning,
        closed=False,
        members=tuple(_member_of_type(catalogue, member) for member in members),
        reason=reason,
        location=field_type.at(key=True),
    )
    return Record(name=record_name, body=body, reason=reason, location=body.location)


def _member_of_type(catalogue: Catalogue, member: Stated[FieldStatement]) -> FieldNode:
    outer_reason = reason_of_members(catalogue.types.value.types[str(member.path[1])])
    reason = reason_of(member.value, outer_reason)
    bare_node, layer = value_node(member.name, reason, member.at(key=True)), Layer(member, reason)
    look = look_of(catalogue.types, [member])
    if look is None:
        return bare_node
    return Resolver(catalogue.types).node(
        bare_node,
        Layer(look, reason, borrowed=True),
        [layer],
        requirement="required" if member.value.requirement == "required" else "optional",
        meaning=meaning_of(catalogue, member.value, member.value.meaning),
        python_name=member.value.python_name,
        deprecated=deprecation(member.value.deprecated, reason),
    )


def tables_of(catalogue: Catalogue, record_name: str | None, move: str | None) -> list[SourceFile[RequestTable]]:
    """Return the tables whose fields a record repeats: of a move, or else of its direction if it has states, or all."""
    directions = directions_of(catalogue, record_name, move)
    return [table for table in catalogue.requests.values() if not directions or table.value.direction in directions]


def directions_of(catalogue: Catalogue, record_name: str | None, move: str | None = None) -> set[str]:
    """Return the directions of the requests that lead to a record with states, or else with an identifier.

    A `move` is the direction of the only requests that matter. A direction that does not exist is a finding of its own.
    """
    state_machines = catalogue.states.value.state_machines.values()
    names = {state_machine.direction for state_machine in state_machines if state_machine.record == record_name}
    operations = catalogue.operations.value.operations.values()
    if not names and _has_identifier(catalogue, record_name):
        names = {operation.request for operation in operations if operation.success.record == record_name}
    return {direction for direction in catalogue.directions if direction in ({move} if move else names)}


def _has_identifier(catalogue: Catalogue, record_name: str | None) -> bool:
    record = catalogue.records.value.records.get(record_name or "")
    return any(member.made and member.made.by == "id" for member in record.members.values()) if record else False


def followed_record(catalogue: Catalogue, record_name: str | None) -> str | None:
    """Return the record of the machine that the machine of a record follows; None where it follows none, or itself."""
    machines = catalogue.states.value.state_machines
    machine = next((machine for machine in machines.values() if machine.record == record_name), None)
    chain = leading(machine, machines) if machine else []
    return chain[1].record if len(chain) > 1 and not chain[-1].follows else None


def limit_of(parameter: FieldNode | None, key: str) -> Constraint | None:
    """Return the limit of a parameter that a constraint on a count takes, or None where it states none."""
    rules = parameter.constraints if parameter else ()
    relations = {KINDS[keyword].relation for keyword in _counted(key)}
    limits = (rule for rule in rules if rule.kind.measure is Measure.NUMBER and rule.kind.relation in relations)
    return next((limit for limit in limits if isinstance(limit.value, int)), None)


@dataclass(frozen=True, slots=True)
class _Home:
    """What a shape is a part of: the record, if it is one, and the reason of what has none of its own."""

    values: ShapeValues
    record: str | None
    reason: Reason

    @property
    def catalogue(self) -> Catalogue:
        """The catalogue that states the shape."""
        return self.values.catalogue


def _node(home: _Home, statement: Stated[ShapeStatement], path: str) -> Node:
    shape = statement.value
    if not shape.members or shape.shape not in (None, "object") or shape.takes_echoed or shape.type:
        return _value(home, statement, path)
    reason = _reason(home, shape)
    members = []
    for name, member in shape.members.items():
        inner_statement = Stated(statement.source, (*statement.path, "members", name), member)
        node = _node(home, inner_statement, member_path(path, name))
        members.append(node if node.name == name else node.model_copy(update={"name": name}))  # It may have dots.
    return Group(
        kind="group",
        name="" if path.endswith(ITEM) else path.rpartition(".")[2],
        path=path,
        component="" if path else home.record or "",
        closed=False,
        members=tuple(members),
        reason=reason,
        location=statement.at(key=True),
        **_use(home, shape, reason),
    )


def _value(home: _Home, statement: Stated[Shaped], path: str) -> FieldNode:
    shape = statement.value
    node = _bare(home, statement, path)
    choices = choices_of([Layer(statement, node.reason)])
    update: dict[str, Any] = {"echo": shape.echoed_path, "echoed_move": shape.echoed_move}
    update |= {"choices": choices, "open": shape.open}
    if isinstance(shape, ShapeStatement):
        if shape.record is not None or shape.variants:
            node = value_node(path, node.reason, node.location, "union" if shape.record is None else "record")
        if shape.of:
            item_statement = Stated(statement.source, (*statement.path, "of"), shape.of)
            update["items"] = _node(home, item_statement, path + ITEM)
        update |= _use(home, shape, node.reason) | {
            "mask": shape.mask,
            "made": shape.made if isinstance(shape, Member) else None,
            "record": shape.record or node.record,
            "discriminator": shape.discriminator if shape.variants else None,
            "variants": tuple(Variant(value=word, record=record_name) for word, record_name in shape.variants.items()),
        }
    return node.model_copy(update=update)


def _use(home: _Home, shape: ShapeStatement, reason: Reason) -> dict[str, Any]:
    deprecated = deprecation(shape.deprecated, reason) if isinstance(shape, Member) else None
    own_meaning = shape.meaning if isinstance(shape, Item | Member | RecordStatement) else None
    return {
        "python_name": shape.python_name if isinstance(shape, Member) else None,
        "nullable": shape.nullable,
        "requirement": shape.requirement if isinstance(shape, Member) else "required",
        "meaning": meaning_of(home.catalogue, shape, own_meaning) if isinstance(shape, Member) else own_meaning or "",
        "deprecated": deprecated,
    }


def _bare(home: _Home, statement: Stated[Shaped], path: str) -> FieldNode:
    shape = statement.value
    bare_node = value_node(path, _reason(home, shape), statement.at(key=True))
    layer, resolver = Layer(statement, bare_node.reason), Resolver(home.catalogue.types)
    if shape.takes_echoed:
        node = _repeated(home, shape, bare_node)
        further_rules = resolver.constraints([layer])
    elif shape.type is not None:
        node, further_rules = _typed(home.catalogue, shape.type, bare_node, layer), {}
    else:
        has_members = isinstance(shape, ShapeStatement) and shape.members
        node = bare_node.model_copy(update={"shape": shape.shape or ("object" if has_members else "any")})
        further_rules = resolver.constraints([layer], node.shape, layer)
    rules = {rule.keyword: rule for rule in node.constraints} | further_rules | _limits(home, layer)
    if shape.open:
        rules.pop(LISTED.keyword, None)
    if node.shape == "boolean" and (fixed := rules.get(FIXED.keyword)):  # A catalogue states true and false as text.
        rules[FIXED.keyword] = fixed.model_copy(update={"value": fixed.value == "true"})
    if node.shape == "text" and isinstance(shape, ParameterStatement):
        rules = {NOT_EMPTY.keyword: constraint(NOT_EMPTY.keyword, 1, bare_node.reason, bare_node.location), **rules}
    full_node = node.model_copy(update={"constraints": tuple(rules[keyword] for keyword in KINDS if keyword in rules)})
    home.values.resolved[id(shape)] = full_node
    return full_node


def _repeated(home: _Home, shape: Shaped, bare_node: FieldNode) -> FieldNode:
    """Return what a value looks like that repeats a field, or a member of the record that its own record follows."""
    path = shape.echoed_path or ""
    if (followed := home.values.followed(home.record)) and path in followed:
        member = followed[path][0]
        rules = (rule for rule in member.constraints if rule.kind.is_implied_by_shape or _is_taken(rule))
        looks = {"type": member.type, "shape": member.shape, "items": member.items, "record": member.record}
        return bare_node.model_copy(update={**looks, "constraints": tuple(rules)})
    return next(iter(echoed(home.catalogue, shape, home.record, bare_node)), bare_node)


def _is_taken(rule: Constraint) -> bool:
    statement = rule.kind.statement
    return rule.keyword == PLACES.keyword or (statement is not None and statement.key in _TAKEN)


def _typed(catalogue: Catalogue, type_name: str, bare_node: FieldNode, *layers: Layer[Constrained]) -> FieldNode:
    """Return what a value of a field type looks like; `layers` are statements that change its rules."""
    field_type = type_of(catalogue.types, type_name)
    if field_type is None:
        return bare_node
    return Resolver(catalogue.types).node(bare_node, Layer(field_type, bare_node.reason, borrowed=True), layers)


def _limits(home: _Home, layer: Layer[Shaped]) -> dict[str, Constraint]:
    """Return the constraints whose bounds are the limits of parameters, and are stated there."""
    shape = layer.statement.value
    limits = ((key, limit_of(home.values.parameters.get(name), key)) for key, name in shape.of_parameters())
    return {
        keyword: limit.model_copy(update={"keyword": keyword, "code": KINDS[keyword].usual_code, "reason": reason})
        for key, limit in limits
        if limit is not None
        for reason in [reason_of(shape.rules[key], layer.reason)]
        for keyword in _counted(key)
    }


def _counted(key: str) -> Iterator[str]:
    """Return the constraints that a key of YAML states of a count."""
    yield from STATEMENTS[key].bounds(1, NO_METHOD)


def _reason(home: _Home, shape: Shaped) -> Reason:
    own_reason = reason_of(shape, home.reason)
    return joined(own_reason, *(rule.reason for rule in shape.rules.values()))
