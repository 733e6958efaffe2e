"""The rule on texts that other readers of YAML take for numbers."""

from collections.abc import Iterator

from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.loading import is_number_elsewhere


@rule("ambiguous-scalars")
def ambiguous_scalars(context: RuleContext) -> Iterator[Diagnostic]:
    """Report texts without quotes that other readers take for numbers."""
    for source in context.catalogue.files:
        for scalar in source.scalars:
            if scalar.plain and is_number_elsewhere(scalar.text):
                message = f"this is a text, but other readers of YAML take {scalar.text} for a number"
                yield Diagnostic("number-elsewhere", scalar.span, message, f'write "{scalar.text}"')
