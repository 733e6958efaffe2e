"""What one payload costs in a project's generated package, as ratios of CPU time in one process.

    python benchmarks/payloads.py PROJECT

Validation is compared with jsonschema-rs, a request with a Starlette route that reads the JSON and validates nothing.
Prints a JSON object: measured thing → ratio, the median over the `full` samples of 24 request types.
"""

import asyncio
import importlib.util
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from statistics import median

import click
import jsonschema_rs
from asgi import App, bare_app, fastapi_app, posting, stub_app
from jsonschema import Draft202012Validator
from measuring import Repeat, ratios, repeated

from paycat.conformance.engines.documents import schema_path
from paycat.conformance.engines.json_schema import JsonSchemaRsEngine
from paycat.conformance.engines.package import Package
from paycat.contract.model import Contract, Request
from paycat.vectors.model import Vector
from paycat.workspace import contract_of, find_workspace

PARSE, STUB, ENGINE = "the package: parse", "the stub", "paycat's engine jsonschema-rs: violations"
REQUEST_TYPES = 24
"""How many request types are measured, spread over all of them: as many as the catalogue itself has."""


def spread(contract: Contract) -> list[Request]:
    """Return the request types to measure."""
    requests = list(contract.requests())
    return requests[:: max(1, len(requests) // REQUEST_TYPES)][:REQUEST_TYPES]


def validations(package: Package, generated: Path, request: Request) -> Mapping[str, Repeat]:
    """Return the ways to validate the full sample, which is decoded already; bare jsonschema-rs is the baseline."""
    payload = request.sample("full").payload
    schema = json.loads(schema_path(generated, request.direction, request.method).read_text(encoding="utf-8"))
    rust, python = jsonschema_rs.Draft202012Validator(schema), Draft202012Validator(schema)
    parse = package.module("parsing").parse
    engine, vector = JsonSchemaRsEngine(generated), _vector(request)
    return {
        "jsonschema-rs: is_valid": repeated(lambda: rust.is_valid(payload)),
        "jsonschema-rs: validate": repeated(lambda: rust.validate(payload)),
        ENGINE: repeated(lambda: engine.violations(vector)),
        PARSE: repeated(lambda: parse(request.direction, payload)),
        "jsonschema (Python): is_valid": repeated(lambda: python.is_valid(payload)),
    }


def _vector(request: Request) -> Vector:
    name = f"{request.direction}.{request.method}"
    return Vector(
        id=f"{name}:sample/full",
        rule=name,
        direction=request.direction,
        method=request.method,
        stage="fields",
        valid=True,
        origin="sample full",
        payload=request.sample("full").payload,
    )


def apps(contract: Contract, package: Package) -> Mapping[str, App]:
    """Return the servers that create resources; the one that validates nothing is the baseline."""
    made = {"bare Starlette": bare_app(contract), STUB: stub_app(contract, package)}
    if importlib.util.find_spec("fastapi"):
        made["FastAPI with the same models"] = fastapi_app(contract, package)
    return made


def medians(measured: Iterator[dict[str, float]]) -> dict[str, float]:
    """Return the median of each thing."""
    found: dict[str, list[float]] = {}
    for one in measured:
        for name, ratio in one.items():
            found.setdefault(name, []).append(ratio)
    return {name: median(ratios) for name, ratios in found.items()}


def measure(project: Path, rounds: int, times: int) -> dict[str, float]:
    """Return the ratio of everything that is measured in a generated project."""
    workspace = find_workspace(project)
    contract, _ = contract_of(workspace)
    package = Package(contract, workspace.generated)
    requests = spread(contract)
    found = medians(
        ratios(validations(package, workspace.generated, request), rounds, times * 5) for request in requests
    )
    servers = apps(contract, package)
    with asyncio.Runner() as runner:

        def posts(request: Request) -> dict[str, Repeat]:
            return {name: posting(runner, app, contract, request) for name, app in servers.items()}

        return found | medians(ratios(posts(request), rounds, times) for request in requests)


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default=7, show_default=True, help="Of how many rounds a figure is the median.")
@click.option("--times", default=50, show_default=True, help="How many requests a round has.")
@click.option("--write", type=click.Path(dir_okay=False, path_type=Path), help="Write the ratios to this file too.")
def main(project: Path, rounds: int, times: int, write: Path | None) -> None:
    """Measure, and print the ratios."""
    text = json.dumps(measure(project, rounds, times), indent=2)
    click.echo(text)
    if write:
        write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
