"""What a form asks for a field with: input, keypad, options, rules; its label, and what is wrong with it in words."""

import re
from collections.abc import Mapping
from typing import Any

from paycat.contract.model import Contract
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group
from paycat.contract.paths import ITEM
from paycat.decimals import plain_text
from paycat.documents.requirements.file_format import Keypad, Level, Shown
from paycat.shapes.constraints import KINDS, numbers_within
from paycat.shapes.json_types import JSON_TYPES

_ADDRESSES = ("notify", "return")
_KEYPADS: dict[str, Keypad] = {"digits": "numeric", "email": "email", "tel": "tel", "url": "url"}
_INPUTS: dict[str, Shown] = {"number": "number", "integer": "number", "object": "key_value", "array": "list"}
_DIGITS = re.compile(r"\^\[0-9\](?:[*+]|\{[0-9,]+\})?\$")
_LISTED = re.compile(r"\^\((?:\?:)?([A-Za-z0-9_ -]+(?:\|[A-Za-z0-9_ -]+)+)\)\$")


def level_of(field: FieldNode) -> Level:
    """Return the requirement level; a value that is known is fixed, unless the sender chooses whether to send it."""
    return "fixed" if field.constraint("const") and field.requirement != "conditional" else field.requirement


def options_of(field: FieldNode) -> tuple[str, ...] | None:
    """Return the texts to choose from where the rules list them, or None."""
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
    """Return what a form asks for the field with."""
    if level_of(field) == "fixed":
        return "hidden"
    if options_of(field):
        return "select"
    if field.json_type in _INPUTS:
        return _INPUTS[field.json_type]
    stated = _stated(field)
    return "text" if stated == "digits" else stated


def keypad_of(field: FieldNode) -> Keypad | None:
    """Return the keypad that fits, or None for the usual one."""
    shown = input_of(field)
    if shown == "number":
        step = numbers_within(field.bounds).stated_step
        return "numeric" if field.json_type == "integer" or isinstance(step, int) else "decimal"
    return None if shown in ("hidden", "select", "key_value") else _KEYPADS.get(_stated(field))


def form_checks(contract: Contract) -> dict[str, tuple[str, str]]:
    """Return by the name of each rule that any field has what it measures, and how that stands to its bound."""
    asked = (field for request in contract.requests() for field in request.root.fields() if ITEM not in field.path)
    stated = {rule.keyword for field in asked for rule in field.constraints}
    return {kind.form_name: kind.form_check for keyword, kind in KINDS.items() if keyword in stated}


def _stated(field: FieldNode) -> Any:
    """Return the word of the catalogue for a text: what is stated, or what role and pattern say."""
    if field.constraint("format") and field.bounds["format"] == "date":
        return "date"
    pattern = field.constraint("pattern")
    if field.input is None and pattern and _DIGITS.fullmatch(str(pattern.value)):
        return "digits"
    return field.input or ("url" if field.role in _ADDRESSES else "text")


def bounds_of(field: FieldNode) -> dict[str, Any]:
    """Return the rules of the field under the names of the format; numbers that are compared are decimals in text."""
    found = {rule.kind.form_name: rule.kind.form_bound(rule.value) for rule in field.constraints}
    step = numbers_within(field.bounds).stated_step
    if step is None and field.json_type == "integer":
        step = 1
    return found if step is None else {**found, "step": plain_text(step)}


_END_OF_NAME = re.compile(r"[,;:(]")
_OBJECT = "an object with members of your own"


def field_label(field: FieldNode) -> str:
    """Return the field's name for people: its label, or the beginning of its meaning."""
    return field.label or _END_OF_NAME.split(field.meaning)[0].strip() or _as_words(field.name)


def group_label(group: Group, title: str) -> str:
    """Return the group's heading for people; `title` is the one of the body itself."""
    return _as_words(group.name) if group.path else title


def condition_text(group: Group, condition: Condition) -> str:
    """Return which fields suffice, by their labels."""
    labels = {member.name: field_label(member) for member in group.members if isinstance(member, FieldNode)}
    choices = [" together with ".join(labels[name] for name in names) for names in condition.any_of]
    if len(choices) == 1:
        return f"Fill in {choices[0]}."
    return f"Fill in at least one of these: {'; '.join(choices)}."


def required_text(label: str) -> str:
    """Return that a value is missing."""
    return f"{label} is required."


def null_text(label: str, *, required: bool) -> str:
    """Return that a value is null, and what to do about it where that is to leave it out."""
    return f"{label} must not be null{'' if required else '; leave it out'}."


def type_text(label: str, json_type: str) -> str:
    """Return that a value is of another JSON type."""
    return f"{label} must be {_OBJECT if json_type == 'object' else JSON_TYPES[json_type].noun}."


def rule_text(label: str, rule: Constraint, meanings: Mapping[str, str]) -> str:
    """Return that a rule is broken; `meanings` says what the codes mean that are not the usual ones of their rule."""
    if rule.has_own_code and rule.code in meanings:
        return f"{label}: {meanings[rule.code]}"
    return f"{label} {rule.phrase.asked}."


def _as_words(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]
