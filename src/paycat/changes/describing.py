"""Describes a change in a sentence, with its values as people read them."""

import json
from collections.abc import Callable
from typing import Any

from paycat.changes.change import Change
from paycat.text.characters import same_at_start, visible

Mark = Callable[[str], str]
"""How a format sets a name or a value within a sentence."""

LONGEST = 60
NOWHERE = "the catalogue"
_CUT = "…"
_BEFORE = 12
"""Signs that are shown before a difference."""


def describe_change(change: Change, mark: Mark = str, longest: int | None = LONGEST) -> str:
    """Return the change as a sentence without a full stop; it names the site. Values over `longest` signs are cut."""
    template, name = change.type.sentence, change.site.name or NOWHERE
    old_text, new_text = _cut_apart(value_text(change.old), value_text(change.new), longest)
    word_by_placeholder = {"path": name, "old": old_text, "new": new_text}
    sentence = template.format_map({placeholder: mark(word) for placeholder, word in word_by_placeholder.items()})
    is_new_name = change.site.part != "request" and change.type.action == "renamed"
    return sentence if "{path}" in template or is_new_name else f"{mark(name)}: {sentence}"


def value_text(value: Any, longest: int | None = None) -> str:
    """Return a JSON value for a sentence: bare text, choices as `a + b | c`, and anything else as compact JSON."""
    text = _value(value)
    return text if longest is None or len(text) <= longest else text[: longest - 1] + _CUT


def exact(value: Any, indent: int | None = None) -> str:
    """Return a value as JSON to copy: complete, readable, and without a sign that a terminal acts on."""
    return escaped(json.dumps(value, ensure_ascii=False, indent=indent))


def escaped(text: str) -> str:
    """Return JSON of the same value in which what is not printable, but for line ends, is an escape of JSON."""
    signs = (sign if sign.isprintable() or sign == "\n" else json.dumps(sign)[1:-1] for sign in text)
    return visible("".join(signs))  # JSON's own escapes leave U+007F.


def _cut_apart(old_text: str, new_text: str, longest: int | None) -> tuple[str, str]:
    """Return both texts, cut if one is too long: from near where they begin to differ, to their longest."""
    if longest is None or max(len(old_text), len(new_text)) <= longest:
        return old_text, new_text
    same_length = same_at_start(old_text, new_text)
    start = same_length - _BEFORE if same_length > _BEFORE and min(len(old_text), len(new_text)) > _BEFORE else 0
    lead = _CUT if start else ""
    return value_text(lead + old_text[start:], longest), value_text(lead + new_text[start:], longest)


def _value(value: Any) -> str:
    match value:
        case None:
            return "nothing"
        case str() if value and value == value.strip():
            return value
        case [str(), *_] if all(isinstance(name, str) for name in value):
            return ", ".join(value)
        case [[str(), *_], *_] if all(_is_names(names) for names in value):
            return " | ".join(" + ".join(names) for names in value)
    return exact(value)


def _is_names(value: Any) -> bool:
    return isinstance(value, list | tuple) and all(isinstance(name, str) for name in value)
