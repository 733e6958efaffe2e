"""A place inside a record in; what its own keywords say otherwise than before out."""

from collections.abc import Iterator
from typing import Any

from paycat.changes.records.branches import Pair, paired, union_of, wrapping
from paycat.changes.records.intervals import COUNTED, Edit, counted_edits, range_edits
from paycat.changes.records.json_types import types_kind, types_of, types_text
from paycat.changes.records.listed import KEYWORDS as LISTING
from paycat.changes.records.listed import listed_edits
from paycat.changes.records.nodes import Node
from paycat.changes.records.nullable import NULL, UNIONS, is_about_words, is_null, split
from paycat.changes.records.pairing import Pairing
from paycat.changes.records.words import changed_words, reason_text, without_words
from paycat.shapes.constraints import BOUND_KEYWORDS

Schema = dict[str, Any]

_READ = (
    *(*COUNTED["string"][1:], *COUNTED["array"][1:], *BOUND_KEYWORDS.values(), *LISTING, *UNIONS),
    *("$ref", "type", "properties", "required", "items", "additionalProperties", "allOf", "discriminator"),
    *("pattern", "format", "deprecated", "x-field-type"),
)


def own_edits(node: Node, records: Pairing) -> Iterator[Edit]:
    """Return what changed at a place itself: its rules, then its words and its reason."""
    (old, was_nullable), (new, is_nullable) = split(node.old), split(node.new)
    if not wrapping(old, new):
        yield from _null_alone(old, new, was_nullable, is_nullable) or _rules(old, new, records)
    if was_nullable != is_nullable and None not in (was_nullable, is_nullable) and _meet(old, new):
        yield ("nullable-gained" if is_nullable else "nullable-lost"), was_nullable, is_nullable
    yield from _around(node, old, new)


def _null_alone(old: Schema, new: Schema, was_nullable: bool | None, is_nullable: bool | None) -> list[Edit]:
    # What was something or null, and is null alone, is no other type.
    if is_null(new) and was_nullable:
        return [("type-narrowed", f"{types_text(old)} or {NULL}", NULL)]
    if is_null(old) and is_nullable:
        return [("type-widened", NULL, f"{types_text(new)} or {NULL}")]
    return []


def _meet(old: Schema, new: Schema) -> bool:
    return bool(types_of(old) & types_of(new))


def _rules(old: Schema, new: Schema, records: Pairing) -> Iterator[Edit]:
    if old.get("$ref") != new.get("$ref"):
        yield _reference(old, new, records)
        if "$ref" not in old or "$ref" not in new:
            return
    if kind := types_kind(old, new):
        met = _meet(old, new)
        yield (kind if met else "type-changed"), types_text(old), types_text(new)
        if not met:
            return
    yield from listed_edits(old, new)
    yield from _of_types(old, new)
    yield from _alternatives(old, new)
    yield from _others(old, new)


def _of_types(old: Schema, new: Schema) -> Iterator[Edit]:
    # What is said of a type that came or went is part of that.
    shared = types_of(old) & types_of(new)
    if "string" in shared:
        yield from counted_edits(old, new, "string")
        yield from _simple("pattern", old, new)
    if "integer" in shared:
        yield from range_edits(old, new)
    if shared & {"string", "integer"}:
        yield from _simple("format", old, new)
    if "array" in shared:
        yield from counted_edits(old, new, "array")
    if "object" in shared:
        yield from _object(old, new)


def _reference(old: Schema, new: Schema, records: Pairing) -> Edit:
    before, after = (
        shapes.get(side.get("$ref", ""), without_words(side))
        for side, shapes in zip((old, new), records.shapes, strict=True)
    )
    kind = "reference-renamed" if before == after else "reference-changed"
    return kind, old.get("$ref", "a schema of its own"), new.get("$ref", "a schema of its own")


def _simple(keyword: str, old: Schema, new: Schema) -> Iterator[Edit]:
    before, after = old.get(keyword), new.get(keyword)
    if before != after:
        what = "added" if before is None else "removed" if after is None else "changed"
        yield f"{keyword}-{what}", before, after


def _object(old: Schema, new: Schema) -> Iterator[Edit]:
    before, after = old.get("additionalProperties", True), new.get("additionalProperties", True)
    if (before is False) is not (after is False):
        yield ("object-closed" if after is False else "object-opened"), before, after
    for keyword in ("properties", "required"):
        names, others = list(old.get(keyword, ())), list(new.get(keyword, ()))
        if _is_reordered(names, others):
            yield "order-changed", names, others
            break


def _is_reordered(old: list[str], new: list[str]) -> bool:
    return [name for name in old if name in new] != [name for name in new if name in old]


def _alternatives(old: Schema, new: Schema) -> Iterator[Edit]:
    before, after = union_of(old), union_of(new)
    if before and not after:
        yield "alternatives-dropped", without_words(old[before]), None
    elif after and not before:
        yield "alternatives-added", None, without_words(new[after])
    elif before != after:
        yield "schema-changed", before, after
    pairs = paired(old[before], new[after]) if before and after else []
    if _order(pairs, old, before) != _order(pairs, new, after):
        yield "order-changed", _order(pairs, old, before), _order(pairs, new, after)
    if old.get("discriminator") != new.get("discriminator") and not any(None in pair for pair in pairs):
        before_it, after_it = ({"discriminator": side.get("discriminator")} for side in (old, new))
        yield "schema-changed", before_it, after_it


def _order(pairs: list[Pair], schema: Schema, union: str | None) -> list[str]:
    both = [pair for pair in pairs if None not in pair]
    listed: list[Any] = schema[union] if union and both else []
    return [pair.name for branch in listed for pair in both if pair.old is branch or pair.new is branch]


def _others(old: Schema, new: Schema) -> Iterator[Edit]:
    if old.get("x-field-type") != new.get("x-field-type"):
        yield "python-type-changed", old.get("x-field-type", "plain JSON"), new.get("x-field-type", "plain JSON")
    for keyword in dict.fromkeys((*old, *new)):
        if keyword in _READ or is_about_words(keyword):
            continue
        before, after = ({keyword: side[keyword]} if keyword in side else {} for side in (old, new))
        if before != after:
            kind = "words-changed" if without_words(before) == without_words(after) else "schema-changed"
            yield kind, before or None, after or None


def _around(node: Node, old: Schema, new: Schema) -> Iterator[Edit]:
    if old.get("deprecated", False) is not new.get("deprecated", False):
        kind, said = ("deprecated", new) if new.get("deprecated") else ("undeprecated", old)
        yield kind, None, said.get("description") if kind == "deprecated" else None
    if words := changed_words(old, new):
        yield "words-changed", *words
    before, after = reason_text(node.old_reason), reason_text(node.new_reason)
    inherited = node.above is not None and (node.old_reason, node.new_reason) == (
        node.above.old_reason,
        node.above.new_reason,
    )
    if before != after and not inherited:
        yield "reason-changed", before, after
