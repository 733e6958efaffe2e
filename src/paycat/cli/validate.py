"""`paycat validate FILE`."""

import sys
from pathlib import Path
from typing import Any

import click

from paycat.catalogue.directions import DIRECTIONS, Direction
from paycat.cli.options import ExitCode, format_option, print_findings, project_option, say
from paycat.cli.printing import current_printing
from paycat.conformance.engines.package import Package
from paycat.contract.judge import dispatch, judge, method_member
from paycat.contract.model import Contract, Refusal
from paycat.contract.pointers import steps
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files import file_bytes
from paycat.loading import load, locate
from paycat.reporting.payload import refusal_text
from paycat.workspace import contract_of, find_workspace


@click.command()
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True, path_type=Path))
@click.option("--direction", type=click.Choice(DIRECTIONS), help="Needed when the method offers both.")
@format_option
@project_option
def command(file: Path, direction: Direction | None, project: Path) -> None:
    """Check one payload (a JSON file), and say what is refused in the words of the fields.

    FILE may be - for standard input, and a stream of the shell, such as <(command).
    """
    current_printing().given[str(file)] = file.absolute()
    workspace = find_workspace(project)
    contract, _ = contract_of(workspace)
    data = _data(file)
    body = _read(file, data, Package(contract, workspace.generated))
    wanted = direction or _only_direction(contract, body)
    request = dispatch(contract, wanted, body)
    if isinstance(request, Refusal):
        sent = body.get(method_member(contract, wanted))
        found = [_diagnostic(file, data, refusal_text(contract, None, request, sent), request)]
    else:
        found = [_diagnostic(file, data, refusal_text(contract, request, one), one) for one in judge(request, body)]
    if found:
        print_findings(found)
        sys.exit(ExitCode.FINDINGS)
    say(f"{file}: accepted as {wanted} by {body[method_member(contract, wanted)]}")


def _data(file: Path) -> bytes:
    try:
        return file_bytes(file, streams=True)
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        found = Diagnostic("file-unreadable", Span(str(file)), f"cannot read the file: {reason}")
        raise FindingsError([found]) from error


def _read(file: Path, data: bytes, package: Package) -> dict[str, Any]:
    module = package.module("body")
    if len(data) > module.LARGEST:
        message = f"the body has {len(data):,} bytes, and at most {module.LARGEST:,} are taken"
        raise FindingsError([Diagnostic("body-too-large", Span(str(file)), message)])
    try:
        body: dict[str, Any] = module.read_object(data)
    except module.BodyError as error:
        raise FindingsError([Diagnostic("malformed-body", Span(str(file)), str(error))]) from error
    return body


def _only_direction(contract: Contract, body: dict[str, Any]) -> Direction:
    method = contract.method(str(body.get(method_member(contract, "payout"))))
    offered = [direction for direction in DIRECTIONS if method is None or method.offer(direction).request]
    if len(offered) != 1:
        raise click.UsageError("say which direction the payload is for: --direction pay_in or --direction payout")
    return offered[0]


def _diagnostic(file: Path, data: bytes, told: tuple[str, str], refusal: Refusal) -> Diagnostic:
    node, _ = load(data, str(file))
    place = locate(node, steps(refusal.pointer), key=True) if node else Span(str(file))
    return Diagnostic(refusal.code, place, *told)
