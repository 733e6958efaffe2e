"""The generated models, imported from the output folder: requests by the package's own entry, records by name."""

import importlib
import sys
from pathlib import Path
from traceback import extract_tb
from types import ModuleType
from typing import Any

from pydantic import ValidationError

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.conformance.run.engine import Engine, in_order
from paycat.conformance.run.engines.problem import OF_THE_METHOD
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Violation
from paycat.contract.paths import ROOT
from paycat.diagnostics import Diagnostic, FindingsError, Span


class Package:
    """A generated package, imported afresh; its modules stay usable when another one of the same name is imported."""

    def __init__(self, contract: Contract, output_folder: Path, *, loads_models: bool = True) -> None:
        self._name = contract.service.package
        self._loads_models = loads_models
        self._project = output_folder.parent
        self._source = output_folder / "python" / "src"
        self._modules: dict[str, ModuleType] = {}
        if not (self._source / self._name).is_dir():
            location, message = self._location(self._source), "the Python package is not there"
            raise FindingsError([Diagnostic("not-generated", location, message, "run paycat generate")])
        for module_name in [module_name for module_name in sys.modules if module_name.partition(".")[0] == self._name]:
            del sys.modules[module_name]
        importlib.invalidate_caches()

    def module(self, module_name: str) -> ModuleType:
        """Return a module of the package, such as `parsing`. Raises FindingsError when it cannot be imported.

        The models of requests, which the package loads when they are used, are loaded with the module, unless the
        package was opened without.
        """
        if module_name not in self._modules:
            sys.path.insert(0, str(self._source))
            try:
                self._modules[module_name] = importlib.import_module(f"{self._name}.{module_name}")
                if self._loads_models:
                    _load_models(importlib.import_module(f"{self._name}.requests"))
            except Exception as error:
                raise FindingsError([self._broken(error)]) from error
            finally:
                sys.path.remove(str(self._source))
        return self._modules[module_name]

    def _broken(self, error: Exception) -> Diagnostic:
        location = self._location(self._source)
        for frame in extract_tb(error.__traceback__):
            if Path(frame.filename).is_relative_to(self._source):
                location = self._location(Path(frame.filename), frame.lineno or 1)
        if isinstance(error, SyntaxError) and error.filename:
            location = self._location(Path(error.filename), error.lineno or 1)
        message = f"the Python package cannot be imported: {type(error).__name__}: {error}"
        return Diagnostic("package-broken", location, message, "run paycat generate --check: was it edited by hand?")

    def _location(self, path: Path, line_number: int = 0) -> Span:
        relative_path = path.relative_to(self._project) if path.is_relative_to(self._project) else path
        return Span(relative_path.as_posix(), line_number, min(line_number, 1))


def _load_models(requests_module: ModuleType) -> None:
    for direction, method_codes in requests_module.REQUESTS.items():
        for method_code in method_codes:
            requests_module.model_of(direction, method_code)


class ModelsEngine(Engine):
    """Parses bodies with the package's models."""

    name = "models"
    artefact = "models"
    stages = ("dispatch", "fields", "schema", "record")

    def __init__(self, contract: Contract, output_folder: Path, *, loads_models: bool = True) -> None:
        self.package = Package(contract, output_folder, loads_models=loads_models)
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
            self._parse(vector.direction, vector.payload, vector.addressed)
        except self._error as error:
            return in_order(self._violations_of(vector.direction, error))
        return ()

    def _violations_of(self, direction: str, error: Any) -> set[Violation]:
        """Return the rejected fields of a problem of the package, or the problem itself when an earlier stage rejected.

        A problem about the method points at the member that names it, if there is one, and any other at the body.
        """
        if error.violations:
            return {Violation(code=violation.code, pointer=violation.pointer) for violation in error.violations}
        about_method = {self._contract.interface.problem(cause).slug for cause in OF_THE_METHOD}
        location = method_place(self._contract, direction).pointer if error.slug in about_method else ROOT
        return {Violation(code=error.slug, pointer=location)}

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
            rejections = self._rejected(error, model, vector.payload)
            return in_order({Violation(code=violation.code, pointer=violation.pointer) for violation in rejections})
        return ()
