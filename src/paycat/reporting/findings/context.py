"""What reporters know beside the findings."""

from dataclasses import dataclass, replace

from paycat.changes.kinds import KINDS, Kind
from paycat.checking import fingerprint
from paycat.diagnostics import Diagnostic, Span
from paycat.reporting.findings.excerpt import marked
from paycat.reporting.findings.sources import Sources
from paycat.rules.page import FindingPage, pages_by_code


@dataclass(frozen=True)
class Context:
    """The command that found something, such as `paycat check`, and the files that it is about."""

    command: str
    sources: Sources

    def page(self, code: str) -> FindingPage | None:
        """Return the page of a code, or None for one that paycat does not know."""
        return pages_by_code().get(code)

    def kind(self, code: str) -> Kind | None:
        """Return the kind of change that a code names, or None for a finding of another sort."""
        return KINDS.get(code)

    def fingerprint(self, finding: Diagnostic) -> str:
        """Return what the finding is known by, as in the baseline."""
        line = self.sources.marking_line(finding.span)
        named = replace(finding.span, path=_encodable(finding.span.path))
        return fingerprint(replace(finding, span=named, message=_encodable(finding.message)), line)

    def end_column(self, span: Span) -> int | None:
        """Return the column behind the last sign that a place is about, or None where the line is not to be seen."""
        line = self.sources.shown_line(span) if span.column else None
        return None if line is None else marked(line, span.column, span.path)[1] + 1


def _encodable(text: str) -> str:
    """Return text with escapes for what stands for bytes that are no UTF-8, as in the names of some files."""
    return text.encode(errors="backslashreplace").decode()
