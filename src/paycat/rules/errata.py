"""Each erratum is mended in one way, and each mend is shown by a sample.

Why: a mend is a promise that a payload with the specification's mistake can be put right. A sample proves it; without
one the promise may be empty.

Example: in schemas/errata.yaml

    decision: D-105
    mend: { rename: { from: mandate.signature_date, to: mandate.signed_on } }

is found as

    schemas/errata.yaml:12:5 error erratum-without-sample: no sample shows the mend of E-101; add a sample with the
      mistake, its refusals and `erratum: E-101`

Fix: keep one key under `mend`, or add a sample with the mistake, its refusals and `erratum:`.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic

ID = "R-36"
UNSHOWN = "erratum-without-sample"
MANIFOLD = "manifold-mend"
ALLOWABLE = (UNSHOWN,)
NEEDS: tuple[str, ...] = ("errata.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report mends that say more or less than one thing, and mends without a sample."""
    source = catalogue.errata
    errata = source.value.errata
    shown = {sample.erratum for samples in catalogue.samples.values() for sample in samples.value.samples.values()}
    complete = shown <= {*errata, None} and not any(name.startswith("samples/") for name in catalogue.unread)
    for name, erratum in errata.items():
        if erratum.mend is None:
            continue
        if len(erratum.mend.model_fields_set - {"allow"}) != 1:
            message = "a mend is exactly one of as_number, rename and replace"
            yield Diagnostic(MANIFOLD, source.at("errata", name, "mend"), message)
        if complete and name not in shown:
            message = f"no sample shows the mend of {name}"
            hint = f"add a sample with the mistake, its refusals and `erratum: {name}`"
            yield Diagnostic(UNSHOWN, source.at("errata", name, "mend", key=True), message, hint)
