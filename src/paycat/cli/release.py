"""`paycat release DIR`."""

from pathlib import Path

import click

from paycat.cli.options import FOLDER, project_option
from paycat.cli.printing import print_findings, say
from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError, Span, has_errors
from paycat.files import reason_of
from paycat.output.release import PublishedError, publish, release_files, release_name
from paycat.packs.fileset import FileSet
from paycat.pages.releases import is_described
from paycat.progress import progress
from paycat.reporting.changelog import changelog_markdown
from paycat.revisions.changelog import changelog
from paycat.workspace import GENERATED, RELEASES, Workspace, contract_of, find_workspace
from paycat.workspace.building import build, drift_of, installed_tools, releases_of, site_of


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "--include",
    "packages",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Copy this file, such as a wheel, into packages/; may be repeated.",
)
@project_option
def command(folder: Path, packages: tuple[Path, ...], project: Path) -> None:
    """Build what is published for this version: a folder below DIR, named after the package and the version.

    It has the reference pages with everything that they link (site/, ready for any web server), the same as one
    archive, packages that were built, what each version changed, and SHA256SUMS over all files. Nothing is written
    unless generated/ is up to date and schemas/releases.md lists this version; in a git repository it must also match
    the history. A published release never changes.
    """
    if len({package.name for package in packages}) < len(packages):
        raise click.UsageError("--include names two files with the same name")
    workspace = find_workspace(project)
    with progress() as step:
        step("reading the catalogue")
        contract, warnings = contract_of(workspace)
        files = build(workspace, contract, lambda pack: step(f"rendering {pack}"))
        found = [*warnings, *_obstacles(workspace, contract, files)]
    if has_errors(found):
        raise FindingsError(found)
    print_findings(found)
    site = site_of(workspace, contract, files)
    try:
        made = release_files(contract, site, releases_of(workspace), packages, installed_tools())
    except OSError as error:
        message = f"--include: cannot read {error.filename}: {reason_of(error)}"
        raise click.UsageError(message) from error
    target = folder / release_name(contract)
    try:
        publish(made, target, str(target))
    except PublishedError as error:
        message = f"{target} has another release of this version; increase the version, or remove the folder"
        raise click.UsageError(message) from error
    say(f"{target}: {counted(len(made), 'file')}")


def _obstacles(workspace: Workspace, contract: Contract, files: FileSet) -> list[Diagnostic]:
    """Return why the project cannot be released: files that are out of date, or changes that are not listed."""
    _, found = drift_of(workspace.generated, GENERATED, files)
    releases, version = releases_of(workspace), contract.service.version
    if not is_described(contract, releases):
        message = f"the changes of version {version} are missing"
    elif not _is_of_history(workspace, releases):
        message = "the text differs from what `paycat changelog` prints for these versions"
    else:
        return found
    help = "run `paycat changelog --write`, then `paycat generate`"
    return [*found, Diagnostic("version-undescribed", Span(RELEASES), message, help)]


def _is_of_history(workspace: Workspace, releases: str) -> bool:
    """Return whether the changes match the git history; outside a repository they do."""
    if not any((folder / ".git").exists() for folder in (workspace.root, *workspace.root.parents)):
        return True
    sections = changelog(workspace, None, None)
    return releases in (changelog_markdown(sections, words=words) for words in (False, True))
