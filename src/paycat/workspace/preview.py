"""What an edit of a catalogue would change. Nothing of the project is touched."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paycat.changes import Comparison, compare
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, has_errors
from paycat.workspace.building import build, tried
from paycat.workspace.project import GENERATED, Workspace

_MOST = 12


@dataclass(frozen=True, slots=True)
class Preview:
    """What an edit would change: findings, the contract, and, when the catalogue is sound then, generated files.

    `comparison` is None when some request cannot be resolved, so that its payloads cannot be compared.
    """

    findings: tuple[Diagnostic, ...]
    comparison: Comparison | None = None
    created: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    removed: tuple[str, ...] = ()

    def files(self) -> Iterator[str]:
        """Yield the lines about generated files."""
        labels = {"changed": self.changed, "made": self.created, "removed": self.removed}
        for label, paths in labels.items():
            if paths:
                yield f"files {label}: {len(paths)}"
            yield from (f"  {GENERATED}/{path}" for path in paths[:_MOST])
            if len(paths) > _MOST:
                yield f"  ... and {len(paths) - _MOST} more"


def preview(workspace: Workspace, contract: Contract, texts: Mapping[str, str]) -> Preview:
    """Return what new texts of catalogue files, by path in the project, would change. Raises FindingsError."""
    after, found = tried(workspace, texts)
    if after is None or _requests(after) != _requests(contract):
        return Preview(found)
    comparison = compare(contract, after)
    if has_errors(found):
        return Preview(found, comparison)
    old, new = build(workspace, contract).files, build(workspace, after).files
    return Preview(
        found,
        comparison,
        created=tuple(sorted(new.keys() - old.keys())),
        changed=tuple(sorted(path for path in new.keys() & old.keys() if new[path] != old[path])),
        removed=tuple(sorted(old.keys() - new.keys())),
    )


def _requests(contract: Contract) -> set[tuple[str, str]]:
    return {(request.direction, request.method) for request in contract.requests()}
