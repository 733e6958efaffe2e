"""`const`: the only value, which YAML states as `fixed`."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from paycat.shapes.constraints.aspects import CONST
from paycat.shapes.constraints.kind import Kind, Named, Sampled, Schema, SchemaChange, with_blanks
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Bound, ConstraintKey, Phrase, Surroundings
from paycat.shapes.patterns.compiled import pattern_of


def _fixed_bound(value: str, surroundings: Surroundings) -> Mapping[str, Bound]:
    if surroundings.facts is None:
        return {} if value.startswith("method.") else {"const": value}
    fact = surroundings.facts.get(value, value)
    return {"choice": fact} if isinstance(fact, tuple) else {"const": fact}


class Const(Kind):
    keyword = "const"
    json_types = ("string", "boolean")
    relation = Relation.EQUAL
    aspect = CONST
    statement = ConstraintKey(
        "fixed",
        "text",
        ("text",),
        "The only value: text, or method.method_code, method.currency, method.country; where the method has several "
        "currencies or countries, one of these.",
        _fixed_bound,
        ("method.method_code", "method.currency", "method.country"),
        alone=True,
    )
    schema_keyword = "const"
    error = "literal_error"
    argument = "expected"

    def fault(self, fixed_value: Any, max_bytes: int) -> str | None:
        return None if isinstance(fixed_value, str | bool) else "neither text nor true or false"

    def phrase(self, fixed_value: Any) -> Phrase:
        quoted_value = json.dumps(fixed_value, ensure_ascii=False)
        return Phrase("always", "must be", "Send", fixed_value, quoted_value)

    def error_context(self, fixed_value: Any) -> dict[str, Any]:
        """Return the value as Python writes it."""
        return {self.argument: repr(fixed_value)}

    def texts(self, fixed_value: Any) -> str:
        return pattern_of((fixed_value,))

    def schema_changes(self, value: str | bool, schema: Schema) -> Iterator[SchemaChange]:
        """Return another value, and a text in small letters."""
        if isinstance(value, bool):
            yield "the other", {self.schema_keyword: not value}
            return
        yield "another", {self.schema_keyword: f"{value}X"}
        yield "any letter case", {self.schema_keyword: value.lower()}

    def breaking(self, field: Sampled) -> Iterator[Named]:
        """Return values near the only one."""
        value = field.value
        if isinstance(value, bool):
            yield "other", not value
            return
        yield from (("other", f"{value}X"), ("lower_case", value.lower()), ("upper_case", value.upper()), ("empty", ""))
        yield from with_blanks(value)

    def edges(self, field: Sampled) -> Iterator[Named]:
        if self.keyword in field.bounds:
            yield "fixed", field.value
