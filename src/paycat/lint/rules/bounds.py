"""The rule on bounds: between a lower and an upper bound there is a value, wherever the two are stated."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, product
from typing import Any

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Container, FieldStatement, FieldType, RequestTable
from paycat.catalogue.interface import ParameterStatement
from paycat.catalogue.shapes import Shaped
from paycat.catalogue.statement import Reason
from paycat.contract.constraints import Layer, last_rules
from paycat.decimals import plain_text
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext, home_of
from paycat.lint.rule import rule
from paycat.lint.statements import Stated
from paycat.shapes.constraints import KINDS, STATEMENTS, numbers_within
from paycat.shapes.constraints.multiple_of import MultipleOf
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import NO_METHOD, Bound, Surroundings

_LOW, _HIGH = (Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW)
_Layers = Sequence[Stated[Constrained]]
"""What states the bounds of a value; each overrides those before it, and the last one is looked at."""


@rule("bounds", needs=["types.yaml", "requests", "interface/operations.yaml"], resolving=True)
def bounds(context: RuleContext) -> Iterator[Diagnostic]:
    """Report bounds between which there is no value."""
    for layers in _layers(context):
        yield from _of_layers(layers)
    for shape in context.stated(Shaped):
        resolved = context.resolved(shape)
        yield from _contradicting(shape, resolved.bounds, resolved.shape, list(_examples(context, shape)))


def is_without_value(context: RuleContext, shape: Stated[Shaped]) -> bool:
    """Return whether no value has the bounds of a shape, wherever they are stated."""
    resolved = context.resolved(shape)
    return without_value(resolved.bounds, resolved.shape) is not None


def without_value(bounds: Mapping[str, Bound], shape: str) -> tuple[str, str] | None:
    """Return the keywords of a lower and an upper bound between which there is no value, or None."""
    steps = {one: bound for one, bound in bounds.items() if _is_step(one)}
    if shape == "integer":
        steps.setdefault(MultipleOf.keyword, 1)
    for low, high in product(bounds, repeat=2):
        measure, both = KINDS[low].measure, {low: bounds[low], high: bounds[high]}
        if KINDS[low].relation not in _LOW or KINDS[high].relation not in _HIGH or KINDS[high].measure is not measure:
            continue
        if measure is not Measure.NUMBER and both[low] > both[high]:  # type: ignore[operator]  # Both are counts.
            return low, high
        if measure is Measure.NUMBER and numbers_within({**both, **steps}).is_empty:
            return low, high
    return None


def _layers(context: RuleContext) -> Iterator[_Layers]:
    """Return what states the bounds of each type, field and container, as far as it is known."""
    types = {one.name: one for one in context.stated(FieldType)}
    for field_type in types.values():
        yield (field_type,)
    for container in context.stated(Container):
        yield (container,)
    tables = {
        (one.source.name, one.name): one
        for one in context.stated(FieldStatement)
        if isinstance(one.source.value, RequestTable)
    }
    for table in tables.values():
        yield _of_type(types, table)
    for offer in context.offers.values():
        source = offer.table(context.catalogue)
        for path, own in offer.statement.fields.items():
            stated = Stated(offer.source, (offer.direction, "fields", path), own)
            common = tables.get((source.name, path)) if source else None
            yield _of_type(types, common, stated) if common else _of_type(types, stated)


def _of_type(types: Mapping[str, Stated[FieldType]], *stated: Stated[FieldStatement]) -> _Layers:
    name = next((one.value.type for one in reversed(stated) if one.value.type), None)
    return (types[name], *stated) if name and name in types else stated


def _of_layers(layers: _Layers) -> Iterator[Diagnostic]:
    stated = last_rules([Layer(one.value, Reason()) for one in layers])
    around = Surroundings(None, None, {key: one.rule.value for key, one in stated.items()})
    found = (STATEMENTS[key].bounds(one.rule.value, around).items() for key, one in stated.items())
    shape = layers[0].value.shape if isinstance(layers[0].value, FieldType) else "list"
    yield from _contradicting(layers[-1], dict(chain.from_iterable(found)), shape, ())


def _contradicting(
    stated: Stated[Constrained], bounds: Mapping[str, Bound], shape: str, examples: Sequence[Any]
) -> Iterator[Diagnostic]:
    """Report the bound that a statement has, and that another one leaves no value: one that an example breaks."""
    pair = without_value(bounds, shape)
    own = [(one, key) for one in pair or () if (key := _key_of(stated.value, one))]
    if pair and own:
        broken = [one for one in own if any(not _holds(one[0], bounds[one[0]], value) for value in examples)]
        keyword, key = (broken or own)[-1]
        other = pair[0] if keyword == pair[1] else pair[1]
        mine, theirs = (plain_text(bounds[one]) for one in (keyword, other))  # type: ignore[arg-type]  # Numbers.
        message = f"`{keyword}` is {mine}, but `{other}` is {theirs}, so no {_noun(bounds, shape)} is valid"
        yield stated.finding("contradictory-bounds", message, key, "value")


def _noun(bounds: Mapping[str, Bound], shape: str) -> str:
    step = numbers_within({one: bound for one, bound in bounds.items() if _is_step(one)}).stated_step
    return f"multiple of {plain_text(step)}" if step else "whole number" if shape == "integer" else "value"


def _is_step(keyword: str) -> bool:
    return KINDS[keyword].relation is Relation.MULTIPLE


def _key_of(stated: Constrained, keyword: str) -> str | None:
    """Return the key of YAML by which a statement has a bound."""
    for key, one in stated.all_stated.items():
        if one.value is None or keyword in STATEMENTS[key].bounds(one.value, NO_METHOD):
            return key
    return None


def _holds(keyword: str, bound: Bound, value: Any) -> bool:
    kind = KINDS[keyword]
    fitting: tuple[type, ...] = {Measure.NUMBER: (int, float), Measure.ITEMS: (list,)}.get(kind.measure, (str,))
    return not isinstance(value, fitting) or isinstance(value, bool) or kind.holds(bound, value)


def _examples(context: RuleContext, shape: Stated[Shaped]) -> Iterator[Any]:
    """Return the values that examples and the default have for a shape."""
    table, name = home_of(shape)
    if isinstance(shape.value, ParameterStatement):
        yield from (shape.value.example, shape.value.default)
    elif table == "records":
        value, steps = context.catalogue.records.value.records[name].example, iter(shape.path[2:])
        for step in steps:
            if step == "of":
                value = value[0] if isinstance(value, list) and value else None
            else:
                value = value.get(next(steps)) if isinstance(value, dict) else None
        yield value
