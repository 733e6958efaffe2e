"""Schemas in; what they say in words alone, and where they say their rules come from, out."""

from collections.abc import Mapping
from typing import Any

from paycat.contract.json_schemas import HOLDS_LIST, HOLDS_NAMED, HOLDS_ONE
from paycat.contract.values import Reason

Schema = dict[str, Any]

MARKS = ("x-source", "x-decision")
RULING = ("x-extensible-enum", "x-field-type")
"""Keys of our own that are more than words."""

_NOTHING = {
    "additionalProperties": {},
    "properties": {},
    "required": [],
    "deprecated": False,
    "minLength": 0,
    "minItems": 0,
    "minProperties": 0,
    "uniqueItems": False,
}
"""What a schema says that is so without it."""
_WORDS = ("description", "title", "examples", "$comment")


def is_word(keyword: str) -> bool:
    """Whether a keyword is there for people alone."""
    return keyword in _WORDS or (keyword.startswith("x-") and keyword not in (*MARKS, *RULING))


def without_words(schema: Any) -> Any:
    """Return a schema without words and marks, and without what goes without saying, in everything inside it."""
    if not isinstance(schema, dict):
        return {} if schema is True else schema
    kept = {key: value for key, value in schema.items() if not is_word(key) and key not in MARKS}
    plain = {key: _inside(key, value) for key, value in kept.items()}
    return {key: value for key, value in plain.items() if key not in _NOTHING or value != _NOTHING[key]}


def _inside(key: str, value: Any) -> Any:
    if key in HOLDS_ONE:
        return without_words(value)
    if key in HOLDS_LIST and isinstance(value, list):
        return [without_words(item) for item in value]
    if key in HOLDS_NAMED and isinstance(value, dict):
        return {name: without_words(item) for name, item in value.items()}
    return value


def reason_of(schema: Any, above: Reason) -> Reason:
    """Return the reason that a schema states, or that of what is above it."""
    if not isinstance(schema, dict) or not any(mark in schema for mark in MARKS):
        return above
    decisions = schema.get("x-decision", ())
    return Reason(source=schema.get("x-source"), decisions=(decisions,) if isinstance(decisions, str) else decisions)


def reason_text(reason: Reason) -> str:
    """Return a reason in words, such as `§5, D-107`."""
    return ", ".join((*([reason.source] if reason.source else ()), *reason.decisions)) or "nothing"


def changed_words(old: Mapping[str, Any], new: Mapping[str, Any]) -> tuple[Any, Any] | None:
    """Return what two schemas say in other words, or None where they use the same.

    One word stands alone; several are given by keyword.
    """
    keys = [key for key in dict.fromkeys((*old, *new)) if is_word(key) and old.get(key) != new.get(key)]
    if len(keys) == 1:
        return old.get(keys[0]), new.get(keys[0])
    if not keys:
        return None
    return {key: old.get(key) for key in keys}, {key: new.get(key) for key in keys}
