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
        inside = self.first <= finding.span <= self.last
        return finding.code == self.code and inside and not any(a <= finding.span <= z for a, z in self.others)


def may_be_allowed(code: str) -> bool:
    """Return whether findings of this code may be allowed, as nothing that is generated relies on them."""
    page = pages_by_code().get(code)
    return page is not None and code in page.allowable


def allowances(context: RuleContext) -> tuple[Allowance, ...]:
    """Return every allowance of the catalogue."""
    stating = (stated for stated in context.statements if stated.value.allow)
    return tuple(found for stated in stating for found in _of_statement(context, stated))


def faulty(stated: Iterable[Allowance]) -> Iterator[Diagnostic]:
    """Report the allowances of codes that do not exist or cannot be allowed, and those without a reason."""
    checked = {"allowances", *(rule.page for rule in RULES)}
    for one in stated:
        page = pages_by_code().get(one.code)
        if page is None or page.slug not in checked:  # Other pages are of findings of other commands.
            hint = did_you_mean(one.code, [code for code in pages_by_code() if may_be_allowed(code)])
            message = f"there is no finding {one.code!r} that can be allowed"
            yield Diagnostic("unknown-allowance", one.span, message, hint)
        elif not may_be_allowed(one.code):
            message = f"the finding {one.code!r} cannot be allowed: generated files depend on it"
            yield Diagnostic("forbidden-allowance", one.span, message, "correct the mistake itself")
        elif len(one.reason.split()) < _FEWEST_WORDS:
            message = f"the allowance of {one.code!r} has no reason"
            yield Diagnostic("allowance-without-reason", one.span, message, "write it as a sentence")


def unused(stated: Iterable[Allowance], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Warn of the allowances that cover none of the findings."""
    findings = list(found)
    for one in stated:
        if not any(one.covers(finding) for finding in findings):
            message = f"no finding here has the code {one.code!r}"
            yield Diagnostic("unused-allowance", one.span, message, "remove the allowance")


def _of_statement(context: RuleContext, stated: Stated[Statement]) -> Iterator[Allowance]:
    first, last = _extent(stated)
    entries = (
        one
        for one in context.statements
        if one.is_entry and one.source is stated.source
        if isinstance(node_at(one.source.node, one.path), Mapping)  # A scalar has no place for an allowance.
    )
    others = tuple((a, z) for a, z in map(_extent, entries) if first < a and z <= last)
    for code, reason in stated.value.allow.items():
        yield Allowance(code, reason, stated.at("allow", code, key=True), first, last, others)


def _extent(stated: Stated[Statement]) -> tuple[Span, Span]:
    """Return where a statement begins and ends; a finding may be at its key, or, of a file, at no line."""
    node = node_at(stated.source.node, stated.path)
    first = stated.at(key=True) if stated.path else Span(stated.source.name)
    return first, _last(node) if node else stated.at()


def _last(node: Node) -> Span:
    if isinstance(node, Mapping) and node.entries:
        return max(node.span, _last(node.entries[-1].value))
    if isinstance(node, Sequence) and node.items:
        return max(node.span, _last(node.items[-1]))
    return node.last if isinstance(node, Scalar) else node.span
