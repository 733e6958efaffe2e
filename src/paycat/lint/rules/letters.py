"""The rule on letters: no word mixes letters of several scripts that look alike."""

from collections.abc import Iterable, Iterator

from paycat.diagnostics import Diagnostic
from paycat.letters import in_latin, mixed_words, name_of
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.loading import Scalar, node_at, scalars_in


@rule("look-alike-letters", resolving=True)
def look_alike_letters(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the words of names, codes and values in which a letter only looks like a Latin one."""
    samples = {source.name for source in context.catalogue.samples.values()}
    sources = (source for source in context.catalogue.files if source.name not in samples)
    if found := [one for source in sources for one in _found("look-alike-letter", source.scalars)]:
        for_people = {text.at() for text in context.texts}
        yield from (one for one in found if one.span not in for_people)


@rule("look-alike-letters")
def look_alike_letters_in_texts(context: RuleContext) -> Iterator[Diagnostic]:
    """Report the same in texts for people and in valid samples; the verdicts of others name such letters."""
    for text in context.texts:
        if not text.value.isascii():
            yield from _found("look-alike-letter-in-text", [Scalar(text.at(), text.value, plain=False)])
    for verdict in context.verdicts:
        node = node_at(verdict.source.node, ("samples", verdict.sample.name, "payload"))
        if node and not verdict.violations:
            yield from _found("look-alike-letter-in-text", scalars_in(node))


def _found(code: str, among: Iterable[Scalar]) -> Iterator[Diagnostic]:
    for scalar in among:
        if scalar.text.isascii():
            continue
        for word, letter in mixed_words(scalar.text)[:1]:
            message = f"{word!r} has the letter {letter}, which is {name_of(letter)}"
            yield Diagnostic(code, scalar.span, message, f"write {in_latin(word)!r}")
