"""Allowances: a finding is kept where it is, with a reason; one that matches no finding is itself a finding."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import pages_by_code
from paycat.lint.rules import RULES
from paycat.yaml.nodes import Mapping, Node, Scalar, Sequence, node_at

_FEWEST_WORDS = 3


@dataclass(frozen=True, slots=True)
class Allowance:
    """A finding code that a statement allows, the place of the code, and the first and last place of the statement.

    `others` are the first and last places of the entries of tables inside: an entry has its own
    allowances, so one for a method hides no finding of its fields.
    """

    code: str
    reason: str
    span: Span
    first: Span
    last: Span
    others: tuple[tuple[Span, Span], ...] = ()

    def covers(self, finding: Diagnostic) -> bool:
        """Return whether the finding has this code and is in the statement, and in no entry of a table inside."""
        is_of_others = any(first <= finding.span <= last for first, last in self.others)
        return finding.code == self.code and self.first <= finding.span <= self.last and not is_of_others


def may_be_allowed(code: str) -> bool:
    """Return whether findings of this code may be allowed, as nothing that is generated relies on them."""
    page = pages_by_code().get(code)
    return page is not None and code in page.allowable


def allowances(context: RuleContext) -> tuple[Allowance, ...]:
    """Return every allowance of the catalogue."""
    statements = (statement for statement in context.statements if statement.value.allow)
    return tuple(allowance for statement in statements for allowance in _of_statement(context, statement))


def faulty(stated_allowances: Iterable[Allowance]) -> Iterator[Diagnostic]:
    """Report the allowances of codes that do not exist or cannot be allowed, and those without a reason."""
    checked_slugs = {"allowances", *(rule.page for rule in RULES)}
    for allowance in stated_allowances:
        page = pages_by_code().get(allowance.code)
        if page is None or page.slug not in checked_slugs:  # Other pages are of findings of other commands.
            hint = did_you_mean(allowance.code, [code for code in pages_by_code() if may_be_allowed(code)])
            message = f"there is no finding {allowance.code!r} that can be allowed"
            yield Diagnostic("unknown-allowance", allowance.span, message, hint)
        elif not may_be_allowed(allowance.code):
            message = f"the finding {allowance.code!r} cannot be allowed: generated files depend on it"
            yield Diagnostic("forbidden-allowance", allowance.span, message, "correct the mistake itself")
        elif len(allowance.reason.split()) < _FEWEST_WORDS:
            message = f"the allowance of {allowance.code!r} has no reason"
            yield Diagnostic("allowance-without-reason", allowance.span, message, "write it as a sentence")


def unused(stated_allowances: Iterable[Allowance], allowed_findings: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Warn of the allowances that cover none of the findings."""
    findings = list(allowed_findings)
    for allowance in stated_allowances:
        if not any(allowance.covers(finding) for finding in findings):
            message = f"no finding here has the code {allowance.code!r}"
            yield Diagnostic("unused-allowance", allowance.span, message, "remove the allowance")


def _of_statement(context: RuleContext, statement: Stated[Statement]) -> Iterator[Allowance]:
    start, end = _extent(statement)
    entries = (
        entry
        for entry in context.statements
        if entry.is_entry and entry.source is statement.source
        if isinstance(node_at(entry.source.node, entry.path), Mapping)  # A scalar has no place for an allowance.
    )
    extents = tuple((first, last) for first, last in map(_extent, entries) if start < first and last <= end)
    for code, reason in statement.value.allow.items():
        yield Allowance(code, reason, statement.at("allow", code, key=True), start, end, extents)


def _extent(statement: Stated[Statement]) -> tuple[Span, Span]:
    """Return where a statement begins and ends; a finding may be at its key, or, of a file, at no line."""
    node = node_at(statement.source.node, statement.path)
    start = statement.at(key=True) if statement.path else Span(statement.source.name)
    return start, _last(node) if node else statement.at()


def _last(node: Node) -> Span:
    if isinstance(node, Mapping) and node.entries:
        return max(node.span, _last(node.entries[-1].value))
    if isinstance(node, Sequence) and node.items:
        return max(node.span, _last(node.items[-1]))
    return node.last if isinstance(node, Scalar) else node.span
