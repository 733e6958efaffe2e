"""The generated models: of requests by the package's own entry, and of records by their names."""

from pathlib import Path

from pydantic import ValidationError

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import Engine, in_order
from paycat.conformance.run.engines.package import Package
from paycat.conformance.run.engines.problem import violations_in
from paycat.contract.model import Contract, Violation


class ModelsEngine(Engine):
    """Parses bodies with the package's models."""

    name = "models"
    artefact = "models"
    stages = ("dispatch", "fields", "schema", "record")

    def __init__(self, contract: Contract, generated: Path, *, loads_models: bool = True) -> None:
        self.package = Package(contract, generated, loads_models=loads_models)
        self._contract = contract
        self._parse = self.package.module("parsing").parse
        self._error: type[Exception] = self.package.module("problems").ProblemError
        self._model_of = self.package.module("requests").model_of
        self.records = self.package.module("records")
        self._rejected = self.package.module("violations").violations_of

    def violations(self, vector: Vector) -> tuple[Violation, ...]:
        """Return what the models reject."""
        if vector.stage == "schema":
            return self._by_itself(vector)
        try:
            self._parse(vector.direction, vector.payload)
        except self._error as error:
            document = error.document()  # type: ignore[attr-defined]  # the class is the generated package's
            return in_order(violations_in(self._contract, vector.direction, document))
        return ()

    def covers(self, vector: Vector | ValueVector) -> bool:
        """Tell whether there is a model; of one of several records there is none, only where a record holds it."""
        return super().covers(vector) and (isinstance(vector, Vector) or hasattr(self.records, vector.name))

    def accepts(self, vector: ValueVector) -> bool:
        """Tell whether a record's model accepts a value."""
        try:
            getattr(self.records, vector.name).model_validate(vector.payload)
        except ValidationError:
            return False
        return True

    def _by_itself(self, vector: Vector) -> tuple[Violation, ...]:
        # Integrators validate with a model, too, when they know the method.
        model = self._model_of(vector.direction, vector.method)
        try:
            model.model_validate(vector.payload)
        except ValidationError as error:
            found = self._rejected(error, model, vector.payload)
            return in_order({Violation(code=one.code, pointer=one.pointer) for one in found})
        return ()
