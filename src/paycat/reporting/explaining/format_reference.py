"""The format of the catalogue as a reference: every statement and key, with type, default, place and example.

Descriptions and types are those of the schemas for editors. Examples are taken from a sound catalogue that has every
key: `make docs` writes them to examples.json.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, NamedTuple

from paycat.catalogue.annotations import KEYS, REFERS, classes_in
from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.kinds import FOLDERS, KINDS, SINGLE, kind_of_packs
from paycat.catalogue.statement import Statement, keys_of, noun_of
from paycat.contract.paths import reachable
from paycat.documents.editor import Schema, model_schema
from paycat.packs.manifest import Pack
from paycat.shapes.constraints import STATEMENTS
from paycat.text.counting import with_article

FILES: dict[str, type[Statement]] = {
    **SINGLE,
    **{f"{folder}/*.yaml": model for folder, model in FOLDERS.items()},
    "pack.yaml": Pack,
}
"""The statement of each file of a project."""
COMMON = ("source", "decision", "allow")
"""Keys that mean the same in every statement that has them."""
EXAMPLES = "examples.json"
REQUIRED = "required"
"""In place of the default of a key that a statement must have."""

_FORM = "x-paycat-form"
_OBVIOUS = ("", "The rule's value.", "The limit.")
_TYPES = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false"}


class KeyReference(NamedTuple):
    """A key of a statement. The names of statements are in brackets in `type`; `words` are what a value may be."""

    key: str
    type: str
    default: str
    meaning: str
    words: Mapping[str, str]
    shapes: tuple[str, ...]
    example: str


class StatementReference(NamedTuple):
    """A kind of statement: what it is, which keys hold it, its own keys, and those that mean the same everywhere."""

    name: str
    meaning: str
    files: tuple[str, ...]
    places: tuple[str, ...]
    keys: tuple[KeyReference, ...]
    common: tuple[KeyReference, ...]


@cache
def models(*file_classes: type[Statement]) -> tuple[type[Statement], ...]:
    """Return the classes of statements that files of some classes hold, by default all; each before those inside it."""
    return tuple(reachable(file_classes or FILES.values(), _inside))


@cache
def references() -> Mapping[type[Statement], StatementReference]:
    """Return the reference of every class of statements, each before those inside it."""
    schemas = _schemas()
    places_by_name: dict[str, dict[str, None]] = {}
    for name, schema in schemas.items():
        for key, key_schema in schema["properties"].items():
            for inner_name in _named_in(key_schema):
                places_by_name.setdefault(inner_name, {})[f"`{key}` of [{_noun(name)}]"] = None
    references_by_model = {}
    for model in models():
        keys = tuple(_keys(model, schemas))
        own_keys, common_keys = (tuple(key for key in keys if is_common(key) is flag) for flag in (False, True))
        meaning, places = schemas[model.__name__]["description"], tuple(places_by_name.get(model.__name__, ()))
        paths = tuple(file_name for file_name, file_class in FILES.items() if model in models(file_class))
        references_by_model[model] = StatementReference(noun_of(model), meaning, paths, places, own_keys, common_keys)
    return references_by_model


def is_common(key: KeyReference) -> bool:
    """Return whether a key means the same in every statement that has it; `source` of the head is a statement."""
    return key.key in COMMON and not key.type.startswith("[")


def _inside(model: type[Statement]) -> Iterator[type[Statement]]:
    return (inner for member in keys_of(model).values() for inner in classes_in(Statement, member.described.annotation))


def _schemas() -> dict[str, Schema]:
    """Return what editors know of each statement that is a mapping, by the name of its class."""
    schemas: dict[str, Schema] = {}
    for kind in (*KINDS, kind_of_packs(Pack)):
        file_schema = model_schema(kind)
        for name, schema in {**file_schema.pop("$defs", {}), kind.model.__name__: file_schema}.items():
            short_form, *other_forms = forms = schema.get("anyOf", [schema])
            mapping_schema = other_forms[-1] if other_forms else {}
            schemas[name] = {"properties": {}, **schema, **mapping_schema, "short": short_form, "forms": forms}
    return schemas


def _keys(model: type[Statement], schemas: Mapping[str, Schema]) -> Iterator[KeyReference]:
    own_schema = schemas[model.__name__]
    for key, member in keys_of(model).items():
        if key in own_schema["properties"]:
            schema = own_schema["properties"][key]
            description = member.described.description
            constraint = STATEMENTS.get(key) if issubclass(model, Constrained) else None
            statement = _classes()[_named(schema)] if "$ref" in schema else None
            words = schemas[_named(schema)]["short"] if statement and (statement.words or statement.short) else {}
            forms = (schema, schema.get("items", {}), *schema.get("anyOf", ()), words)
            pairs = (zip(form.get("enum", ()), form.get("enumDescriptions", ()), strict=False) for form in forms)
            yield KeyReference(
                key,
                _type(schema, schemas),
                REQUIRED if key in own_schema.get("required", ()) else _default(schema.get("default")),
                description or schemas[_named(schema)]["description"],
                dict(chain.from_iterable(pairs)),
                tuple(constraint.shapes) if constraint and constraint.description == description else (),
                _example(model.__name__, key, schemas),
            )


def _default(value: Any) -> str:
    return "" if value in (None, [], {}, "") else json.dumps(value) if not isinstance(value, str) else value


def _type(schema: Schema, schemas: Mapping[str, Schema]) -> str:
    if REFERS in schema:
        return f"name of {with_article(schema[REFERS])}"
    if form := schema.get(_FORM):
        return str(form)
    if "$ref" in schema:
        name = _named(schema)
        short = schemas[name]["short"]
        if _classes()[name].whole:
            return " or ".join(_type(form, schemas) for form in schemas[name]["forms"])
        if issubclass(_classes()[name], Ruled):  # The reference has no section of it, as its value says what it is.
            description = short.get("description", "")
            return _type(short, schemas) if description in _OBVIOUS else str(description).rstrip(".")
        has_other_form = _classes()[name].short or _classes()[name].words
        return f"{_type(short, schemas)} or [{_noun(name)}]" if has_other_form else f"[{_noun(name)}]"
    if words := schema.get("enum") or ([schema["const"]] if "const" in schema else ()):
        return ", ".join(f"`{_default(word)}`" for word in words)
    if forms := schema.get("anyOf") or schema.get("oneOf"):
        kinds = dict.fromkeys(_type(form, schemas) for form in forms)
        return " or ".join(kind for kind in kinds if kind != "whole number" or "number" not in kinds)
    if "items" in schema:
        return f"list ({_type(schema['items'], schemas)})"
    if "additionalProperties" in schema:
        key_form = schema.get(KEYS) or schema.get("propertyNames", {}).get(_FORM) or "name"
        return f"table ({key_form}: {_type(schema['additionalProperties'], schemas)})"
    return _of_json(schema)


def _of_json(schema: Schema) -> str:
    """Return the type of a JSON value, its bounds and examples of it; text may look like a number."""
    types = schema.get("type", "")
    kinds = [types] if isinstance(types, str) else [name for name in types if name != "number" or "string" not in types]
    bounds = [f"{schema[end]:,}" for end in ("minimum", "maximum") if end in schema and kinds == ["integer"]]
    limits_text = f" from {' to '.join(bounds)}" if bounds else ""
    examples = ", ".join(f"`{example}`" for example in schema.get("examples", ()))
    example_text = f", such as {examples}" if examples else ""
    return " or ".join(_TYPES.get(kind, "any JSON value") for kind in kinds) + limits_text + example_text


def _named(schema: Mapping[str, Any]) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _named_in(schema: Any) -> Iterator[str]:
    if isinstance(schema, Mapping):
        if "$ref" in schema:
            yield _named(schema)
        for inner_schema in schema.values():
            yield from _named_in(inner_schema)
    elif isinstance(schema, list):
        for inner_schema in schema:
            yield from _named_in(inner_schema)


def _noun(class_name: str) -> str:
    return noun_of(_classes()[class_name])


@cache
def _classes() -> Mapping[str, type[Statement]]:
    return {model.__name__: model for model in models()}


def _example(class_name: str, key: str, schemas: Mapping[str, Schema]) -> str:
    """Return an example of a key: the statement's own, or that of another one in which the key means the same."""
    texts = _examples().get(key, {})
    value_type = _type(schemas[class_name]["properties"][key], schemas)
    matches = (text for owner, text in texts.items() if _type(schemas[owner]["properties"][key], schemas) == value_type)
    return texts.get(class_name) or next(matches, "")


@cache
def _examples() -> Mapping[str, Mapping[str, str]]:
    examples: Mapping[str, Mapping[str, str]] = json.loads(files(__package__).joinpath(EXAMPLES).read_text("utf-8"))
    return examples
