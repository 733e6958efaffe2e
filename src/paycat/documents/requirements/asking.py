"""A field in; what a form asks for it with out: the input, the keypad, the options, and the rules in a form's words."""

import re
from decimal import Decimal
from typing import Any

from paycat.contract.model import Constraint, FieldNode, Keyword
from paycat.decimals import plain_text
from paycat.documents.requirements.file_format import Keypad, Level, Rule, Shown
from paycat.matching.portable import tokens, unanchored

RULES: dict[Keyword, Rule] = {
    "const": "value",
    "min_length": "min_length",
    "max_length": "max_length",
    "pattern": "pattern",
    "exclusive_minimum": "greater_than",
    "maximum": "at_most",
    "decimal_places": "decimal_places",
}
"""What the format calls the keyword of a rule."""

_ADDRESSES = ("notify", "return")
_KEYPADS: dict[str, Keypad] = {"digits": "numeric", "email": "email", "tel": "tel", "url": "url"}
_DIGITS = re.compile(r"\^\[0-9\](?:[*+]|\{[0-9,]+\})?\$")
_LISTED = re.compile(r"\^\((?:\?:)?([A-Za-z0-9_ -]+(?:\|[A-Za-z0-9_ -]+)+)\)\$")
_SIGN = r"\\x[0-9A-Fa-f]{2}|\\u[0-9A-Fa-f]{4}|\\.|[^\\]"
_ITEM = re.compile(f"({_SIGN})(?:-({_SIGN}))?", re.DOTALL)
_SYNTAX = "()[]{}/|-"


def level_of(field: FieldNode) -> Level:
    """Return the requirement level; a value that is known is fixed, unless the sender chooses whether to send it."""
    return "fixed" if field.constraint("const") and field.requirement != "conditional" else field.requirement


def options_of(field: FieldNode) -> tuple[str, ...] | None:
    """Return the texts to choose from where the rules list them, or None."""
    if const := field.constraint("const"):
        return None if level_of(field) == "fixed" else (str(const.value),)
    pattern = field.constraint("pattern")
    listed = _LISTED.fullmatch(str(pattern.value)) if pattern else None
    return tuple(listed[1].split("|")) if listed else None


def input_of(field: FieldNode) -> Shown:
    """Return what a form asks for the field with."""
    if level_of(field) == "fixed":
        return "hidden"
    if field.json_type != "string":
        return "number" if field.json_type == "number" else "key_value"
    if options_of(field):
        return "select"
    stated = _stated(field)
    return "text" if stated == "digits" else stated


def keypad_of(field: FieldNode) -> Keypad | None:
    """Return the keypad that fits, or None for the usual one."""
    shown = input_of(field)
    if shown == "number":
        places = field.constraint("decimal_places")
        return "numeric" if places and places.value == 0 else "decimal"
    return None if shown in ("hidden", "select", "key_value") else _KEYPADS.get(_stated(field))


def _stated(field: FieldNode) -> Any:
    """Return the word of the catalogue for a text: what is stated, or what role and pattern say."""
    pattern = field.constraint("pattern")
    if field.input is None and pattern and _DIGITS.fullmatch(str(pattern.value)):
        return "digits"
    return field.input or ("url" if field.role in _ADDRESSES else "text")


def bounds_of(field: FieldNode) -> dict[str, Any]:
    """Return the rules of the field under the names of the format; numbers that are compared are decimals in text."""
    found: dict[str, Any] = {RULES[rule.keyword]: _bound(rule) for rule in field.constraints}
    if "decimal_places" in found:
        found["step"] = plain_text(Decimal(1).scaleb(-found["decimal_places"]))
    return found


def _bound(rule: Constraint) -> Any:
    match rule.keyword:
        case "pattern":
            return html_pattern(str(rule.value))
        case "exclusive_minimum" | "maximum":
            return rule.text
        case _:
            return rule.value


def html_pattern(pattern: str) -> str:
    """Return a portable pattern as the HTML attribute takes it: it is read with the flag v, which escapes more."""
    inner = unanchored(pattern)
    if inner is None:
        return pattern
    return "^" + "".join(_escaped(text) if kind == "cls" else text for kind, text in tokens(inner)) + "$"


def _escaped(text: str) -> str:
    head = "[^" if text.startswith("[^") else "["
    items = (map(_sign, filter(None, item.groups())) for item in _ITEM.finditer(text[len(head) : -1]))
    return head + "".join("-".join(item) for item in items) + "]"


def _sign(sign: str) -> str:
    return f"\\{sign}" if sign in _SYNTAX else sign
