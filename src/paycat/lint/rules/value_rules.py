"""The rule on constraints and roles: they fit the shape of the value, and allow for bodies that can be sent."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from itertools import product

from paycat.catalogue.fields import FACTS, Container, FieldStatement, FieldType, Role, Rules
from paycat.catalogue.reading import Stated
from paycat.contract.paths import ITEM
from paycat.contract.values import look_of
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NUMBERS
from paycat.shapes.json_types import ShapeName
from paycat.text.counting import listed

_MOST_BYTES = 2**31 - 1  # What the limits of a catalogue allow, and no more than validators can count or follow.
_MOST_LEVELS = 64
FITTING: Mapping[str, tuple[ShapeName, ...]] = {
    **{key: statement.shapes for key, statement in STATEMENTS.items()},
    "standard": ("choice",),
    "input": ("text",),
    "by_currency": NUMBERS,
}
"""The shapes that a constraint applies to."""

_ROLES: Mapping[Role, tuple[ShapeName, ...]] = {
    "method": ("text",),
    "amount": ("decimal", "integer", "decimal_text"),
    "currency": ("text",),
    "reference": ("text",),
    "metadata": ("object",),
    "notify": ("text",),
    "return": ("text",),
    "country": ("text",),
}
"""The shapes that a field of a role may have."""


@rule("value-rules", needs=["types.yaml"], stage=Stage.FORMS)
def value_rules(context: RuleContext) -> Iterator[Diagnostic]:
    """Report constraints and roles that do not fit the shape, and lengths and depths that no body can have."""
    limits = context.catalogue.rulebook.value.limits
    body_bytes, body_depth = min(limits.body_bytes.value, _MOST_BYTES), min(limits.body_depth.value, _MOST_LEVELS)
    for statement in context.stated(Rules):
        yield from _too_long(statement, body_bytes)
    places = {field.at(key=True) for field in context.stated(FieldStatement) if _depth(field.name) > body_depth}
    places |= {field.statements[-1].at(key=True) for field in context.stated_fields if _depth(field.path) > body_depth}
    for place in sorted(places):
        message = f"the field is nested deeper than the {body_depth} levels that a body may have"
        yield Diagnostic("field-too-deep", place, message)
    yield from _misplaced(context)
    yield from _misplaced_roles(context)
    for statement in context.stated(Rules):
        yield from _incomplete(context, statement)
    yield from _wrong_facts(context)
    for container in context.stated(Container):
        path = str(container.path[-1])
        for key in STATEMENTS if not path.endswith(ITEM) else ():
            if container.value.rule(key):
                message = f"{key!r} applies to lists, but {path!r} is an object"
                hint = f"remove it, or rename the container to {path + ITEM!r}"
                yield Diagnostic("misplaced-rule", container.at(key, key=True), message, hint)


def _depth(path: str) -> int:
    return len(path.replace(ITEM, f".{ITEM}").split("."))


def _misplaced(context: RuleContext) -> Iterator[Diagnostic]:
    """Report constraints that do not fit the shape; a method's field may have that of its table, and the reverse.

    Where several things are stated of values of a shape, and none of them fits, the shape is the mistake.
    """
    types = context.catalogue.types
    pairs: list[tuple[Stated[Rules] | None, Stated[Rules]]] = [
        *((field_type, field_type) for field_type in context.stated(FieldType)),
        *((look_of(types, [field]), field) for field in context.stated(FieldStatement)),
        *((field.look, layer) for field in context.stated_fields for layer in field.statements),
    ]
    layers_by_look: dict[tuple[Span, ShapeName], dict[int, Stated[Rules]]] = defaultdict(dict)
    for look, layer in pairs:
        if look and look.value.shape:
            layers_by_look[look.at("shape"), look.value.shape][id(layer.value)] = layer
    for (place, shape), layers in layers_by_look.items():
        rules_by_fit: dict[bool, list[tuple[Stated[Rules], str]]] = defaultdict(list)
        for layer, key in product(layers.values(), FITTING):
            if layer.value.value_of(key):
                rules_by_fit[shape in FITTING[key]].append((layer, key))
        misfits = rules_by_fit[False]
        if len(misfits) > 1 and not rules_by_fit[True]:
            keys = listed(dict.fromkeys(repr(key) for _, key in misfits))
            message = f"nothing that is stated of values of this shape applies to it: {keys} in {len(misfits)} places"
            yield Diagnostic("misplaced-rule", place, message, "choose another shape, or remove them")
            continue
        for layer, key in misfits:
            message = f"{key!r} applies to the shape {listed(FITTING[key], 'or')}, but the value has the shape {shape}"
            hint = "remove it, or choose another type"
            yield layer.finding("misplaced-rule", message, key, key=True, help=hint)


def _wrong_facts(context: RuleContext) -> Iterator[Diagnostic]:
    for field in context.stated(FieldStatement):
        fixed_rule, role = field.value.rule("fixed"), field.value.role
        right_fact = FACTS.get(role) if role else None
        if fixed_rule and right_fact and fixed_rule.value in FACTS.values() and fixed_rule.value != right_fact:
            message = f"the field has the role {role}, but is fixed to {fixed_rule.value}"
            yield field.finding("wrong-fact", message, "fixed", "value", help=f"write {right_fact}")


def _misplaced_roles(context: RuleContext) -> Iterator[Diagnostic]:
    """Report roles that do not fit the shape: of several fields of one type at the type."""
    places_by_role: dict[tuple[Span, ShapeName | None, Role], set[Span]] = defaultdict(set)
    for field in context.stated_fields:
        statement = field.last("role")
        role = statement and statement.value.role
        if statement and role and field.look and field.look.value.shape not in _ROLES[role]:
            places_by_role[field.look.at("shape"), field.look.value.shape, role].add(statement.at("role"))
    for (shape_place, shape, role), places in places_by_role.items():
        place = min(places) if len(places) == 1 else shape_place
        shapes_text = listed(_ROLES[role], "or")
        message = f"the role {role!r} requires the shape {shapes_text}, but the value has the shape {shape}"
        if len(places) > 1:
            count_text = f"{len(places)} fields of this type have the role {role!r}"
            message = f"{count_text}, which requires the shape {shapes_text}"
        yield Diagnostic("misplaced-role", place, message)


def _incomplete(context: RuleContext, statement: Stated[Rules]) -> Iterator[Diagnostic]:
    shape, type_name = statement.value.shape, statement.value.of
    item_type = context.catalogue.types.value.types.get(type_name or "")
    if shape == "choice" and statement.value.rule("values") is None:
        yield statement.finding("incomplete-type", "a choice requires values", "shape", help="list them under `values`")
    if shape == "list" and type_name is None:
        message = "a list requires the field type of its items"
        yield statement.finding("incomplete-type", message, "shape", help="name it under `of`")
    if shape != "list" and type_name is not None:
        shape_phrase = f"the value has the shape {shape}" if shape else "no shape is stated beside it"
        message = f"'of' applies to the shape list, but {shape_phrase}"
        yield Diagnostic("misplaced-rule", statement.at("of"), message, "remove it, or choose another shape")
    elif item_type and item_type.shape == "list":
        hint = "describe them as objects: declare a container, such as `lines[]`"
        yield Diagnostic("incomplete-type", statement.at("of"), "the items of a list cannot be lists", hint)


def _too_long(statement: Stated[Rules], body_bytes: int) -> Iterator[Diagnostic]:
    for key in (key for key, constraint in STATEMENTS.items() if constraint.form == "span"):
        length_rule = statement.value.rule(key)
        if length_rule and max(limit or 0 for limit in length_rule.value) > body_bytes:
            message = f"no text is longer than the largest body, which has {body_bytes} bytes"
            yield Diagnostic("length-beyond-body", statement.at(key, "value"), message)
