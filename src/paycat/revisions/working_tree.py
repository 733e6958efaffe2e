"""What a project's catalogue means as it is on disk, whether anything was generated or not."""

from collections.abc import Iterator
from pathlib import Path

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract, Method
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span
from paycat.lint.baseline import read_baseline
from paycat.lint.checking import resolved_folder
from paycat.workspace import SCHEMAS, Workspace


def working_tree(workspace: Workspace) -> tuple[Contract, tuple[Diagnostic, ...]]:
    """Return the contract of the project's catalogue as it is now, and a warning when the catalogue has errors.

    Raises FindingsError with the errors when methods cannot be resolved: they are not gone.
    """
    contract, found = resolved_folder(workspace.schemas, SCHEMAS, read_baseline(workspace.baseline))
    errors = [one for one in found if one.severity is Severity.ERROR]
    if contract is None or any(_lacking(contract, workspace.schemas)):
        raise FindingsError(errors)
    if not errors:
        return contract, ()
    message = f"the catalogue has {counted(len(errors), 'error')}, so this comparison may be incomplete"
    hint = f"run `paycat check` to see {'it' if len(errors) == 1 else 'them'}"
    return contract, (Diagnostic("unsound-catalogue", Span(SCHEMAS), message, hint, Severity.WARNING),)


def _lacking(contract: Contract, schemas: Path) -> Iterator[bool]:
    """Tell of each method of the catalogue whether it or its samples are not in the contract: they have errors."""
    resolved = {method.location.path: method for method in contract.methods}
    for file in (schemas / "methods").glob("*.yaml"):
        method = resolved.get(f"{SCHEMAS}/methods/{file.name}")
        yield method is None or _lacks_samples(method, schemas)


def _lacks_samples(method: Method, schemas: Path) -> bool:
    requests = ((direction, method.offer(direction).request) for direction in DIRECTIONS)
    return any(
        request and not request.samples and (schemas / "samples" / direction / f"{method.code}.yaml").exists()
        for direction, request in requests
    )
