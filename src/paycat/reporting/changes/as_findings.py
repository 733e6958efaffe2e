"""A comparison as findings, which GitHub, code scanning and other CI systems show at lines of the catalogue."""

from paycat.changes.change import Change, Comparison
from paycat.changes.describing import describe_change, exact
from paycat.changes.enforcing import CATALOGUE, span_of
from paycat.changes.taxonomy.change_type import BREAKING, SAFE
from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.changes.describing import elsewhere, for_whom, made_of, proof, turn

_LONGEST_PAYLOAD = 2000


def as_findings(comparison: Comparison) -> list[Diagnostic]:
    """Return an error for each breaking change and a warning for each risky one; what is safe is no finding.

    The code is the type of the change. A removed thing has no line any more: its finding is at the file that it was in.
    """
    found = [_finding(one) for one in comparison.changes if one.verdict is not SAFE]
    return found + faults_of(comparison)


def faults_of(comparison: Comparison) -> list[Diagnostic]:
    """Return a finding for each fault of paycat itself."""
    hint = "this is a bug of paycat: please report it with both contracts"
    return [Diagnostic("unexplained-verdict", CATALOGUE, fault, hint) for fault in comparison.faults]


def _finding(change: Change) -> Diagnostic:
    verdicts = ", ".join(f"{rating.text} for {who}" for who, rating in for_whom(change).items())
    message = f"{describe_change(change)}: {verdicts}{', provisional' if change.provisional else ''}"
    if more := elsewhere(change):
        message = f"{message}; also {more}"
    if follows := [below.type.id for one in change.consequences for below in one.all()]:
        message = f"{message}; from it follows {', '.join(dict.fromkeys(follows))}"
    severity = Severity.ERROR if change.verdict is BREAKING else Severity.WARNING
    return Diagnostic(change.type.id, span_of(change), message, _help(change), severity)


def _help(change: Change) -> str:
    counterexample = proof(change)
    if counterexample is None:
        return change.note
    payload = exact(counterexample.payload)
    shown = payload if len(payload) <= _LONGEST_PAYLOAD else f"{len(payload):,} characters, which `paycat diff` prints"
    return f"{turn(change, counterexample)}, {made_of(counterexample)}: {shown}"
