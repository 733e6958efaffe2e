"""Each sample gets exactly the refusals that it states, and none when it states none.

Why: samples are the part of the catalogue that a person wrote by thinking of payloads; they guard the rules.
Mend: correct the payload, the rule, or what the sample states.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Span
from paycat.rules.views.verdicts import Verdict, in_words, verdicts

VERDICT = "sample-verdict"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the samples with another verdict than they state."""
    listed = catalogue.problems.value.refusal_codes
    for verdict in verdicts(catalogue, contract):
        stated = verdict.sample.refusals
        if verdict.right or any(refusal.code not in listed for refusal in (*stated, *verdict.refusals)):
            continue  # A code that is not listed was reported.
        message = f"the sample {verdict.sample.name!r} gets {in_words(verdict.refusals)}, and states {in_words(stated)}"
        yield Diagnostic(VERDICT, _place(verdict), message, "correct the payload, or state the refusals that it gets")


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
