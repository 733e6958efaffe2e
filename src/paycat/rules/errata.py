"""Samples name errata that exist, each erratum is mended in one way, and each mend is shown by a sample.

Why: a mend is a promise that a payload with the specification's mistake can be put right; a sample proves it.
Mend: correct the id, keep one key under `mend`, or add a sample with the mistake and `erratum:`.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean

UNKNOWN = "unknown-erratum"
UNSHOWN = "erratum-without-sample"
MANIFOLD = "manifold-mend"
NEEDS: tuple[str, ...] = ("errata.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report unknown errata, mends that say more or less than one thing, and mends without a sample."""
    source = catalogue.errata
    errata = source.value.errata
    shown = set()
    for samples in catalogue.samples.values():
        for name, sample in samples.value.samples.items():
            shown.add(sample.erratum)
            if sample.erratum is not None and sample.erratum not in errata:
                hint = did_you_mean(sample.erratum, errata)
                place = samples.at("samples", name, "erratum")
                yield Diagnostic(UNKNOWN, place, f"there is no erratum {sample.erratum!r}", hint)
    complete = shown <= {*errata, None} and not any(name.startswith("samples/") for name in catalogue.unread)
    for name, erratum in errata.items():
        if erratum.mend is None:
            continue
        if len(erratum.mend.model_dump(exclude_none=True)) != 1:
            message = "a mend is exactly one of as_number, rename and replace"
            yield Diagnostic(MANIFOLD, source.at("errata", name, "mend"), message)
        if complete and name not in shown:
            message = f"no sample shows the mend of {name}"
            hint = f"add a sample with the mistake, its refusals and `erratum: {name}`"
            yield Diagnostic(UNSHOWN, source.at("errata", name, "mend", key=True), message, hint)
