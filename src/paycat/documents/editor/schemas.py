"""A kind of file and the names of a contract in, the JSON Schema of the kind out: completed, explained, underlined.

The shapes are those that yaml-language-server reads well; `references` says which, for names.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from paycat.catalogue.annotations import FREE, KEYS, REFERS
from paycat.catalogue.annotations import Kind as NameKind
from paycat.documents.editor.kinds import Kind
from paycat.documents.editor.names import Names
from paycat.documents.editor.references import TEXT, free_name, listed_name, single_name
from paycat.documents.editor.snippets import snippets_of
from paycat.documents.json_schema import DIALECT

Schema = dict[str, Any]

_FIRST = ("$schema", "$id", "title", "description", "type", "enum", "enumDescriptions", "const")
_LAST = ("default", "examples", "defaultSnippets", "$defs")
_MAPS = ("properties", "$defs")
_DROPPED = ("title", REFERS, FREE, KEYS)
_DATA = ("enum", "enumDescriptions", "const", "default", "examples", "defaultSnippets", "required")


class _Generator(GenerateJsonSchema):
    """Says what the loader takes: a key that may be left out may not be null, and text may be written as a number."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        made = super().str_schema(schema)
        return dict(TEXT) if made == {"type": "string"} else made

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        keys = self.generate_inner(schema["keys_schema"])
        values = self.generate_inner(schema["values_schema"])
        return {"type": "object", "propertyNames": {**keys, "type": "string"}, "additionalProperties": values}


def editor_schema(kind: Kind, names: Mapping[NameKind, Names]) -> Schema:
    """Return the schema of a kind of file. Raises KeyError when a key refers to a kind of names that is not given."""
    made = kind.model.model_json_schema(schema_generator=_Generator)
    naming = _Naming(names)
    settled = naming.settled(made)
    definitions = {**settled.pop("$defs", {}), **naming.definitions}
    schema = {"$schema": DIALECT, "$id": kind.schema, **settled, "$defs": dict(sorted(definitions.items()))}
    return dict(_arranged(schema))


class _Naming:
    """Puts names where a schema says that a key refers to them, and collects their definitions."""

    def __init__(self, names: Mapping[NameKind, Names]) -> None:
        self._names = names
        self.definitions: dict[str, Schema] = {}

    def settled(self, schema: Schema) -> Schema:
        """Return a schema, with all that is inside it, in its final form."""
        inner = {key: self._inner(key, value) for key, value in schema.items() if key not in _DROPPED}
        inner |= snippets_of(inner, self._names)
        if REFERS in schema:
            inner |= self._name(schema, single_name)
        if KEYS in schema:
            inner["propertyNames"] = self._name({REFERS: schema[KEYS]}, listed_name)
        return inner

    def _inner(self, key: str, value: Any) -> Any:
        if key in _DATA:
            return value
        if key == "$ref":
            return _reference(_words(value.rpartition("/")[2]))
        if key == "$defs":
            return self._defined(value)
        if key == "properties":
            names = sorted(value, key="allow".__eq__)  # False sorts first: what every statement may have comes last.
            return {name: self._property(value[name]) for name in names}
        if key == "items" and REFERS in value:
            return self._name(value, free_name if value[FREE] else listed_name)
        if isinstance(value, dict):
            return self.settled(value)
        return [self.settled(one) for one in value] if isinstance(value, list) and key != "type" else value

    def _defined(self, models: Mapping[str, Schema]) -> dict[str, Schema]:
        made = {_words(name): self.settled(schema) for name, schema in models.items()}
        for name, schema in list(made.items()):
            if "anyOf" in schema:
                short, whole = schema["anyOf"]
                # What is said of a form would hide what is said of the key.
                made[f"whole-{name}"] = _without(whole, "description")
                schema["anyOf"] = [_without(short, "description"), {"$ref": _reference(f"whole-{name}")}]
        return made

    def _property(self, schema: Schema) -> Schema:
        made = self.settled(schema)
        if made.get("default") in (None, []):
            made.pop("default", None)
        forms = made.get("anyOf", [made])
        if REFERS in schema or REFERS in schema.get("anyOf", [{}])[0]:
            # The title is shown above what the name stands for.
            forms[0] |= {"title": made["description"], "description": made["description"]}
        return made

    def _name(self, schema: Schema, shape: Callable[[NameKind, Names], Schema]) -> Schema:
        kind = schema[REFERS]
        name = f"{shape.__name__}-{kind}".replace("_", "-").replace(" ", "-")
        self.definitions.setdefault(name, shape(kind, self._names[kind]))
        return {"$ref": _reference(name)}


def _reference(name: str) -> str:
    return f"#/$defs/{name}"


def _without(schema: Schema, key: str) -> Schema:
    return {one: value for one, value in schema.items() if one != key}


def _words(name: str) -> str:
    """Return the name of a model as lower-case words: FieldStatement becomes field."""
    found = re.findall("[A-Z]+[a-z]*|[a-z]+", name.removesuffix("Statement"))
    return "-".join(found).lower()


def _arranged(schema: Any, key: str = "") -> Any:
    """Return a schema whose keys are in the order in which a person reads them."""
    if key in _DATA:
        return schema
    if isinstance(schema, list):
        return [_arranged(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    keys = list(schema)
    if key not in _MAPS:
        middle = [one for one in keys if one not in (*_FIRST, *_LAST)]
        keys = [one for one in (*_FIRST, *middle, *_LAST) if one in schema]
    return {one: _arranged(schema[one], "" if key in _MAPS else one) for one in keys}
