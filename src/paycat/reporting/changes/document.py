"""A comparison as JSON for programs: `paycat diff --format json`. docs/changes.schema.json is of its shape."""

from collections.abc import Sequence
from pathlib import Path
from typing import Literal

from pydantic import Field

from paycat.changes.change import Change, Comparison, Level
from paycat.changes.describing import escaped
from paycat.changes.taxonomy.change_type import Verdict
from paycat.diagnostics import Diagnostic
from paycat.reporting.changes.describing import Counted, counts
from paycat.reporting.document_parts import Shown, Text
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import Findings, findings_document
from paycat.text.json_encoding import json_text


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
    comparison: Comparison, old: str, new: str, found: Sequence[Diagnostic] = (), context: Context | None = None
) -> str:
    """Return the comparison as indented JSON, in the shape of docs/changes.schema.json; nothing is cut.

    `found` are its findings, arranged, in files of the context.
    """
    findings = findings_document(found, context or Context("paycat diff", Path()))
    document = ChangesFound(**dict(changes_document(comparison, old, new)), findings=findings)
    return escaped(json_text(document.model_dump(mode="json")))


def changes_document(comparison: Comparison, old: str, new: str) -> Changes:
    """Return the comparison in the shape of docs/changes.schema.json; `old` and `new` say what was compared."""
    return Changes(
        old=Compared(name=old, version=comparison.old_version),
        new=Compared(name=new, version=comparison.new_version),
        verdict=comparison.verdict,
        level=comparison.level,
        counts=counts(comparison),
        changes=comparison.changes,
        faults=comparison.faults,
    )
