"""No pattern takes forever to refuse a text.

Why: most languages match by going back and trying the next way, and a pattern with two ways over the same text has
twice as many with each character. A text of thirty characters then stops a server, and validators look at the pattern
before they look at the length.

Example: in schemas/types.yaml

    mandate_use:
      shape: text
      ...
      pattern: "^([a-z]{1,20}-?){1,20}$"

is found as

    schemas/types.yaml:95:14 error exploding-pattern: a text can be read in two ways at each turn of a repeat, so that
      refusing it may take forever; put something between the repeats that neither of them takes

Fix: let something stand between two repeats that neither of them takes, such as the - in [0-9]+(-[0-9]+){0,9}; write
each alternative so that no text fits two of them; or state a smaller length.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.counting import counted
from paycat.diagnostics import Diagnostic, Span
from paycat.matching.ambiguity import MOST_STEPS, SLOW, explodes, steps_at_worst
from paycat.matching.portable import fault_of
from paycat.matching.regular import longest, tree_of
from paycat.rules.views.patterned import patterned
from paycat.rules.views.rulings import Ruling, rulings, rulings_of_shapes

ID = "R-62"
EXPLODING = "exploding-pattern"
SLOW_PATTERN = "slow-pattern"
UNDECIDED = "undecided-pattern"
ALLOWABLE = (SLOW_PATTERN,)
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the patterns with exponentially many ways, and those with too many for the lengths that are allowed."""
    for ruling in (*rulings(catalogue), *rulings_of_shapes(catalogue)):
        yield from of_ruling(ruling)
    told: set[Span] = set()
    for one in patterned(catalogue, contract):
        tree = tree_of(one.pattern)
        bounds = [bound for bound in (one.most, longest(tree)) if bound is not None]
        if not bounds or one.span in told or explodes(tree) is not False:
            continue
        steps = steps_at_worst(tree, min(bounds))
        if steps is None:
            told.add(one.span)
            yield _undecided(one.span)
        elif steps > SLOW:
            told.add(one.span)
            length = counted(min(bounds), "character")
            message = f"{one.owner} may have {length}, and refusing them may take {SLOW:,} steps or more"
            hint = "put something between the repeats that neither of them takes, or state a smaller length"
            yield Diagnostic(SLOW_PATTERN, one.span, message, hint)


def of_ruling(ruling: Ruling) -> Iterator[Diagnostic]:
    """Return the patterns of a statement with exponentially many ways."""
    if pattern := ruling.rules.stated("pattern"):
        yield from _exploding(pattern.value, ruling.at("pattern", "value"))
    for index, hint in enumerate(ruling.hints):
        if hint.pattern is not None:
            yield from _exploding(hint.pattern, ruling.hint_at(index, "pattern"))


def _exploding(pattern: str, span: Span) -> Iterator[Diagnostic]:
    if fault_of(pattern):
        return
    exploding = explodes(tree_of(pattern))
    if exploding is None:
        yield _undecided(span)
    elif exploding:
        message = "a text can be read in two ways at each turn of a repeat, so that refusing it may take forever"
        yield Diagnostic(EXPLODING, span, message, "put something between the repeats that neither of them takes")


def _undecided(span: Span) -> Diagnostic:
    message = f"paycat cannot prove within {MOST_STEPS:,} steps that the pattern rejects every text quickly"
    return Diagnostic(UNDECIDED, span, message, "write fewer or smaller repeats and alternatives")
