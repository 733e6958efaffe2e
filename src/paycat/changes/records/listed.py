"""Schemas in; what became of the values that they list or fix out."""

from collections.abc import Iterator
from typing import Any

from paycat.changes.records.intervals import Edit
from paycat.encoding import json_line

Schema = dict[str, Any]

OPEN_LIST = "x-extensible-enum"
KEYWORDS = ("const", "enum", OPEN_LIST)


def listed_edits(old: Schema, new: Schema) -> Iterator[Edit]:
    """Return how listed and fixed values changed.

    A closed list that is opened, or an open one that is closed, is one change and not two.
    """
    edits = list(_closed(old, new))
    yield from edits
    if not edits and old.get(OPEN_LIST) != new.get(OPEN_LIST):
        yield from _values("known-values", old.get(OPEN_LIST), new.get(OPEN_LIST))


def listed_values(schema: Schema) -> list[Any] | None:
    """Return the values to which a schema limits its own, or None where it does not."""
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _closed(old: Schema, new: Schema) -> Iterator[Edit]:
    if "const" in old and "const" in new:
        if _key(old["const"]) != _key(new["const"]):
            yield "const-changed", old["const"], new["const"]
        return
    before, after = listed_values(old), listed_values(new)
    if before is not None and after is not None:
        yield from _values("values", before, after)
    elif before is not None:
        yield ("const-removed", old["const"], None) if "const" in old else ("enum-dropped", before, None)
    elif after is not None:
        yield ("const-added", None, new["const"]) if "const" in new else ("enum-added", None, after)


def _values(noun: str, old: list[Any] | None, new: list[Any] | None) -> Iterator[Edit]:
    before, after = ({_key(value) for value in side or ()} for side in (old, new))
    if before < after:
        yield f"{noun}-added", old, new
    elif after < before:
        yield f"{noun}-removed", old, new
    elif before != after:
        yield f"{noun}-changed", old, new
    elif old != new:
        yield "order-changed", old, new


def _key(value: Any) -> str:
    return json_line(value)
