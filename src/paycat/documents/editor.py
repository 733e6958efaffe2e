"""JSON Schemas for the files of a catalogue, in the forms that editors complete, explain and underline well."""

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from paycat.catalogue.annotations import FREE, KEYS, REFERS
from paycat.catalogue.defaults import keys_with_defaults
from paycat.catalogue.kinds import FileKind
from paycat.catalogue.statement import Statement, keys_of
from paycat.documents.editor_names import Names
from paycat.schemas.json_schema import DIALECT
from paycat.yaml.reading import shipped_data

Schema = dict[str, Any]

_TEXT: Schema = {"type": ["string", "number"]}
"""Text may look like a number; it is read as text."""
_FIRST = ("$schema", "$id", "title", "description", "type", "enum", "enumDescriptions", "const")
_LAST = ("default", "examples", "defaultSnippets", "$defs")
_MAPS = ("properties", "$defs")
_DROPPED = ("title", REFERS, FREE, KEYS)
_DATA = ("enum", "enumDescriptions", "const", "default", "examples", "defaultSnippets", "required")


def vscode_settings(kinds: Iterable[FileKind], folder: str) -> dict[str, Any]:
    """Return a project's `.vscode/settings.json`; `folder` has the schemas, relative to the project.

    It switches off the language server's formatter, which would undo the layout of `paycat fmt`.
    """
    return {
        "yaml.schemas": {f"./{folder}/{kind.schema}": list(kind.files) for kind in kinds},
        "yaml.format.enable": False,
        "yaml.customTags": [],
        "yaml.schemaStore.enable": False,
        "[yaml]": {"editor.formatOnSave": False, "editor.quickSuggestions": {"strings": True}},
    }


class _Generator(GenerateJsonSchema):
    """Describes what the loader accepts: an optional key must not be null, and text may look like a number."""

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def model_schema(self, schema: core_schema.ModelSchema) -> JsonSchemaValue:
        json_schema, model = super().model_schema(schema), schema["cls"]
        return self._as_written(json_schema, model) if issubclass(model, Statement) else json_schema

    def _as_written(self, schema: JsonSchemaValue, model: type[Statement]) -> JsonSchemaValue:
        """Return the schema of a statement with the keys of YAML in place of its members, and its short form."""
        properties, keys = schema["properties"], keys_of(model)
        if model.whole:
            return {**properties[model.whole], "description": schema["description"]}
        for member_name in {key.member: None for key in keys.values() if key.part}:
            member_schema = self.get_schema_from_definitions(properties[member_name]["$ref"]) or {}
            properties |= member_schema["properties"]
        schema["properties"] = {key: properties[key] for key in ("allow", *keys) if key in properties}
        if "required" in schema:
            schema["required"] = [key for key in schema["required"] if key in keys.keys() - keys_with_defaults(model)]
        if model.words:
            words = {"type": "string", "enum": [*model.words], "enumDescriptions": [*model.words.values()]}
            return {"description": schema["description"], "anyOf": [words, schema]}
        if not model.short:
            return schema
        short_form = {keyword: value for keyword, value in properties[model.short].items() if keyword != "default"}
        return {"description": schema["description"], "anyOf": [short_form, schema]}

    def str_schema(self, schema: core_schema.StringSchema) -> JsonSchemaValue:
        json_schema = super().str_schema(schema)
        return dict(_TEXT) if json_schema == {"type": "string"} else json_schema

    def dict_schema(self, schema: core_schema.DictSchema) -> JsonSchemaValue:
        key_schema = self.generate_inner(schema["keys_schema"])
        values = self.generate_inner(schema["values_schema"])
        json_schema: JsonSchemaValue = {"type": "object"}
        self.update_with_validations(json_schema, schema, self.ValidationsMapping.object)
        return json_schema | {"propertyNames": {**key_schema, "type": "string"}, "additionalProperties": values}


def model_schema(kind: FileKind) -> Schema:
    """Return what the model of a kind of file says of it: the same for every catalogue."""
    return kind.model.model_json_schema(schema_generator=_Generator)


def editor_schema(kind: FileKind, raw_schema: Schema, names_by_kind: Mapping[str, Names]) -> Schema:
    """Return the schema of a kind of file, of what its model says and of the names that a catalogue has.

    Raises KeyError if a key refers to a kind of names that is missing.
    """
    resolver = _Naming(names_by_kind)
    whole_schema = resolver.resolved(raw_schema)
    definitions = {**whole_schema.pop("$defs", {}), **resolver.definitions}
    schema = {"$schema": DIALECT, "$id": kind.schema, **whole_schema, "$defs": dict(sorted(definitions.items()))}
    return dict(_arranged(schema))


class _Naming:
    """Puts names where a schema says that a key refers to them, and collects their definitions."""

    def __init__(self, names_by_kind: Mapping[str, Names]) -> None:
        self._names = names_by_kind
        self.definitions: dict[str, Schema] = {}

    def resolved(self, schema: Schema) -> Schema:
        """Return a schema, with all that is inside it, in its final form."""
        keywords = {key: self._inner(key, value) for key, value in schema.items() if key not in _DROPPED}
        keywords |= _snippets_of(keywords, self._names)
        if REFERS in schema:
            keywords |= self._name(schema, _single_name)
        if KEYS in schema:
            keywords["propertyNames"] = self._name({REFERS: schema[KEYS]}, _listed_name)
        return keywords

    def _inner(self, keyword: str, value: Any) -> Any:
        if keyword in _DATA:
            return value
        if keyword == "$ref":
            return _reference(_words(value.rpartition("/")[2]))
        if keyword == "$defs":
            return self._defined(value)
        if keyword == "properties":
            # False sorts first: `allow`, which every statement may have, comes last.
            names = sorted(value, key="allow".__eq__)
            return {name: self._property(value[name]) for name in names}
        if keyword == "items" and REFERS in value:
            return self._name(value, _free_name if value[FREE] else _listed_name)
        if isinstance(value, dict):
            return self.resolved(value)
        return [self.resolved(inner) for inner in value] if isinstance(value, list) and keyword != "type" else value

    def _defined(self, schema_by_model: Mapping[str, Schema]) -> dict[str, Schema]:
        definitions = {_words(name): self.resolved(schema) for name, schema in schema_by_model.items()}
        for name, schema in list(definitions.items()):
            if "anyOf" in schema:
                short_form, whole_form = schema["anyOf"]
                # The description of a form would hide that of the key.
                definitions[f"whole-{name}"] = _without(whole_form, "description")
                schema["anyOf"] = [_without(short_form, "description"), {"$ref": _reference(f"whole-{name}")}]
        return definitions

    def _property(self, schema: Schema) -> Schema:
        property_schema = self.resolved(schema)
        if property_schema.get("default") in (None, []):
            property_schema.pop("default", None)
        forms = property_schema.get("anyOf", [property_schema])
        if REFERS in schema or REFERS in schema.get("anyOf", [{}])[0]:
            # The title is shown above the meaning of the name.
            forms[0] |= {"title": property_schema["description"], "description": property_schema["description"]}
        return property_schema

    def _name(self, schema: Schema, schema_maker: Callable[[str, Names], Schema]) -> Schema:
        kind = schema[REFERS]
        definition_name = f"{schema_maker.__name__[1:]}-{kind}".replace("_", "-").replace(" ", "-")
        self.definitions.setdefault(definition_name, schema_maker(kind, self._names[kind]))
        return {"$ref": _reference(definition_name)}


def _reference(name: str) -> str:
    return f"#/$defs/{name}"


def _without(schema: Schema, dropped_keyword: str) -> Schema:
    return {keyword: value for keyword, value in schema.items() if keyword != dropped_keyword}


def _words(name: str) -> str:
    words = re.findall("[A-Z]+[a-z]*|[a-z]+", name.removesuffix("Statement"))
    return "-".join(words).lower()


def _arranged(schema: Any, key: str = "") -> Any:
    """Return a schema whose keys are in the order in which a person reads them."""
    if key in _DATA:
        return schema
    if isinstance(schema, list):
        return [_arranged(inner_schema) for inner_schema in schema]
    if not isinstance(schema, dict):
        return schema
    keys = list(schema)
    if key not in _MAPS:
        middle_keys = [name for name in keys if name not in (*_FIRST, *_LAST)]
        keys = [name for name in (*_FIRST, *middle_keys, *_LAST) if name in schema]
    return {name: _arranged(schema[name], "" if key in _MAPS else name) for name in keys}


def _single_name(kind: str, names: Names) -> Schema:
    """Return the schema of a name that is the value of a key: hovering over it shows the meaning of this name alone."""
    if not names:
        return dict(_TEXT)
    alternatives = [{"const": name, "description": meaning} for name, meaning in names.items()]
    if len(alternatives) == 1:  # If all alternatives match, the language server shows the meanings of all.
        return {"anyOf": [{**alternatives[0], "errorMessage": _unknown(kind)}]}
    any_alternative = {
        "title": "",  # Distinguishes it from alternatives without a title, for the same reason.
        "type": "string",
        "pattern": f"^(?:{'|'.join(map(re.escape, names))})$",
        "patternErrorMessage": _unknown(kind),
    }
    return {"anyOf": [any_alternative, *alternatives]}


def _listed_name(kind: str, names: Names) -> Schema:
    """Return the schema of a name in a list, or of a key: for alternatives, the server would insert a "- "."""
    if not names:
        return dict(_TEXT)
    first_lines = [meaning.partition("\n")[0] for meaning in names.values()]
    return {"type": "string", "enum": list(names), "enumDescriptions": first_lines, "errorMessage": _unknown(kind)}


def _free_name(_: str, names: Names) -> Schema:
    """Return the schema of a name in a list that may be new; known names are snippets."""
    snippets = [{"label": name, "description": meaning, "body": name} for name, meaning in names.items()]
    return {**_TEXT, "defaultSnippets": snippets}


def _unknown(kind: str) -> str:
    return f"no {kind} of this name was there at the last `paycat generate`"


def _snippets_of(schema: Mapping[str, Any], names_by_kind: Mapping[str, Names]) -> dict[str, Any]:
    """Return the keyword `defaultSnippets` for the schema of a table or list of statements, or nothing."""
    value_schema, item_schema = schema.get("additionalProperties"), schema.get("items")
    inner_schema = value_schema or item_schema
    name = inner_schema.get("$ref", "").rpartition("/")[2] if isinstance(inner_schema, Mapping) else ""
    snippet = shipped_data(__package__, "snippets.yaml").get(name)
    if snippet is None:
        return {}
    greatest_name = max(names_by_kind[snippet["numbered"]], default="") if "numbered" in snippet else ""
    stem = greatest_name.rstrip("0123456789")
    digits = greatest_name[len(stem) :]
    key = f"{stem}{int(digits) + 1:0{len(digits)}}" if digits else snippet.get("key", "id")
    body = {f"${{1:{key}}}": snippet["body"]} if value_schema else snippet["body"]
    return {"defaultSnippets": [{"label": snippet["label"], "body": body}]}
