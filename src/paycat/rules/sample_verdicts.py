"""Each sample gets exactly the refusals that it states, and none when it states none.

Why: samples are the part of the catalogue that a person wrote by thinking of payloads. When a sample and the rules
disagree, one of them is wrong, and no other check can tell.

Example: in schemas/samples/payout/SEPA_TRANSFER.yaml

    minimal:
      meaning: The required fields alone
      payload:
        amount: 49.999

is found as

    schemas/samples/payout/SEPA_TRANSFER.yaml:7:7 error sample-verdict: the sample 'minimal' gets amount_precision at
      #/amount, and states no refusal; correct the payload, or state the refusals that it gets

Fix: correct the payload, the rule, or what the sample states. When many samples differ in the same way, one of them is
told with their number: look at the field table or the field type first.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract, Refusal
from paycat.diagnostics import Diagnostic, Span
from paycat.rules.views.verdicts import Verdict, in_words, verdicts

ID = "R-34"
VERDICT = "sample-verdict"
NEEDS: tuple[str, ...] = ()

_MANY = 4

Difference = frozenset[Refusal]


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the samples with another verdict than they state."""
    listed = catalogue.problems.value.refusal_codes
    alike: dict[Difference, list[Verdict]] = {}
    for verdict in verdicts(catalogue, contract):
        stated = verdict.sample.refusals
        if verdict.right or any(refusal.code not in listed for refusal in (*stated, *verdict.refusals)):
            continue  # A code that is not listed was reported.
        alike.setdefault(frozenset(stated) ^ frozenset(verdict.refusals), []).append(verdict)
    for found in alike.values():
        if len(found) >= _MANY:
            hint = f"{len(found) - 1} other samples differ in the same way, so look at the field table or the type"
            yield _finding(found[0], hint)
        else:
            yield from (
                _finding(verdict, "correct the payload, or state the refusals that it gets") for verdict in found
            )


def _finding(verdict: Verdict, hint: str) -> Diagnostic:
    gets, states = in_words(verdict.refusals), in_words(verdict.sample.refusals)
    message = f"the sample {verdict.sample.name!r} gets {gets}, and states {states}"
    return Diagnostic(VERDICT, _place(verdict), message, hint)


def _place(verdict: Verdict) -> Span:
    """Return where the first difference shows: the refused member, or the refusal that does not happen."""
    stated = verdict.sample.refusals
    for refusal in verdict.refusals:
        if refusal not in stated:
            return verdict.member_at(refusal.pointer)
    for index, refusal in enumerate(stated):
        if refusal not in verdict.refusals:
            return verdict.at("refusals", index)
    return verdict.at(key=True)
