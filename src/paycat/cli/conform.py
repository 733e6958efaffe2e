"""`paycat conform`."""

import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path

import click

from paycat.cli.conforming import Chosen, Folder, Live, engine_options, folder_options, live_options
from paycat.cli.options import ExitCode, format_option, print_findings, project_option
from paycat.cli.printing import current_printing
from paycat.conformance.engines import open_engines
from paycat.conformance.live.run import published, run_live
from paycat.conformance.outcome import Outcome
from paycat.conformance.output_folder import refuse_stale, traced
from paycat.conformance.reading import read_published
from paycat.conformance.run import run
from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.reporting.conformance import print_by_subject, print_outcome
from paycat.reporting.conformance.as_findings import findings_of
from paycat.reporting.conformance.files import FORMATS, write_report
from paycat.terminal import bar, progress

_SHOWN_EVERY = 50


def _of_known_format(_: click.Context, __: click.Parameter, paths: tuple[Path, ...]) -> tuple[Path, ...]:
    for path in paths:
        if path.suffix.lower() not in FORMATS:
            raise click.BadParameter(f"the name {path.name!r} ends with none of {', '.join(FORMATS)}.")
    return paths


@click.command()
@engine_options
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
@live_options
@format_option
@folder_options
@project_option
def command(
    chosen: Chosen,
    shown: int,
    reports: tuple[Path, ...],
    live: Live | None,
    held: Folder,
) -> None:
    """Run every vector in generated/conformance against every engine, and compare what each refuses.

    The engines are JSON Schema validators, the OpenAPI document, the generated models, and the server stub.
    A vector passes when an engine gives exactly the expected refusals: the same codes at the same members.
    With --url the engine is a server that is running.

    The engines models and stub, and --mutants, execute the Python package in the folder, with your rights.
    With --no-code only schemas and vectors are used; that is for a folder that you do not trust.
    """
    outcome = _run_live(held, live) if live else _run(held, chosen)
    if current_printing().is_for_people:
        (print_by_subject if live else print_outcome)(outcome, shown)
    else:
        print_findings(findings_of(outcome, held.path, held.shown, shown, must_be_whole=bool(chosen.wanted)))
    for path in reports:
        write_report(path, outcome)
    if outcome.disagreements or outcome.survivors or not outcome.results or (outcome.missing and chosen.wanted):
        sys.exit(ExitCode.FINDINGS)


def _run(held: Folder, chosen: Chosen) -> Outcome:
    with progress() as step:
        contract = _contract(held, step)
        names = chosen.names(contract)

        def show(what: str, done: int, noun: str) -> None:
            if done % _SHOWN_EVERY == 0:
                step(f"{what}{counted(done, noun)}")

        def vectors(engine: str, subject: str, done: int) -> None:
            show(f"{subject}: {engine}, ", done, "vector")

        def mutants(subject: str, done: int) -> None:
            show(f"{subject}: ", done, "mutant")

        with traced(contract, held.shown):
            batches = partial(read_published, held.path, held.shown)
            with open_engines(contract, held.path, names) as (engines, missing):
                results = run(batches(), engines, vectors)
            made = chosen.mutant_tallies
            tallies = made(contract, held.path, batches(), mutants) if made else ()
    return Outcome(contract, tuple(results), tuple(missing), tallies)


def _run_live(held: Folder, live: Live) -> Outcome:
    with progress() as step:
        contract = _contract(held, step)
    with traced(contract, held.shown):
        vectors = published(held.path, held.shown)
    with bar(vectors.count) as advance:
        result = run_live(contract, vectors, live.target, live.journal, advance)
    return Outcome(contract, (result,))


def _contract(held: Folder, step: Callable[[str], None]) -> Contract:
    step("reading the catalogue")
    contract = held.contract()
    with traced(contract, held.shown):
        refuse_stale(contract, held.path, held.shown)
    return contract
