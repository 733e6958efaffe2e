"""What makes a form of a request's JSON Schema: names for people, examples, who fills a field in, with which input.

Form libraries show `title`, `description` and `examples`. The members that begin with `x-` are for the lines that
choose inputs: `docs/forms.md`.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from paycat.catalogue.fields import Audience
from paycat.contract.model import Request
from paycat.contract.naming import words_in
from paycat.contract.nodes import FieldNode, Group, Node
from paycat.schemas.making import Dialect, Schema
from paycat.shapes.constraints.date_form import DATE

_ADDRESSES = ("notify", "return")
_OF_SYSTEM = ("method", "reference", "metadata", *_ADDRESSES)
_OF_MERCHANT = ("amount", "currency")
_DIGITS = re.compile(r"\^\[0-9\](?:[*+]|\{[0-9,]+\})?\$")
_END_OF_NAME = re.compile(r"[,;(]|\.$")


@dataclass(frozen=True, slots=True)
class FormDialect(Dialect):
    """How a document has schemas of which forms are made: people choose between combinations by their titles."""

    def condition(self, group: Group, any_of: Iterable[Sequence[str]]) -> Schema:
        """Return what requires one of several combinations of members."""
        label_by_name = {member.name: label_of(member) for member in group.members}
        choices = Dialect.condition(self, group, any_of)["anyOf"]
        titles = (" and ".join(label_by_name[name] for name in choice["required"]) for choice in choices)
        return {"anyOf": [{"title": title, **choice} for title, choice in zip(titles, choices, strict=True)]}


def label_of(node: Node) -> str:
    """Return a node's name for people: its label, the beginning of its meaning, or the words of its name."""
    if isinstance(node, FieldNode):
        return node.label or _END_OF_NAME.split(node.meaning)[0].strip() or _as_words(node.name)
    return _as_words(node.name)


def form_notes(request: Request, field: FieldNode, audience: Audience | None) -> dict[str, Any]:
    """Return the annotations of a field for forms, but for its title."""
    sample_by_name = {sample.name: sample for sample in request.samples}  # A contract with mistakes may have none.
    sample_values = [sample_by_name[name].at(field.path) for name in ("full", "minimal") if name in sample_by_name]
    notes = {
        "examples": [] if field.fixed else [value for value in sample_values if value is not None][:1],
        "x-audience": _audience_of(field, audience),
        "x-input": _input_of(field),
        "x-autocomplete": field.autocomplete,
        "x-labels": {choice.value: choice.label for choice in field.choices if choice.label},
    }
    return {key: value for key, value in notes.items() if value}


def _as_words(name: str) -> str:
    words = (word if word.isupper() and len(word) > 1 else word.lower() for word in words_in(name) or [name])
    label = " ".join(words)
    return label[:1].upper() + label[1:]


def _audience_of(field: FieldNode, audience: Audience | None) -> Audience | None:
    """Return who fills a field in: as stated, or by its fixed value, its role and the `audience` of its direction."""
    if field.audience:
        return field.audience
    if (field.fixed and field.requirement != "conditional") or field.role in _OF_SYSTEM:
        return "system"
    return "merchant" if audience and field.role in _OF_MERCHANT else audience


def _input_of(field: FieldNode) -> str | None:
    """Return the input of a text: as stated, or as its format, pattern and role imply; None where nothing does."""
    if field.json_type != "string" or field.fixed:
        return None
    if field.form == DATE.name:
        return "date"
    digits_input = "digits" if field.pattern and _DIGITS.fullmatch(str(field.pattern.value)) else None
    return field.input or digits_input or ("url" if field.role in _ADDRESSES else None)
