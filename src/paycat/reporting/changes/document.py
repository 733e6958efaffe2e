"""A comparison as JSON for programs: `paycat diff --format json`. docs/changes.schema.json is of its shape."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from pydantic import Field

from paycat.catalogue.directions import Direction
from paycat.changes.assessment import AUDIENCES, Assessment, Basis, Comparison, Level
from paycat.changes.change import Part
from paycat.changes.taxonomy import Verdict
from paycat.contract.model import Violation
from paycat.diagnostics import Diagnostic
from paycat.encoding import json_text
from paycat.reporting.changes.describing import Counted, counts, describe_change, escaped
from paycat.reporting.document_parts import MaybeLine, Shown, Text
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import Findings, findings_document


class Compared(Shown):
    """One of the two contracts."""

    name: Text = Field(description="What was compared: a revision, a folder, a file, or the working tree.")
    version: Text = Field(description="Version of the catalogue.")


class At(Shown):
    """A line of a catalogue."""

    path: Text = Field(description="File, relative to the project.")
    line: MaybeLine = Field(description="Line, counted from 1; null for the whole file.")


class Place(Shown):
    """Where a change is: in the contract by names, in both catalogues by lines."""

    part: Part = Field(
        description="What changed: a body, what is around the bodies, or the registers of the catalogue."
    )
    method: Text | None = Field(description="Method code; null for more than one method.")
    direction: Direction | None = Field(description="Direction of the payment; null for both or none.")
    path: Text = Field(description="Dotted path of the field, or the name of the thing; empty for all of it.")
    old_location: At | None = Field(description="The old line; null for what was added.")
    new_location: At | None = Field(description="The new line; null for what was removed.")


class Known(Shown):
    """A verdict, and how it is known."""

    verdict: Verdict = Field(description="What the change does.")
    basis: Basis = Field(
        description="How the verdict is known: by payloads or a proof, by the rule of the change type, or not at all."
    )


class Verdicts(Shown):
    """The verdicts of a change for each audience, without those of its consequences; null where it has none."""

    sender: Known | None = Field(description="For senders of requests.")
    reader: Known | None = Field(description="For readers of responses and events.")
    source: Known | None = Field(description="For importers of the Python package.")


class Payload(Shown):
    """A body whose verdict changed; either `before` or `after` is empty."""

    site: Place = Field(description="The request, response or event that the body is of.")
    payload: Any = Field(description="The body.")
    before: tuple[Violation, ...] = Field(description="What the old contract rejects in it.")
    after: tuple[Violation, ...] = Field(description="What the new contract rejects in it.")
    origin: Text = Field(description="The vector or sample that it was made of.")
    confirmed_by: tuple[Text, ...] = Field(description="The validators that confirm it.")


class Change(Shown):
    """A change with its verdicts, and below it what follows from it."""

    type: Text = Field(description="Type of change, as in docs/changes.md; the same in every version.")
    part: Part = Field(description="What it is about, at its first site.")
    sites: tuple[Place, ...] = Field(min_length=1, description="Every place with the same change.")
    old: Any = Field(description="The old value as JSON; null for nothing.")
    new: Any = Field(description="The new value as JSON; null for nothing.")
    verdicts: Verdicts = Field(description="For each audience.")
    verdict: Verdict = Field(description="The worst for anybody, with that of the consequences.")
    basis: Basis = Field(description="How the worst verdict is known.")
    level: Level = Field(description="How far the version must increase for it and its consequences.")
    provisional: bool = Field(description="Whether it is based only on decisions that nobody has confirmed.")
    description: Text = Field(description="What changed, as a sentence.")
    why: Text = Field(description="Why changes of this type have their verdicts.")
    counterexample: Payload | None = Field(description="A body that shows what breaks; null without one.")
    widening: Payload | None = Field(description="A body that only the new contract accepts; null without one.")
    note: Text = Field(description="What else to know or do; mostly empty.")
    consequences: "tuple[Change, ...]" = Field(description="What follows from it.")


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
        changes=tuple(map(_change, comparison.assessments)),
        faults=comparison.faults,
    )


def _change(assessment: Assessment) -> Change:
    change, counterexample, widening = assessment.change, assessment.counterexample, assessment.widening
    return Change(
        type=change.type.id,
        part=change.site.part,
        sites=tuple(map(Place.model_validate, assessment.sites)),
        old=change.old,
        new=change.new,
        verdicts=Verdicts.model_validate({name: assessment.audiences.get(name) for name in AUDIENCES}),
        verdict=assessment.worst.verdict,
        basis=assessment.worst.basis,
        level=assessment.level,
        provisional=assessment.provisional,
        description=describe_change(assessment, longest=None),
        why=change.type.why,
        counterexample=Payload.model_validate(counterexample) if counterexample else None,
        widening=Payload.model_validate(widening) if widening else None,
        note=assessment.note,
        consequences=tuple(map(_change, assessment.consequences)),
    )
