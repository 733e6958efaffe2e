"""A project and an edit of its catalogue in; what the edit would change out. Nothing of the project is touched."""

from collections.abc import Mapping
from dataclasses import dataclass

from paycat.contract.model import Contract
from paycat.deciding.impact import Flip, flips
from paycat.diagnostics import Diagnostic, has_errors
from paycat.packs.fileset import FileSet
from paycat.workspace import Workspace, build, tried


@dataclass(frozen=True, slots=True)
class Preview:
    """What an edit would change: findings, verdicts, and, when the catalogue is sound then, generated files.

    `understood` is false when some request could not be settled, so that its verdicts are not known.
    """

    findings: tuple[Diagnostic, ...]
    understood: bool
    flips: tuple[Flip, ...] = ()
    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()


def preview(workspace: Workspace, contract: Contract, texts: Mapping[str, str]) -> Preview:
    """Return what new texts of catalogue files, by path in the project, would change. Raises FindingsError."""
    made = tried(workspace, texts)
    after, found = made.contract, made.findings
    if after is None or _requests(after) != _requests(contract):
        return Preview(found, understood=False)
    turned = tuple(flips(contract, after))
    if has_errors(found):
        return Preview(found, True, turned)
    return Preview(found, True, turned, *_compared(build(workspace, contract), build(workspace, after)))


def _requests(contract: Contract) -> set[tuple[str, str]]:
    return {(request.direction, request.method) for request in contract.requests()}


def _compared(old: FileSet, new: FileSet) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    before, after = old.files, new.files
    return (
        tuple(sorted(after.keys() - before.keys())),
        tuple(sorted(path for path in after.keys() & before.keys() if after[path] != before[path])),
        tuple(sorted(before.keys() - after.keys())),
    )
