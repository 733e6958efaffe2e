"""Rules on patterns: each can be written in every language, and none is slow."""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.fields import Rules
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import Shaped
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.pattern import WrittenPattern
from paycat.shapes.patterns.backtracking import SLOW, most_steps
from paycat.shapes.patterns.portable import class_fault_of, fault_of, form_of, is_portable, tree_of
from paycat.shapes.patterns.tree import longest
from paycat.text.counting import counted

_STATING = ("characters", "pattern")
_SHORT = 40
"""A pattern that is slow on so short a text is slow whatever lengths are allowed."""


@rule("patterns", stage=Stage.FORMS)
def patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that cannot be read, or not be written in every language."""
    for statement in context.stated(Constrained):
        for pattern, location in written_patterns(statement):
            if fault := fault_of(pattern.source, is_whole=pattern.is_whole):
                yield Diagnostic("bad-pattern", location, *fault)
        characters = statement.value.rule("characters")
        if characters and (fault := class_fault_of(characters.value)):
            yield Diagnostic("bad-characters", statement.at("characters", "value"), *fault)


@rule("backtracking", stage=Stage.FORMS)
def exploding_patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that are slow on short texts; that may be allowed where texts are too short for it."""
    length_rules_by_id: dict[int, list[Ruled | None]] = defaultdict(list)
    for field in context.stated_fields:
        for layer in field.statements:
            length_rules_by_id[id(layer.value)].append(field.rule("length"))
    for statement in context.stated(Constrained):
        length_rules = length_rules_by_id.get(id(statement.value)) or [statement.value.rule("length")]
        length = max((length_rule.value[1] if length_rule else None) or _SHORT for length_rule in length_rules)
        for pattern, location in written_patterns(statement):
            if fault_of(pattern.source, is_whole=pattern.is_whole):
                continue
            form = form_of(pattern.source, is_whole=pattern.is_whole)
            tree = tree_of(form.pattern)
            if most_steps(tree, _SHORT) > SLOW:
                code = "exploding-pattern" if most_steps(tree, length) > SLOW else "slow-pattern"
                yield Diagnostic(code, location, _steps(f"a text of {counted(_SHORT, 'character')}"))


@rule("backtracking")
def slow_patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that are slow on texts of the lengths that are allowed."""
    reported_spans: set[Span] = set()
    for matched_pattern in _matched(context):
        tree = tree_of(matched_pattern.pattern)
        length = min((limit for limit in (matched_pattern.most, longest(tree)) if limit is not None), default=0)
        if matched_pattern.span not in reported_spans and most_steps(tree, _SHORT) <= SLOW < most_steps(tree, length):
            reported_spans.add(matched_pattern.span)
            beginning = f"{matched_pattern.owner} may have {counted(length, 'character')}, and "
            yield Diagnostic("slow-pattern", matched_pattern.span, f"{beginning}{_steps('them')}")


@rule("bounded-patterns")
def bounded_patterns(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the patterns that are slow on texts that fill a body, where no length is stated.

    A pattern of a type is reported once, unless some fields of the type have a length: then the others lack it.
    """
    matched_patterns = list(_matched(context))
    bounded_spans = {use.span for use in matched_patterns if use.most is not None}
    seen_spans: set[Span] = set()
    limit = context.contract.interface.limit("body_bytes")
    for use in matched_patterns:
        tree, location = tree_of(use.pattern), use.field_span if use.span in bounded_spans else use.span
        is_unbounded = use.most is None and longest(tree) is None
        if is_unbounded and location not in seen_spans and most_steps(tree, _SHORT) <= SLOW < most_steps(tree, limit):
            seen_spans.add(location)
            message = f"{use.owner} has no maximum length, and {_steps('a text that fills the body')}"
            yield Diagnostic("unbounded-pattern", location, message)


def _steps(text_phrase: str) -> str:
    return f"an engine that backtracks may need more than {SLOW:,} steps to reject {text_phrase}"


def written_patterns(statement: Stated[Constrained]) -> Iterator[tuple[WrittenPattern, Span]]:
    """Return the patterns that are written in a statement: its own, and those of its hints."""
    if pattern := statement.value.rule("pattern"):
        yield pattern.meant, statement.at("pattern", "value")
    if isinstance(statement.value, Rules):
        for hint in statement.items("hints"):
            if hint.value.pattern is not None:
                yield WrittenPattern(hint.value.pattern), hint.at("pattern")


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
    fields = [(field, f"the field {field.path!r} of {request.phrase}") for request, field in context.different_fields]
    stating_shapes = (shape for shape in context.stated(Shaped) if any(map(shape.value.rule, _STATING)))
    for field, owner in (*fields, *((context.values.bare(shape), "the text") for shape in stating_shapes)):
        pattern_rule = field.pattern
        if pattern_rule and is_portable(str(pattern_rule.value)):
            place = pattern_rule.location or field.location
            field_span = field.location if field.name and owner != "the text" else place
            yield _Matched(str(pattern_rule.value), place, field_span, owner, lengths_of(field.bounds)[1])
