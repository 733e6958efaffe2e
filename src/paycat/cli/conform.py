"""`paycat conform`."""

import sys
from collections.abc import Callable
from pathlib import Path

import click

from paycat.cli.live import Live, live_options
from paycat.cli.options import ExitCode, format_option, print_findings, project_option
from paycat.cli.printing import current_printing
from paycat.conformance.causes import traced
from paycat.conformance.engines import ENGINES, engine_names, open_engines
from paycat.conformance.live.run import published, run_live
from paycat.conformance.mutants import mutant_tallies
from paycat.conformance.mutants.mutant import MutantTally
from paycat.conformance.outcome import Outcome
from paycat.conformance.reading import read_vectors, refuse_stale
from paycat.conformance.run import run
from paycat.contract.model import Contract
from paycat.progress import bar, progress
from paycat.reporting.conformance import print_by_subject, print_outcome
from paycat.reporting.conformance.as_findings import findings_of
from paycat.reporting.conformance.files import FORMATS, write_report
from paycat.reporting.text import counted
from paycat.workspace import GENERATED, SCHEMAS, Workspace, contract_of, find_workspace

_SHOWN_EVERY = 50


def _of_known_format(_: click.Context, __: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in FORMATS:
            raise click.BadParameter(f"the name {path.name!r} ends with none of {', '.join(FORMATS)}.")
    return paths


@click.command()
@click.option(
    "--engine",
    "wanted",
    multiple=True,
    type=click.Choice([*ENGINES, "all"]),
    help="Run this engine; may be repeated. `all` runs every one, and fails when one cannot run here.",
)
@click.option(
    "--show",
    "shown",
    type=click.IntRange(0),
    default=20,
    show_default=True,
    help="How many disagreements of an engine to list.",
)
@click.option(
    "--report",
    "reports",
    multiple=True,
    type=click.Path(dir_okay=False, path_type=Path),
    callback=_of_known_format,
    metavar="FILE",
    help="Write the outcome to this .json, .xml (JUnit) or .html file too; may be repeated.",
)
@click.option(
    "--mutants",
    "with_mutants",
    is_flag=True,
    help="Also change each rule of schemas, models and stub, one at a time; list the changes that no vector notices.",
)
@live_options
@format_option
@project_option
def command(
    wanted: tuple[str, ...],
    shown: int,
    reports: tuple[Path, ...],
    with_mutants: bool,
    live: Live | None,
    project: Path,
) -> None:
    """Run every vector in generated/conformance against every engine, and compare what each refuses.

    The engines are JSON Schema validators, the OpenAPI document, the generated models, and the server stub.
    A vector passes when an engine gives exactly the expected refusals: the same codes at the same members.
    With --url the engine is a server that is running.
    """
    workspace = find_workspace(project.resolve())
    outcome = _run_live(workspace, live) if live else _run(workspace, wanted, with_mutants)
    if current_printing().is_for_people:
        (print_by_subject if live else print_outcome)(outcome, shown)
    else:
        print_findings(findings_of(outcome, workspace.generated, GENERATED, shown, must_be_whole=bool(wanted)))
    for path in reports:
        write_report(path, outcome)
    if outcome.disagreements or outcome.survivors or not outcome.results or (outcome.missing and wanted):
        sys.exit(ExitCode.FINDINGS)


def _run(workspace: Workspace, wanted: tuple[str, ...], with_mutants: bool) -> Outcome:
    with progress() as step:
        contract = _contract(workspace, step)
        names = _engine_names(contract, wanted)

        def told(engine: str, subject: str, done: int) -> None:
            if done % _SHOWN_EVERY == 0:
                step(f"{subject}: {engine}, {counted(done, 'vector')}")

        with traced(contract, GENERATED):
            with open_engines(contract, workspace.generated, names) as (engines, missing):
                results = run(read_vectors(workspace.generated, GENERATED), engines, told)
            mutants = _mutants(workspace, contract, step) if with_mutants else ()
    return Outcome(contract, tuple(results), tuple(missing), mutants)


def _engine_names(contract: Contract, wanted: tuple[str, ...]) -> list[str]:
    names = engine_names(contract)
    for name in {*wanted} - {*names, "all"}:
        raise click.UsageError(f"--engine {name}: packs_off in {SCHEMAS}/catalogue.yaml names the pack that it runs.")
    return [name for name in names if not wanted or name in wanted or "all" in wanted]


def _mutants(workspace: Workspace, contract: Contract, step: Callable[[str], None]) -> tuple[MutantTally, ...]:
    def told(subject: str, done: int) -> None:
        if done % _SHOWN_EVERY == 0:
            step(f"{subject}: {counted(done, 'mutant')}")

    return mutant_tallies(contract, workspace.generated, read_vectors(workspace.generated, GENERATED), told)


def _run_live(workspace: Workspace, live: Live) -> Outcome:
    with progress() as step:
        contract = _contract(workspace, step)
    with traced(contract, GENERATED):
        vectors = published(workspace.generated, GENERATED)
    with bar(vectors.count) as advance:
        result = run_live(contract, vectors, live.target, live.journal, advance)
    return Outcome(contract, (result,))


def _contract(workspace: Workspace, step: Callable[[str], None]) -> Contract:
    step("reading the catalogue")
    contract, _ = contract_of(workspace)
    with traced(contract, GENERATED):
        refuse_stale(contract, workspace.generated, GENERATED)
    return contract
