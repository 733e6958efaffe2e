"""Values of fields and records: at the edges of rules, with every member, with what they must hold."""

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from itertools import count, islice
from typing import Any, NamedTuple

from paycat.contract.constraint import Constraint
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.contract.plain_values import near, plain_values
from paycat.diagnostics import Diagnostic, FindingsError
from paycat.shapes.constraints import is_decimal_text, kinds_of, sampled
from paycat.shapes.constraints.decimal_text import text_lost, texts_at_ends, texts_of_an_end, texts_of_pattern
from paycat.shapes.constraints.kind import Sampled
from paycat.shapes.constraints.relations import Relation, as_key
from paycat.shapes.constraints.statement import Bound
from paycat.shapes.json_types import JSON_TYPES
from paycat.shapes.patterns.side_by_side import Shortest

_MOST_VARIANTS = 1000
"""So many texts, numbers or lists are tried."""


class WholeRecord(NamedTuple):
    """A record that a shape may refer to: what it looks like, and a valid value."""

    body: Node
    value: Any


def sample_of(field: FieldNode, value: Any, steps: int = 0, outer_field: FieldNode | None = None) -> Sampled:
    """Return what values of a field are made of; `value` is a valid one, `steps` is what a pattern may cost.

    `outer_field` is the field whatever the others are, if the given one says what it is where another has a value.
    """
    outer_bounds = outer_field.bounds if outer_field else {}
    return sampled(field.bounds, value, steps, partial(differing, field.items, value), outer_bounds)


def keeping(field: FieldNode, sample: Sampled) -> Iterator[tuple[str, str, Any]]:
    """Return valid values at the edges of a field's rules, each with the rule's keyword and a name.

    Values that are at the edge of no constraint show what the field's type lets through.
    """
    for name, candidate in JSON_TYPES[field.json_type].examples:
        if field.accepts(candidate):
            yield "type", name, candidate
    for kind in kinds_of(field.json_type, field.bounds):
        for name, edge in kind.edges(sample):
            if (candidate := near(field, edge)) is not None:
                yield kind.keyword if kind.keyword in field.bounds else "type", name, candidate


def breaking(field: FieldNode, sample: Sampled, constraint: Constraint) -> Iterator[tuple[str, Any]]:
    """Return values that may break one constraint of a field, and none before it, each with a name."""
    yield from constraint.kind.breaking(sample)
    if is_decimal_text(field.bounds) and (text := text_lost(*_bounds_up_to(field, constraint)).text):
        yield "shortest", text


def is_implied(field: FieldNode, sample: Sampled, constraint: Constraint) -> bool:
    """Tell whether it is proven that no value breaks a constraint and keeps those before it."""
    if is_decimal_text(field.bounds):
        return text_lost(*_bounds_up_to(field, constraint)) == Shortest(None)
    return constraint.kind.is_implied(sample)


def _bounds_up_to(field: FieldNode, constraint: Constraint) -> tuple[dict[str, Bound], dict[str, Bound]]:
    """Return the bounds before a constraint, and those up to it; without the form of its number, a text is any."""
    keyword_values = list(field.bounds.items())
    index = field.constraints.index(constraint)
    return dict(keyword_values[:index]), dict(keyword_values[: index + 1])


def telling_texts(
    field: FieldNode, sample: Sampled, outer_field: FieldNode | None = None
) -> Iterator[tuple[Constraint | None, str, str]]:
    """Yield texts that show what a pattern says beside another, or check digits, each with the constraint it breaks.

    Of a number in a text, one pattern is its form. `outer_field` is as of `sample_of`.
    """
    matching_rules = [constraint for constraint in field.constraints if constraint.kind.relation is Relation.MATCHES]
    checks = [constraint for constraint in field.constraints if constraint.kind.relation is Relation.CHECKED]
    named_texts: list[tuple[str, str]] = []
    if is_decimal_text(field.bounds):
        named_texts += [*texts_at_ends(field.bounds), *texts_of_pattern(field.bounds)]
        named_texts += texts_of_an_end(field.bounds, outer_field.bounds) if outer_field else ()
    elif len(matching_rules) > 1 or checks:
        named_texts += (
            (f"{rule.keyword}_{name}", text) for rule in matching_rules for name, text in rule.kind.edges(sample)
        )
    for name, text in named_texts:
        broken = next((constraint for constraint in field.constraints if not constraint.holds(text)), None)
        if broken in checks or not checks or len(matching_rules) > 1:
            yield broken, name, text


def differing(item_node: FieldNode | Group | None, own_items: Any) -> Iterator[Any]:
    """Return items that a list may have beside its own, where it has any; no two of them are equal."""
    if item_node is None or not own_items:
        return
    item_keys = {as_key(own_item) for own_item in own_items}
    for variant in _variants(item_node, own_items[0]):
        if as_key(variant) not in item_keys:
            item_keys.add(as_key(variant))
            yield variant


def _variants(member: FieldNode | Group, value: Any) -> Iterator[Any]:
    """Return valid values that differ from a valid one: of an object, in one field."""
    if isinstance(member, Group):
        for child in member.members:
            if child.name in value:
                yield from ({**value, child.name: variant} for variant in _variants(child, value[child.name]))
        return
    if member.record or member.discriminator:
        return
    yield from (edge_value for _, _, edge_value in keeping(member, sample_of(member, value)))
    if isinstance(value, str):
        yield from (variant for number in range(_MOST_VARIANTS) if member.accepts(variant := f"{value}{number}"))
        yield from (variant for number in range(_MOST_VARIANTS) if member.accepts(variant := _ending(value, number)))
    elif not isinstance(value, bool | dict | list):
        yield from (variant for number in range(1, _MOST_VARIANTS) if member.accepts(variant := value + number))


def _ending(text: str, number: int) -> str:
    """Return a text of the same length that ends with a number."""
    digits = str(number)
    return f"{text[: -len(digits)]}{digits}" if len(digits) <= len(text) else text


def whole_value(node: Node, body_by_name: Mapping[str, Node], example: Any = None) -> Any:
    """Return a valid value of a node with every member; `example` is a valid one that may lack some."""
    if isinstance(node, Group):
        examples = example if isinstance(example, dict) else {}
        return {member.name: whole_value(member, body_by_name, examples.get(member.name)) for member in node.members}
    if node.items or node.record or node.discriminator or example is None:
        return _least_value(node, body_by_name)
    return example


def least_value(node: Node) -> Any:
    """Return a value of a member of a request with the members that it must have. Raises FindingsError."""
    return _least_value(node, {})


def _least_value(node: Node, records: Mapping[str, Node], parents: frozenset[str] = frozenset()) -> Any:
    """Return a value that holds what it must: a member that may be null or left out is.

    `parents` are the records that the value is in, in which a list of them ends.
    """
    if isinstance(node, Group):
        members = [member for member in node.members if member.requirement == "required"]
        return {member.name: None if member.nullable else _least_value(member, records, parents) for member in members}
    if record_name := node.record or next(
        (variant.record for variant in node.variants if variant.record not in parents), None
    ):
        if record_name in parents:
            raise _no_value(node)
        return _least_value(records[record_name], records, parents | {record_name})
    if node.items:
        return _least_list(node, node.items, records, parents)
    return _first(node, plain_values(node))


def _least_list(node: FieldNode, items: Node, body_by_name: Mapping[str, Node], parents: frozenset[str]) -> Any:
    if isinstance(items, FieldNode) and items.record in parents:
        return _first(node, [[]])
    first_item = _least_value(items, body_by_name, parents)
    further_items = list(islice(differing(items, [first_item]), _MOST_VARIANTS))
    lists = ([first_item, *further_items[:length], *[first_item] * (length - len(further_items))] for length in count())
    return _first(node, islice(lists, _MOST_VARIANTS))


def _first(field: FieldNode, values: Iterable[Any]) -> Any:
    for value in values:
        if field.accepts(value):
            return value
    raise _no_value(field)


def _no_value(field: FieldNode) -> FindingsError:
    message = f"no value of {field.path or field.shape} keeps all its constraints, as far as is known"
    advice = "check the constraints, or state an example"
    return FindingsError([Diagnostic("unbroken-rule", field.location, message, advice)])
