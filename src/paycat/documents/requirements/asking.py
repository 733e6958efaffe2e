"""How a form asks for a field: level, input, keypad, options and bounds."""

import re
from dataclasses import replace
from typing import Any

from paycat.catalogue.directions import Direction
from paycat.catalogue.fields import Audience
from paycat.contract.model import Contract
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import ITEM
from paycat.documents.requirements.file_format import InputType, Keypad, Level
from paycat.shapes.constraints import KINDS, numbers_within
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.decimals import plain_text
from paycat.shapes.patterns.portable import html_pattern

_ADDRESSES = ("notify", "return")
_OF_SYSTEM = ("method", "reference", "metadata", *_ADDRESSES)
_OF_MERCHANT = ("amount", "currency")
_KEYPADS: dict[str, Keypad] = {"digits": "numeric", "email": "email", "tel": "tel", "url": "url"}
_INPUTS: dict[str, InputType] = {"number": "number", "integer": "number", "object": "key_value", "array": "list"}
_DIGITS = re.compile(r"\^\[0-9\](?:[*+]|\{[0-9,]+\})?\$")
_LISTED = re.compile(r"\^\((?:\?:)?([A-Za-z0-9_ -]+(?:\|[A-Za-z0-9_ -]+)+)\)\$")


def level_of(field: FieldNode) -> Level:
    """Return the requirement level; a known value is fixed, unless the field is conditional."""
    return "fixed" if field.fixed and field.requirement != "conditional" else field.requirement


def options_of(field: FieldNode) -> tuple[str, ...] | None:
    """Return the texts to choose from if the rules list them, or None."""
    if const := field.fixed:
        return None if level_of(field) == "fixed" else (str(const.value),)
    if field.json_type == "boolean":
        return ("true", "false")
    if field.choices:
        return tuple(one.value for one in field.choices)
    pattern = field.constraint("pattern")
    listed = _LISTED.fullmatch(str(pattern.value)) if pattern else None
    return tuple(listed[1].split("|")) if listed else None


def input_of(field: FieldNode) -> InputType:
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
        return "numeric" if isinstance(_numbers(field).stated_step, int) else "decimal"
    return None if shown in ("hidden", "select", "key_value") else _KEYPADS.get(_stated(field))


def form_checks(contract: Contract) -> dict[str, tuple[str, str]]:
    """Return measure and relation of each constraint that any field has, by its keyword."""
    asked = (field for request in contract.requests() for field in request.root.fields() if ITEM not in field.path)
    stated = {rule.keyword for field in asked for rule in field.constraints}
    return {keyword: kind.form_check for keyword, kind in KINDS.items() if keyword in stated}


def _stated(field: FieldNode) -> Any:
    """Return the kind of a text: the stated input, or what format, pattern and role imply."""
    if field.constraint("format") and field.bounds["format"] == "date":
        return "date"
    pattern = field.constraint("pattern")
    if field.input is None and pattern and _DIGITS.fullmatch(str(pattern.value)):
        return "digits"
    return field.input or ("url" if field.role in _ADDRESSES else "text")


def bounds_of(field: FieldNode) -> dict[str, str]:
    """Return the bounds of the field as attributes of HTML have them."""
    patterns = [rule.kind.compared(rule.value) for rule in field.constraints if rule.kind.relation is Relation.MATCHES]
    numbers = _numbers(field)
    # HTML has no exclusive bounds: the nearest number inside is one where a step determines it.
    ends = {
        "min": numbers.smallest() if numbers.low and (numbers.low.is_included or numbers.stated_step) else None,
        "max": numbers.largest() if numbers.high and (numbers.high.is_included or numbers.stated_step) else None,
        "step": numbers.stated_step,
    }
    found = {"pattern": html_pattern(patterns[0])} if patterns else {}
    return found | {name: plain_text(number) for name, number in ends.items() if number is not None}


def _numbers(field: FieldNode) -> NumberRange:
    accepted = numbers_within(field.bounds)
    is_whole = field.json_type == "integer" and accepted.stated_step is None
    return replace(accepted, stated_step=1) if is_whole else accepted
