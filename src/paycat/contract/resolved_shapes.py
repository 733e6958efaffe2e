"""What values of records, parameters and headers look like: field types, request fields and bounds looked up.

Of a request field that a member repeats without a shape of its own, the shape and the bounds are taken. Patterns, fixed
values, lists of values and decimal places are not: an answer stays readable when the interface later accepts other
values. Nor is anything that a single method states.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.directions import Direction
from paycat.catalogue.fields import RequestTable, Rules
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.shapes import Shape, Shaped
from paycat.catalogue.statement import Reason
from paycat.contract.constraints import Layer, last_rules
from paycat.contract.nodes import NodeShape
from paycat.shapes.constraints import KINDS, STATEMENTS, that_count
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import NO_METHOD, Bound, Surroundings

_BOUNDING = (Relation.AT_LEAST, Relation.ABOVE, Relation.AT_MOST, Relation.BELOW)


@dataclass(frozen=True, slots=True)
class ResolvedShape:
    """What a value looks like: its shape, the field type that it has, its bounds by constraint, and a list's items."""

    shape: NodeShape
    field_type: str = ""
    bounds: Mapping[str, Bound] = field(default_factory=dict)
    item: "ResolvedShape | None" = None


def resolved_shape(catalogue: Catalogue, stated: Shaped, record: str | None = None) -> ResolvedShape:
    """Return what a statement says that its value looks like; `record` is the record that it is a part of.

    What is unknown looks like anything: rules report it.
    """
    found = ResolvedShape(stated.shape or ("object" if isinstance(stated, Shape) and stated.members else "any"))
    if stated.takes_echoed:
        found = next(iter(echoed(catalogue, stated.echo or "", record)), ResolvedShape("any"))
    elif stated.type is not None:
        found = shape_of_type(catalogue, stated.type, (stated,))
    own = {} if stated.type else _stated((stated,))
    listed = {Choice.keyword: stated.values} if stated.values and not stated.open else {}
    bounds = {**found.bounds, **own, **_limits(catalogue, stated), **listed}
    return ResolvedShape(found.shape, found.field_type, bounds, found.item)


def echoed(catalogue: Catalogue, path: str, record: str | None) -> list[ResolvedShape]:
    """Return what the field looks like in each table that has it, without repetition."""
    found = (_taken(catalogue, table.value, path) for table in tables_of(catalogue, record))
    different: list[ResolvedShape] = []
    for one in found:
        if one is not None and one not in different:
            different.append(one)
    return different


def tables_of(catalogue: Catalogue, record: str | None) -> list[Source[RequestTable]]:
    """Return the tables whose fields a record repeats: those of its direction if it has states, else all."""
    directions = directions_of(catalogue, record)
    return [one for one in catalogue.requests.values() if not directions or one.value.direction in directions]


def directions_of(catalogue: Catalogue, record: str | None) -> set[Direction]:
    """Return the directions of the requests that lead to a record with states; none where it has no states."""
    state_machines = catalogue.states.value.state_machines.values()
    return {state_machine.direction for state_machine in state_machines if state_machine.record == record}


def limit_of(catalogue: Catalogue, parameter: str, key: str) -> int | None:
    """Return the limit of a parameter that a constraint on a count takes, or None where it states none."""
    stated = catalogue.operations.value.parameters.get(parameter)
    bounds = resolved_shape(catalogue, stated).bounds if stated else {}
    relations = {KINDS[keyword].relation for keyword in _counted(key)}
    found = (bound for keyword, bound in bounds.items() if _limits_numbers(keyword, relations))
    return next((int(bound) for bound in found if isinstance(bound, int)), None)


def _limits_numbers(keyword: str, relations: set[Relation]) -> bool:
    return KINDS[keyword].measure is Measure.NUMBER and KINDS[keyword].relation in relations


def _counted(key: str) -> Iterator[str]:
    """Return the constraints that a key of YAML states of a count."""
    yield from STATEMENTS[key].bounds(1, NO_METHOD)


def _limits(catalogue: Catalogue, stated: Shaped) -> dict[str, Bound]:
    """Return the bounds that are the limits of parameters."""
    found: dict[str, Bound] = {}
    for key, parameter in stated.of_parameters():
        limit = limit_of(catalogue, parameter, key)
        found |= {} if limit is None else dict.fromkeys(_counted(key), limit)
    return found


def _stated(layers: tuple[Constrained, ...]) -> dict[str, Bound]:
    """Return the bounds that statements give together; the last one counts."""
    stated = {key: one.rule.value for key, one in last_rules([Layer(one, Reason()) for one in layers]).items()}
    around = Surroundings(None, None, stated)
    found = (STATEMENTS[key].bounds(value, around).items() for key, value in stated.items())
    return that_count(dict(chain.from_iterable(found))) if stated else {}


def shape_of_type(catalogue: Catalogue, name: str, beside: tuple[Constrained, ...] = ()) -> ResolvedShape:
    """Return what a value of a field type looks like; `beside` are the statements that change its rules."""
    stated = catalogue.types.value.types.get(name)
    if stated is None:
        return ResolvedShape("any")
    items = catalogue.types.value.types.get(stated.of or "")
    item = shape_of_type(catalogue, stated.of or "") if items and items.shape != "list" else None
    return ResolvedShape(stated.shape, name, _stated((stated, *beside)), item)


def _taken(catalogue: Catalogue, table: RequestTable, path: str) -> ResolvedShape | None:
    stated = table.fields.get(path)
    types = catalogue.types.value.types
    look = types.get(stated.type) if stated and stated.type else stated
    if stated is None or look is None or look.shape is None:
        return None
    item_type = types.get(look.of or "")
    item = ResolvedShape(item_type.shape, look.of or "", _bounds(item_type)) if item_type else None
    return ResolvedShape(look.shape, stated.type or "", _bounds(look, stated), item)


def _bounds(field_type: Rules, stated: Constrained | None = None) -> dict[str, Bound]:
    """Return how long, how large and how many a value may be."""
    found: dict[str, Bound] = {}
    for key, statement in STATEMENTS.items():
        rule = (stated and stated.stated(key)) or field_type.stated(key)
        found |= statement.bounds(rule.value, NO_METHOD) if rule else {}
    return {keyword: bound for keyword, bound in found.items() if _is_bounding(keyword)}


def _is_bounding(keyword: str) -> bool:
    return KINDS[keyword].relation in _BOUNDING and KINDS[keyword].measure is not Measure.VALUE
