"""What changes may follow from: for types of changes the types of their causes, and what both have in common."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Literal

from paycat.changes.taxonomy import CHANGE_TYPES, type_of, types_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.changes.taxonomy.register import REGISTER

Tie = Literal["place", "line", "object", "need", "condition", "role", "name", "names"]
"""What a change and its cause have in common.

`place`: the path in the same request or record. `line`: that of the catalogue. `object`: the cause is a member of what
changed. `need`: the place, and only whether a text may be empty changed. `condition`: it decides about the member.
`role`: what the method says of the field's role. `name`: the cause is about something that the change names. `names`:
the same of all that the change names.
"""


@dataclass(frozen=True, slots=True)
class Cause:
    """Types of changes that may follow from changes of other types, if both have something in common."""

    effects: frozenset[ChangeType]
    tie: Tie
    causes: frozenset[ChangeType]


def _may(effects: Iterable[ChangeType], tie: Tie, causes: Iterable[ChangeType]) -> Cause:
    return Cause(frozenset(effects), tie, frozenset(causes))


def _both(element: str, *actions: str) -> tuple[ChangeType, ...]:
    return tuple(type_of(element, action) for action in actions or ("added", "removed"))


_REQUIREMENTS = types_of("requirement")
_NEEDS = (*_REQUIREMENTS, *_both("condition", "joined", "left"))
_MEMBERS = _both("field", "added-required", "added-optional", "removed")
_GONE = (*_both("field", "removed", "disregarded"), type_of("method", "removed"))
_RENAMED = (type_of("field", "renamed"), type_of("method", "renamed"))
_OF_COUNTRIES = types_of("countries", "country mode")
_CURRENCY = [type_of("currency", "changed")]
_GAPS = set(types_of("gap")) - {*_both("gap", "added", "reworded")}
_DECISIONS = set(types_of("decision")) - {*_both("decision", "restated", "reworded")}
_SWITCHED = [type_of("decision", "switched")]
_REASON = [type_of("reason", "changed")]
_OUTSIDE = [one for one in CHANGE_TYPES.values() if one.element not in REGISTER]
_NOTICED = set(_OUTSIDE) - {*_REASON, type_of("words", "changed"), type_of("order", "changed")}

CAUSES = (
    _may([type_of("echo", "changed")], "name", _RENAMED),
    _may([*set(types_of("field")) - {*_RENAMED}, *_NEEDS], "condition", types_of("condition")),
    _may(_REQUIREMENTS, "object", [*_REQUIREMENTS, *_MEMBERS]),
    # By convention, a text that must be sent must not be empty.
    _may(types_of("length"), "need", _NEEDS),
    _may(types_of("const"), "role", [*_CURRENCY, *_OF_COUNTRIES]),
    _may(types_of("precision"), "role", _CURRENCY),
    _may(types_of("precision"), "name", types_of("exponent")),
    _may(types_of("choice", "known values"), "names", types_of("state", "event", "failure code")),
    _may(_both("problem", "offered", "withdrawn"), "name", _both("problem")),
    _may(_both("notification", "linked", "unlinked"), "name", _both("notification")),
    _may(types_of("path variable"), "name", types_of("path variable")),
    _may(types_of("transition"), "name", _both("state")),
    _may(_both("event"), "name", [*_both("state"), *_both("state machine")]),
    _may(_REASON, "place", _NOTICED),
    _may(_REASON, "line", _NOTICED),
    _may([type_of("name", "reserved")], "name", [*_GONE, *_RENAMED]),
    _may([type_of("name", "unreserved")], "name", _RENAMED),
    _may([*set(types_of("decision", "meaning")) - {*_SWITCHED}], "place", _SWITCHED),
    _may([type_of("gap", "reworded"), *_both("decision")], "name", _GAPS),
    # A statement that is based on another decision now shows both.
    _may(_OUTSIDE, "name", _DECISIONS),
)
"""The causes of changes, the nearest of each type first. What turns the verdict on a sample is the cause of that."""


@cache
def caused_by(of: ChangeType) -> tuple[Cause, ...]:
    """Return the causes of changes of a type, the nearest first."""
    return tuple(one for one in CAUSES if of in one.effects)
