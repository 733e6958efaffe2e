"""The rule on texts that other readers of YAML take for numbers, and on texts that were decoded wrong."""

import re
from collections.abc import Iterator

from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.loading import Mapping, Node, Scalar, is_number_elsewhere

_DECODED_WRONG = re.compile(r"[\u00c2-\u00f4][\u0080-\u00ff\u0152-\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]{1,3}")
"""What Latin-1 or Windows-1252 makes of a character that has several bytes in UTF-8."""


@rule("ambiguous-scalars")
def ambiguous_scalars(context: RuleContext) -> Iterator[Diagnostic]:
    """Report texts that other readers take for numbers, and texts that were read in another encoding than written."""
    for source in context.catalogue.files:
        for scalar in _scalars(source.node):
            if scalar.plain and is_number_elsewhere(scalar.text):
                message = f"this is a text, but other readers of YAML take {scalar.text} for a number"
                yield Diagnostic("number-elsewhere", scalar.span, message, f'write "{scalar.text}"')
            elif not scalar.text.isascii() and (slip := _decoded_wrong(scalar.text)):
                wrong, right = slip
                message = f"the text has {wrong!r}, which is {right!r} in UTF-8, read in another encoding"
                yield Diagnostic("wrong-encoding", scalar.span, message, f"write {right!r}")


def _scalars(node: Node) -> Iterator[Scalar]:
    waiting = [node]
    while waiting:
        one = waiting.pop()
        if isinstance(one, Scalar):
            yield one
        elif isinstance(one, Mapping):
            waiting += (part for entry in one.entries for part in (entry.key, entry.value))
        else:
            waiting += one.items


def _decoded_wrong(text: str) -> tuple[str, str] | None:
    """Return what a text has in place of a character, and that character, or None."""
    for found in _DECODED_WRONG.finditer(text):
        for encoding in ("cp1252", "latin-1"):
            for length in range(len(found[0]), 1, -1):
                try:
                    right = found[0][:length].encode(encoding).decode("utf-8")
                except UnicodeError:
                    continue
                if len(right) == 1:
                    return found[0][:length], right
    return None
