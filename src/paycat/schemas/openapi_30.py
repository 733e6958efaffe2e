"""Schemas as OpenAPI 3.0 has them, which differ from those of JSON Schema."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from paycat.contract.nodes import Group
from paycat.schemas.making import Dialect, Schema
from paycat.shapes.constraints import BOUND_KEYWORDS, FIXED, LISTED
from paycat.shapes.constraints.relations import Relation

_INCLUDED = {
    BOUND_KEYWORDS[excluded_bound]: BOUND_KEYWORDS[included_bound]
    for excluded_bound, included_bound in ((Relation.ABOVE, Relation.AT_LEAST), (Relation.BELOW, Relation.AT_MOST))
}
"""The keyword of a bound that is excluded → the one beside which OpenAPI 3.0 states that it is."""


@dataclass(frozen=True, slots=True)
class OpenApi30(Dialect):
    """How a document in OpenAPI 3.0 has the schemas of nodes."""

    null: ClassVar[Schema] = {"type": "string", "nullable": True, "enum": [None]}
    """Null alone, in the form that client generators and linters understand beside a reference."""
    anything: ClassVar[Schema | bool] = {}

    def typed(self, json_type: str, *, nullable: bool) -> Schema:
        """Return the type of a value."""
        return {"type": json_type, **({"nullable": True} if nullable else {})}

    def rules(self, keywords: Schema) -> Schema:
        """Return the keywords of the rules of a value; a contract has one bound at each end, the stricter one."""
        schema: Schema = {}
        for keyword, value in keywords.items():
            if keyword == FIXED.schema_keyword:
                schema |= LISTED.schema([value])
            elif keyword in _INCLUDED:
                schema |= {_INCLUDED[keyword]: value, keyword: True}
            elif keyword == "allOf":
                schema[keyword] = [self.rules(inner_schema) for inner_schema in value]
            else:
                schema[keyword] = value
        return schema

    def noted(self, schema: Schema, notes: Schema) -> Schema:
        """Return a schema with annotations, which readers ignore beside a reference."""
        return {"allOf": [schema], **notes} if "$ref" in schema and notes else {**schema, **notes}

    def condition(self, group: Group, any_of: Iterable[Sequence[str]]) -> Schema:
        """Return what requires one of several combinations of members; `end` keeps it apart from the members."""
        return {"anyOf": [{"required": list(names)} for names in any_of]}

    def case(self, condition: Schema, then_schema: Schema) -> Schema:
        """Return what holds where an object meets a condition: it does not, or it is as the case has it."""
        return {"anyOf": [{"not": condition}, then_schema]}

    def end(self, conditions: list[Schema], closure: Schema) -> Schema:
        """Return the last keywords of an object; client generators drop a class with a bare `anyOf`."""
        return {**closure, **({"allOf": conditions} if conditions else {})}
