"""A field, a group or a condition in; its label, and what is wrong with it in words for the person at a form, out."""

import re
from collections.abc import Mapping

from paycat.contract.model import Condition, Constraint, FieldNode, Group
from paycat.shapes.json_types import JSON_TYPES

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
