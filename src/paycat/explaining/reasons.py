"""A reason in; the lines that say why: the specification's section, and each decision with what else was possible."""

from collections.abc import Iterable

from paycat.contract.model import Contract
from paycat.contract.values import Reason


def because(contract: Contract, reasons: Iterable[Reason], *, briefly: bool = False) -> tuple[str, ...]:
    """Return the lines for reasons, each section and decision once; `briefly` leaves alternatives out."""
    stated = list(reasons)
    sections = dict.fromkeys(reason.source for reason in stated if reason.source)
    ids = dict.fromkeys(decision for reason in stated for decision in reason.decisions)
    lines = [f"{section} of the specification" for section in sections]
    for decision in contract.decisions:
        if decision.id in ids:
            lines.append(f"{decision.id} ({decision.status}): {decision.title}")
            lines += [] if briefly else [f"  instead: {other}" for other in decision.alternatives]
    return tuple(lines)
