"""Schemas of the OpenAPI 3.1 document as Schema Objects of OpenAPI 3.0.3 with the same verdicts.

Only the keywords of shapes, requests and records are supported.
"""

from dataclasses import dataclass
from typing import Any

from paycat.contract.schemas import Schema
from paycat.shapes.constraints import BOUND_KEYWORDS, KINDS
from paycat.shapes.constraints.relations import Measure, Relation, relates
from paycat.shapes.decimals import as_decimal

_SAME = frozenset(
    (
        *("title", "description", "default", "deprecated", "writeOnly", "format", "enum", "discriminator", "$ref"),
        *({kind.schema_keyword for kind in KINDS.values()} - {"const"} - set(BOUND_KEYWORDS.values())),
    )
)
_NULL: Schema = {"type": "string", "nullable": True, "enum": [None]}
"""Null alone, in the form that client generators and linters understand beside a reference."""
_BOUNDS = {
    BOUND_KEYWORDS[one]: (included, excluded)
    for included, excluded in ((Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW))
    for one in (included, excluded)
}
_BESIDE = ""
"""The key of schemas that must hold beside the one that is written."""


def schema_30(schema: Any, location: str, required: frozenset[str] = frozenset()) -> Schema:
    """Return the schema for a schema or a boolean; `required` has the members that enclosing schemas require.

    Raises ValueError with the location of an unknown keyword.
    """
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    if "$ref" in schema and len(schema) > 1:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {"allOf": [{"$ref": schema["$ref"]}, *beside.pop("allOf", ())], **beside}
    around = _Around(schema, location, required | set(schema.get("required", ())))
    made: Schema = {}
    besides: list[Schema] = []
    for keyword, value in schema.items():
        part = _written(keyword, value, around)
        besides += part.pop(_BESIDE, ())
        made |= part
    if made.get("type") == "array":
        made.setdefault("items", {})  # OpenAPI 3.0 requires it.
    if not made and len(besides) == 1:
        return besides[0]
    return {**made, "allOf": [*made.get("allOf", ()), *besides]} if besides else made


@dataclass(frozen=True, slots=True)
class _Around:
    """The schema that a keyword is in, where it is, and the members that it and enclosing schemas require."""

    schema: Schema
    location: str
    required: frozenset[str]

    def unknown(self, what: str) -> ValueError:
        return ValueError(f"{what} at {self.location} has no way to OpenAPI 3.0")


def _written(keyword: str, value: Any, around: _Around) -> Schema:
    """Return what stands for a keyword."""
    here = f"{around.location}/{keyword}"
    match keyword:
        case "items" | "not" | "additionalProperties":
            return {keyword: value if value is False else schema_30(value, here)}
        case "properties":
            return {keyword: {name: schema_30(one, f"{here}/{name}") for name, one in value.items()}}
        case "allOf" | "anyOf" | "oneOf":
            return {keyword: [schema_30(one, here, around.required) for one in value]}
        case "type":
            return _type(value, around)
        case "const":
            return {_BESIDE: [{"enum": [value]}]} if "enum" in around.schema else {"enum": [value]}
        case "required":
            return {keyword: value} if value else {}  # OpenAPI 3.0 does not allow an empty list.
        case "if" | "then":
            return _condition(value, around) if keyword == "if" else {}
        case _ if keyword in _BOUNDS:
            return _bound(*_BOUNDS[keyword], around.schema)
        case _ if keyword in _SAME or keyword.startswith("x-"):
            return {keyword: value}
    raise around.unknown(f"the keyword {keyword!r}")


def _type(value: Any, around: _Around) -> Schema:
    names = [value] if isinstance(value, str) else [name for name in value if name != "null"]
    if names in ([], ["null"]):
        return {_BESIDE: [dict(_NULL)]}
    if len(names) > 1:
        raise around.unknown("a choice of types")
    return {"type": names[0], **({} if value == names[0] else {"nullable": True})}


def _condition(value: Schema, around: _Around) -> Schema:
    """Return a combination whose condition, members that are required anyway, is always true."""
    if not set(value.get("required", ())) <= around.required or value.keys() != {"properties", "required"}:
        raise around.unknown("a condition")
    return {_BESIDE: [{"anyOf": [{"required": one["required"]} for one in around.schema["then"]["anyOf"]]}]}


def _bound(included: Relation, excluded_by: Relation, schema: Schema) -> Schema:
    """Return the tighter of an inclusive and an exclusive bound."""
    keyword, excluding = BOUND_KEYWORDS[included], BOUND_KEYWORDS[excluded_by]
    reached, excluded = schema.get(keyword), schema.get(excluding)
    both = reached is not None and excluded is not None
    if excluded is None or (both and relates(Measure.NUMBER, excluded_by, reached, as_decimal(excluded))):
        return {keyword: reached}
    return {keyword: excluded, excluding: True}
