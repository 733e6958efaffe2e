"""`paycat gaps`."""

import sys
from pathlib import Path
from typing import Literal

import click

from paycat.cli.options import ExitCode, format_option, print_findings, project_option, say
from paycat.cli.printing import current_printing
from paycat.explaining.project import read_project
from paycat.explaining.registers import STANDINGS, failing, register
from paycat.reporting.register import print_register, summed_up
from paycat.workspace import find_workspace


@click.command()
@click.option("--state", multiple=True, type=click.Choice(STANDINGS), help="Only these; may be given several times.")
@click.option(
    "--fail-on",
    type=click.Choice(["open", "decided"]),
    help="End with 1 when a gap is open; with `decided` also when a decision is not confirmed.",
)
@format_option
@project_option
def command(state: tuple[str, ...], fail_on: Literal["open", "decided"] | None, project: Path) -> None:
    """List what the specification leaves open: how each gap stands, and how much rests on its decisions.

    A gap is open, decided by us, confirmed by the owner, or settled by the specification itself. `ask` is its place in
    the order of questions to the owner. To confirm a decision, write `status: confirmed` at it in decisions.yaml.
    """
    entries = list(register(read_project(find_workspace(project))))
    shown = [entry for entry in entries if not state or entry.standing in state]
    found = list(failing(entries, fail_on)) if fail_on else []
    if fail_on:
        print_findings(found)
    elif current_printing().is_for_people:
        print_register(shown)
    if not found:
        say(summed_up(entries))
    if found:
        sys.exit(ExitCode.FINDINGS)
