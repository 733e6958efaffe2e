"""`paycat changelog [RANGE]`."""

from pathlib import Path

import click

from paycat.changes.changelog import changelog, reject_loss
from paycat.changes.revisions import LAST_RELEASE, commit_of, last_tag, named
from paycat.cli.options import format_option, project_option
from paycat.cli.printing import current_printing, echo
from paycat.files.replacing import replace_files
from paycat.project.workspace import RELEASES, Workspace, find_workspace, project_to_write
from paycat.reporting.changelog import changelog_json, changelog_markdown
from paycat.text.counting import counted

_FORMATS = ("markdown", "json")


@click.command()
@click.argument("revisions", metavar="[RANGE]", required=False)
@format_option("Markdown, or JSON (docs/changelog.schema.json).", _FORMATS, _FORMATS)
@click.option(
    "--all", "words", is_flag=True, help="In Markdown list changes of wording too; JSON and --write always have them."
)
@click.option(
    "--write",
    is_flag=True,
    help="Write every version to schemas/releases.md; the page of changes in generated/ shows the released ones.",
)
@project_option
def changelog_command(revisions: str | None, format_: str, words: bool, write: bool, project: Path) -> None:
    """List what each version of the catalogue changed, newest first, with the payloads that changed their verdict.

    RANGE is `A..B`: each contract that was committed after the revision A, up to B, is compared with the one before it.
    Without B the range ends with the working tree, without A it begins with the first contract. Without RANGE it begins
    with the last release, or with the first contract if there is none. --write always writes every version.

    Contracts with an older format are not read: of what they changed, the list has what schemas/releases.md has.
    """
    if write:
        if revisions or format_ == "json":
            raise click.UsageError("--write writes every version, as Markdown: leave out RANGE and --format")
        current_printing().document = ""  # Standard output has only findings.
        with project_to_write(project) as workspace:
            sections = changelog(workspace, None, None)
            text = changelog_markdown(sections, with_wording=True)
            reject_loss(workspace, text)
            replace_files(workspace.root, {RELEASES: text})
            echo(f"{RELEASES} lists {counted(len(sections), 'version')}. Next: run `paycat generate`")
        return
    workspace = find_workspace(project)
    sections = changelog(workspace, *_range(workspace, revisions))
    echo(changelog_json(sections) if format_ == "json" else changelog_markdown(sections, with_wording=words), nl=False)


def _range(workspace: Workspace, revision_range: str | None) -> tuple[str | None, str | None]:
    """Return the first and the last revision of the range, as far as it names them."""
    if revision_range is None:
        return last_tag(workspace), None
    if "..." in revision_range:
        raise click.UsageError("a range of a changelog has two dots, as in v1.0.0..v1.1.0")
    start, _, end = revision_range.partition("..")
    newer = named(workspace, end) if end and start == LAST_RELEASE else None
    start_name, end_name = (commit_of(workspace, name, newer)[1] if name else None for name in (start, end))
    return start_name, end_name
