"""Every type of change, by its id. Ids are public, as codes of findings are."""

from collections.abc import Mapping

from paycat.changes.taxonomy.api import ApiChange
from paycat.changes.taxonomy.body import OF_ASPECTS, BodyChange
from paycat.changes.taxonomy.change_type import BREAKING, OPPOSITES, RISKY, SAFE, Action, ChangeType, Element, Verdict
from paycat.changes.taxonomy.register import RegisterChange
from paycat.shapes.constraints.aspects import Aspect, Move

_STATED = [
    one
    for table in (BodyChange, ApiChange, RegisterChange)
    for one in vars(table).values()
    if isinstance(one, ChangeType)
]
CHANGE_TYPES: Mapping[str, ChangeType] = {one.id: one for one in (*_STATED, *OF_ASPECTS)}


def type_of(element: Element | Aspect, action: Action | Move) -> ChangeType:
    """Return the type for an element, or for an aspect of constraints; KeyError if there is no such type."""
    name = element.name if isinstance(element, Aspect) else element.replace(" ", "-")
    return CHANGE_TYPES[f"{name}-{action}"]


def inverse(one: ChangeType) -> ChangeType:
    """Return the type that takes a change of this type back."""
    known = {other.action: other for other in CHANGE_TYPES.values() if other.element == one.element}
    return next((known[back] for action, back in OPPOSITES if action is one.action and back in known), one)


__all__ = [
    "BREAKING",
    "CHANGE_TYPES",
    "RISKY",
    "SAFE",
    "Action",
    "ApiChange",
    "BodyChange",
    "ChangeType",
    "Element",
    "RegisterChange",
    "Verdict",
    "inverse",
    "type_of",
]
