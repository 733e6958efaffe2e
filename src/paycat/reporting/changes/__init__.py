"""What `paycat diff` prints of a comparison: a module for each format.

The formats of findings (GitHub annotations, SARIF) are fed by `as_findings`.
"""

from paycat.changes.describing import describe_change
from paycat.reporting.changes.as_findings import as_findings, faults_of
from paycat.reporting.changes.as_markdown import as_markdown, not_compared
from paycat.reporting.changes.as_text import as_text
from paycat.reporting.changes.document import as_json

__all__ = ["as_findings", "as_json", "as_markdown", "as_text", "describe_change", "faults_of", "not_compared"]
