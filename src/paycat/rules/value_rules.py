"""Constraints on a value and its role fit its shape, and ask for nothing that no body can have.

Why: a length says nothing of a number and a maximum nothing of a text: the rule would stand there and hold for nothing.
What has a role is read and compared by the machinery, which must know its type; and no text is longer than the largest
body.

Example: in schemas/types.yaml

    end_to_end_id:
      shape: text
      ...
      maximum: 40

is found as

    schemas/types.yaml:32:5 error misplaced-rule: 'maximum' applies to the shape decimal or integer, and the value has
      the shape text; remove it, or choose another type

Fix: remove the rule or the role, or give the field another type.
"""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Container, FieldStatement, FieldType, RequestTable, Role
from paycat.catalogue.methods import Method
from paycat.catalogue.reading import Catalogue, Source
from paycat.contract.model import Contract
from paycat.contract.paths import ITEM
from paycat.decimals import DIGITS, plain_text
from paycat.diagnostics import Diagnostic
from paycat.rules.views.offers import offers
from paycat.rules.views.rulings import Ruling, rulings, rulings_of_shapes
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.named import ShapeName

Path = tuple[str, ...]

ID = "R-24"
MISPLACED = "misplaced-rule"
MISPLACED_ROLE = "misplaced-role"
INCOMPLETE = "incomplete-type"
TOO_LONG = "length-beyond-body"
TOO_DEEP = "field-too-deep"
TOO_LARGE = "number-beyond-readers"
NEEDS: tuple[str, ...] = ("types.yaml",)

_MOST_BYTES = 2**31 - 1  # What the limits of a catalogue allow, and no more than validators can count or follow.
_MOST_LEVELS = 64
_FOR: Mapping[str, tuple[ShapeName, ...]] = {**{key: one.shapes for key, one in STATEMENTS.items()}, "input": ("text",)}
"""The shapes that a constraint applies to."""

_ROLES: Mapping[Role, ShapeName] = {
    "method": "text",
    "amount": "decimal",
    "currency": "text",
    "reference": "text",
    "metadata": "object",
    "notify": "text",
    "return": "text",
    "country": "text",
}


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report rules and roles that do not fit the field's type, and lengths and depths that no body can have."""
    limits = catalogue.rulebook.value.limits
    body_bytes, body_depth = min(limits.body_bytes.value, _MOST_BYTES), min(limits.body_depth.value, _MOST_LEVELS)
    for ruling in rulings(catalogue):
        yield from _too_long(ruling, body_bytes)
        yield from _too_large(ruling)
        if len(str(ruling.path[-1]).replace(ITEM, f".{ITEM}").split(".")) > body_depth:
            message = f"the field is nested deeper than the {body_depth} levels that a body may have"
            yield Diagnostic(TOO_DEEP, ruling.at(key=True), message)
    for ruling in rulings_of_shapes(catalogue):
        yield from _too_large(ruling)
    for ruling, shape in _shaped(catalogue):
        yield from _misplaced(ruling, shape)
    for name, field_type in catalogue.types.value.types.items():
        yield from _incomplete(catalogue, name, field_type)
    for source, path, container in _containers(catalogue):
        if not path[-1].endswith(ITEM):
            yield from _of_object(source, path, container)


def _shaped(catalogue: Catalogue) -> Iterator[tuple[Ruling, ShapeName]]:
    """Every ruling whose shape is known; a method's field may have the type of its table, and the reverse."""
    types = catalogue.types.value.types
    for name, field_type in types.items():
        yield Ruling(catalogue.types, ("types", name), field_type), field_type.shape
    for table in catalogue.requests.values():
        for path, field in table.value.fields.items():
            if field.type in types:
                yield Ruling(table, ("fields", path), field), types[field.type].shape
    for offer in offers(catalogue):
        shared = offer.table(catalogue)
        for path, field in offer.statement.fields.items():
            common = shared.value.fields.get(path) if shared else None
            stated = types.get(field.type or (common and common.type) or "")
            if stated:
                yield Ruling(offer.source, (offer.direction, "fields", path), field), stated.shape
            if stated and shared and common:
                yield Ruling(shared, ("fields", path), common), stated.shape


def _misplaced(ruling: Ruling, shape: ShapeName) -> Iterator[Diagnostic]:
    for name, fitting in _FOR.items():
        if getattr(ruling.rules, name) is not None and shape not in fitting:
            message = f"{name!r} applies to the shape {' or '.join(fitting)}, and the value has the shape {shape}"
            yield Diagnostic(MISPLACED, ruling.at(name, key=True), message, "remove it, or choose another type")
    role = ruling.rules.role if isinstance(ruling.rules, FieldStatement) else None
    if role and _ROLES[role] != shape:
        message = f"the role {role!r} needs the shape {_ROLES[role]}, and the value has the shape {shape}"
        yield Diagnostic(MISPLACED_ROLE, ruling.at("role"), message, "choose another type, or another field")


def _incomplete(catalogue: Catalogue, name: str, field_type: FieldType) -> Iterator[Diagnostic]:
    """Report a choice without values, a list without the type of its items, and such a type where there is no list."""
    types = catalogue.types
    place = types.at("types", name, "shape")
    if field_type.shape == "choice" and field_type.stated("values") is None:
        yield Diagnostic(INCOMPLETE, place, "a choice needs the values that may be chosen", "list them under `values`")
    if field_type.shape == "list" and field_type.of is None:
        yield Diagnostic(INCOMPLETE, place, "a list needs the field type of its items", "name it under `of`")
    if field_type.of is None:
        return
    place, of = types.at("types", name, "of"), types.value.types.get(field_type.of)
    if field_type.shape != "list":
        message = f"'of' applies to the shape list, and the value has the shape {field_type.shape}"
        yield Diagnostic(MISPLACED, place, message, "remove it, or choose another shape")
    elif of and of.shape == "list":
        message = "the items of a list cannot be lists"
        yield Diagnostic(INCOMPLETE, place, message, "describe them as objects: declare a container, such as `lines[]`")


def _containers(catalogue: Catalogue) -> Iterator[tuple[Source[RequestTable] | Source[Method], Path, Container]]:
    for table in catalogue.requests.values():
        yield from ((table, ("containers", path), one) for path, one in table.value.containers.items())
    for offer in offers(catalogue):
        stated = offer.statement.containers
        yield from ((offer.source, (offer.direction, "containers", path), one) for path, one in stated.items())


def _of_object(source: Source[RequestTable] | Source[Method], path: Path, container: Container) -> Iterator[Diagnostic]:
    for name in STATEMENTS:
        if container.stated(name):
            message = f"{name!r} applies to lists, and {path[-1]!r} is an object"
            place = source.at(*path, name, key=True)
            yield Diagnostic(MISPLACED, place, message, f"remove it, or call the container {path[-1] + ITEM!r}")


def _too_large(ruling: Ruling) -> Iterator[Diagnostic]:
    for name in (*_stated_as(ruling.rules, "number"), *_stated_as(ruling.rules, "step")):
        stated = ruling.rules.stated(name)
        if stated and _digits(stated.value) > DIGITS:
            message = f"the number has more than the {DIGITS} digits that every reader of JSON keeps"
            yield Diagnostic(TOO_LARGE, ruling.at(name, "value"), message, "state a number of fewer digits")


def _digits(number: int | Decimal) -> int:
    """Return how many digits a number has when it is written without an exponent, zeros at its ends included."""
    return len(re.sub("[^0-9]", "", plain_text(number).lstrip("-").removeprefix("0.")))


def _too_long(ruling: Ruling, body_bytes: int) -> Iterator[Diagnostic]:
    for name in _stated_as(ruling.rules, "span"):
        stated = ruling.rules.stated(name)
        if stated and max(bound or 0 for bound in stated.value) > body_bytes:
            message = f"no text is longer than the largest body, which has {body_bytes} bytes"
            yield Diagnostic(TOO_LONG, ruling.at(name, "value"), message)


def _stated_as(rules: Constrained, form: str) -> Iterator[str]:
    return (key for key, one in STATEMENTS.items() if one.form == form and rules.stated(key))
