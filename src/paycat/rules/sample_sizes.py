"""The payload of a sample is within the limits of a body.

Why: a larger or deeper body is answered before anybody looks at its fields, so such a sample shows nothing that
anybody can send, and no payload that is made of it tests a rule.

Example: in schemas/interface/rules.yaml

    body_depth: { value: 2, decision: D-111 }

and in schemas/samples/payout/SEPA_TRANSFER.yaml

    labels: { first: { second: third }, invoice: "0002" }

is found as

    schemas/samples/payout/SEPA_TRANSFER.yaml:15:3 error sample-too-deep: the payload of the sample 'full' has 3 levels,
      and a body has at most 2; shorten it, or raise the limit

Fix: shorten the payload, or correct `limits` in interface/rules.yaml.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.body_size import depth, size
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.verdicts import verdicts

ID = "R-99"
TOO_LARGE = "sample-too-large"
TOO_DEEP = "sample-too-deep"
NEEDS: tuple[str, ...] = ("interface/rules.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the samples that no service takes, whatever is in them."""
    limits = catalogue.rulebook.value.limits
    for verdict in verdicts(catalogue, contract):
        name, payload = verdict.sample.name, verdict.sample.payload
        for code, unit, found, most in (
            (TOO_LARGE, "bytes", size(payload), limits.body_bytes.value),
            (TOO_DEEP, "levels", depth(payload), limits.body_depth.value),
        ):
            if found > most:
                message = f"the payload of the sample {name!r} has {found} {unit}, and a body has at most {most}"
                yield Diagnostic(code, verdict.at(key=True), message, "shorten it, or raise the limit")
