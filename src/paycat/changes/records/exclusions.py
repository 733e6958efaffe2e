"""A place inside a record in; whether it refuses less because what it excludes changed, out.

Of alternatives that overlap exactly one may fit, and `not` turns a rule round: there a body passes because another
schema got narrower, maybe in another record.
"""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from paycat.changes.records.intervals import Edit
from paycat.changes.records.json_types import EVERY, types_of
from paycat.changes.records.listed import listed_values
from paycat.changes.records.nodes import Node
from paycat.changes.records.nullable import split
from paycat.changes.records.pairing import Pairing, Records, references
from paycat.changes.records.words import without_words

Schema = dict[str, Any]

_DEEPEST = 12


def exclusion_edits(node: Node, records: Pairing) -> Iterator[Edit]:
    """Return what a place excludes otherwise than before; alternatives that nothing fits twice exclude nothing."""
    if not node.is_on_both_sides:
        return
    old, new = split(node.old)[0], split(node.new)[0]
    for keyword in ("oneOf", "not", "if"):
        if keyword not in old or keyword not in new:
            continue
        if keyword == "oneOf" and _are_apart(old[keyword], records.old):
            continue
        before, after = (_alone(keyword, side) for side in (old, new))
        was, now = _held(before, records.shapes[0]), _held(after, records.shapes[1])
        if was != now and (keyword == "oneOf" or before == after):  # Other changes of the text itself are told anyway.
            yield "exclusion-changed", before, after


def _alone(keyword: str, schema: Schema) -> Schema:
    return {keyword: without_words(schema[keyword])}


def _held(schema: Schema, shapes: Any) -> dict[str, Any]:
    """Return a schema, and by name every record that it refers to."""
    found: dict[str, Any] = {"": schema}
    waiting = [schema]
    while waiting:
        for name in references(waiting.pop()):
            if name not in found:
                found[name] = shapes.get(name)
                waiting.append(found[name])
    return found


def _are_apart(branches: list[Any], records: Records) -> bool:
    resolved = [_resolved(branch, records) for branch in branches]
    return all(_is_apart(first, second) for first, second in combinations(resolved, 2))


def _resolved(schema: Any, records: Records) -> Schema:
    for _ in range(_DEEPEST):
        if not isinstance(schema, dict) or schema.get("$ref") not in records:
            break
        schema = records[schema["$ref"]].json_schema
    return schema if isinstance(schema, dict) else {}


def _is_apart(first: Schema, second: Schema) -> bool:
    shared = types_of(first) & types_of(second)
    if not shared or shared == EVERY:
        return not shared
    wanted = set(first.get("required", ())) & set(second.get("required", ()))
    return shared == {"object"} and any(_tells(first, second, name) for name in wanted)


def _tells(first: Schema, second: Schema, name: str) -> bool:
    members = (side.get("properties", {}).get(name) for side in (first, second))
    values = [listed_values(member) if isinstance(member, dict) else None for member in members]
    return None not in values and not any(value in (values[1] or ()) for value in values[0] or ())
