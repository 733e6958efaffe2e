"""What `paycat decide` reports, and its JSON for programs; docs/choice.schema.json is of its shape."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from pydantic import Field

from paycat.diagnostics import arranged
from paycat.encoding import json_text
from paycat.reporting.changes.describing import escaped
from paycat.reporting.changes.document import Changes, changes_document
from paycat.reporting.data import Line, Shown, Text
from paycat.reporting.findings.context import Context
from paycat.reporting.findings.document import Findings, findings_document
from paycat.workspace.choice import Editable
from paycat.workspace.preview import Preview


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision, the statements that are based on it, and of another choice the patch of each file and a preview.

    There is no preview without a choice, and for the choice that the catalogue already has.
    """

    decision: str
    statements: Sequence[Editable]
    edits: Mapping[str, str] = field(default_factory=dict)
    preview: Preview | None = None
    is_written: bool = False

    def with_preview(self, edits: Mapping[str, str], preview: Preview, *, writes: bool) -> "Decided":
        """Return the same with a choice; it is written only if all methods are there with it."""
        return replace(self, edits=edits, preview=preview, is_written=writes and preview.is_whole)


class StatementDocument(Shown):
    """A statement that is based on the decision."""

    file: Text = Field(description="File, relative to the project.")
    line: Line = Field(description="Line, counted from 1.")
    path: Text = Field(description="Path from the root of the file, its steps joined with dots.")
    keys: tuple[Text, ...] = Field(description="Keys that a choice can give other values.")


class EditDocument(Shown):
    """The edit of one file."""

    file: Text = Field(description="File, relative to the project.")
    patch: Text = Field(description="The edit in the form of `git diff`.")


class Choice(Shown):
    """What another choice for a decision changes. The shape is stable: an incompatible change raises `version`."""

    version: Literal[1] = Field(default=1, description="Version of this format.")
    decision: Text = Field(description="Id of the decision.")
    statements: tuple[StatementDocument, ...] = Field(description="The statements that are based on it.")
    edits: tuple[EditDocument, ...] = Field(
        description="The edit of each file; empty without a choice, and for the choice that the catalogue already has."
    )
    is_written: bool = Field(description="Whether the edit was written.")
    comparison: Changes | None = Field(
        description="The catalogue compared with itself after the edit; null if there is nothing to compare."
    )
    findings: Findings = Field(description="Findings that the catalogue has only with the choice.")
    other_findings: Findings = Field(description="Findings that the catalogue has with and without the choice.")


def as_json(decided: Decided, context: Context) -> str:
    """Return the report as indented JSON, in the shape of docs/choice.schema.json."""
    preview = decided.preview
    compared = preview.comparison if preview else None
    own, others = (preview.own, preview.others) if preview else ((), ())
    document = Choice(
        decision=decided.decision,
        statements=tuple(
            StatementDocument(file=one.span.path, line=one.span.line, path=one.path, keys=one.keys)
            for one in decided.statements
        ),
        edits=tuple(EditDocument(file=path, patch=text) for path, text in decided.edits.items()),
        is_written=decided.is_written,
        comparison=changes_document(compared, "the catalogue", "with this choice") if compared else None,
        findings=findings_document(arranged(own), context),
        other_findings=findings_document(arranged(others), context),
    )
    return escaped(json_text(document.model_dump(mode="json")))
