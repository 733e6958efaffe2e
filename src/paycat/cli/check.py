"""`paycat check`."""

from pathlib import Path

import click

from paycat.cli.options import print_findings, project_option
from paycat.progress import progress
from paycat.reporting.text import counted
from paycat.workspace import contract_of, find_workspace


@click.command()
@project_option
def command(project: Path) -> None:
    """Check the catalogue in schemas/: every finding, with file, line and column."""
    with progress() as step:
        step("reading the catalogue")
        contract, warnings = contract_of(find_workspace(project.resolve()))
    print_findings(warnings)
    states = {state: sum(gap.state == state for gap in contract.gaps) for state in ("decided", "settled", "open")}
    gaps = ", ".join(f"{number} {state}" for state, number in states.items())
    click.echo(
        f"{counted(len(contract.methods), 'method')}, {counted(len(list(contract.requests())), 'request')}, "
        f"{counted(len(contract.gaps), 'gap')} ({gaps}): the catalogue is sound"
    )
