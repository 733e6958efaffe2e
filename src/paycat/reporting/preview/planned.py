"""What the preview shows of the files that `paycat generate` would write."""

from paycat.project.drift import diagnostics_of
from paycat.project.output_writing import Written
from paycat.project.workspace import GENERATED
from paycat.reporting.preview.checked import Shown, findings_shown

_MOST = 100
"""Files that are shown of those created, changed and removed."""


def planned_shown(plan: Written) -> Shown:
    """Return the files that would be created, changed and removed, the sums of them, and what was edited by hand."""
    files_by_kind = {"created": plan.created, "changed": plan.changed, "removed": plan.removed}
    return {
        "summary": plan.described("file", "to be "),
        "findings": findings_shown(diagnostics_of(plan.rejected, GENERATED)),
        **{kind: files[:_MOST] for kind, files in files_by_kind.items()},
        "left": sum(max(len(files) - _MOST, 0) for files in files_by_kind.values()),
    }
