"""The engines, in the order of reports."""

from collections.abc import Iterator
from pathlib import Path

from paycat.conformance.engine import Engine
from paycat.conformance.engines.json_schema import JsonSchemaEngine
from paycat.conformance.engines.json_schema_rs import JsonSchemaRsEngine
from paycat.conformance.engines.models import ModelsEngine
from paycat.conformance.engines.openapi import OpenApiEngine
from paycat.conformance.engines.stub import StubEngine
from paycat.contract.model import Contract


def all_engines(contract: Contract, generated: Path) -> Iterator[Engine]:
    """Return every engine on the artefacts in the output folder; packs that are switched off have none."""
    off = contract.service.packs_off
    if "json-schema" not in off:
        yield JsonSchemaEngine(generated)
        yield JsonSchemaRsEngine(generated)
    if "openapi" not in off:
        yield OpenApiEngine(contract, generated)
    if "python" not in off:
        yield ModelsEngine(contract, generated)
        yield StubEngine(contract, generated)
