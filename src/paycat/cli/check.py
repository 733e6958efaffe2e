"""`paycat check`."""

from pathlib import Path

import click

from paycat.cli.options import format_option, no_cache_option, project_option
from paycat.cli.printing import print_findings, say
from paycat.counting import counted
from paycat.lint.baseline import baseline_text
from paycat.progress import progress
from paycat.replacing import project_lock, replace_files
from paycat.workspace import BASELINE, SCHEMAS, find_workspace, summary_of_catalogue


@click.command()
@click.option(
    "--write-baseline",
    is_flag=True,
    help="List all findings in baseline.json. Later checks do not report them.",
)
@no_cache_option
@format_option()
@project_option
def command(write_baseline: bool, no_cache: bool, project: Path) -> None:
    """Check the catalogue in schemas/ and print every finding with file, line and column."""
    workspace = find_workspace(project, writes=write_baseline)
    if write_baseline:
        from paycat.lint.checking import findings_for_baseline  # noqa: PLC0415 - slow; else an earlier run may do

        with project_lock(workspace.root):
            found, line_of = findings_for_baseline(workspace.schemas, SCHEMAS)
            replace_files(workspace.root, {BASELINE: baseline_text(found, line_of)})
        say(f"{BASELINE} lists {counted(len(found), 'finding')}")
    with progress() as step:
        step("reading the catalogue")
        summary, warnings = summary_of_catalogue(workspace, anew=no_cache)
    print_findings(warnings)
    say(f"{summary}: the catalogue is sound")
