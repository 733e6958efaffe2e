"""A statement of the catalogue as lines: its texts, its constraints in words, and its other keys as written."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.shapes import Shape, Shaped
from paycat.catalogue.statement import Reason, Statement, keys_of
from paycat.shapes.constraints import KINDS, STATEMENTS
from paycat.shapes.constraints.statement import Surroundings
from paycat.text.counting import counted
from paycat.text.json_encoding import compact

_TITLES = ("title", "summary")
_TEXTS = ("meaning", "description", "when")
_ELSEWHERE = frozenset(("allow", "source", "decision", "example", "location", *_TITLES, *STATEMENTS))
"""Keys that other sections of a page have, and constraints, which are worded."""

_OF_VALUES = frozenset(Shape.model_fields) - {"type", "echo", "members"} | {"values", "open"}
"""Keys that the description of a value's type replaces."""


def title_of(stated: Statement) -> str:
    """Return the title of a statement, or an empty text."""
    return next((text for key in _TITLES if (text := getattr(stated, key, None))), "")


def lines_of(stated: Statement, value_type: str = "") -> Iterator[str]:
    """Return what a statement says; `value_type` describes the values, and replaces the keys that determine it."""
    known = {key: getattr(stated, one.name) for key, one in keys_of(type(stated)).items()}
    yield from (_first_paragraph(str(known[key])) for key in _TEXTS if known.get(key))
    if value_type:
        yield value_type
    elif isinstance(stated, Constrained):
        yield from rules_of(stated)
    left_out = _ELSEWHERE | set(_TEXTS) | (_OF_VALUES if isinstance(stated, Shaped) and value_type else set())
    for key, one in keys_of(type(stated)).items():
        if key not in left_out and known[key] != one.described.get_default(call_default_factory=True):
            value = known[key]
            is_list = isinstance(value, tuple) and value and isinstance(value[0], Statement) and not value[0].known_by
            yield from (f"{key}: {_text(one)}" for one in (value if is_list else [value]))


def rules_of(stated: Constrained) -> Iterator[str]:
    """Return the constraints that a statement states, in words, each with its own code and decisions."""
    around = Surroundings(None, None, {key: rule.value for key, rule in stated.all_stated.items()})
    for key, rule in stated.all_stated.items():
        bounds = {} if rule.value is None else STATEMENTS[key].bounds(rule.value, around)
        limits = ", ".join(KINDS[keyword].phrase(bound).whole_limit for keyword, bound in bounds.items())
        sources = [rule.reason.source] if rule.reason.source else []
        marks = [*([f"rejected as {rule.code}"] if rule.code else []), *sources, *rule.reason.decisions]
        yield (limits or f"{key}: {_text(rule.value)}") + (f" ({'; '.join(marks)})" if marks else "")


def reasons_of(stated: Statement, around: Iterable[Statement]) -> Iterator[Reason]:
    """Return the reason of a statement, or of the nearest one around it, and those of its rules."""
    found = (_reason(one) for one in (stated, *reversed(tuple(around))))
    yield next((one for one in found if one != Reason()), Reason())
    if isinstance(stated, Constrained):
        yield from (rule.reason for rule in stated.all_stated.values())


def _reason(stated: Statement) -> Reason:
    reason, source = getattr(stated, "reason", Reason()), getattr(stated, "source", None)
    return (
        reason
        if isinstance(reason, Reason) and reason != Reason()
        else Reason(source=source if isinstance(source, str) else None)
    )


def _first_paragraph(text: str) -> str:
    return " ".join(text.split("\n\n", maxsplit=1)[0].split())


def _text(value: Any) -> str:
    match value:
        case Statement():
            return _inner(value)
        case Mapping():
            return ", ".join(map(str, value))
        case tuple() if value and isinstance(value[0], Statement) and value[0].known_by:
            return ", ".join(str(getattr(one, str(one.known_by))) for one in value)
        case tuple():
            return ", ".join(map(_text, value)) or counted(0, "item")
        case bool() | None:
            return compact(value)
    return _first_paragraph(str(value))


def _inner(stated: Statement) -> str:
    """Return a statement in one line: the value of its short form first, then its other keys."""
    known = {
        key: value
        for key, one in keys_of(type(stated)).items()
        if key not in ("allow", "source", "decision")
        and (value := getattr(stated, one.name)) != one.described.get_default(call_default_factory=True)
    }
    if isinstance(stated, Ruled) and isinstance(stated.value, tuple):
        return "..".join("" if one is None else str(one) for one in stated.value)
    first = [_text(known.pop(stated.short))] if stated.short in known else []
    return "; ".join([*first, *(f"{key}: {_text(value)}" for key, value in known.items())])
