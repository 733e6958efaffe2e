"""Conformance results as a table in the terminal."""

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.table import Table

from paycat.conformance.run import Disagreement, Result
from paycat.contract.model import Loss, Refusal


def print_results(results: Sequence[Result], losses: Iterable[Loss], shown: int) -> None:
    """Print one row per engine, the declared losses, and up to `shown` disagreements of each engine."""
    console = Console(highlight=False)
    table = Table("engine", box=None, pad_edge=False)
    for column in ("vectors", "agree", "declared losses", "disagree"):
        table.add_column(column, justify="right")
    for result in results:
        agree = result.run - len(result.disagreements)
        numbers = (result.run, agree, result.losses, len(result.disagreements))
        table.add_row(result.engine, *(f"{number:,}" for number in numbers))
    console.print(table)
    for loss in losses:
        console.print(f"loss of {loss.artefact}: {loss.keyword}. {loss.why}", soft_wrap=True, markup=False)
    for result in results:
        for disagreement in result.disagreements[:shown]:
            console.print(_told(disagreement), soft_wrap=True, markup=False)
        if len(result.disagreements) > shown:
            console.print(f"{result.engine}: {len(result.disagreements) - shown:,} more", markup=False)


def _told(found: Disagreement) -> str:
    rule = found.vector.kills or found.vector.origin
    got = found.failure or _refusals(found.got)
    return f"{found.engine}: {found.vector.id} (rule {rule}): expected {_refusals(found.expected)}, got {got}"


def _refusals(refusals: Iterable[Refusal]) -> str:
    return ", ".join(f"{refusal.code} at {refusal.pointer}" for refusal in refusals) or "acceptance"
