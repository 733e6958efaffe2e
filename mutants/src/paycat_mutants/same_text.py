"""What an OpenAPI component says in the text of the JSON Schema of the same request: it is changed there alone."""

from collections.abc import Callable, Collection, Iterator, Mapping, Set
from typing import Any

from paycat.text.json_data import value_at
from paycat_mutants.schema_changes import Path, Schema

_ANNOTATIONS = {"title", "description", "x-source", "x-decision", "x-hints", "x-sensitive"}
_NAMED = ("properties",)
_LISTED = ("allOf", "anyOf", "oneOf")
_SINGLE = ("items", "if", "then", "else", "not")
Same = Callable[[str], bool]
"""Tells whether a keyword at a place says the same in JSON Schema, or is missing in both."""


def same_text(component: Schema, json_schema: Schema) -> Mapping[Path, Same]:
    """Return what is the same at each place of a component that JSON Schema has, too; references are followed."""
    found: dict[Path, Same] = {}
    for path, stated, other in _pairs(component, json_schema, (), ()):
        found.setdefault(path, _comparison(component, json_schema, stated, other))
    return found


def _pairs(one: Schema, other: Schema, path: Path, other_path: Path) -> Iterator[tuple[Path, Schema, Schema]]:
    """Yield the places of two documents that describe the same part of a body, below a place of each."""
    path, other_path = _followed(one, path), _followed(other, other_path)
    stated, in_other = value_at(one, path), value_at(other, other_path)
    if not (isinstance(stated, dict) and isinstance(in_other, dict)):
        return
    yield path, stated, in_other
    for steps in _steps(stated):
        if steps in _steps(in_other):
            yield from _pairs(one, other, (*path, *steps), (*other_path, *steps))


def _steps(schema: Schema) -> Set[Path]:
    named = {(keyword, name) for keyword in _NAMED for name in schema.get(keyword, ())}
    listed = {(keyword, index) for keyword in _LISTED for index in range(len(schema.get(keyword, ())))}
    return named | listed | {(keyword,) for keyword in _SINGLE if keyword in schema}


def _followed(document: Schema, path: Path) -> Path:
    while isinstance(schema := value_at(document, path), dict) and schema.keys() - {"components"} == {"$ref"}:
        path = tuple(schema["$ref"].removeprefix("#/").split("/"))
    return path


def _comparison(component: Schema, json_schema: Schema, stated: Schema, other: Schema) -> Same:
    def is_same(keyword: str) -> bool:
        if keyword in _NAMED:
            return {*stated.get(keyword, ())} == {*other.get(keyword, ())}
        return bool(_bare(component, stated.get(keyword)) == _bare(json_schema, other.get(keyword)))

    return is_same


def _bare(document: Schema, value: Any, seen: Collection[str] = ()) -> Any:
    """Return a value of a keyword without annotations, each reference as what it refers to."""
    if isinstance(value, list):
        return [_bare(document, one, seen) for one in value]
    if not isinstance(value, dict):
        return value
    reference = value.get("$ref")
    if reference and reference not in seen:
        value = {**value_at(document, _followed(document, reference.removeprefix("#/").split("/"))), **value}
        del value["$ref"]
        seen = {*seen, reference}
    return {
        keyword: {name: _bare(document, one, seen) for name, one in inner.items()}
        if keyword in _NAMED
        else _bare(document, inner, seen)
        for keyword, inner in value.items()
        if keyword not in _ANNOTATIONS
    }
