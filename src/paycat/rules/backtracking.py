"""Every pattern rejects a text soon, whatever the engine.

Why: most regular-expression engines backtrack: if a pattern can match the same text in two ways, the number of attempts
doubles with each character. A text of thirty characters then stops a server, and validators look at the pattern before
they look at the length. The engine of paycat takes linear time; those of ajv, Java and Python do not.

The rule reads the pattern and multiplies the ways at each place where the next character does not decide how to go on:
nested quantifiers, such as ([a-z]{1,9}-?){1,9}; alternatives of a repeat that begin alike, such as (a|ab){1,40}; and
repeats side by side that share characters, such as [a-z]*[a-z0-9]*. The number may be too large: (a?){1,40}, for
instance, is found, and means a{0,40}. It is never too small.

Example: in schemas/types.yaml

    mandate_use:
      shape: text
      ...
      pattern: "^([a-z]{1,20}-?){1,20}$"

is found as

    schemas/types.yaml:95:14 error exploding-pattern: an engine that backtracks may need more than 100,000,000 steps to
      reject a text of 40 characters; put something between the repeats that neither of them takes

Fix: let something stand between two repeats that neither of them takes, such as the - in [0-9]+(-[0-9]+){0,9}; begin
each alternative with another character; or state a smaller length.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Span
from paycat.matching.backtracking import SLOW, most_steps
from paycat.matching.portable import fault_of
from paycat.matching.regular import longest, tree_of
from paycat.rules.views.patterned import patterned
from paycat.rules.views.rulings import Ruling, rulings, rulings_of_shapes

ID = "R-62"
EXPLODING = "exploding-pattern"
SLOW_PATTERN = "slow-pattern"
ALLOWABLE = (SLOW_PATTERN,)
NEEDS: tuple[str, ...] = ()

_SHORT = 40
"""A pattern that is slow on so short a text is slow whatever lengths are allowed."""


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the patterns that are slow on short texts, and those that are slow on the lengths that are allowed."""
    for ruling in (*rulings(catalogue), *rulings_of_shapes(catalogue)):
        yield from of_ruling(ruling)
    reported: set[Span] = set()
    for one in patterned(catalogue, contract):
        tree = tree_of(one.pattern)
        length = min((bound for bound in (one.most, longest(tree)) if bound is not None), default=0)
        if one.span not in reported and most_steps(tree, _SHORT) <= SLOW < most_steps(tree, length):
            reported.add(one.span)
            start = f"{one.owner} may have {counted(length, 'character')}, and "
            hint = "put something between the repeats that neither of them takes, or state a smaller length"
            yield Diagnostic(SLOW_PATTERN, one.span, f"{start}{_reason('them')}", hint)


def of_ruling(ruling: Ruling) -> Iterator[Diagnostic]:
    """Return the patterns of a statement that are slow on short texts."""
    if pattern := ruling.rules.stated("pattern"):
        yield from _exploding(pattern.value, ruling.at("pattern", "value"))
    for index, hint in enumerate(ruling.hints):
        if hint.pattern is not None:
            yield from _exploding(hint.pattern, ruling.hint_at(index, "pattern"))


def _exploding(pattern: str, span: Span) -> Iterator[Diagnostic]:
    if not fault_of(pattern) and most_steps(tree_of(pattern), _SHORT) > SLOW:
        message = _reason(f"a text of {counted(_SHORT, 'character')}")
        yield Diagnostic(EXPLODING, span, message, "put something between the repeats that neither of them takes")


def _reason(what: str) -> str:
    return f"an engine that backtracks may need more than {SLOW:,} steps to reject {what}"
