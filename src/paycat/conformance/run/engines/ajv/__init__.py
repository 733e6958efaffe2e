"""The generated JSON Schemas under ajv, the validator of the JavaScript world, in its strict mode."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from paycat.conformance.derive.model import Vector
from paycat.conformance.run.engine import SchemaEngine, SchemaError
from paycat.conformance.run.engines.ajv.node import LineProcess, installed, node_program
from paycat.conformance.run.engines.json_schema import schema_name, schema_of, schema_path
from paycat.contract.model import JSON_SCHEMA, Contract
from paycat.contract.paths import steps, value_of

MANIFEST = Path(__file__).with_name("package.json")
"""The packages of npm that the engine runs."""

_PROGRAM = Path(__file__).with_name("validate.mjs")


class AjvEngine(SchemaEngine):
    """Validates bodies by the schema of the request type that the vector names.

    Strict ajv also rejects a schema with an unknown keyword that does not begin with `x-`.
    """

    name = "ajv"
    artefact = JSON_SCHEMA
    stages = ("fields", "schema")

    def __init__(self, contract: Contract, output_folder: Path) -> None:
        self._contract, self._generated = contract, output_folder
        node_path = node_program(self.name)
        packages_folder = installed(MANIFEST, self.name)
        self._node = LineProcess([node_path, str(_PROGRAM), str(packages_folder)])

    def errors(self, vector: Vector) -> Iterator[SchemaError]:
        """Return the errors in the body. Raises ValueError when ajv rejects the schema."""
        schema_key = (self._generated, vector.direction, schema_name(self._contract, vector))
        # ASCII, for node ends a line at U+2028 too.
        question = json.dumps({"schema": str(schema_path(*schema_key)), "payload": vector.payload})
        node_answer = json.loads(self._node.ask(question))
        if "failure" in node_answer:
            raise ValueError(node_answer["failure"])
        return _errors(node_answer["errors"], schema_of(*schema_key), vector.payload)

    def close(self) -> None:
        """End node."""
        self._node.close()


def _errors(errors: list[dict[str, str]], schema: Any, payload: Any) -> Iterator[SchemaError]:
    schema_paths = [error["schemaPath"] for error in errors]
    for error in errors:
        # Where every branch of a keyword failed, ajv reports the keyword, and the errors inside the branches too.
        if not any(error["schemaPath"].startswith(f"{branch_path}/") for branch_path in schema_paths):
            owner, _, keyword = error["schemaPath"].rpartition("/")
            location = error["instancePath"]
            yield SchemaError(keyword, value_of(schema, owner), value_of(payload, location), tuple(steps(location)))
