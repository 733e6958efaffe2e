"""Refusal codes that samples and rules state, and those that the machinery gives, are listed in problems.yaml.

Why: clients act on codes, and the list is what the documents tell them. A code that is not listed meets a client that
does not know it.

Example: in schemas/samples/payout/SEPA_TRANSFER.yaml

    refusals:
      - { code: konst, pointer: "#/currency" }

is found as

    schemas/samples/payout/SEPA_TRANSFER.yaml:42:17 error unknown-refusal-code: unknown refusal code 'konst'; did you
      mean 'const'?

Fix: correct the code, or add it to `refusal_codes` in interface/problems.yaml with its meaning.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.views.codes import given_codes
from paycat.rules.views.rulings import Ruling, rulings
from paycat.shapes.constraints import STATEMENTS

ID = "R-32"
UNKNOWN = "unknown-refusal-code"
UNLISTED = "unlisted-refusal-code"
NEEDS: tuple[str, ...] = ("interface/problems.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report codes that are not listed."""
    source = catalogue.problems
    listed = source.value.refusal_codes
    stated = [(code, ruling) for ruling in rulings(catalogue) for code in _stated(ruling)]
    for (rule, code), ruling in stated:
        if code not in listed:
            yield Diagnostic(UNKNOWN, ruling.at(rule, "code"), f"unknown refusal code {code!r}", _hint(code, catalogue))
    given = given_codes(contract) - {code for (_, code), _ in stated}
    for code in sorted(given - listed.keys()):
        message = f"bodies are refused with the code {code!r}, which is not listed"
        yield Diagnostic(UNLISTED, source.at("refusal_codes", key=True), message, "add it with its meaning")
    for samples in catalogue.samples.values():
        for name, sample in samples.value.samples.items():
            for index, refusal in enumerate(sample.refusals):
                if refusal.code not in listed and refusal.code not in given:
                    place = samples.at("samples", name, "refusals", index, "code")
                    message = f"unknown refusal code {refusal.code!r}"
                    yield Diagnostic(UNKNOWN, place, message, _hint(refusal.code, catalogue))


def _stated(ruling: Ruling) -> Iterator[tuple[str, str]]:
    for key in STATEMENTS:
        stated = ruling.rules.stated(key)
        if stated and stated.code:
            yield key, stated.code


def _hint(code: str, catalogue: Catalogue) -> str:
    listed = catalogue.problems.value.refusal_codes
    return did_you_mean(code, listed) or "the codes stand under refusal_codes in interface/problems.yaml"
