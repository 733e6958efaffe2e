"""A comparison as findings, which GitHub, code scanning and other CI systems show at lines of the catalogue."""

from paycat.changes.assessment import Assessment, Comparison
from paycat.changes.taxonomy import BREAKING, SAFE
from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.changes.describing import describe_change, elsewhere, exact, for_whom, made_of, proof, turn
from paycat.revisions.enforcing import CATALOGUE, span_of

_LONGEST_PAYLOAD = 2000


def as_findings(comparison: Comparison) -> list[Diagnostic]:
    """Return an error for each breaking change and a warning for each risky one; what is safe is no finding.

    The code is the type of the change. A removed thing has no line any more: its finding is at the file that it was in.
    """
    found = [_finding(one) for one in comparison.assessments if one.worst.verdict is not SAFE]
    return found + faults_of(comparison)


def faults_of(comparison: Comparison) -> list[Diagnostic]:
    """Return a finding for each fault of paycat itself."""
    hint = "this is a bug of paycat: please report it with both contracts"
    return [Diagnostic("unexplained-verdict", CATALOGUE, fault, hint) for fault in comparison.faults]


def _finding(assessment: Assessment) -> Diagnostic:
    verdicts = ", ".join(f"{rating.text} for {who}" for who, rating in for_whom(assessment).items())
    message = f"{describe_change(assessment)}: {verdicts}{', provisional' if assessment.provisional else ''}"
    if more := elsewhere(assessment):
        message = f"{message}; also {more}"
    if follows := [below.change.type.id for one in assessment.consequences for below in one.all()]:
        message = f"{message}; from it follows {', '.join(dict.fromkeys(follows))}"
    severity = Severity.ERROR if assessment.worst.verdict is BREAKING else Severity.WARNING
    return Diagnostic(assessment.change.type.id, span_of(assessment), message, _help(assessment), severity)


def _help(assessment: Assessment) -> str:
    counterexample = proof(assessment)
    if counterexample is None:
        return assessment.note
    payload = exact(counterexample.payload)
    shown = payload if len(payload) <= _LONGEST_PAYLOAD else f"{len(payload):,} characters, which `paycat diff` prints"
    return f"{turn(assessment, counterexample)}, {made_of(counterexample)}: {shown}"
