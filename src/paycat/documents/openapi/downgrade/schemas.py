"""Schemas of the OpenAPI 3.1 document as Schema Objects of OpenAPI 3.0.3 with the same verdicts.

Only the keywords of shapes, requests and records are supported.
"""

from collections.abc import Callable, Mapping
from typing import Any

from paycat.contract.schemas import Schema
from paycat.decimals import as_decimal
from paycat.shapes.constraints import BOUND_KEYWORDS, KINDS
from paycat.shapes.constraints.relations import Measure, Relation, relates

_SAME = frozenset(
    (
        *("title", "description", "default", "deprecated", "writeOnly", "format", "enum", "discriminator", "$ref"),
        *({kind.schema_keyword for kind in KINDS.values()} - {"const"} - set(BOUND_KEYWORDS.values())),
    )
)
_NULL: Schema = {"type": "string", "nullable": True, "enum": [None]}
"""Null alone, in the form that client generators and linters understand beside a reference."""


def schema_30(schema: Any, location: str, required: frozenset[str] = frozenset()) -> Schema:
    """Return the schema for a schema or a boolean; `required` has the members that enclosing schemas require.

    Raises ValueError with the location of an unknown keyword.
    """
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    if "$ref" in schema and len(schema) > 1:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {"allOf": [{"$ref": schema["$ref"]}, *beside.pop("allOf", ())], **beside}
    return _Writing(schema, location, required | set(schema.get("required", ()))).whole()


class _Writing:
    """A schema while it is written; `besides` has the schemas that must also hold."""

    def __init__(self, schema: Schema, location: str, required: frozenset[str]) -> None:
        self.schema, self.location, self.required = schema, location, required
        self.made: Schema = {}
        self.besides: list[Schema] = []

    def whole(self) -> Schema:
        for keyword, value in self.schema.items():
            if keyword in _WRITERS:
                _WRITERS[keyword](self, keyword, value)
            elif keyword in _SAME or keyword.startswith("x-"):
                self.made[keyword] = value
            else:
                raise self.unknown(f"the keyword {keyword!r}")
        if self.made.get("type") == "array":
            self.made.setdefault("items", {})  # OpenAPI 3.0 requires it.
        if not self.made and len(self.besides) == 1:
            return self.besides[0]
        if self.besides:
            self.made["allOf"] = [*self.made.get("allOf", ()), *self.besides]
        return self.made

    def unknown(self, what: str) -> ValueError:
        return ValueError(f"{what} at {self.location} has no way to OpenAPI 3.0")

    def inner(self, keyword: str, value: Any) -> None:
        """Write a schema of a part of the value."""
        self.made[keyword] = value if value is False else schema_30(value, f"{self.location}/{keyword}")

    def members(self, keyword: str, value: Mapping[str, Any]) -> None:
        self.made[keyword] = {name: schema_30(one, f"{self.location}/{keyword}/{name}") for name, one in value.items()}

    def same(self, keyword: str, value: Any) -> None:
        """Write schemas of the value itself."""
        self.made[keyword] = [schema_30(one, f"{self.location}/{keyword}", self.required) for one in value]

    def type(self, _: str, value: Any) -> None:
        names = [value] if isinstance(value, str) else [name for name in value if name != "null"]
        if names in ([], ["null"]):
            self.besides.append(dict(_NULL))
        elif len(names) == 1:
            self.made |= {"type": names[0], **({} if value == names[0] else {"nullable": True})}
        else:
            raise self.unknown("a choice of types")

    def const(self, _: str, value: Any) -> None:
        if "enum" in self.schema:
            self.besides.append({"enum": [value]})
        else:
            self.made["enum"] = [value]

    def some(self, keyword: str, value: list[str]) -> None:
        if value:  # OpenAPI 3.0 does not allow an empty list.
            self.made[keyword] = value

    def condition(self, keyword: str, value: Schema) -> None:
        """Write a combination whose condition, members that are required anyway, is always true."""
        if keyword == "if":
            combinations = self.schema.get("then", {}).get("anyOf")
            if not set(value.get("required", ())) <= self.required or value.keys() != {"properties", "required"}:
                raise self.unknown("a condition")
            self.besides.append({"anyOf": [{"required": one["required"]} for one in combinations]})


def _bound(included: Relation, excluded_by: Relation) -> Callable[..., None]:
    """Return a writer of the tighter of an inclusive and an exclusive bound."""
    keyword, excluding = BOUND_KEYWORDS[included], BOUND_KEYWORDS[excluded_by]

    def write(writing: _Writing, _: str, __: Any) -> None:
        reached, excluded = writing.schema.get(keyword), writing.schema.get(excluding)
        both = reached is not None and excluded is not None
        if excluded is None or (both and relates(Measure.NUMBER, excluded_by, reached, as_decimal(excluded))):
            writing.made[keyword] = reached
        else:
            writing.made |= {keyword: excluded, excluding: True}

    return write


_WRITERS: Mapping[str, Callable[[_Writing, str, Any], None]] = {
    **dict.fromkeys(("items", "not", "additionalProperties"), _Writing.inner),
    **dict.fromkeys(("allOf", "anyOf", "oneOf"), _Writing.same),
    **dict.fromkeys(("if", "then"), _Writing.condition),
    **{
        BOUND_KEYWORDS[one]: _bound(included, excluded)
        for included, excluded in ((Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW))
        for one in (included, excluded)
    },
    "type": _Writing.type,
    "const": _Writing.const,
    "required": _Writing.some,
    "properties": _Writing.members,
}
