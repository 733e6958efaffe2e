"""Rules on patterns: every language reads them alike, none is slow, and none matches texts of any length."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Rules
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import Shaped
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.shapes.patterns.portable import fault_of
from paycat.shapes.patterns.regular import SLOW, longest, most_steps, tree_of
from paycat.text.counting import counted

_STATING = ("characters", "pattern")
_SHORT = 40
"""A pattern that is slow on so short a text is slow whatever lengths are allowed."""


@rule("patterns", resolving=True)
def patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that are not portable."""
    for stated in context.stated(Constrained):
        yield from unportable(stated)


@rule("backtracking", resolving=True)
def exploding_patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that are slow on short texts."""
    for stated in context.stated(Constrained):
        yield from exploding(stated)


@rule("backtracking")
def slow_patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that are slow on texts of the lengths that are allowed."""
    reported: set[Span] = set()
    for one in _matched(context):
        tree = tree_of(one.pattern)
        length = min((bound for bound in (one.most, longest(tree)) if bound is not None), default=0)
        if one.span not in reported and most_steps(tree, _SHORT) <= SLOW < most_steps(tree, length):
            reported.add(one.span)
            start = f"{one.owner} may have {counted(length, 'character')}, and "
            yield Diagnostic("slow-pattern", one.span, f"{start}{_steps('them')}")


@rule("bounded-patterns")
def bounded_patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that texts of any length match where no length is stated.

    A pattern of a type is reported once, unless some fields of the type have a length: then the others lack it.
    """
    found = list(_matched(context))
    bounded = {one.span for one in found if one.most is not None}
    reported: set[Span] = set()
    for one in found:
        location = one.field_span if one.span in bounded else one.span
        if one.most is None and location not in reported and longest(tree_of(one.pattern)) is None:
            reported.add(location)
            message = f"the pattern has an unbounded repeat, and {one.owner} has no maximum length"
            yield Diagnostic("unbounded-pattern", location, message)


def unportable(stated: Stated[Constrained]) -> Iterator[Diagnostic]:
    """Return the patterns of a statement that are not portable."""
    for pattern, location in _patterns(stated):
        if fault := fault_of(pattern):
            yield Diagnostic("bad-pattern", location, *fault)
    characters = stated.value.stated("characters")
    if characters and (fault := fault_of(f"^[{characters.value}]$")):
        message = fault[0].replace("the pattern", "the characters")
        yield Diagnostic("bad-characters", stated.at("characters", "value"), message, fault[1])


def exploding(stated: Stated[Constrained]) -> Iterator[Diagnostic]:
    """Return the patterns of a statement that are slow on short texts."""
    for pattern, location in _patterns(stated):
        if not fault_of(pattern) and most_steps(tree_of(pattern), _SHORT) > SLOW:
            yield Diagnostic("exploding-pattern", location, _steps(f"a text of {counted(_SHORT, 'character')}"))


def _steps(what: str) -> str:
    return f"an engine that backtracks may need more than {SLOW:,} steps to reject {what}"


def _patterns(stated: Stated[Constrained]) -> Iterator[tuple[str, Span]]:
    """Return the patterns that are written in a statement: its own, and those of its hints."""
    if pattern := stated.value.stated("pattern"):
        yield pattern.value, stated.at("pattern", "value")
    if isinstance(stated.value, Rules):
        for hint in stated.items("hints"):
            if hint.value.pattern is not None:
                yield hint.value.pattern, hint.at("pattern")


@dataclass(frozen=True, slots=True)
class _Matched:
    """A pattern without a fault, where it is stated, whose it is, and the longest text that may be sent there.

    `field_span` is the place of the field: several fields share the pattern of a type.
    """

    pattern: str
    span: Span
    field_span: Span
    owner: str
    most: int | None


def _matched(context: RuleContext) -> Iterator[_Matched]:
    """Return every pattern that texts must match, of fields of requests and of shapes."""
    fields = [(field, f"the field {field.path!r} of {request.method}") for request, field in context.different_fields]
    stating = (one for one in context.stated(Shaped) if any(map(one.value.stated, _STATING)))
    for field, owner in (*fields, *((context.resolved(one), "the text") for one in stating)):
        pattern, most = field.constraint("pattern"), field.constraint("max_length")
        if pattern and not fault_of(str(pattern.value)):
            place = pattern.location or field.location
            own = field.location if field.name and owner != "the text" else place
            yield _Matched(str(pattern.value), place, own, owner, int(most.number) if most else None)
