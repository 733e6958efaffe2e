"""Each direction that a method supports has a samples file with `minimal` and `full`, and no other direction has one.

Why: `minimal` and `full` stand in the documents as the examples that integrators copy, and every test starts from them.

Example: in schemas/methods/SEPA_TRANSFER.yaml

    payout:
      availability: supported

and in schemas/samples/payout/SEPA_TRANSFER.yaml

    samples:
      minimal:
      ...
      complete:
        meaning: All fields

is found as

    schemas/methods/SEPA_TRANSFER.yaml:12:1 error missing-sample: payout is supported, and
      samples/payout/SEPA_TRANSFER.yaml has no sample 'full'; add it

Fix: add the file or the sample. Remove or rename a file that belongs to no request.
"""

from collections.abc import Iterator
from pathlib import PurePosixPath

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.contract.samples import FIRST
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.offers import offers

ID = "R-33"
NO_FILE = "missing-samples"
NO_SAMPLE = "missing-sample"
NO_REQUEST = "samples-without-request"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report missing samples files and samples, and samples files that belong to no request."""
    yield from _missing(catalogue)
    supported = {(offer.direction, offer.name): offer.supported for offer in offers(catalogue)}
    unread = {PurePosixPath(file).stem for file in catalogue.unread if file.startswith("methods/")}
    for (direction, name), source in catalogue.samples.items():
        if name in unread or supported.get((direction, name)):
            continue
        if name in catalogue.methods:
            message, hint = f"the method {name} does not support {direction}", "remove the file, or make it supported"
        else:
            message, hint = f"there is no method {name!r}", did_you_mean(name, catalogue.methods)
        yield Diagnostic(NO_REQUEST, source.at(), f"{message}, so these samples belong to no request", hint)


def _missing(catalogue: Catalogue) -> Iterator[Diagnostic]:
    for offer in offers(catalogue):
        file = f"samples/{offer.direction}/{offer.name}.yaml"
        if not offer.supported or file in catalogue.unread:
            continue
        place, source = offer.at(key=True), catalogue.samples.get((offer.direction, offer.name))
        if source is None:
            message = f"{offer.direction} is supported, and there is no file {file}"
            yield Diagnostic(NO_FILE, place, message, "add it, with the samples minimal and full")
            continue
        for name in FIRST:
            if name not in source.value.samples:
                message = f"{offer.direction} is supported, and {file} has no sample {name!r}"
                yield Diagnostic(NO_SAMPLE, place, message, "add it")
