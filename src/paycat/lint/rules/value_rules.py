"""The rule on constraints and roles: they fit the shape of the value, and allow for bodies that can be sent."""

from collections import defaultdict
from collections.abc import Iterator, Mapping

from paycat.catalogue.fields import Container, FieldStatement, FieldType, Role, Rules
from paycat.catalogue.reading import Stated
from paycat.contract.paths import ITEM
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
    **{key: one.shapes for key, one in STATEMENTS.items()},
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


_FACTS: Mapping[Role, str] = {
    "method": "method.method_code",
    "currency": "method.currency",
    "country": "method.country",
}
"""The fact of a method that fields of a role have, if they are fixed to one."""


@rule("value-rules", needs=["types.yaml"], stage=Stage.FORMS)
def value_rules(context: RuleContext) -> Iterator[Diagnostic]:
    """Report constraints and roles that do not fit the shape, and lengths and depths that no body can have."""
    limits = context.catalogue.rulebook.value.limits
    body_bytes, body_depth = min(limits.body_bytes.value, _MOST_BYTES), min(limits.body_depth.value, _MOST_LEVELS)
    for stated in context.stated(Rules):
        yield from _too_long(stated, body_bytes)
    deep = {one.at(key=True) for one in context.stated(FieldStatement) if _depth(one.name) > body_depth}
    deep |= {field.statements[-1].at(key=True) for field in context.stated_fields if _depth(field.path) > body_depth}
    for place in sorted(deep):
        message = f"the field is nested deeper than the {body_depth} levels that a body may have"
        yield Diagnostic("field-too-deep", place, message)
    yield from _misplaced(context)
    yield from _misplaced_roles(context)
    for one in context.stated(Rules):
        yield from _incomplete(context, one)
    yield from _wrong_facts(context)
    for container in context.stated(Container):
        path = str(container.path[-1])
        for key in STATEMENTS if not path.endswith(ITEM) else ():
            if container.value.stated(key):
                message = f"{key!r} applies to lists, but {path!r} is an object"
                hint = f"remove it, or rename the container to {path + ITEM!r}"
                yield Diagnostic("misplaced-rule", container.at(key, key=True), message, hint)


def _depth(path: str) -> int:
    return len(path.replace(ITEM, f".{ITEM}").split("."))


def _misplaced(context: RuleContext) -> Iterator[Diagnostic]:
    """Report constraints that do not fit the shape; a method's field may have that of its table, and the reverse."""
    types = context.catalogue.types.value.types
    shaped = {(id(one.value), _shape(types, one.value)): one for one in context.stated(Rules)}
    for field in context.stated_fields:
        shape = field.look.value.shape if field.look else None
        shaped |= {(id(layer.value), shape): layer for layer in field.statements}
    for (_, shape), stated in shaped.items():
        for key, fitting in FITTING.items() if shape else ():
            if getattr(stated.value, key, None) and shape not in fitting:
                message = f"{key!r} applies to the shape {listed(fitting, 'or')}, but the value has the shape {shape}"
                hint = "remove it, or choose another type"
                yield stated.finding("misplaced-rule", message, key, key=True, help=hint)


def _shape(types: Mapping[str, FieldType], stated: Rules) -> ShapeName | None:
    """Return the shape that a statement has itself, or by the field type that it names."""
    of_type = types.get(stated.type or "") if isinstance(stated, FieldStatement) else None
    return of_type.shape if of_type else stated.shape


def _wrong_facts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report fields that are fixed to a fact of the method which another role has."""
    for field in context.stated(FieldStatement):
        fixed, role = field.value.stated("fixed"), field.value.role
        right = _FACTS.get(role) if role else None
        if fixed and right and fixed.value in _FACTS.values() and fixed.value != right:
            message = f"the field has the role {role}, but is fixed to {fixed.value}"
            yield field.finding("wrong-fact", message, "fixed", "value", help=f"write {right}")


def _misplaced_roles(context: RuleContext) -> Iterator[Diagnostic]:
    """Report roles that do not fit the shape: of several fields of one type at the type."""
    found: dict[tuple[Span, ShapeName | None, Role], set[Span]] = defaultdict(set)
    for field in context.stated_fields:
        stated = field.last("role")
        role = stated and stated.value.role
        if stated and role and field.look and field.look.value.shape not in _ROLES[role]:
            found[field.look.at("shape"), field.look.value.shape, role].add(stated.at("role"))
    for (stating, shape, role), places in found.items():
        place = min(places) if len(places) == 1 else stating
        fitting = listed(_ROLES[role], "or")
        message = f"the role {role!r} requires the shape {fitting}, but the value has the shape {shape}"
        if len(places) > 1:
            several = f"{len(places)} fields of this type have the role {role!r}"
            message = f"{several}, which requires the shape {fitting}"
        yield Diagnostic("misplaced-role", place, message)


def _incomplete(context: RuleContext, stated: Stated[Rules]) -> Iterator[Diagnostic]:
    """Report a choice without values, a list without the type of its items, and such a type where there is no list."""
    shape, of = stated.value.shape, stated.value.of
    items = context.catalogue.types.value.types.get(of or "")
    if shape == "choice" and stated.value.stated("values") is None:
        yield stated.finding("incomplete-type", "a choice requires values", "shape", help="list them under `values`")
    if shape == "list" and of is None:
        message = "a list requires the field type of its items"
        yield stated.finding("incomplete-type", message, "shape", help="name it under `of`")
    if shape != "list" and of is not None:
        has = f"the value has the shape {shape}" if shape else "no shape is stated beside it"
        message = f"'of' applies to the shape list, but {has}"
        yield Diagnostic("misplaced-rule", stated.at("of"), message, "remove it, or choose another shape")
    elif items and items.shape == "list":
        hint = "describe them as objects: declare a container, such as `lines[]`"
        yield Diagnostic("incomplete-type", stated.at("of"), "the items of a list cannot be lists", hint)


def _too_long(stated: Stated[Rules], body_bytes: int) -> Iterator[Diagnostic]:
    for key in _of_form("span"):
        found = stated.value.stated(key)
        if found and max(bound or 0 for bound in found.value) > body_bytes:
            message = f"no text is longer than the largest body, which has {body_bytes} bytes"
            yield Diagnostic("length-beyond-body", stated.at(key, "value"), message)


def _of_form(*forms: str) -> Iterator[str]:
    return (key for key, one in STATEMENTS.items() if one.form in forms)
