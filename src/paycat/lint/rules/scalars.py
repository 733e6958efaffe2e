"""Rules on how scalars are written: no word mixes letters of several scripts, and no text looks like a number."""

import re
from collections.abc import Iterable, Iterator

from paycat.catalogue.constraints import Constrained
from paycat.catalogue.fields import Hint
from paycat.diagnostics import Diagnostic, Span
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.statement import NO_METHOD
from paycat.text.characters import in_latin, mixed_words, name_of
from paycat.yaml.nodes import Scalar, is_number_elsewhere, node_at, scalars_in

_CLASS = re.compile(r"\[(\\.|[^\]\\])*\]")


@rule("look-alike-letters", stage=Stage.LETTERS)
def look_alike_letters(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the words of names, codes and values in which a letter only looks like a Latin one."""
    sample_names = {source.name for source in context.catalogue.samples.values()}
    sources = (source for source in context.catalogue.files if source.name not in sample_names)
    if findings := [finding for source in sources for finding in _mixed_letters("look-alike-letter", source.scalars)]:
        text_spans, pattern_by_span = {text.at() for text in context.texts}, dict(_patterns(context))
        for finding in findings:
            is_of_classes = finding.span in pattern_by_span and not mixed_words(pattern_by_span[finding.span])
            if finding.span not in text_spans and not is_of_classes:
                yield finding


def _patterns(context: RuleContext) -> Iterator[tuple[Span, str]]:
    """Return the place of each pattern, and the pattern without its classes, which are no words."""
    for statement in context.stated(Constrained):
        for key, stated_rule in statement.value.rules.items():
            if written_of := STATEMENTS[key].written_of:
                for pattern in written_of(stated_rule.meant, NO_METHOD).values():
                    yield statement.at(key, "value"), _CLASS.sub(" ", pattern)
    for hint in context.stated(Hint):
        yield hint.at("pattern"), _CLASS.sub(" ", hint.value.pattern or "")


@rule("look-alike-letters", stage=Stage.STATEMENTS)
def look_alike_letters_in_texts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report such words in texts for people and in valid samples; the verdicts of other samples name the letters."""
    for text in context.texts:
        if not text.value.isascii():
            yield from _mixed_letters("look-alike-letter-in-text", [Scalar(text.at(), text.value, plain=False)])
    for verdict in context.verdicts:
        node = node_at(verdict.source.node, ("samples", verdict.sample.name, "payload"))
        if node and not verdict.violations:
            yield from _mixed_letters("look-alike-letter-in-text", scalars_in(node))


def _mixed_letters(code: str, scalars: Iterable[Scalar]) -> Iterator[Diagnostic]:
    for scalar in scalars:
        if scalar.text.isascii():
            continue
        for word, letter in mixed_words(scalar.text)[:1]:
            message = f"{word!r} has the letter {letter}, which is {name_of(letter)}"
            yield Diagnostic(code, scalar.span, message, f"write {in_latin(word)!r}")


@rule("ambiguous-scalars")
def ambiguous_scalars(context: RuleContext) -> Iterator[Diagnostic]:
    """Report texts without quotes that other readers take for numbers."""
    for source in context.catalogue.files:
        for scalar in source.scalars:
            if scalar.plain and is_number_elsewhere(scalar.text):
                message = f"this is a text, but other readers of YAML take {scalar.text} for a number"
                yield Diagnostic("number-elsewhere", scalar.span, message, f'write "{scalar.text}"')
