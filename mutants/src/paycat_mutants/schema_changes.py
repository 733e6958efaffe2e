"""Changes of one keyword of a JSON Schema, which make it weaker or stricter.

Every keyword that validates has its changes here, and every other one is named as an annotation, so a keyword that a
builder begins to use cannot go untested: it raises.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from paycat.shapes.constraints import KINDS, rejecting
from paycat.shapes.constraints.bounds import WHOLE_NUMBERS

Schema = dict[str, Any]
Path = tuple[str | int, ...]
Change = tuple[str, str, Schema]
"""The keyword, what was done to it in words, and the changed schema."""

_TYPES = ("string", "number", "boolean", "null", "array", "object")
_ANNOTATIONS = {
    *("$schema", "$id", "title", "description", "default", "examples"),
    *("deprecated", "discriminator", "readOnly", "writeOnly"),
}
_HOLDS_SCHEMAS = {"$defs", "components"}


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
    # What is rejected beside a pattern is a part of it, and is changed as a whole.
    for keyword in ("if", "then", "else", "items", *(() if "pattern" in node else ("not",))):
        yield from _below((*path, keyword), node.get(keyword))


def changes(schema: Schema) -> Iterator[Change]:
    """Return every change of one schema, not of those inside it. Raises ValueError for a keyword without changes."""
    for keyword, value in schema.items():
        if keyword in _ANNOTATIONS or keyword in _HOLDS_SCHEMAS or (keyword[:2] == "x-" and keyword != "x-violation"):
            continue
        if keyword == "format" and ("pattern" in schema or schema.get("type") == "integer"):
            continue  # Beside a pattern, or the bounds of a whole number, it adds nothing.
        yield keyword, "removed", {name: kept for name, kept in schema.items() if name != keyword}
        if keyword not in _OPERATORS:
            raise ValueError(f"there is no change for the keyword {keyword}")
        for words, new in _OPERATORS[keyword](value, schema):
            after = {**schema, **new}
            if after != schema:  # Where a text has no capitals, or a number no room for a step, nothing changes.
                yield keyword, words, after
    if schema.get("type") == "object" and "additionalProperties" not in schema:
        yield "additionalProperties", "closed", {**schema, "additionalProperties": False}
    keyword, words, value = WHOLE_NUMBERS
    if schema.get("type") == "number" and keyword not in schema:
        yield keyword, words, {**schema, keyword: value}


Changes = Iterator[tuple[str, Schema]]


def _nothing(_value: Any, _schema: Schema) -> Changes:
    yield from ()


def _type(value: Any, _schema: Schema) -> Changes:
    known = value if isinstance(value, list) else [value]
    for one in known if len(known) > 1 else ():
        yield f"without {one}", {"type": [other for other in known if other != one]}
    for other in _TYPES:
        if other not in known:
            yield f"also {other}", {"type": [*known, other]}
    if value == "number":
        yield "integer", {"type": "integer"}


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
    names_of_branches = [branch.get("required", []) for branch in value]
    names = dict.fromkeys(name for of_branch in names_of_branches for name in of_branch)
    for index, rest in _shortened(value):
        yield f"without branch {index + 1}", {"anyOf": rest}
    for index, (branch, of_branch) in enumerate(zip(value, names_of_branches, strict=True)):
        for name in names:
            if name not in of_branch:
                stricter = {**branch, "required": [*of_branch, name]}
                yield f"branch {index + 1} also {name}", {"anyOf": [*value[:index], stricter, *value[index + 1 :]]}


def _without_each(keyword: str, noun: str) -> Callable[[Any, Schema], Changes]:
    def changes(value: list[Schema], _schema: Schema) -> Changes:
        for index, rest in _shortened(value):
            yield f"without {noun} {index + 1}", {keyword: rest}

    return changes


def _shortened(values: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    # These lists must not be empty; one of a single entry is tried without its keyword.
    if len(values) > 1:
        yield from ((index, values[:index] + values[index + 1 :]) for index in range(len(values)))


def _items(value: Schema, schema: Schema) -> Changes:
    if schema.get("maxItems") != 1:
        yield "the first alone", {"items": {}, "prefixItems": [value]}


def _if(_value: Schema, _schema: Schema) -> Changes:
    yield "never", {"if": False}


def _additional(value: Any, _schema: Schema) -> Changes:
    if value is not False:
        yield "closed", {"additionalProperties": False}


def _own_codes(value: Mapping[str, str], _schema: Schema) -> Changes:
    for rule in value:
        yield f"another for {rule}", {"x-violation": {**value, rule: f"{value[rule]}_x"}}


def _of_kind(keyword: str) -> Callable[[Any, Schema], Changes]:
    """Return the changes of the constraint for which the keyword rejects."""

    def changes(value: Any, schema: Schema) -> Changes:
        kind = rejecting(keyword, schema)
        if kind and isinstance(value, list) and None in value:
            yield "without null", {keyword: value[:-1]}
            for words, new in kind.schema_changes(value[:-1], schema):
                yield words, {**new, keyword: [*new[keyword], None]}
        elif kind:
            yield from kind.schema_changes(value, schema)

    return changes


_OPERATORS: Mapping[str, Callable[[Any, Schema], Changes]] = {
    **{kind.schema_keyword: _of_kind(kind.schema_keyword) for kind in KINDS.values()},
    "type": _type,
    "required": _required,
    "properties": _properties,
    "anyOf": _any_of,
    "allOf": _without_each("allOf", "part"),
    "oneOf": _without_each("oneOf", "variant"),
    "if": _if,
    "then": _nothing,
    "not": _nothing,
    "items": _items,
    "prefixItems": _nothing,
    "$ref": _nothing,
    "additionalProperties": _additional,
    "x-violation": _own_codes,
    "format": _nothing,
}
