"""What one payload costs in a project's generated package: CPU seconds in one process.

    python benchmarks/payloads.py PROJECT

Validation runs beside jsonschema-rs, a request beside a Starlette route that reads the JSON and validates nothing.
Prints a JSON object: what was measured → CPU seconds of one call in each round, the median over the `full` samples of
24 request types.
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
from measuring import Repeat, repeated, timed

from paycat.conformance.run.engines.json_schema import schema_path
from paycat.conformance.run.engines.models import Package
from paycat.contract.model import Contract, Request
from paycat.project.workspace import contract_of, find_workspace

PARSE, STUB = "the package: parse", "the stub"
VALID, STARLETTE, FASTAPI = "jsonschema-rs: is_valid", "bare Starlette", "FastAPI with the same models"
REQUEST_TYPES = 24
"""How many request types are measured, spread over all of them: as many as the catalogue itself has."""


def spread(contract: Contract) -> list[Request]:
    """Return the request types to measure."""
    requests = list(contract.requests())
    return requests[:: max(1, len(requests) // REQUEST_TYPES)][:REQUEST_TYPES]


def validations(package: Package, generated: Path, request: Request) -> Mapping[str, Repeat]:
    """Return the ways to validate the full sample, which is decoded already."""
    payload = request.sample("full").payload
    schema = json.loads(schema_path(generated, request.direction, request.name).read_text(encoding="utf-8"))
    rust, python = jsonschema_rs.Draft202012Validator(schema), Draft202012Validator(schema)
    parse = package.module("parsing").parse
    return {
        VALID: repeated(lambda: rust.is_valid(payload)),
        PARSE: repeated(lambda: parse(request.direction, payload)),
        "jsonschema: is_valid": repeated(lambda: python.is_valid(payload)),
    }


def apps(contract: Contract, package: Package) -> Mapping[str, App]:
    """Return the servers that create resources."""
    made = {STARLETTE: bare_app(contract), STUB: stub_app(contract, package)}
    if importlib.util.find_spec("fastapi"):
        made[FASTAPI] = fastapi_app(contract, package)
    return made


def medians(measured: Iterator[dict[str, list[float]]]) -> dict[str, list[float]]:
    """Return the median over the request types of each thing in each round."""
    found: dict[str, list[list[float]]] = {}
    for one in measured:
        for name, rounds in one.items():
            found.setdefault(name, []).append(rounds)
    return {name: list(map(median, zip(*of_types, strict=True))) for name, of_types in found.items()}


def measure(project: Path, rounds: int, times: int) -> dict[str, list[float]]:
    """Return the CPU seconds of everything that is measured in a generated project."""
    workspace = find_workspace(project)
    contract, _ = contract_of(workspace)
    package = Package(contract, workspace.generated)
    requests = spread(contract)
    found = medians(
        timed(validations(package, workspace.generated, request), rounds, times * 5) for request in requests
    )
    servers = apps(contract, package)
    with asyncio.Runner() as runner:

        def posts(request: Request) -> dict[str, Repeat]:
            return {name: posting(runner, app, contract, request) for name, app in servers.items()}

        return found | medians(timed(posts(request), rounds, times) for request in requests)


@click.command(help=__doc__)
@click.argument("project", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--rounds", default=7, show_default=True, help="How many rounds there are.")
@click.option("--times", default=50, show_default=True, help="How many requests a round has.")
def main(project: Path, rounds: int, times: int) -> None:
    """Measure, and print the CPU seconds."""
    click.echo(json.dumps(measure(project, rounds, times), indent=2))


if __name__ == "__main__":
    main()
