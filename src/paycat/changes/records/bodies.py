"""Records in; bodies made from their schemas out, with every member or with those that must be there."""

from collections.abc import Mapping
from typing import Any

from paycat.changes.records.branches import union_of
from paycat.changes.records.texts import text_of
from paycat.contract.interface import Record
from paycat.decimals import exact, json_number, next_above, unit
from paycat.shapes.constraints import BOUND_KEYWORDS, range_in
from paycat.shapes.constraints.number_range import step_in

Schema = dict[str, Any]

_DEEPEST = 12
_TELLING = {
    "object": ("properties", "required", "additionalProperties"),
    "array": ("items", "minItems", "maxItems"),
    "number": tuple(BOUND_KEYWORDS.values()),
}


def made(schema: Any, records: Mapping[str, Record], *, full: bool, depth: int = 0) -> Any:
    """Return a value for a schema, with every member if `full`; whether it is accepted has to be asked."""
    if not isinstance(schema, dict) or not schema or depth > _DEEPEST:
        return None if depth > _DEEPEST else "text"
    maker = _Maker(records, full, depth + 1)
    for keyword, make in (("const", _const), ("enum", _enum), ("$ref", maker.referred)):
        if keyword in schema:
            return make(schema)
    if "allOf" in schema or union_of(schema):
        return maker.joined(schema)
    return maker.of_type(schema)


def _const(schema: Schema) -> Any:
    return schema["const"]


def _enum(schema: Schema) -> Any:
    return next((value for value in schema["enum"] if value is not None), None)


class _Maker:
    def __init__(self, records: Mapping[str, Record], full: bool, depth: int) -> None:
        self._records, self._full, self._depth = records, full, depth

    def _made(self, schema: Any) -> Any:
        return made(schema, self._records, full=self._full, depth=self._depth)

    def referred(self, schema: Schema) -> Any:
        record = self._records.get(schema["$ref"])
        return self._made(record.json_schema) if record else None

    def joined(self, schema: Schema) -> Any:
        union = union_of(schema)
        rest = {key: value for key, value in schema.items() if key not in ("allOf", union)}
        parts = [*schema.get("allOf", ()), *(schema[union][:1] if union else ())]
        values = [self._made(part) for part in parts]
        if not all(isinstance(value, dict) for value in values):
            return values[0]
        own = self.of_type(rest) if _type(rest) == "object" else {}
        return {name: value for part in (own, *values) for name, value in part.items()}

    def of_type(self, schema: Schema) -> Any:
        match _type(schema):
            case "object":
                return self._object(schema)
            case "array":
                count = max(schema.get("minItems", 0), 1 if self._full else 0)
                return [self._made(schema.get("items", {}))] * min(count, schema.get("maxItems", count))
            case "integer" | "number":
                return _number(schema)
            case "boolean":
                return True
            case "null":
                return None
        return text_of(schema)

    def _object(self, schema: Schema) -> Any:
        known, needed = schema.get("properties", {}), schema.get("required", [])
        names = dict.fromkeys((*known, *needed)) if self._full else needed
        return {name: self._made(known.get(name, {})) for name in names}


def _type(schema: Schema) -> str:
    stated = schema.get("type")
    if isinstance(stated, list):
        return str(next((name for name in stated if name != "null"), "null"))
    if stated is None:
        return next((name for name, keys in _TELLING.items() if any(key in schema for key in keys)), "string")
    return str(stated)


def _number(schema: Schema) -> int | float:
    accepted = range_in(schema)
    if accepted.low is None:
        largest = accepted.largest(1)
        return json_number((step_in(schema) or 1) if largest is None else largest)
    low, above = accepted.low.number, next_above(accepted.low.number, 1)
    if accepted.has(above):
        return json_number(above)
    return json_number(low if accepted.low.is_included else next_above(low, exact(accepted.step * unit(1))))
