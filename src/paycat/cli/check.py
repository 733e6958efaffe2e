"""`paycat check`."""

from pathlib import Path

import click

from paycat.cli.options import format_option, no_cache_option, project_option
from paycat.cli.printing import print_findings, progress, say
from paycat.project.workspace import find_workspace, summary_of_catalogue


@click.command()
@no_cache_option
@format_option()
@project_option
def check_command(no_cache: bool, project: Path) -> None:
    """Check the catalogue in schemas/ and print every finding with file, line and column."""
    workspace = find_workspace(project, is_cached=not no_cache)
    with progress() as step:
        step("reading the catalogue")
        summary, warnings = summary_of_catalogue(workspace)
    print_findings(warnings)
    say(f"{summary}: the catalogue is sound")
