"""The generated models, by the package's own entry: dispatch on the method code, then one model."""

from pathlib import Path

from paycat.conformance.engine import Engine, in_order
from paycat.conformance.engines.package import Package
from paycat.conformance.engines.problem import refusals_in
from paycat.contract.model import Contract, Refusal
from paycat.vectors.model import Vector


class ModelsEngine(Engine):
    """Parses bodies with the package's models."""

    name = "models"
    artefact = "models"
    stages = ("dispatch", "fields")

    def __init__(self, contract: Contract, generated: Path) -> None:
        package = Package(contract, generated)
        self._contract = contract
        self._parse = package.module("parsing").parse
        self._error: type[Exception] = package.module("problems").ProblemError

    def refusals(self, vector: Vector) -> tuple[Refusal, ...]:
        """Return what the models refuse."""
        try:
            self._parse(vector.direction, vector.payload)
        except self._error as error:
            document = error.document()  # type: ignore[attr-defined]  # the class is the generated package's
            return in_order(refusals_in(self._contract, vector.direction, document))
        return ()
