"""A comparison in, findings out, which GitHub, code scanning and other CI systems show at lines of the catalogue."""

from collections.abc import Iterator

from paycat.changes.assessment import Assessment, Comparison
from paycat.changes.change import Site
from paycat.changes.kinds import BREAKING, SAFE
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.reporting.changes.telling import elsewhere, exact, for_whom, made_of, proof, told, turn
from paycat.workspace import SCHEMAS

FAULT = "diff-fault"
"""The code of what is wrong with paycat itself."""

_CATALOGUE = f"{SCHEMAS}/catalogue.yaml"
_LONGEST_PAYLOAD = 2000


def as_findings(comparison: Comparison) -> list[Diagnostic]:
    """Return an error for each breaking change and a warning for each risky one; what is safe is no finding.

    The code is the kind of the change. What is gone has no line any more: its finding is about the file that it stood
    in.
    """
    found = [_finding(one) for one in comparison.assessments if one.worst.verdict is not SAFE]
    return found + [_fault(told) for told in comparison.faults]


def _finding(assessment: Assessment) -> Diagnostic:
    breaks = assessment.worst.verdict is BREAKING
    return Diagnostic(
        code=assessment.change.kind,
        span=_span((assessment.change.site, *assessment.sites)),
        message="; ".join(_message(assessment)),
        help=_help(assessment),
        severity=Severity.ERROR if breaks else Severity.WARNING,
    )


def _span(sites: tuple[Site, ...]) -> Span:
    for site in sites:
        if site.new_place:
            return Span(site.new_place.path, site.new_place.line, 1)
    gone = next((site.old_place for site in sites if site.old_place), None)
    return Span(gone.path if gone else _CATALOGUE)


def _message(assessment: Assessment) -> Iterator[str]:
    verdicts = ", ".join(f"{judged.told} for {who}" for who, judged in for_whom(assessment).items())
    yield f"{told(assessment)}: {verdicts}{', provisional' if assessment.provisional else ''}"
    if more := elsewhere(assessment):
        yield f"also {more}"
    if follows := [below.change.kind for one in assessment.consequences for below in one.all()]:
        yield f"from it follows {', '.join(dict.fromkeys(follows))}"


def _help(assessment: Assessment) -> str:
    witness = proof(assessment)
    if witness is None:
        return assessment.note
    payload = exact(witness.payload)
    shown = payload if len(payload) <= _LONGEST_PAYLOAD else f"{len(payload):,} characters, which `paycat diff` prints"
    return f"{turn(assessment, witness)}, {made_of(witness)}: {shown}"


def _fault(told: str) -> Diagnostic:
    return Diagnostic(FAULT, Span(_CATALOGUE), told, "this is a bug of paycat: please report it with both contracts")
