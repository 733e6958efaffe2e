"""What paycat prints about a hostile text: every format must stay readable, and no text may be more than text."""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from selectolax.lexbor import LexborHTMLParser

from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, arranged
from paycat.reporting.changes.as_markdown import as_markdown
from paycat.reporting.changes.as_text import as_text
from paycat.reporting.changes.document import as_findings, as_json
from paycat.reporting.findings import FORMATS
from paycat.reporting.findings_context import Context
from tests.any_catalogue.injection.structure import read_json, structure

_FOLDING = {"html", "head", "body", "details", "summary", "br", "b", "code"}
_RAW = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff\ufeff\ufffe\uffff]")


def faults_of_findings(findings: Sequence[Diagnostic], root: Path) -> Iterator[str]:
    """Return what is wrong with what is printed of findings, format by format."""
    context = Context("paycat check", root)
    found = arranged(findings)
    for name, make in FORMATS.items():
        try:
            yield from _faults(name, make(found, context), len(found))
        except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
            yield f"report {name}: {type(error).__name__}: {str(error)[:200]}"


def faults_of_changes(old: Contract, new: Contract) -> Iterator[str]:
    """Return what is wrong with what `paycat diff` prints of a change."""
    try:
        comparison = compare(old, new)
        for name, make in (("text", partial(as_text, is_full=True)), ("json", as_json), ("markdown", as_markdown)):
            yield from _faults(f"diff {name}", make(comparison, "before", "after"), 0)
        yield from faults_of_findings(tuple(as_findings(comparison)), Path("/nowhere"))
    except Exception as error:  # noqa: BLE001 - whatever is raised is what is looked for
        yield f"diff: {type(error).__name__}: {str(error)[:200]}"


def _faults(name: str, text: str, count: int) -> Iterator[str]:
    if raw := _RAW.search(text):
        yield f"report {name}: prints U+{ord(raw[0]):04X}"
    try:
        text.encode()
        if name in ("json", "sarif", "diff json"):
            read_json(text)
    except ValueError as error:
        yield f"report {name}: cannot be read: {str(error)[:100]}"
    if name == "github":
        lines = text.splitlines()
        if len(lines) > count or not all(line.startswith(("::error ", "::warning ")) for line in lines):
            yield f"report {name}: {len(lines)} lines for {count} findings"
    if name == "diff markdown":
        acting = [part for part in structure("x.md", text).parts if part.startswith("html ") and not _folds(part)]
        if acting:
            yield f"report {name} acts: {acting[0][:100]!r}"


def _folds(part: str) -> bool:
    """Whether HTML in Markdown does nothing but fold payloads and break lines."""
    nodes = LexborHTMLParser(part.removeprefix("html ")).css("*")
    return all(node.tag in _FOLDING and not node.attributes for node in nodes)
