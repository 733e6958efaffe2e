"""The published files as integrators read them: schemas, the OpenAPI document, vectors, and the Python package."""

import importlib
import json
import pkgutil
from collections.abc import Iterator
from decimal import Decimal
from functools import cache
from typing import Any

from imported_package import PACKAGE, importable
from projects import GENERATED

SOURCES = GENERATED / "python" / "src"
DIRECTIONS = ("pay_in", "payout")
PATHS = {"pay_in": "/v1/payins", "payout": "/v1/payouts"}
UNIONS = {"pay_in": "PayInRequest", "payout": "PayoutRequest"}

Json = dict[str, Any]


@cache
def schemas() -> dict[str, Json]:
    """Return the JSON Schemas by path below json-schema/, without the ending."""
    folder = GENERATED / "json-schema"
    return {
        path.relative_to(folder).as_posix().removesuffix(".schema.json"): json.loads(path.read_text(encoding="utf-8"))
        for path in sorted(folder.rglob("*.schema.json"))
    }


@cache
def openapi() -> Json:
    """Return the OpenAPI document, from its JSON file."""
    return dict(json.loads((GENERATED / "openapi" / "openapi.json").read_text(encoding="utf-8")))


@cache
def contract() -> Json:
    """Return the contract, from its JSON file."""
    return dict(json.loads((GENERATED / "contract" / "contract.json").read_text(encoding="utf-8")))


@cache
def vector_lines() -> tuple[str, ...]:
    """Return every vector as it was published, one line each."""
    files = sorted((GENERATED / "conformance" / "vectors").rglob("*.jsonl"))
    return tuple(line for path in files for line in path.read_text(encoding="utf-8").splitlines())


@cache
def vectors(stage: str) -> tuple[Json, ...]:
    """Return the vectors of a stage; `line` is the vector as it was published."""
    read = ({**json.loads(line), "line": line} for line in vector_lines())
    return tuple(vector for vector in read if vector["stage"] == stage)


def accepted(vector: Json) -> bool:
    """Tell whether JSON Schemas must accept a vector's body: it is valid, or a declared limitation."""
    return bool(vector["valid"]) or "json-schema" in vector.get("limitations", ())


def request_types() -> list[tuple[str, str]]:
    """Return direction and method of every request type, as the vectors know them."""
    return sorted({(vector["direction"], vector["method"]) for vector in vectors("fields")})


def sample(direction: str, method: str, name: str) -> Json:
    """Return a copy of the payload of a sample, such as `minimal`."""
    return dict(json.loads(_samples()[direction, method, f"sample {name}"])["payload"])


@cache
def _samples() -> dict[tuple[str, str, str], str]:
    return {(one["direction"], one["method"], one["origin"]): one["line"] for one in vectors("fields")}


@cache
def modules() -> dict[str, Any]:
    """Return the modules of the Python package by name inside it, imported apart from any other import of it."""
    with importable(SOURCES):
        package = importlib.import_module(PACKAGE)
        names = [found.name for found in pkgutil.walk_packages(package.__path__, f"{PACKAGE}.")]
        found = {name.removeprefix(f"{PACKAGE}."): importlib.import_module(name) for name in names}
        for name in package.__all__:
            getattr(package, name)  # Loaded when it is used, and then no module has this name any more.
        return {"": package, **found}


def request_models() -> Iterator[tuple[str, str, Any]]:
    """Yield direction, method and model of every request type."""
    requests = modules()["requests"]
    for direction, methods in requests.REQUESTS.items():
        for method in methods:
            yield direction, method, requests.model_of(direction, method)


def strict(value: Any) -> Any:
    """Return a JSON value in which equality tells true from 1, and numbers are compared exactly."""
    if isinstance(value, dict):
        return {name: strict(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [strict(inner) for inner in value]
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return value
    return ("number", Decimal(repr(value)) if isinstance(value, float) else Decimal(value))


def exactly(text: str | bytes) -> Any:
    """Return a JSON text's value, with every number as it was written."""
    return strict(json.loads(text, parse_float=Decimal, parse_int=Decimal))


def listing(lines: list[str], most: int = 25) -> str:
    """Return lines for a failure: how many there are, and the first of them."""
    return "\n".join([f"{len(lines)} in all", *lines[:most]])
