"""The generated TypeScript package under node: the bytes of a body, or a value, in; what the package rejects out."""

import json
from base64 import b64encode
from pathlib import Path
from typing import Any

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import Engine, in_order
from paycat.conformance.run.engines.ajv.node import LineProcess, node_program
from paycat.contract.model import Contract, Violation
from paycat.diagnostics import Diagnostic, FindingsError, Span

_PROGRAM = Path(__file__).with_name("parse.mjs")
_BESIDE_BODIES = frozenset({"Content-Length"})


class TypeScriptEngine(Engine):
    """Parses bodies with the package, which no header reaches; of the stage `schema` it validates the values."""

    name = "typescript"
    artefact = "typescript"
    stages = ("text", "dispatch", "fields", "schema")

    def __init__(self, contract: Contract, output_folder: Path) -> None:
        self._contract = contract
        package_folder = output_folder / "typescript"
        if not (package_folder / "index.js").is_file():
            location = Span(package_folder.relative_to(output_folder.parent).as_posix())
            message = "the TypeScript package is not there"
            raise FindingsError([Diagnostic("not-generated", location, message, "run paycat generate")])
        self._node = LineProcess([node_program(self.name), str(_PROGRAM), str(package_folder.resolve())])

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether the verdict depends on the body alone."""
        return super().covers(vector) and isinstance(vector, Vector) and vector.headers.keys() <= _BESIDE_BODIES

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the package rejects. Raises ValueError when it fails."""
        node_answer = json.loads(self._node.ask(json.dumps(self.question(vector))))
        if "failure" in node_answer:
            raise ValueError(node_answer["failure"])
        return in_order(
            Violation(code=violation["code"], pointer=violation["pointer"]) for violation in node_answer["violations"]
        )

    def question(self, vector: Vector) -> dict[str, Any]:
        """Return what `judging.mjs` is asked of a vector."""
        query = {"direction": vector.direction, "body": b64encode(vector.body()).decode(), "method": vector.addressed}
        # What no body reaches with, a value in memory may have.
        return query | ({"module": self._module(vector)} if vector.stage == "schema" else {})

    def close(self) -> None:
        """End node."""
        self._node.close()

    def _module(self, vector: Vector) -> str:
        requests = self._contract.requests(vector.direction)
        return next(request.module_path for request in requests if request.method == vector.method)
