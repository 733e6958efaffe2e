"""Two JSON Schemas of a plain value in; by which keywords the new one takes less, more or something else out.

It judges what parameters and headers have: types, fixed and listed values, bounds and patterns. Of any other keyword it
says only that it differs.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

from paycat.changes.change import Change
from paycat.changes.interface.things import Aspect, Names, Thing
from paycat.encoding import json_line
from paycat.shapes.constraints import BOUND_KEYWORDS, KINDS
from paycat.shapes.constraints.relations import Relation

Effect = Literal["narrowed", "widened", "changed", "worded"]
Schema = Mapping[str, Any]
Keywords = tuple[str, ...]
Comparing = Callable[[Schema, Schema, Keywords], set[Effect]]

_ANNOTATIONS = {"title", "description", "examples", "example", "$comment", "deprecated"}


def schema_of(prefix: str) -> Aspect:
    """Return the aspect of a member that is a JSON Schema; kinds begin with the prefix."""

    def changes(thing: Thing, names: Names) -> Iterator[Change]:
        old, new = (_as_object(schema) for schema in thing.values(names[0]))
        for effect, keywords in _effects(old, new).items():
            told = [_told(schema, keywords) for schema in (old, new)]
            yield thing.change("words-changed" if effect == "worded" else f"{prefix}-{effect}", *told)

    return changes


def _effects(old: Schema, new: Schema) -> dict[Effect, list[str]]:
    found: dict[Effect, list[str]] = {}
    for keywords in dict.fromkeys(_together(keyword) for keyword in (*old, *new)):
        differing = [keyword for keyword in keywords if _line(old, keyword) != _line(new, keyword)]
        if differing:
            for effect in sorted(_comparison(keywords)(old, new, keywords)) or ["worded"]:
                found.setdefault(effect, []).extend(differing)
    return found


def _together(keyword: str) -> Keywords:
    return next((keywords for keywords, _ in _COMPARISONS if keyword in keywords), (keyword,))


def _comparison(keywords: Keywords) -> Comparing:
    return next((found for known, found in _COMPARISONS if known == keywords), _other)


def _least(old: Schema, new: Schema, keywords: Keywords) -> set[Effect]:
    return _bounds(old, new, keywords, 1)


def _most(old: Schema, new: Schema, keywords: Keywords) -> set[Effect]:
    return _bounds(old, new, keywords, -1)


def _bounds(old: Schema, new: Schema, keywords: Keywords, sign: int) -> set[Effect]:
    before, after = (_bound(schema, keywords, sign) for schema in (old, new))
    if before == after:
        return set()
    return {"narrowed"} if before is None or (after is not None and after > before) else {"widened"}


def _bound(schema: Schema, keywords: Keywords, sign: int) -> tuple[float, bool] | None:
    """Return the bound that holds, so that a greater one is tighter."""
    excluding = (BOUND_KEYWORDS[Relation.ABOVE], BOUND_KEYWORDS[Relation.BELOW])
    stated = ((schema[keyword] * sign, keyword in excluding) for keyword in keywords if keyword in schema)
    return max(stated, default=None)


def _types(old: Schema, new: Schema, keywords: Keywords) -> set[Effect]:
    return _sets(*(_type_names(schema.get("type")) for schema in (old, new)))


def _type_names(stated: Any) -> set[str] | None:
    if stated is None:
        return None
    names = {stated} if isinstance(stated, str) else set(stated)
    return names | {"integer"} if "number" in names else names


def _values(old: Schema, new: Schema, keywords: Keywords) -> set[Effect]:
    return _sets(*(_listed(schema) for schema in (old, new)))


def _listed(schema: Schema) -> set[str] | None:
    stated = [schema["const"]] if "const" in schema else schema.get("enum")
    return None if stated is None else {json_line(value) for value in stated}


def _sets(old: set[str] | None, new: set[str] | None) -> set[Effect]:
    """Compare what is taken; None is anything."""
    effects: set[Effect] = set()
    if new is not None and (old is None or not old <= new):
        effects.add("narrowed")
    if old is not None and (new is None or not new <= old):
        effects.add("widened")
    return effects


def _presence(old: Schema, new: Schema, keywords: Keywords) -> set[Effect]:
    """Compare a keyword that refuses, and whose values have no order."""
    if keywords[0] in old and keywords[0] in new:
        return {"changed"}
    return {"narrowed"} if keywords[0] in new else {"widened"}


def _other(old: Schema, new: Schema, keywords: Keywords) -> set[Effect]:
    return {"worded"} if keywords[0] in _ANNOTATIONS or keywords[0].startswith("x-") else {"changed"}


def _of_constraints() -> Iterator[tuple[list[str], Comparing]]:
    """Return the keywords of constraints, those together that bound the same end, and how they are compared."""
    ends: dict[tuple[str, Comparing], list[str]] = {}
    for kind in KINDS.values():
        if kind.relation is not Relation.EQUAL:
            compare = _BY_RELATION.get(kind.relation, _presence)
            found = ends.setdefault((kind.aspect.name, compare), [])
            found += [] if kind.schema_keyword in found else [kind.schema_keyword]
    yield from ((keywords, compare) for (_, compare), keywords in ends.items())


_BY_RELATION: Mapping[Relation, Comparing] = {
    Relation.AT_LEAST: _least,
    Relation.ABOVE: _least,
    Relation.AT_MOST: _most,
    Relation.BELOW: _most,
}

_COMPARISONS: tuple[tuple[Keywords, Comparing], ...] = (
    (("type",), _types),
    (("const", "enum"), _values),
    *((tuple(keywords), compare) for keywords, compare in _of_constraints()),
)


def _as_object(schema: Any) -> Schema:
    if isinstance(schema, dict):
        return schema
    return {} if schema is True else {"not": {}}


def _line(schema: Schema, keyword: str) -> str | None:
    return json_line(schema[keyword]) if keyword in schema else None


def _told(schema: Schema, keywords: list[str]) -> str:
    stated = (f"{keyword} {json_line(schema[keyword]).strip()}" for keyword in keywords if keyword in schema)
    return ", ".join(stated) or "anything"
