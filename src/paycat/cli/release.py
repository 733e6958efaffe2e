"""`paycat release DIR`."""

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from paycat.changes.changelog import Section, changelog
from paycat.changes.revisions import last_tag, tags_of
from paycat.cli.options import FOLDER, project_option
from paycat.cli.printing import echo, print_findings, progress, say
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span, has_errors
from paycat.files.confining import repository_of
from paycat.files.reading import file_bytes, reason_of
from paycat.pages.registers import is_described
from paycat.project.building import build, drift_of, released_of, site_of
from paycat.project.drift import TOOLS
from paycat.project.git import CONTRACT
from paycat.project.release import About, PublishedError, npm_packages, publish, release_files, release_name
from paycat.project.workspace import GENERATED, RELEASES, Workspace, contract_of, find_workspace
from paycat.reporting.changelog import changelog_markdown
from paycat.reporting.release import release_readme
from paycat.text.counting import counted


@click.command()
@click.argument("folder", metavar="DIR", type=FOLDER)
@click.option(
    "--include",
    "packages",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Copy this file for integrators, such as the wheel of the generated package, into packages/; may be repeated.",
)
@click.option(
    "--include-tool",
    "tools",
    multiple=True,
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    metavar="FILE",
    help="Copy this file for maintainers, such as a wheel of paycat, into tools/; may be repeated.",
)
@project_option
def release_command(folder: Path, packages: tuple[Path, ...], tools: tuple[Path, ...], project: Path) -> None:
    """Build what is published for this version: a folder below DIR, named after the package and the version.

    It has a README that says what is for whom, the reference pages with everything that they link (site/, ready for
    any web server), the same as one archive, the package for npm and packages that were built, for integrators
    (packages/) and for maintainers (tools/), what each version changed, and SHA256SUMS over all files. Files of vectors
    are compressed (.jsonl.gz); `paycat conform --generated` reads them as they are. Nothing is written unless
    generated/ is up to date. In a git repository the changes are those of `paycat changelog --all`, so generated/ must
    be committed and the clone must have the whole history; elsewhere they are those of schemas/releases.md. A published
    release never changes.
    """
    for option, files in (("--include", packages), ("--include-tool", tools)):
        if len({file.name for file in files}) < len(files):
            raise click.UsageError(f"{option} names two files with the same name")
        if name := next((file.name for file in files if not file.name.isprintable() or "\\" in file.name), None):
            raise click.UsageError(f"{option} names {name!r}, which no line of SHA256SUMS can name: rename the file")
    workspace = find_workspace(project, is_cached=False)
    with progress() as step:
        step("reading the catalogue")
        contract, warnings = contract_of(workspace)
        file_set = build(workspace, contract, lambda pack: step(f"rendering {pack}"))
        report = drift_of(workspace.generated, GENERATED, file_set)
        step("reading the history")
        changes, basis, history_findings = _changes(workspace, contract)
        findings = [*warnings, *report.findings, *history_findings]
    if has_errors(findings):
        raise FindingsError(findings)
    print_findings(findings)
    if report.note:
        echo(report.note, err=True)
    # The versions that generated the folder: others make the same release.
    site = {**site_of(workspace, contract, changes), TOOLS: file_bytes(workspace.generated / TOOLS).decode()}
    for npm_name in {file.name for file in packages} & npm_packages(contract, site).keys():
        raise click.UsageError(f"--include names {npm_name}, which the release makes of generated/typescript itself")
    try:
        readme = release_readme(contract, site, [file.name for file in packages], [file.name for file in tools])
        about = About(readme, changes, json.loads(site[TOOLS]))
        content_by_path = release_files(contract, site, packages, tools, about)
    except OSError as error:
        raise click.UsageError(f"cannot read {error.filename}: {reason_of(error)}") from error
    release_folder = folder / release_name(contract)
    try:
        publish(content_by_path, release_folder, str(release_folder))
    except PublishedError as error:
        message = f"{release_folder} has another release of this version; increase the version, or remove the folder"
        raise click.UsageError(message) from error
    say(f"{release_folder}: {counted(len(content_by_path), 'file')}")
    if basis:
        say(basis)


def _changes(workspace: Workspace, contract: Contract) -> tuple[str, str, list[Diagnostic]]:
    """Return what each version changed, as Markdown, what it is based on if not on tags, and why nothing is released.

    Raises FindingsError when the history cannot be read.
    """
    version = contract.service.version
    if not repository_of(workspace.root):
        releases = released_of(workspace)
        basis = f"The folder has no git history, so the changes are those that {RELEASES} lists."
        help = "build the release in a clone of the repository, or run `paycat changelog --write` there"
        message = f"the changes of version {version} are missing, and the folder has no git history"
        finding = Diagnostic("version-undescribed", Span(RELEASES), message, help)
        return releases, basis, [] if is_described(contract, releases) else [finding]
    sections = changelog(workspace, None, None)
    tags = tags_of(workspace)
    basis = "" if last_tag(workspace) else f"There is no tag {tags}, so each version ends with its last commit."
    text = changelog_markdown(sections, with_wording=True)
    if sections[0].released:
        return text, basis, [*_outdated(workspace, sections)]
    tag = tags.replace("*", version)
    message = f"version {version} is not released: its contract is not committed, or differs from the tag {tag}"
    help = "commit generated/, or increase the version"
    return text, basis, [Diagnostic("version-undescribed", Span(CONTRACT), message, help)]


def _outdated(workspace: Workspace, sections: Sequence[Section]) -> Iterator[Diagnostic]:
    """Yield a warning for each released version that schemas/releases.md describes otherwise than the history."""
    true_parts = {part for words in (False, True) for part in _parts(changelog_markdown(sections, with_wording=words))}
    for part in _parts(released_of(workspace)):
        heading = part.partition("\n")[0]
        if part not in true_parts and heading.startswith("## "):
            line_number = workspace.releases.read_text(encoding="utf-8").splitlines().index(heading) + 1
            message = "this section differs from the history, which the release has instead"
            help = "run `paycat changelog --write`, then `paycat generate`"
            yield Diagnostic("outdated-release", Span(RELEASES, line_number, 1), message, help, Severity.WARNING)


def _parts(releases: str) -> list[str]:
    return [section.strip() for section in re.split("^(?=## )", releases, flags=re.MULTILINE)]
