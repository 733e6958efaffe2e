"""`starts_with`: a text begins with another one."""

import re
from typing import Any

from paycat.shapes.constraints.aspects import ValueAspect
from paycat.shapes.constraints.kind import Kind, Sampled
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import ConstraintKey, Phrase

_SPECIAL = re.compile(r"[\\^$.*+?()\[\]{}|/]")


class StartsWith(Kind):
    """A text begins with another one."""

    keyword = "starts_with"
    json_types = ("string",)
    relation = Relation.MATCHES
    aspect = ValueAspect("starts-with", "begin with")
    statement = ConstraintKey("starts_with", "line", ("text",), "What each text begins with.")
    schema_keyword = "pattern"
    note = "x-starts-with"
    error = "starts_with"

    def fault(self, bound: Any, longest: int) -> str | None:
        return None if isinstance(bound, str) and bound else "no text"

    def phrase(self, bound: Any) -> Phrase:
        return Phrase(f"beginning with {bound}", f"must begin with {bound}", f"Send a text that begins with {bound}")

    def compared(self, bound: Any) -> str:
        return f"^{_SPECIAL.sub(lambda sign: chr(92) + sign[0], bound)}"

    def schema(self, bound: Any) -> dict[str, Any]:
        return {self.schema_keyword: self.compared(bound), self.note: bound}

    def texts(self, bound: Any) -> str:
        return self.compared(bound)

    def schema_changes(self, value: str, schema: Any) -> Any:
        yield "shorter", {self.schema_keyword: value[:-1]}
        yield "longer", {self.schema_keyword: f"{value}0"}

    def breaking(self, sampled: Sampled) -> Any:
        yield "other_beginning", f"1{sampled.value[1:]}"

    def edges(self, sampled: Sampled) -> Any:
        if self.keyword in sampled.bounds:
            bound = str(sampled.bounds[self.keyword])
            yield "other_after", f"{bound}1{sampled.value[len(bound) + 1 :]}"
