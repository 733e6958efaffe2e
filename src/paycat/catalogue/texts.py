"""Texts for readers: which keys of statements hold them."""

from collections.abc import Callable
from functools import cache
from typing import Any

from paycat.catalogue.interface import Operations
from paycat.catalogue.statement import Statement, keys_of

_PROSE = (
    *("title", "meaning", "label", "note", "summary", "description", "when"),
    *("question", "chosen", "because", "alternatives", "risk", "says", "governs"),
)

Change = Callable[[str], str]


@cache
def prose_keys(model: type[Statement]) -> tuple[str, ...]:
    """Return the keys of a statement whose values are texts for readers."""
    known = keys_of(model)
    return tuple(key for key in (*_PROSE, "tags") if key in known and (key != "tags" or model is Operations))


def with_texts(held: Any, change: Change) -> Any:
    """Return a statement, or several, whose texts are changed; itself where none is."""
    if isinstance(held, Statement):
        prose = prose_keys(type(held))
        changed = {
            one.name: new
            for key, one in keys_of(type(held)).items()
            if (new := (_changed if key in prose else with_texts)(value := getattr(held, one.name), change))
            is not value
        }
        made = held.model_copy(update=changed) if changed else held
        if changed:
            made.__dict__.pop("all_stated", None)  # It has the statements before.
        return made
    return _each(held, change, with_texts)


def _changed(held: Any, change: Change) -> Any:
    if isinstance(held, str):
        return change(held) if "{" in held else held
    return _each(held, change, _changed)


def _each(held: Any, change: Change, apply: Callable[[Any, Change], Any]) -> Any:
    """Return a table or a list whose values are changed; itself where none is."""
    if isinstance(held, dict):
        table = {key: apply(one, change) for key, one in held.items()}
        return table if any(table[key] is not held[key] for key in held) else held
    if isinstance(held, tuple):
        items = tuple(apply(one, change) for one in held)
        return items if any(new is not one for new, one in zip(items, held, strict=True)) else held
    return held
