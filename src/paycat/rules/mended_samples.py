"""A sample that follows an erratum is refused as it stands, and valid once the erratum is mended.

Why: this is how the catalogue shows that it keeps to what governs and still knows the specification's own mistake. A
mend that leaves a payload invalid would send integrators from one refusal to the next.

Example: in schemas/errata.yaml

    mend: { rename: { from: mandate.signature, to: mandate.signed_on } }

and in schemas/samples/pay_in/SEPA_DEBIT.yaml

    mandate:
      reference: MANDATE-0001
      signature_date: "2026-01-15"

is found as

    schemas/samples/pay_in/SEPA_DEBIT.yaml:56:14 error erratum-not-mended: the sample 'example_of_the_specification'
      still gets unknown_field at #/mandate/signature_date, required at #/mandate/signed_on after the mend of E-101;
      correct the payload, so that the erratum is its only mistake

Fix: correct the payload, so that the erratum is its only mistake, or the `mend` of the erratum.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.verdicts import in_words, judged, verdicts

ID = "R-37"
NOT_REFUSED = "erratum-without-refusals"
NOT_MENDED = "erratum-not-mended"
NEEDS: tuple[str, ...] = ("errata.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report samples of an erratum that state no refusals, or that the mend does not make valid."""
    errata = catalogue.errata.value.errata
    for verdict in verdicts(catalogue, contract):
        sample = verdict.sample
        if sample.erratum not in errata or not verdict.right:
            continue
        if not sample.refusals:
            message = f"the sample {sample.name!r} follows {sample.erratum}, and is not refused"
            yield Diagnostic(NOT_REFUSED, verdict.at("erratum"), message, "remove `erratum`, or show the mistake")
        elif errata[sample.erratum].mend and (left := judged(verdict.request, sample.mended)):
            message = f"the sample {sample.name!r} still gets {in_words(left)} after the mend of {sample.erratum}"
            hint = "correct the payload, so that the erratum is its only mistake"
            yield Diagnostic(NOT_MENDED, verdict.at("erratum"), message, hint)
