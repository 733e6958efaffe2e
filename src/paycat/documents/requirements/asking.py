"""How a form asks for a field: level, input, keypad, options and bounds."""

import re
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.catalogue.fields import Audience
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import ITEM
from paycat.decimals import plain_text
from paycat.documents.requirements.file_format import Keypad, Level, Shown
from paycat.shapes.constraints import KINDS, numbers_within

_ADDRESSES = ("notify", "return")
_OF_SYSTEM = ("method", "reference", "metadata", *_ADDRESSES)
_OF_MERCHANT = ("amount", "currency")
_KEYPADS: dict[str, Keypad] = {"digits": "numeric", "email": "email", "tel": "tel", "url": "url"}
_INPUTS: dict[str, Shown] = {"number": "number", "integer": "number", "object": "key_value", "array": "list"}
_DIGITS = re.compile(r"\^\[0-9\](?:[*+]|\{[0-9,]+\})?\$")
_LISTED = re.compile(r"\^\((?:\?:)?([A-Za-z0-9_ -]+(?:\|[A-Za-z0-9_ -]+)+)\)\$")


def level_of(field: FieldNode) -> Level:
    """Return the requirement level; a known value is fixed, unless the field is conditional."""
    return "fixed" if field.constraint("const") and field.requirement != "conditional" else field.requirement


def options_of(field: FieldNode) -> tuple[str, ...] | None:
    """Return the texts to choose from if the rules list them, or None."""
    if const := field.constraint("const"):
        return None if level_of(field) == "fixed" else (str(const.value),)
    if field.json_type == "boolean":
        return ("true", "false")
    if field.choices:
        return tuple(one.value for one in field.choices)
    pattern = field.constraint("pattern")
    listed = _LISTED.fullmatch(str(pattern.value)) if pattern else None
    return tuple(listed[1].split("|")) if listed else None


def input_of(field: FieldNode) -> Shown:
    """Return the input of the field."""
    if level_of(field) == "fixed":
        return "hidden"
    if options_of(field):
        return "select"
    if field.json_type in _INPUTS:
        return _INPUTS[field.json_type]
    stated = _stated(field)
    return "text" if stated == "digits" else stated


def audience_of(field: FieldNode, direction: Direction) -> Audience:
    """Return who fills a field in: as stated, or by its fixed value, its role and the direction."""
    if field.audience:
        return field.audience
    if level_of(field) == "fixed" or field.role in _OF_SYSTEM:
        return "system"
    return "payer" if direction == "pay_in" and field.role not in _OF_MERCHANT else "merchant"


def keypad_of(field: FieldNode) -> Keypad | None:
    """Return the keypad, or None for the usual one."""
    shown = input_of(field)
    if shown == "number":
        step = numbers_within(field.bounds).stated_step
        return "numeric" if field.json_type == "integer" or isinstance(step, int) else "decimal"
    return None if shown in ("hidden", "select", "key_value") else _KEYPADS.get(_stated(field))


def form_checks(contract: Contract) -> dict[str, tuple[str, str]]:
    """Return measure and relation of each rule that any field has, by the rule's name."""
    asked = (field for request in contract.requests() for field in request.root.fields() if ITEM not in field.path)
    stated = {rule.keyword for field in asked for rule in field.constraints}
    return {kind.form_name: kind.form_check for keyword, kind in KINDS.items() if keyword in stated}


def _stated(field: FieldNode) -> Any:
    """Return the kind of a text: the stated input, or what format, pattern and role imply."""
    if field.constraint("format") and field.bounds["format"] == "date":
        return "date"
    pattern = field.constraint("pattern")
    if field.input is None and pattern and _DIGITS.fullmatch(str(pattern.value)):
        return "digits"
    return field.input or ("url" if field.role in _ADDRESSES else "text")


def bounds_of(field: FieldNode) -> dict[str, Any]:
    """Return the bounds of the field under the names of the format; bounds of numbers are decimals in text."""
    found = {rule.kind.form_name: rule.kind.form_bound(rule.value) for rule in field.constraints}
    step = numbers_within(field.bounds).stated_step
    if step is None and field.json_type == "integer":
        step = 1
    return found if step is None else {**found, "step": plain_text(step)}
