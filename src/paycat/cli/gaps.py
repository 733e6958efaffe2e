"""`paycat gaps`."""

import sys
from collections import Counter
from pathlib import Path
from typing import Literal

import click

from paycat.cli.options import ExitCode, format_option, project_option
from paycat.cli.printing import current_printing, print_findings, say
from paycat.explaining.project import read_project
from paycat.explaining.registers import STANDINGS, failing, register
from paycat.reporting.explanation import print_register
from paycat.workspace import find_workspace


@click.command()
@click.option(
    "--state", multiple=True, type=click.Choice(STANDINGS), help="List only gaps in this state; may be repeated."
)
@click.option(
    "--fail-on",
    type=click.Choice(["open", "decided"]),
    help="Exit with 1 if a gap is open; with `decided`, also if a decision is not confirmed.",
)
@format_option()
@project_option
def command(state: tuple[str, ...], fail_on: Literal["open", "decided"] | None, project: Path) -> None:
    """List what the specification leaves open: the state of each gap, and how much depends on its decisions.

    A gap is open, decided by us, confirmed by the owner, or answered by the specification itself (resolved). `ask` is
    its position in the list of questions for the owner. To confirm a decision, write `status: confirmed` at it in
    decisions.yaml.
    """
    entries = list(register(read_project(find_workspace(project))))
    if fail_on and (found := list(failing(entries, fail_on))):
        print_findings(found)
        sys.exit(ExitCode.FINDINGS)
    if not fail_on and current_printing().is_for_people:
        print_register(entry for entry in entries if not state or entry.standing in state)
    counts = Counter(entry.standing for entry in entries)
    say(f"{len(entries)} gaps: " + ", ".join(f"{counts[standing]} {standing}" for standing in STANDINGS))
