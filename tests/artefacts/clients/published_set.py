"""A document and the folder that it was published in, in; the payloads that clients must get through, out."""

import json
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from paycat.changes.revisions import read_contract
from paycat.conformance.run.output_folder import read_vectors

Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Sent:
    """A valid sample: its direction, as the contract names it, its payload, and the component that it is one of."""

    direction: str
    component: str
    payload: Json

    @property
    def line(self) -> str:
        """What a caller reads, as a line of JSON."""
        return json.dumps({"direction": self.direction, "component": self.component, "payload": self.payload})


@dataclass(frozen=True)
class PublishedSet:
    """An OpenAPI document, and an output folder: the whole of generated/, or a subset of it."""

    document: Path
    generated: Path

    @cached_property
    def text(self) -> bytes:
        """The document, as it was published."""
        return self.document.read_bytes()

    @cached_property
    def samples(self) -> tuple[Sent, ...]:
        """Every valid sample, pay-ins first; what a corrected one says as another does is in it once."""
        vectors = [one for batch in read_vectors(self.generated, "generated") for one in batch.vectors]
        valid = [one for one in vectors if one.valid and one.origin.startswith("sample ")]
        found = [Sent(one.direction, self.components[one.direction, one.method], one.payload) for one in valid]
        different = {one.line: one for one in found}.values()
        return tuple(sorted(different, key=lambda one: one.direction))

    @cached_property
    def components(self) -> dict[tuple[str, str], str]:
        """The component of every request type, by direction and method code."""
        contract = read_contract((self.generated / "contract" / "contract.json").read_bytes(), "contract.json")
        return {(one.direction, one.method): one.root.component for one in contract.requests()}
