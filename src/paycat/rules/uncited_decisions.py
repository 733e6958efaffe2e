"""A decision that shapes payloads or the interface is marked where it does.

Why: the mark tells a reader of a generated artefact that a rule is ours and not the specification's; and when the owner
of the service decides otherwise, the marks are the places to change.

Example: in schemas/methods/FASTER_PAYMENT.yaml

    conditions:
      - any_of:
          - [beneficiary.sort_code, beneficiary.account_number]
          - [beneficiary.iban]
        source: "§3.2"

is found as

    schemas/decisions.yaml:167:3 error uncited-decision: the decision D-108 shapes the payload, and no statement is
      marked with it; write `decision: D-108` at the statement that it causes

Fix: write `decision:` at the statement that the decision causes; or say `shapes: nothing` when it causes none.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.citations import citations

ID = "R-28"
UNCITED = "uncited-decision"
ALLOWABLE = (UNCITED,)
NEEDS: tuple[str, ...] = ("",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the decisions that shape something and are marked nowhere."""
    source = catalogue.registers
    decisions = source.value.decisions
    cited = {citation.id for citation in citations(catalogue) if not citation.in_register}
    if not cited <= decisions.keys():
        return  # An id that does not exist was reported; it most likely stands for the decision that seems unmarked.
    for name, decision in decisions.items():
        if decision.shapes != "nothing" and name not in cited:
            message = f"the decision {name} shapes the {decision.shapes}, and no statement is marked with it"
            hint = f"write `decision: {name}` at the statement that it causes"
            yield Diagnostic(UNCITED, source.at("decisions", name, key=True), message, hint)
