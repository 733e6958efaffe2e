"""Every decision that anything rests on exists, and so does every gap that an erratum records.

Why: the marks travel into every artefact, where a reader follows them to the register.
Mend: correct the id, or add the decision or gap to decisions.yaml.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.citations import citations

UNKNOWN_DECISION = "unknown-decision"
UNKNOWN_GAP = "unknown-gap"
NEEDS: tuple[str, ...] = ("decisions.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the mentions of decisions and gaps that do not exist."""
    register, errata = catalogue.registers.value, catalogue.errata
    for cited in citations(catalogue):
        if cited.id not in register.decisions:
            hint = did_you_mean(cited.id, register.decisions) or "the decisions stand in decisions.yaml"
            yield Diagnostic(UNKNOWN_DECISION, cited.span, f"there is no decision {cited.id!r}", hint)
    for name, erratum in errata.value.errata.items():
        if erratum.gap not in register.gaps:
            hint = did_you_mean(erratum.gap, register.gaps) or "the gaps stand in decisions.yaml"
            place = errata.at("errata", name, "gap")
            yield Diagnostic(UNKNOWN_GAP, place, f"there is no gap {erratum.gap!r}", hint)
