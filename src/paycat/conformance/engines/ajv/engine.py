"""The engine: bodies to node, ajv's errors back."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.ajv.node import installed, node_program
from paycat.conformance.engines.ajv.process import LineProcess
from paycat.conformance.engines.documents import schema_path
from paycat.conformance.engines.json_schema import schema_of
from paycat.conformance.normal_form import SchemaError, refusals
from paycat.contract.losses import JSON_SCHEMA
from paycat.contract.model import Refusal
from paycat.contract.pointers import steps
from paycat.vectors.model import Vector

MANIFEST = Path(__file__).with_name("package.json")
"""The packages of npm that the engine runs."""

_PROGRAM = Path(__file__).with_name("validate.mjs")


class AjvEngine(Engine):
    """Validates bodies by the schema of the request type that the vector names.

    Strict ajv also refuses to compile a schema with a keyword that it does not know, other than `x-` ones.
    """

    name = "ajv"
    artefact = JSON_SCHEMA
    stages = ("fields", "schema")

    def __init__(self, generated: Path) -> None:
        self._generated = generated
        node = node_program(self.name)
        packages = installed(MANIFEST, self.name)
        self._node = LineProcess([node, str(_PROGRAM), str(packages)])

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the schema refuses. Raises ValueError when ajv does not take the schema."""
        key = (self._generated, vector.direction, vector.method or "")
        # ASCII, for node ends a line at U+2028 too.
        question = json.dumps({"schema": str(schema_path(*key)), "payload": vector.payload})
        answer = json.loads(self._node.ask(question))
        if "failure" in answer:
            raise ValueError(answer["failure"])
        return in_order(refusals(_errors(answer["errors"], schema_of(*key), vector.payload)))

    def close(self) -> None:
        """End node."""
        self._node.close()


def _errors(found: list[dict[str, str]], schema: Any, body: Any) -> Iterator[SchemaError]:
    places = [error["schemaPath"] for error in found]
    for error in found:
        # Where every branch of a keyword failed, ajv names the keyword, and the errors inside the branches too.
        if not any(error["schemaPath"].startswith(f"{place}/") for place in places):
            *owner, keyword = steps(error["schemaPath"])
            path = steps(error["instancePath"])
            yield SchemaError(keyword, _member(schema, owner), _member(body, path), tuple(path))


def _member(value: Any, path: list[str]) -> Any:
    for step in path:
        value = value[int(step)] if isinstance(value, list) else value[step]
    return value
