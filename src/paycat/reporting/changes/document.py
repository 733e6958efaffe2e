"""A comparison for programs: as JSON, whose shape is docs/changes.schema.json, and as findings for CI systems."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Literal

from pydantic import Field

from paycat.changes.change import Change, Comparison, Level
from paycat.changes.describing import describe_change, escaped, exact
from paycat.changes.enforcing import CATALOGUE, needs_attention, span_of
from paycat.changes.taxonomy.change_type import BREAKING, SAFE, Verdict
from paycat.diagnostics import Diagnostic, Severity
from paycat.reporting.changes.describing import Counted, counts, elsewhere, for_whom, made_of, proof, turn
from paycat.reporting.findings import Findings, findings_document
from paycat.reporting.findings_context import Context
from paycat.reporting.parts import Shown, Text
from paycat.text.json_data import json_text

_LONGEST_PAYLOAD = 2000


class Compared(Shown):
    """One of the two contracts."""

    name: Text = Field(description="What was compared: a revision, a folder, a file, or the working tree.")
    version: Text = Field(description="Version of the catalogue.")


class Changes(Shown):
    """What changed between two contracts. The shape is stable: an incompatible change raises `version`."""

    version: Literal[2] = Field(default=2, description="Version of this format.")
    old: Compared = Field(description="The old contract.")
    new: Compared = Field(description="The new contract.")
    verdict: Verdict = Field(description="The worst verdict of all.")
    level: Level = Field(description="How far the version of the catalogue must increase.")
    counts: Counted = Field(description="How many changes there are.")
    changes: tuple[Change, ...] = Field(description="The changes, worst first.")
    faults: tuple[Text, ...] = Field(description="Contradictions of rules and payloads: bugs of paycat.")


class ChangesFound(Changes):
    """What changed between two contracts, and the findings. An incompatible change raises `version`.

    If the contracts cannot be compared, the command prints the findings that say why, as docs/findings.schema.json.
    """

    findings: Findings = Field(description="Warnings about the contracts, and with --enforce what fails the command.")


def as_json(
    comparison: Comparison, old: str, new: str, diagnostics: Sequence[Diagnostic] = (), context: Context | None = None
) -> str:
    """Return the comparison as indented JSON, in the shape of docs/changes.schema.json; nothing is cut.

    `diagnostics` are its findings, arranged, in files of the context.
    """
    findings = findings_document(diagnostics, context or Context("paycat diff", Path()))
    document = ChangesFound(**dict(changes_document(comparison, old, new)), findings=findings)
    return escaped(json_text(document.model_dump(mode="json")))


def changes_document(comparison: Comparison, old_name: str, new_name: str) -> Changes:
    """Return the comparison in the shape of docs/changes.schema.json; the names say what was compared."""
    return Changes(
        old=Compared(name=old_name, version=comparison.old_version),
        new=Compared(name=new_name, version=comparison.new_version),
        verdict=comparison.verdict,
        level=comparison.level,
        counts=counts(comparison),
        changes=comparison.changes,
        faults=comparison.faults,
    )


def as_findings(comparison: Comparison, *, is_enforced: bool = False) -> list[Diagnostic]:
    """Return an error for each breaking change and a warning for each risky one; what is safe is no finding.

    The code is the type of the change. A removed thing has no line any more: its finding is at the file that it was in.
    Where it `is_enforced`, findings of the policy have the errors, and what these report is left out.
    """
    changes = [change for change in comparison.changes if change.verdict is not SAFE]
    if not is_enforced:
        return [*map(_finding, changes), *faults_of(comparison)]
    policy = comparison.released or comparison
    known = {(change.type, change.site.name) for change in policy.changes if needs_attention(change, policy)}
    findings = (_finding(change) for change in changes if (change.type, change.site.name) not in known)
    return [*(replace(finding, severity=Severity.WARNING) for finding in findings), *faults_of(comparison)]


def faults_of(comparison: Comparison) -> list[Diagnostic]:
    """Return a finding for each fault of paycat itself."""
    hint = "this is a bug of paycat: please report it with both contracts"
    return [Diagnostic("unexplained-verdict", CATALOGUE, fault, hint) for fault in comparison.faults]


def _finding(change: Change) -> Diagnostic:
    verdict_texts = ", ".join(f"{rating.text} for {who}" for who, rating in for_whom(change).items())
    message = f"{describe_change(change)}: {verdict_texts}{', provisional' if change.provisional else ''}"
    if other_sites := elsewhere(change):
        message = f"{message}; also {other_sites}"
    if effect_ids := [effect.type.id for consequence in change.consequences for effect in consequence.all()]:
        message = f"{message}; from it follows {', '.join(dict.fromkeys(effect_ids))}"
    severity = Severity.ERROR if change.verdict is BREAKING else Severity.WARNING
    return Diagnostic(change.type.id, span_of(change), message, _help(change), severity)


def _help(change: Change) -> str:
    counterexample = proof(change)
    if counterexample is None:
        return change.note
    payload = exact(counterexample.payload)
    quote = payload if len(payload) <= _LONGEST_PAYLOAD else f"{len(payload):,} characters, which `paycat diff` prints"
    return f"{turn(change, counterexample)}, {made_of(counterexample)}: {quote}"
