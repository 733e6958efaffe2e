"""`paycat changelog [RANGE]`."""

from pathlib import Path
from typing import Literal

import click

from paycat.cli.options import project_option, say
from paycat.cli.printing import current_printing, echo
from paycat.counting import counted
from paycat.replacing import replace_files
from paycat.reporting.changelog import changelog_json, changelog_markdown
from paycat.revisions.changelog import changelog
from paycat.revisions.contracts import last_tag
from paycat.workspace import RELEASES, Workspace, find_workspace, project_to_write


@click.command()
@click.argument("revisions", metavar="[RANGE]", required=False)
@click.option(
    "--format",
    "format_",
    type=click.Choice(["markdown", "json"]),
    default="markdown",
    show_default=True,
    help="Markdown for people, or JSON for programs.",
)
@click.option("--all", "words", is_flag=True, help="In Markdown tell changes of words alone, too; JSON has them.")
@click.option("--write", is_flag=True, help="Write every version to schemas/releases.md, for the page of changes.")
@project_option
def command(
    revisions: str | None, format_: Literal["markdown", "json"], words: bool, write: bool, project: Path
) -> None:
    """Tell what each version of the catalogue changed, newest first, with the payloads that changed their verdict.

    RANGE is `A..B`: the contracts that were committed after the revision A, up to B, are told against that of A.
    Without B it goes to the working tree, without A it begins with the first contract. Without RANGE it goes from the
    last tag to the working tree, or tells everything if there is no tag. With --write it tells everything.
    """
    if write and (revisions or format_ == "json"):
        raise click.UsageError("--write writes every version, as Markdown: leave out RANGE and --format")
    if write:
        with project_to_write(project) as workspace:
            _write(workspace, words)
        return
    current_printing().is_document = True
    workspace = find_workspace(project)
    start, end = _range(workspace, revisions)
    sections = changelog(workspace, start, end)
    text = changelog_json(sections) if format_ == "json" else changelog_markdown(sections, words=words)
    echo(text, nl=False)


def _write(workspace: Workspace, words: bool) -> None:
    sections = changelog(workspace, None, None)
    replace_files(workspace.root, {RELEASES: changelog_markdown(sections, words=words)})
    say(f"{RELEASES} tells {counted(len(sections), 'version')}; now run paycat generate")


def _range(workspace: Workspace, revisions: str | None) -> tuple[str | None, str | None]:
    """Return the revisions that the range begins and ends with, as far as it names them."""
    if revisions is None:
        return last_tag(workspace), None
    if "..." in revisions:
        raise click.UsageError("a range of a changelog has two dots, as in v1.0.0..v1.1.0")
    start, _, end = revisions.partition("..")
    return start or None, end or None
