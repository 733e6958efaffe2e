"""The table of constraints: every kind, in the order in which they are checked, and the keys of YAML that state them.

A further constraint is a class in a module beside this one, and a line in `_KINDS`.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paycat.shapes.constraints.bounds import BoundKind, ExclusiveMaximum, ExclusiveMinimum, Maximum, Minimum, NumberKind
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.counts import MaxItems, MinItems, UniqueItems
from paycat.shapes.constraints.decimal_places import DecimalPlaces
from paycat.shapes.constraints.format import Format
from paycat.shapes.constraints.kind import Kind, Sampled
from paycat.shapes.constraints.length import MaxLength, MinLength
from paycat.shapes.constraints.multiple_of import MultipleOf
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.pattern import CHARACTERS, Pattern
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.constraints.statement import Bound, Statement

_KINDS: tuple[Kind, ...] = (
    Const(),
    Choice(),
    Format(),
    MinLength(),
    MaxLength(),
    Pattern(),
    ExclusiveMinimum(),
    Minimum(),
    Maximum(),
    ExclusiveMaximum(),
    MultipleOf(),
    DecimalPlaces(),
    MinItems(),
    MaxItems(),
    UniqueItems(),
)

KINDS: Mapping[str, Kind] = {kind.keyword: kind for kind in _KINDS}
"""The kinds by keyword, in the order in which they are checked."""

_OF_NUMBERS = [kind for kind in _KINDS if isinstance(kind, NumberKind)]
NUMBER_KINDS = sorted(_OF_NUMBERS, key=lambda kind: kind.relation is not Relation.MULTIPLE)
"""The kinds that apply to numbers, steps first."""

BOUND_KEYWORDS: Mapping[Relation, str] = {
    kind.relation: kind.schema_keyword for kind in _OF_NUMBERS if isinstance(kind, BoundKind)
}
"""The keywords of JSON Schema for where numbers begin and end."""

NOT_EMPTY = KINDS[MinLength.keyword]
"""The kind that a required text has by convention, with the bound 1."""

ASPECTS = tuple(dict.fromkeys(kind.aspect for kind in _KINDS))
"""What comparisons report as one change each."""

_STATED = (Const.statement, CHARACTERS, Pattern.statement, *(kind.statement for kind in _KINDS if kind.statement))
STATEMENTS: Mapping[str, Statement] = {one.key: one for one in _STATED}
"""What a catalogue may state, by the key of YAML."""


def kinds_of(json_type: str) -> tuple[Kind, ...]:
    """Return the kinds that apply to values of a JSON type."""
    return tuple(kind for kind in _KINDS if json_type in kind.json_types)


def sampled(bounds: Mapping[str, Bound], value: Any, steps: int, further: Callable[[], Iterator[Any]]) -> Sampled:
    """Return the field that values are made for, with these bounds; one value is known to be valid."""
    return Sampled(bounds, numbers_within(bounds), value, steps, further)


def numbers_within(bounds: Mapping[str, Bound]) -> NumberRange:
    """Return the numbers that some bounds accept."""
    accepted = NumberRange()
    for keyword, bound in bounds.items():
        kind = KINDS[keyword]
        if kind.measure is Measure.NUMBER:
            accepted = accepted.narrowed(kind.relation, kind.compared(bound))
    return accepted


def that_count(bounds: Mapping[str, Bound]) -> dict[str, Bound]:
    """Return the bounds without those that others make redundant.

    Of two bounds at one end the stricter one counts. Of several steps their common multiple counts: as the kind that
    states it, or as a step of its own. No step counts where the ends leave one number.
    """
    accepted = numbers_within(bounds)
    kept = {keyword: bound for keyword, bound in bounds.items() if _counts(KINDS[keyword], bound, accepted)}
    steps = [keyword for keyword in kept if KINDS[keyword].relation is Relation.MULTIPLE]
    if accepted.stated_step is not None and len(steps) > 1:
        same = [one for one in steps if KINDS[one].compared(kept[one]) == accepted.stated_step]
        chosen: dict[str, Bound] = {MultipleOf.keyword: accepted.stated_step}
        if same:
            chosen = {same[-1]: kept[same[-1]]}
        kept = {keyword: bound for keyword, bound in kept.items() if keyword not in steps} | chosen
    return kept


def _counts(kind: Kind, bound: Bound, accepted: NumberRange) -> bool:
    if kind.relation is Relation.MULTIPLE:
        is_one = accepted.low is not None and accepted.low == accepted.high
        return not is_one or accepted.is_empty
    if not isinstance(kind, BoundKind):
        return True
    return kind.end(NumberRange().narrowed(kind.relation, kind.compared(bound))) == kind.end(accepted)


def limits_of(bounds: Mapping[str, Bound]) -> Iterator[str]:
    """Return in words how long, how many and how large values may be, without patterns and fixed values."""
    for aspect in ASPECTS:
        if stated := [(KINDS[keyword], bound) for keyword, bound in bounds.items() if KINDS[keyword].aspect is aspect]:
            yield from aspect.limits(stated)


def rejecting(keyword: str, schema: Mapping[str, Any]) -> Kind | None:
    """Return the kind for which a keyword of a JSON Schema rejects, or None."""
    return next((kind for kind in _KINDS if kind.rejects_by(keyword, schema)), None)
