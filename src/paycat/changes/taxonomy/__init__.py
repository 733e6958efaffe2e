"""Every type of change, by its id. Ids are public, as codes of findings are."""

from collections.abc import Mapping

from paycat.changes.taxonomy.api import API, REGISTER
from paycat.changes.taxonomy.body import BODY, OF_ASPECTS
from paycat.changes.taxonomy.change_type import BREAKING, OPPOSITES, RISKY, SAFE, ChangeType, Verdict

_STATED = [
    ChangeType(element, action, *row)
    for table in (BODY, API, REGISTER)
    for element, rows in table.items()
    for action, row in rows.items()
]
CHANGE_TYPES: Mapping[str, ChangeType] = {change_type.id: change_type for change_type in (*_STATED, *OF_ASPECTS)}
_NAMED = {(change_type.element, change_type.action): change_type for change_type in CHANGE_TYPES.values()}


def type_of(element: str, action: str) -> ChangeType:
    """Return the type of what happened to an element, or to an aspect of constraints; KeyError if there is none."""
    return _NAMED[element, action]


def types_of(*elements: str) -> tuple[ChangeType, ...]:
    """Return all types of some elements."""
    return tuple(change_type for change_type in CHANGE_TYPES.values() if change_type.element in elements)


def inverse(of: ChangeType) -> ChangeType:
    """Return the type that takes a change of this type back."""
    by_action = {sibling.action: sibling for sibling in types_of(of.element)}
    return next((by_action[back] for action, back in OPPOSITES if action == of.action and back in by_action), of)


__all__ = ["BREAKING", "CHANGE_TYPES", "RISKY", "SAFE", "ChangeType", "Verdict", "inverse", "type_of", "types_of"]
