"""A pattern that repeats something without an end stands where the length of a text has one.

Why: without a greatest length one field may fill the whole body, and whoever stores it, prints it or matches it has to
choose a limit by himself.

Example: in schemas/types.yaml

    record_id:
      shape: text
      meaning: Identifier that the service chose.
      decision: D-107
      characters: A-Za-z0-9_

is found as

    schemas/types.yaml:38:17 error unbounded-pattern: the pattern has a repeat without an end, and the field
      'collection_id' of FASTER_PAYMENT has no greatest length; state a length, or give the repeat an end

Fix: state a length, such as `length: 1..40`, at the field or its type, or
give every repeat of the pattern an end, such as [0-9]{1,40}.
"""

from collections.abc import Iterator

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, Span
from paycat.matching.regular import longest, tree_of
from paycat.rules.views.patterned import patterned

ID = "R-61"
UNBOUNDED = "unbounded-pattern"
ALLOWABLE = (UNBOUNDED,)
NEEDS: tuple[str, ...] = ()


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report the patterns that texts of any length match where no length is stated.

    A pattern of a type is told once, unless some fields of the type have a length: then the others lack it.
    """
    found = list(patterned(catalogue, contract))
    bounded = {one.span for one in found if one.most is not None}
    told: set[Span] = set()
    for one in found:
        place = one.field_span if one.span in bounded else one.span
        if one.most is None and place not in told and longest(tree_of(one.pattern)) is None:
            told.add(place)
            message = f"the pattern has a repeat without an end, and {one.owner} has no greatest length"
            yield Diagnostic(UNBOUNDED, place, message, "state a length, or give the repeat an end")
