"""`paycat conform`."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from paycat.cli.options import ExitCode, project_option
from paycat.conformance.engines import ENGINES, engine_names, open_engines
from paycat.conformance.outcome import Outcome
from paycat.conformance.reading import read_vectors, refuse_stale
from paycat.conformance.run import run
from paycat.contract.model import Contract
from paycat.progress import progress
from paycat.reporting.conformance import print_outcome
from paycat.reporting.text import counted
from paycat.workspace import GENERATED, Workspace, contract_of, find_workspace

_SHOWN_EVERY = 50


@click.command()
@click.option(
    "--engine",
    "wanted",
    multiple=True,
    type=click.Choice([*ENGINES, "all"]),
    help="Run this engine; may be repeated. `all` runs every one, and fails when one cannot run here.",
)
@click.option("--show", "shown", default=20, show_default=True, help="How many disagreements of an engine to list.")
@project_option
def command(wanted: tuple[str, ...], shown: int, project: Path) -> None:
    """Run every vector in generated/conformance against every engine, and compare what each refuses.

    The engines are JSON Schema validators, the OpenAPI document, the generated models, and the server stub.
    A vector passes when an engine gives exactly the expected refusals: the same codes at the same members.
    """
    workspace = find_workspace(project.resolve())
    with progress() as step:
        step("reading the catalogue")
        contract, _ = contract_of(workspace)
        outcome = _run(workspace, contract, wanted, step)
    print_outcome(outcome, shown)
    if outcome.disagreements or (outcome.missing and wanted):
        sys.exit(ExitCode.FINDINGS)


def _run(workspace: Workspace, contract: Contract, wanted: tuple[str, ...], step: Callable[[str], None]) -> Outcome:
    refuse_stale(contract, workspace.generated, GENERATED)
    names = [name for name in engine_names(contract) if not wanted or name in wanted or "all" in wanted]

    def told(engine: str, subject: str, done: int) -> None:
        if done % _SHOWN_EVERY == 0:
            step(f"{subject}: {engine}, {counted(done, 'vector')}")

    with open_engines(contract, workspace.generated, names) as (engines, missing):
        results = run(read_vectors(workspace.generated, GENERATED), engines, told)
    return Outcome(contract, tuple(results), tuple(missing))
