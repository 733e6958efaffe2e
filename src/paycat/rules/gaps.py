"""A decided gap names its decision, and each decision answers a gap.

Why: a decision is ours, so a reader must see which question of the specification it answers. A gap that is called
decided without a decision tells nobody what holds.

Example: in schemas/decisions.yaml

    G-111:
      section: "§2.1"
      kind: missing
      state: decided

is found as

    schemas/decisions.yaml:88:12 error undecided-gap: the gap G-111 is called decided, and names no decision; name it in
      `decisions`

Fix: name the decision in the `decisions` of the gap, or call the gap open.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-27"
UNDECIDED = "undecided-gap"
UNASKED = "decision-without-gap"
ALLOWABLE = (UNASKED,)
NEEDS: tuple[str, ...] = ("decisions.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report decided gaps without a decision, and decisions that no gap names."""
    source = catalogue.registers
    gaps, decisions = source.value.gaps, source.value.decisions
    for name, gap in gaps.items():
        if gap.state == "decided" and not gap.decisions:
            message = f"the gap {name} is called decided, and names no decision"
            yield Diagnostic(UNDECIDED, source.at("gaps", name, "state"), message, "name it in `decisions`")
    named = {decision for gap in gaps.values() for decision in gap.decisions}
    if not named <= decisions.keys():
        return  # An id that does not exist was reported; it most likely stands for the decision that seems unnamed.
    for name in decisions:
        if name not in named:
            message = f"no gap names the decision {name}"
            hint = "name it in the `decisions` of the gap that it answers"
            yield Diagnostic(UNASKED, source.at("decisions", name, key=True), message, hint)
