"""`paycat release DIR`."""

import sys
from pathlib import Path

import click

from paycat.cli.options import ExitCode, print_findings, project_option, say
from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Span, has_errors
from paycat.files import reason_of
from paycat.output.publish import PublishedError, publish
from paycat.output.release import release_files, release_name
from paycat.packs.fileset import FileSet
from paycat.pages.releases import is_described
from paycat.reporting.changelog import changelog_markdown
from paycat.revisions.changelog import changelog
from paycat.terminal import progress
from paycat.workspace import (
    GENERATED,
    RELEASES,
    Workspace,
    build,
    contract_of,
    drift_of,
    find_workspace,
    installed_tools,
    releases_of,
    site_of,
)


@click.command()
@click.argument("folder", metavar="DIR", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--include",
    "packages",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Put this file, such as a wheel, into packages/; may be repeated.",
)
@project_option
def command(folder: Path, packages: tuple[Path, ...], project: Path) -> None:
    """Put together what is published of this version: a folder below DIR, named for the package and the version.

    It holds the reference pages with everything that they link (site/, ready for any web server), the same as one
    archive, packages that were built, what each version changed, and SHA256SUMS over all of it. Nothing is written
    unless generated/ is up to date and schemas/releases.md tells this version, just as git knows it where the project
    is in a repository. A release that is there never changes.
    """
    if len({package.name for package in packages}) < len(packages):
        raise click.UsageError("--include names two files of one name, and packages/ holds one of each")
    workspace = find_workspace(project)
    with progress() as step:
        step("reading the catalogue")
        contract, warnings = contract_of(workspace)
        files = build(workspace, contract, lambda pack: step(f"rendering {pack}"))
        found = [*warnings, *_unfit(workspace, contract, files)]
    print_findings(found)
    if has_errors(found):
        sys.exit(ExitCode.FINDINGS)
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
        message = f"{target} holds another release of this version; move the version, or remove the folder"
        raise click.UsageError(message) from error
    say(f"{target}: {counted(len(made), 'file')}")


def _unfit(workspace: Workspace, contract: Contract, files: FileSet) -> list[Diagnostic]:
    """Return what keeps the project from being released as it is."""
    _, found = drift_of(workspace.generated, GENERATED, files)
    releases, version = releases_of(workspace), contract.service.version
    message = f"what version {version} changed is not told" if not is_described(contract, releases) else ""
    if not message and not _is_of_history(workspace, releases):
        message = "this is not what paycat changelog tells of the versions now"
    if message:
        remedy = "run paycat changelog --write, and then paycat generate"
        found.append(Diagnostic("version-untold", Span(RELEASES), message, remedy))
    return found


def _is_of_history(workspace: Workspace, releases: str) -> bool:
    """Tell whether the changes are those that git knows; outside a repository there is nothing to ask."""
    if not any((folder / ".git").exists() for folder in (workspace.root, *workspace.root.parents)):
        return True
    sections = changelog(workspace, None, None)
    return releases in (changelog_markdown(sections, words=words) for words in (False, True))
