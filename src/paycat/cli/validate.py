"""`paycat validate FILE`."""

from pathlib import Path
from typing import Any

import click

from paycat.cli.options import format_option, project_option, unknown_name
from paycat.cli.printing import current_printing, say
from paycat.conformance.run.engines.models import Package
from paycat.contract.dispatch import code_in, dispatch, method_place
from paycat.contract.model import Contract, Request, Violation
from paycat.contract.paths import steps
from paycat.contract.validate import validate
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import file_bytes, system_errors_as
from paycat.project.workspace import contract_of, find_workspace
from paycat.reporting.contract import describe_violation
from paycat.text.counting import listed
from paycat.yaml.nodes import locate
from paycat.yaml.reading import load


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--direction", metavar="DIRECTION", help="Direction of the payload, if the method supports several.")
@click.option("--method", metavar="CODE", help="Method of the payload, if the address names it.")
@format_option()
@project_option
def validate_command(file: Path, direction: str | None, method: str | None, project: Path) -> None:
    """Validate one payload, a JSON file, and explain each violation with the names and meanings of its fields.

    FILE may be `-` for standard input, or a stream of the shell, such as <(command).
    """
    current_printing().named[str(file)] = file.absolute()
    workspace = find_workspace(project)
    contract, _ = contract_of(workspace)
    if method is not None and contract.method(method) is None:
        raise unknown_name("method", method, [candidate.code for candidate in contract.methods])
    if direction is not None and direction not in contract.direction_names:
        raise unknown_name("direction", direction, contract.direction_names)
    span = Span(str(file))
    with system_errors_as("file-unreadable", span, "cannot read the file"):
        content = file_bytes(file, streams=True)
    body = _read(span, content, Package(contract, workspace.generated))
    direction = direction or _only_direction(contract, body, method)
    if method is None and method_place(contract, direction).parameter:
        raise click.UsageError(f"the address of {direction} requests names the method: name it here by --method")
    verdict = dispatch(contract, direction, body, method)
    code = verdict.method if isinstance(verdict, Request) else _named(contract, direction, body, method)
    if isinstance(verdict, Violation):
        reports = [(verdict, describe_violation(contract, None, verdict, code))]
    else:
        violations = validate(verdict, body)
        reports = [(violation, describe_violation(contract, verdict, violation, body=body)) for violation in violations]
    if reports:
        root, _ = load(content, str(file))
        locations = [locate(root, steps(violation.pointer), key=True) if root else span for violation, _ in reports]
        raise FindingsError(
            Diagnostic(violation.code, location, *texts)
            for location, (violation, texts) in zip(locations, reports, strict=True)
        )
    say(f"{file}: accepted as {direction}{f' by {code}' if code else ''}")


def _named(contract: Contract, direction: str, body: dict[str, Any], address_code: str | None) -> str | None:
    """Return the code that a request has; None if it has no text in its place."""
    path = method_place(contract, direction).path
    code = code_in(body, path) if path else address_code
    return code if isinstance(code, str) else None


def _read(span: Span, content: bytes, package: Package) -> dict[str, Any]:
    module = package.module("body")
    if len(content) > module.LARGEST:
        message = f"the body has {len(content):,} bytes, but at most {module.LARGEST:,} are allowed"
        raise FindingsError([Diagnostic("body-too-large", span, message)])
    try:
        body: dict[str, Any] = module.read_object(content)
    except module.BodyError as error:
        # A package of an older paycat names no place.
        location = Span(span.path, getattr(error, "line", 0), getattr(error, "column", 0))
        message = str(error).removesuffix(f" (line {location.line}, column {location.column})")
        raise FindingsError([Diagnostic("malformed-body", location, message)]) from error
    return body


def _only_direction(contract: Contract, body: dict[str, Any], address_code: str | None) -> str:
    verdict_by_direction = {
        direction: dispatch(contract, direction, body, address_code) for direction in contract.direction_names
    }
    requests = {name: verdict for name, verdict in verdict_by_direction.items() if isinstance(verdict, Request)}
    # A body for all methods names none, so a code that is there tells more than that the body may be one.
    directions = [name for name, request in requests.items() if request.method] or list(requests)
    if len(directions) != 1:
        raise click.UsageError(
            f"name the direction of the payload, with --direction: {listed(contract.direction_names)}"
        )
    return directions[0]
