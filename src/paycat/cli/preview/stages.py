"""What a preview makes of the project, as data for its page: a check, a comparison, and the files that would change."""

from collections.abc import Callable, Iterable
from datetime import datetime
from functools import cache

from paycat.changes.compare import compare
from paycat.changes.revisions import Named, at_commit, between, revision
from paycat.diagnostics import FindingsError
from paycat.project.building import build, makers_of
from paycat.project.output_writing import planned
from paycat.project.watching import unreadable_as_finding
from paycat.project.workspace import GENERATED, SCHEMAS, Workspace, contract_of
from paycat.reporting.preview.checked import Shown, ShownCatalogue, checked_shown, findings_shown
from paycat.reporting.preview.compared import comparison_shown
from paycat.reporting.preview.planned import planned_shown

PAGES = "docs"
"""The pack that makes the pages."""


def checked(
    workspace: Workspace, saved_names: Iterable[str], last_catalogue: ShownCatalogue | None
) -> tuple[ShownCatalogue | None, Shown]:
    """Return the catalogue, or None if it has errors, and what is shown of it and the last one without."""
    time_text, catalogue = f"{datetime.now():%H:%M:%S}", None
    try:
        with unreadable_as_finding():
            contract, findings = contract_of(workspace, anew=True)
            makers = {path: cache(make) for path, make in makers_of(workspace, contract, PAGES).items()}
        catalogue = ShownCatalogue(contract, makers, last_catalogue.version + 1 if last_catalogue else 1, time_text)
    except FindingsError as error:
        findings = error.diagnostics
    view = checked_shown(findings, _files(workspace), saved_names, catalogue or last_catalogue)
    return catalogue, {**view, "at": time_text, "since": last_catalogue.at if last_catalogue and not catalogue else ""}


def _files(workspace: Workspace) -> list[str]:
    """Return the files of the catalogue, by their paths below schemas/."""
    folder = workspace.schemas
    try:
        paths = [path for path in folder.rglob("*.*") if path.suffix in (".yaml", ".md")]
    except OSError:  # Files disappear during a checkout.
        return []
    return sorted(path.relative_to(folder).as_posix() for path in paths)


def compared(workspace: Workspace, revision_name: str, catalogue: ShownCatalogue) -> Shown:
    """Return what is shown of the changes since a revision."""
    try:
        base_revision = revision(workspace, revision_name)
        # The name may lead to another commit by now.
        commit = base_revision.commit
        base = workspace.cache.of(at_commit, workspace, commit, commit[:7], basis=(commit,))
        pair = between(base, Named(SCHEMAS, catalogue.contract))
        name = base.name if commit.startswith(revision_name) else f"{revision_name} ({base.name})"
        view, findings = {"against": name, **comparison_shown(compare(pair.old, pair.new))}, pair.findings
    except FindingsError as error:
        view, findings = {"against": revision_name, "summary": ""}, error.diagnostics
    return {**view, "at": catalogue.at, "findings": findings_shown(findings)}


def files_planned(workspace: Workspace, catalogue: ShownCatalogue, step: Callable[[str], None]) -> Shown:
    """Return what is shown of the files that would change; all are made for that, and `step` is called in between."""
    try:
        with unreadable_as_finding():
            files = build(workspace, catalogue.contract, step)
            workspace.cache.forget_unused()
            view = planned_shown(planned(files, workspace.generated, folder_name=GENERATED))
    except FindingsError as error:
        view = {"findings": findings_shown(error.diagnostics)}
    return {**view, "at": catalogue.at}
