"""The engines, in the order of reports."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path

from paycat.conformance.run.engine import Engine, MissingEngineError
from paycat.conformance.run.engines.ajv import AjvEngine
from paycat.conformance.run.engines.json_schema import JsonSchemaEngine, JsonSchemaRsEngine, UnionEngine
from paycat.conformance.run.engines.models import ModelsEngine
from paycat.conformance.run.engines.openapi import OpenApiEngine
from paycat.conformance.run.engines.stub import StubEngine
from paycat.conformance.run.engines.typescript import TypeScriptEngine
from paycat.contract.model import Contract

Make = Callable[[Contract, Path], Engine]

#: Name in reports → (pack that makes what it runs, how it is made of a contract and an output folder). Making one may
#: raise FindingsError, for an artefact that is not there, or MissingEngineError, for a tool that is not.
ENGINES: Mapping[str, tuple[str, Make]] = {
    "jsonschema": ("json-schema", JsonSchemaEngine),
    "jsonschema-rs": ("json-schema", JsonSchemaRsEngine),
    "ajv": ("json-schema", AjvEngine),
    "union": ("json-schema", UnionEngine),
    "openapi": ("openapi", OpenApiEngine),
    "models": ("python", ModelsEngine),
    "stub": ("python", StubEngine),
    "typescript": ("typescript", TypeScriptEngine),
}

RUN_CODE = frozenset(name for name, (pack_name, _) in ENGINES.items() if pack_name in ("python", "typescript"))
"""The engines that import a generated package, and so execute what is in the output folder."""


def engine_names(contract: Contract) -> list[str]:
    """Return the names of the engines whose artefacts the project's packs make."""
    return [name for name, (pack_name, _) in ENGINES.items() if pack_name not in contract.service.packs_off]


@contextmanager
def open_engines(
    contract: Contract, output_folder: Path, wanted_names: Sequence[str] | None = None
) -> Iterator[tuple[list[Engine], list[MissingEngineError]]]:
    """Return the engines with these names, or all, and those that cannot run here; they are closed at the end.

    Raises FindingsError when an artefact is not there or broken.
    """
    with ExitStack() as stack:
        engines: list[Engine] = []
        missing_engines: list[MissingEngineError] = []
        for engine_name in engine_names(contract) if wanted_names is None else wanted_names:
            try:
                engines.append(ENGINES[engine_name][1](contract, output_folder))
            except MissingEngineError as error:
                missing_engines.append(error)
            else:
                stack.callback(engines[-1].close)
        yield engines, missing_engines
