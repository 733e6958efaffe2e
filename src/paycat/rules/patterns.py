"""Patterns mean the same in every language: they are anchored, can be read, and keep to the portable subset.

Why: one pattern is checked by Python, JavaScript, Java and Rust, where \\d, a dot or a look-ahead differ or fail; a
payload would pass at the integrator and be refused by the server. This holds for patterns of field types, fields, hints
and shapes, and for `characters`.

Example: in schemas/types.yaml

    hints: { note: A BIC has 8 or 11 characters., pattern: "[A-Z0-9]{8}([A-Z0-9]{3})?" }

is found as

    schemas/types.yaml:76:60 error bad-pattern: the pattern is not anchored; begin it with ^ and end it with $

Fix: do what the finding says. A plain class such as [0-9] with a length is nearly always enough.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Span
from paycat.matching.portable import Fault, fault_of
from paycat.rules.views.rulings import Ruling, rulings, rulings_of_shapes

ID = "R-23"
BAD_PATTERN = "bad-pattern"
BAD_CHARACTERS = "bad-characters"
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the patterns that are not portable."""
    for ruling in (*rulings(catalogue), *rulings_of_shapes(catalogue)):
        yield from of_ruling(ruling)


def of_ruling(ruling: Ruling) -> Iterator[Diagnostic]:
    """Return the patterns of a statement that are not portable."""
    rules = ruling.rules
    if pattern := rules.stated("pattern"):
        yield from _found(BAD_PATTERN, ruling.at("pattern", "value"), fault_of(pattern.value))
    if characters := rules.stated("characters"):
        place = ruling.at("characters", "value")
        fault = fault_of(f"^[{characters.value}]$")
        if fault:
            yield Diagnostic(BAD_CHARACTERS, place, fault[0].replace("the pattern", "the characters"), fault[1])
    for index, hint in enumerate(ruling.hints):
        if hint.pattern is not None:
            yield from _found(BAD_PATTERN, ruling.hint_at(index, "pattern"), fault_of(hint.pattern))


def _found(code: str, place: Span, fault: Fault | None) -> Iterator[Diagnostic]:
    if fault:
        yield Diagnostic(code, place, *fault)
