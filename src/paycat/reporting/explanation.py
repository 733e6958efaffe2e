"""Explanations as text: a heading, and below it each section with its name at the left."""

import textwrap

from paycat.explaining.explanation import Explanation
from paycat.terminal import Terminal

_NARROWEST = 100
_INDENT = 13


def print_explanation(explanation: Explanation) -> None:
    """Print an explanation; lines that begin with blanks, such as those of an example, stay as they are."""
    console = Terminal()
    width = console.width if console.is_terminal else _NARROWEST
    console.print(explanation.heading, style="bold", soft_wrap=True)
    for name, lines in explanation.sections().items():
        label = name
        for line in lines:
            for part in _wrapped(line, max(width - _INDENT, 40)):
                console.print(f"{label:<{_INDENT}}{part}".rstrip(), soft_wrap=True)
                label = ""


def _wrapped(line: str, width: int) -> list[str]:
    if line.startswith("    ") or not line.strip():
        return [line]
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return textwrap.wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
