"""A JSON Schema in; schemas that differ from it in one keyword out: weaker ones and stricter ones.

Every keyword that validates has its changes here, and every other one is named as an annotation, so a keyword that a
builder begins to use cannot go untested: it raises.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paycat.decimals import Number, decimal_places, exact, json_number, largest_up_to, next_above, next_below
from paycat.matching.pattern_mutants import pattern_mutants

Schema = dict[str, Any]
Path = tuple[str | int, ...]
Change = tuple[str, str, Schema]
"""The keyword, what was done to it in words, and the changed schema."""

_TYPES = ("string", "number", "boolean", "null", "array", "object")
_ANNOTATIONS = {
    "$schema",
    "$id",
    "title",
    "description",
    "examples",
    "deprecated",
    "discriminator",
    "readOnly",
    "writeOnly",
}
_HOLDS_SCHEMAS = {"$defs", "components"}
_BEYOND_BMP = "[\U00010000-\U0010ffff]"


def subschemas(root: Schema) -> Iterator[tuple[Path, Schema]]:
    """Return a schema and every schema inside it, with their paths from the root."""
    yield from _below((), root)


def _below(path: Path, node: Any) -> Iterator[tuple[Path, Schema]]:
    if not isinstance(node, dict):
        return
    yield path, node
    for name, inner in node.get("components", {}).get("schemas", {}).items():
        yield from _below((*path, "components", "schemas", name), inner)
    for keyword in ("properties", "$defs"):
        for name, inner in node.get(keyword, {}).items():
            yield from _below((*path, keyword, name), inner)
    for keyword in ("anyOf", "allOf", "oneOf"):
        for index, inner in enumerate(node.get(keyword, ())):
            yield from _below((*path, keyword, index), inner)
    for keyword in ("not", "if", "then", "else", "items"):
        yield from _below((*path, keyword), node.get(keyword))


def changed(root: Any, path: Path, node: Any) -> Any:
    """Return a copy of a schema in which another one stands at a path; everything beside the path is shared."""
    if not path:
        return node
    copy = root.copy()
    copy[path[0]] = changed(root[path[0]], path[1:], node)
    return copy


def changes(schema: Schema) -> Iterator[Change]:
    """Return every change of one schema, not of those inside it. Raises ValueError for a keyword without changes."""
    for keyword, value in schema.items():
        if keyword in _ANNOTATIONS or keyword in _HOLDS_SCHEMAS or (keyword[:2] == "x-" and keyword != "x-refusal"):
            continue
        yield keyword, "removed", {name: kept for name, kept in schema.items() if name != keyword}
        if keyword not in _OPERATORS:
            raise ValueError(f"there is no change for the keyword {keyword}")
        for words, new in _OPERATORS[keyword](value, schema):
            after = {**schema, **new}
            if after != schema:  # Where a text has no capitals, or a number no room for a step, nothing changes.
                yield keyword, words, after
    if schema.get("type") == "object" and "additionalProperties" not in schema:
        yield "additionalProperties", "closed", {**schema, "additionalProperties": False}
    if schema.get("type") == "number" and "multipleOf" not in schema:
        yield "multipleOf", "whole numbers only", {**schema, "multipleOf": 1}


Changes = Iterator[tuple[str, Schema]]


def _nothing(_value: Any, _schema: Schema) -> Changes:
    yield from ()


def _type(value: Any, _schema: Schema) -> Changes:
    for other in _TYPES:
        if other != value:
            yield f"also {other}", {"type": [value, other]}
    if value == "number":
        yield "integer", {"type": "integer"}


def _const(value: Any, _schema: Schema) -> Changes:
    yield "another", {"const": f"{value}X"}
    yield "any letter case", {"const": value.lower()}


def _enum(value: list[Any], _schema: Schema) -> Changes:
    for index, rest in _shortened(value):
        yield f"without {value[index]}", {"enum": rest}


def _min_length(value: int, _schema: Schema) -> Changes:
    yield "one more", {"minLength": value + 1}
    yield "one less", {"minLength": max(value - 1, 0)}


def _max_length(value: int, schema: Schema) -> Changes:
    yield "one more", {"maxLength": value + 1}
    yield "one less", {"maxLength": max(value - 1, 0)}
    too_many = f"(?:[^\U00010000-\U0010ffff]*{_BEYOND_BMP}){{{value // 2 + 1}}}"
    yield UTF_16, {"allOf": [*schema.get("allOf", []), {"not": {"pattern": f"^{too_many}"}}]}


UTF_16 = "counted in UTF-16"


def _exclusive_minimum(value: float, schema: Schema) -> Changes:
    less, more = neighbours(exact(value), _places(schema))
    yield "inclusive", {"exclusiveMinimum": json_number(less)}
    yield "one step more", {"exclusiveMinimum": json_number(more)}
    yield "negative", {"exclusiveMinimum": -1000 - abs(value)}


def _maximum(value: float, schema: Schema) -> Changes:
    less, more = neighbours(exact(value), _places(schema))
    yield "one step more", {"maximum": json_number(more)}
    yield "one step less", {"maximum": json_number(less)}
    yield "without end", {"maximum": 1e300}


def _places(schema: Schema) -> int | None:
    stated: int | None = 0 if "multipleOf" in schema else schema.get("x-decimal-places")
    return stated


def neighbours(bound: Number, places: int | None) -> tuple[Number, Number]:
    """Return the bounds next to a bound that decide otherwise of a number with so many places, None for any number."""
    step = decimal_places(bound) if places is None else places
    return next_below(largest_up_to(bound, step), step), next_above(bound, step)


def _multiple_of(value: float, _schema: Schema) -> Changes:
    yield "half", {"multipleOf": value / 2}
    yield "double", {"multipleOf": value * 2}


def _pattern(value: str, _schema: Schema) -> Changes:
    for name, mutant in pattern_mutants(value):
        yield name, {"pattern": mutant}


def _required(value: list[str], schema: Schema) -> Changes:
    for name in value:
        yield f"without {name}", {"required": [other for other in value if other != name]}
    for name in schema.get("properties", {}):
        if name not in value:
            yield f"also {name}", {"required": [*value, name]}


def _properties(value: Schema, _schema: Schema) -> Changes:
    for name in value:
        yield f"without {name}", {"properties": {other: kept for other, kept in value.items() if other != name}}
        if value[name] is not True:
            yield f"{name} anything", {"properties": {**value, name: True}}
        yield f"{name} nothing", {"properties": {**value, name: False}}


def _any_of(value: list[Schema], _schema: Schema) -> Changes:
    names = dict.fromkeys(name for branch in value for name in branch.get("required", ()))
    for index, rest in _shortened(value):
        yield f"without branch {index + 1}", {"anyOf": rest}
    for index, branch in enumerate(value):
        for name in names:
            if name not in branch["required"]:
                stricter = {**branch, "required": [*branch["required"], name]}
                yield f"branch {index + 1} also {name}", {"anyOf": [*value[:index], stricter, *value[index + 1 :]]}


def _one_of(value: list[Schema], _schema: Schema) -> Changes:
    for index, rest in _shortened(value):
        yield f"without variant {index + 1}", {"oneOf": rest}


def _all_of(value: list[Schema], _schema: Schema) -> Changes:
    for index, rest in _shortened(value):
        yield f"without part {index + 1}", {"allOf": rest}


def _shortened(values: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    # These lists must not be empty; one of a single entry is tried without its keyword.
    if len(values) > 1:
        yield from ((index, values[:index] + values[index + 1 :]) for index in range(len(values)))


def _if(_value: Schema, _schema: Schema) -> Changes:
    yield "never", {"if": False}


def _additional(value: Any, _schema: Schema) -> Changes:
    if value is not False:
        yield "closed", {"additionalProperties": False}


def _own_codes(value: Mapping[str, str], _schema: Schema) -> Changes:
    for rule in value:
        yield f"another for {rule}", {"x-refusal": {**value, rule: f"{value[rule]}_x"}}


_OPERATORS: Mapping[str, Callable[[Any, Schema], Changes]] = {
    "type": _type,
    "const": _const,
    "enum": _enum,
    "minLength": _min_length,
    "maxLength": _max_length,
    "exclusiveMinimum": _exclusive_minimum,
    "maximum": _maximum,
    "multipleOf": _multiple_of,
    "pattern": _pattern,
    "required": _required,
    "properties": _properties,
    "anyOf": _any_of,
    "allOf": _all_of,
    "oneOf": _one_of,
    "if": _if,
    "then": _nothing,
    "not": _nothing,
    "$ref": _nothing,
    "additionalProperties": _additional,
    "x-refusal": _own_codes,
}
