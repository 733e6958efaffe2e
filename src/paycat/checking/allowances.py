"""A finding that is right where it stands is allowed there, with a reason; an allowance that allows nothing is told.

Why: whoever reads the catalogue next must see that the finding was weighed, and by what reason. An allowance that has
outlived its finding would hide the next one.

Example: in schemas/currencies.yaml

    CHF: { name: Swiss franc, exponent: 2, source: "§1", allow: { unused-currency: later } }

is found as

    schemas/currencies.yaml:6:3 warning unused-currency: no method has the currency 'CHF'; remove it, or use it
    schemas/currencies.yaml:6:65 error allowance-without-reason: why 'unused-currency' is right here is not said; give
      the reason, in a sentence

Fix: correct the code, give the reason in words, or remove what nothing needs any more. Each entry of a table speaks for
itself: allow the finding at the field, the sample or the decision that it is about. What artefacts rely on cannot be
allowed: mend it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.loading import Mapping as MappingNode
from paycat.loading import Node, Sequence
from paycat.rules.views.statements import statements_of

ID = "R-15"
UNKNOWN = "unknown-allowance"
FORBIDDEN = "forbidden-allowance"
UNREASONED = "allowance-without-reason"
UNUSED = "unused-allowance"
WARNINGS = (UNUSED,)

_FEWEST_WORDS = 3


@dataclass(frozen=True, slots=True)
class Allowance:
    """A finding code that a statement allows, where that is said, and the first and last place of the statement.

    `others` are the first and last places of the entries of tables inside: an entry speaks for itself, so that what is
    allowed for a method hides nothing of its fields.
    """

    code: str
    reason: str
    span: Span
    first: Span
    last: Span
    others: tuple[tuple[Span, Span], ...] = ()

    def covers(self, finding: Diagnostic) -> bool:
        """Tell whether the finding has this code and is in the statement, and in no entry of a table inside."""
        inside = self.first <= finding.span <= self.last
        return finding.code == self.code and inside and not any(a <= finding.span <= z for a, z in self.others)


def allowances(catalogue: Catalogue) -> tuple[Allowance, ...]:
    """Return every allowance of the catalogue."""
    return tuple(chain.from_iterable(map(_allowances, catalogue.files)))


def faulty(stated: Iterable[Allowance], allowable: Mapping[str, bool]) -> Iterator[Diagnostic]:
    """Report the allowances of codes that do not exist or cannot be allowed, and those without a reason in words."""
    for one in stated:
        if one.code not in allowable:
            hint = did_you_mean(one.code, [code for code, may in allowable.items() if may])
            yield Diagnostic(UNKNOWN, one.span, f"there is no finding {one.code!r} that can be allowed", hint)
        elif not allowable[one.code]:
            message = f"the finding {one.code!r} cannot be allowed: what is generated relies on it"
            yield Diagnostic(FORBIDDEN, one.span, message, "mend the finding itself")
        elif len(one.reason.split()) < _FEWEST_WORDS:
            message = f"why {one.code!r} is right here is not said"
            yield Diagnostic(UNREASONED, one.span, message, "give the reason, in a sentence")


def unused(stated: Iterable[Allowance], found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """Report the allowances that cover none of the findings."""
    findings = list(found)
    for one in stated:
        if not any(one.covers(finding) for finding in findings):
            yield Diagnostic(UNUSED, one.span, f"nothing here is found as {one.code!r}", "remove the allowance")


@lru_cache(maxsize=256)
def _allowances(source: Source[Statement]) -> tuple[Allowance, ...]:
    stated = [one.value for one in statements_of(source)]
    allowing = {statement.span: statement.allow for statement in stated if statement.allow}
    return tuple(_placed(source, allowing, {one.span for one in _entries(stated)})) if allowing else ()


def _placed(
    source: Source[Statement], allowing: Mapping[Span, Mapping[str, str]], entries: set[Span]
) -> Iterator[Allowance]:
    placed = [(first, _last(node), node) for first, node in _mappings(Span(source.name), source.node)]
    for first, last, node in placed:
        entry = node.entry("allow") if node.span in allowing else None
        for allowed in entry.value.entries if entry and isinstance(entry.value, MappingNode) else ():
            code = allowed.key.text
            others = tuple((a, z) for a, z, one in placed if one.span in entries and first < a and z <= last)
            yield Allowance(code, allowing[node.span][code], allowed.key.span, first, last, others)


def _entries(stated: Iterable[Statement]) -> Iterator[Statement]:
    """Every statement that is an entry of a table."""
    for statement in stated:
        for name in type(statement).model_fields:
            table = getattr(statement, name)
            if isinstance(table, dict):
                yield from (one for one in table.values() if isinstance(one, Statement))


def _mappings(first: Span, node: Node) -> Iterator[tuple[Span, MappingNode]]:
    """Every mapping, each with the place where what is said of it begins: its key's, as findings stand there too."""
    if isinstance(node, MappingNode):
        yield first, node
        for entry in node.entries:
            yield from _mappings(entry.key.span, entry.value)
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from _mappings(item.span, item)


def _last(node: Node) -> Span:
    if isinstance(node, MappingNode) and node.entries:
        return max(node.span, _last(node.entries[-1].value))
    if isinstance(node, Sequence) and node.items:
        return max(node.span, _last(node.items[-1]))
    return node.span
