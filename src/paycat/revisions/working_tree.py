"""What a project's catalogue means as it is on disk, whether anything was generated or not."""

from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span
from paycat.workspace import SCHEMAS, Workspace
from paycat.workspace.resolved import resolved


def working_tree(workspace: Workspace) -> tuple[Contract, tuple[Diagnostic, ...]]:
    """Return the contract of the project's catalogue as it is now, and a warning when the catalogue has errors.

    Raises FindingsError with the errors when methods cannot be resolved: they are not gone.
    """
    found = resolved(workspace)
    if found.contract is None or not found.is_whole:
        raise FindingsError(found.errors)
    if not found.errors:
        return found.contract, ()
    count = counted(len(found.errors), "error")
    message = f"the catalogue has {count}, so this comparison may be incomplete"
    hint = f"run `paycat check` to see {'it' if len(found.errors) == 1 else 'them'}"
    return found.contract, (Diagnostic("unsound-catalogue", Span(SCHEMAS), message, hint, Severity.WARNING),)
