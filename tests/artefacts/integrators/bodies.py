"""The bodies that integrators' models are asked about: the vectors of the stage `fields`, with their component."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.output_folder import read_vectors
from paycat.contract.model import OPENAPI
from paycat.text.json_data import json_line
from tests.artefacts.published import GENERATED, UNIONS, openapi

AS_RULES = {
    "null_not_allowed": "null",
    "unknown_field": "closed",
    "conditional_required": "any_of",
    "amount_precision": "decimal_places",
    "not_https": "pattern",
}
"""The kind of rule that a code of a violation stands for, where the two have different names."""


@dataclass(frozen=True, slots=True)
class Body:
    """A vector, the component of the OpenAPI document that its method code picks, and the body as JSON text."""

    vector: Vector
    component: str
    text: str

    @property
    def is_declared_limitation(self) -> bool:
        """Whether the OpenAPI document cannot reject the body, so that no model made of it can be expected to."""
        return OPENAPI in self.vector.limitations

    @property
    def kind(self) -> str:
        """The kind of rule that the body breaks or keeps; a sample that is valid is about none."""
        _, colon, kind = self.vector.rule.rpartition(":")
        if colon:
            return kind
        if self.vector.valid:
            return "sample"
        code = self.vector.violations[0].code
        return AS_RULES.get(code, code)


@cache
def bodies() -> tuple[Body, ...]:
    """Return every body that the fields of a request type decide about."""
    batches = read_vectors(GENERATED, "generated")
    found = [vector for batch in batches for vector in batch.vectors if vector.stage == "fields"]
    components: dict[str, Any] = openapi()["components"]["schemas"]
    mappings = {direction: components[union]["discriminator"]["mapping"] for direction, union in UNIONS.items()}
    return tuple(
        Body(vector, mappings[vector.direction][vector.method].rpartition("/")[2], json_line(vector.payload))
        for vector in found
    )
