"""Every decision that anything rests on exists, and so do the gap of each erratum and the erratum of each sample.

Why: the marks travel into every artefact, where a reader follows them to the register. A mark that leads nowhere looks
like a reason and is none.

Example: in schemas/methods/FASTER_PAYMENT.yaml

    conditions:
      - any_of:
          - [beneficiary.sort_code, beneficiary.account_number]
          - [beneficiary.iban]
        decision: D-180

is found as

    schemas/methods/FASTER_PAYMENT.yaml:28:17 error unknown-decision: there is no decision 'D-180'; did you mean
      'D-108'?

Fix: correct the id, or add the decision or gap to decisions.yaml, the erratum to errata.yaml.
"""

from collections.abc import Iterable, Iterator
from difflib import get_close_matches

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.citations import citations

ID = "R-26"
UNKNOWN_DECISION = "unknown-decision"
UNKNOWN_GAP = "unknown-gap"
UNKNOWN_ERRATUM = "unknown-erratum"
NEEDS: tuple[str, ...] = ("decisions.yaml", "errata.yaml")


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the mentions of decisions, gaps and errata that do not exist."""
    register, errata = catalogue.registers.value, catalogue.errata
    for cited in citations(catalogue):
        if cited.id not in register.decisions:
            hint = _hint(cited.id, register.decisions) or "the decisions stand in decisions.yaml"
            yield Diagnostic(UNKNOWN_DECISION, cited.span, f"there is no decision {cited.id!r}", hint)
    for name, erratum in errata.value.errata.items():
        if erratum.gap not in register.gaps:
            hint = _hint(erratum.gap, register.gaps) or "the gaps stand in decisions.yaml"
            place = errata.at("errata", name, "gap")
            yield Diagnostic(UNKNOWN_GAP, place, f"there is no gap {erratum.gap!r}", hint)
    for samples in catalogue.samples.values():
        for name, sample in samples.value.samples.items():
            if sample.erratum is not None and sample.erratum not in errata.value.errata:
                hint = _hint(sample.erratum, errata.value.errata) or "the errata stand in errata.yaml"
                place = samples.at("samples", name, "erratum")
                yield Diagnostic(UNKNOWN_ERRATUM, place, f"there is no erratum {sample.erratum!r}", hint)


def _hint(wrong: str, known: Iterable[str]) -> str:
    """Return the id that was most likely meant: one with the same digits in some order, or one sign more or less."""
    alike = [name for name in known if sorted(filter(str.isdecimal, name)) == sorted(filter(str.isdecimal, wrong))]
    close = alike or get_close_matches(wrong[:100], list(known), n=1, cutoff=0.8)
    return f"did you mean {close[0]!r}?" if close else ""
