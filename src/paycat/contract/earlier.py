"""Contracts of earlier versions: version 1, whose records were JSON Schemas, and version 2 with former names.

Version 1 could hold any JSON Schema; catalogues of its time wrote what shapes say as well. Of anything else this says
where it is, for to compare a part of it would be to pass over the rest.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from paycat.contract.naming import snake
from paycat.contract.paths import ITEM
from paycat.former_names import FORMER_NAMES
from paycat.shapes.constraints import KINDS
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.constraints.const import Const
from paycat.shapes.constraints.format import Format
from paycat.shapes.named import SHAPES

Json = dict[str, Any]

_NULL = {"type": "null"}
_FORMS: dict[Any, str] = {SHAPES[shape].implied[Format.keyword]: shape for shape in ("date", "date_time")}
_OF_TYPES = {"string": "text", "number": "decimal", "integer": "integer", "boolean": "boolean", "array": "list"}
_OF_PEOPLE = ("description", "x-source", "x-decision", "default")
_BOUNDS = {
    one.schema_keyword: name for name, one in KINDS.items() if snake(one.schema_keyword) == name != Const.keyword
}
_READ = {
    *("type", "format", "enum", "const", "items", "properties", "required", "additionalProperties", "deprecated"),
    *("$ref", "anyOf", "oneOf", "discriminator", "x-field-type", "x-extensible-enum"),
    *_OF_PEOPLE,
    *_BOUNDS,
}


class UnreadableSchemaError(ValueError):
    """A record, parameter or header says what no shape says."""


_OF_CATALOGUE = ("payload", "mended", "example", "default", "json_schema")
"""Members with data of the catalogue, whose names are its own."""


def with_current_names(stated: Any) -> Any:
    """Return a contract, as JSON, with the member names of version 0.2.0 in place of former ones."""
    match stated:
        case dict():
            return {
                FORMER_NAMES.get(name, name): value if name in _OF_CATALOGUE else _current(name, value)
                for name, value in stated.items()
            }
        case list():
            return [with_current_names(one) for one in stated]
        case _:
            return stated


def _current(name: str, value: Any) -> Any:
    if name == "state" and isinstance(value, str):  # Of a gap; no state machine has a member of this name.
        return FORMER_NAMES.get(value, value)
    return with_current_names(value)


def upgraded(contract: Json) -> Json:
    """Return a contract of version 1, as JSON with current names, in version 2. Raises UnreadableSchemaError."""
    interface = contract["interface"]
    return {
        **contract,
        "contract_version": 2,
        "methods": [_method(method) for method in contract["methods"]],
        "interface": {
            **interface,
            "records": [_record(one) for one in interface["records"]],
            "parameters": [_valued(one, one["key"], one["location"]) for one in interface["parameters"]],
            "response_headers": [_valued(one, one["key"], _NOWHERE) for one in interface["response_headers"]],
        },
    }


_NOWHERE = {"path": "", "line": 0}
"""Version 1 did not say where a header is stated."""


def _method(method: Json) -> Json:
    return {key: _offer(value) if key in ("pay_in", "payout") else value for key, value in method.items()}


def _offer(offer: Json) -> Json:
    request = offer.get("request")
    return {**offer, "request": {**request, "root": _stated(request["root"])}} if request else offer


def _stated(node: Json) -> Json:
    """Return a field or an object of a request."""
    if "members" in node:
        return {**node, "members": [_stated(one) for one in node["members"]]}
    rest = {key: value for key, value in node.items() if key != "json_type"}
    keywords = {one["keyword"]: one["value"] for one in node["constraints"]}
    shape = _OF_TYPES.get(node["json_type"], node["json_type"])
    if Format.keyword in keywords:
        shape = _FORMS[keywords[Format.keyword]]
    elif Choice.keyword in keywords:
        shape = "choice"
    items = {"items": _stated(node["items"])} if node.get("items") else {}
    return {**rest, "shape": shape, **items}


def _record(record: Json) -> Json:
    rest = {key: value for key, value in record.items() if key != "json_schema"}
    node = _Reader(record["name"], record["reason"], record["location"])
    return {**rest, "body": node.of(record["json_schema"], "", "", is_required=True)}


def _valued(one: Json, name: str, location: Json) -> Json:
    rest = {key: value for key, value in one.items() if key != "json_schema"}
    schema = one["json_schema"]
    default = {"default": schema["default"]} if isinstance(schema, dict) and "default" in schema else {}
    value = _Reader(name, one["reason"], location).of(schema, "", "", is_required=True)
    if value["kind"] != "field":
        raise UnreadableSchemaError(f"{name} is an object")
    return {**rest, "value": value, **default}


class _Reader:
    """Reads the schemas inside one record, parameter or header."""

    def __init__(self, home: str, reason: Json, location: Json) -> None:
        self.home, self.reason, self.location = home, reason, location

    def of(self, schema: Any, name: str, path: str, *, is_required: bool) -> Json:
        """Return the node that a schema describes."""
        stated, is_nullable = self._without_null({} if schema is True else schema, path)
        reason = _reason(stated) or self.reason
        node = {
            "name": name,
            "path": path,
            "nullable": is_nullable,
            "requirement": "required" if is_required else "optional",
            "meaning": stated.get("description", ""),
            "deprecated": _DEPRECATED | {"reason": reason} if stated.get("deprecated") else None,
            "reason": reason,
            "location": self.location,
        }
        if stated.get("type") == "object" and "properties" in stated:
            component = "" if path else self.home
            members = list(self._members(stated, path))
            return {**node, "kind": "group", "component": component, "closed": False, "members": members}
        return {**node, "kind": "field", **self._value(stated, path, reason)}

    def _members(self, schema: Json, path: str) -> Iterator[Json]:
        required = schema.get("required", ())
        for name, inner in schema["properties"].items():
            yield self.of(inner, name, f"{path}.{name}".removeprefix("."), is_required=name in required)
        if unlisted := [name for name in required if name not in schema["properties"]]:
            self._reject(path, f"requires {unlisted[0]!r}, which it does not describe")

    def _value(self, schema: Json, path: str, reason: Json) -> Json:
        if "$ref" in schema:
            return {"shape": "record", "record": schema["$ref"], "constraints": []}
        if "oneOf" in schema:
            return {**self._union(schema, path), "constraints": []}
        inner = schema.get("items", {} if schema.get("type") == "array" else None)
        items = {} if inner is None else {"items": self.of(inner, "", path + ITEM, is_required=True)}
        known = schema.get("x-extensible-enum") or [value for value in schema.get("enum", ()) if value is not None]
        return {
            "shape": self._shape(schema, path),
            "type": schema.get("x-field-type", ""),
            "constraints": list(self._constraints(schema, reason)),
            "choices": [{"value": value, "reason": reason} for value in known],
            "open": "x-extensible-enum" in schema,
            **items,
        }

    def _shape(self, schema: Json, path: str) -> str:
        if "enum" in schema or "x-extensible-enum" in schema:
            return "choice"
        stated: str | None = schema.get("type")
        if stated == "string" and "format" in schema:
            if schema["format"] not in _FORMS:
                self._reject(path, f"has the format {schema['format']!r}")
            return _FORMS[schema["format"]]
        if stated is None and set(schema) - set(_OF_PEOPLE):
            if isinstance(schema.get("const"), str):
                return "text"
            self._reject(path, "has no type")
        return _OF_TYPES.get(stated, stated) if stated else "any"

    def _union(self, schema: Json, path: str) -> Json:
        discriminator = schema.get("discriminator", {})
        if not discriminator or any(set(one) != {"$ref"} for one in schema["oneOf"]):
            self._reject(path, "has alternatives that no member distinguishes")
        variants = [{"value": value, "record": record} for value, record in discriminator["mapping"].items()]
        return {"shape": "union", "discriminator": discriminator["propertyName"], "variants": variants}

    def _constraints(self, schema: Json, reason: Json) -> Iterator[Json]:
        bounds: Json = {_BOUNDS[keyword]: bound for keyword, bound in schema.items() if keyword in _BOUNDS}
        if "const" in schema:
            bounds[Const.keyword] = schema["const"]
        if "enum" in schema:
            bounds[Choice.keyword] = [value for value in schema["enum"] if value is not None]
        if schema.get("format") in _FORMS:
            bounds[Format.keyword] = schema["format"]
        for keyword, kind in KINDS.items():
            if keyword in bounds:
                yield {"keyword": keyword, "value": bounds[keyword], "code": kind.usual_code, "reason": reason}

    def _without_null(self, schema: Any, path: str) -> tuple[Json, bool]:
        """Return a schema without null, and whether it accepts null."""
        if not isinstance(schema, dict):
            self._reject(path, "accepts nothing")
        if unknown := sorted(schema.keys() - _READ):
            self._reject(path, f"has {unknown[0]!r}")
        if schema.get("additionalProperties", True) not in (True, {}):
            self._reject(path, "limits its members")
        stated = schema.get("type")
        if isinstance(stated, list):
            others = [one for one in stated if one != "null"]
            if len(others) != 1:
                self._reject(path, "has several types")
            return {**schema, "type": others[0]}, "null" in stated and None in schema.get("enum", (None,))
        branches = schema.get("anyOf")
        if branches is None:
            return schema, False
        others = [one for one in branches if one != _NULL]
        if len(others) != 1 or len(branches) != 2:
            self._reject(path, "has alternatives that no member distinguishes")
        inner, _ = self._without_null(others[0], path)
        return {**inner, **{key: value for key, value in schema.items() if key != "anyOf"}}, True

    def _reject(self, path: str, what: str) -> Any:
        where = f"{self.home}.{path}" if path else self.home
        raise UnreadableSchemaError(f"{where} {what}")


_DEPRECATED: Json = {"since": "0.0.0", "note": "Deprecated: do not use it in new code."}
"""Version 1 did not say since when, nor why."""


def _reason(schema: Mapping[str, Any]) -> Json | None:
    decisions = schema.get("x-decision", ())
    if not decisions and "x-source" not in schema:
        return None
    return {"source": schema.get("x-source"), "decisions": [decisions] if isinstance(decisions, str) else [*decisions]}
