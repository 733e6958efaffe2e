"""Two number fields in; whether it is proven that the new one accepts every number of the old one out.

A field whose decimal places are limited accepts the points of a grid: between two of them a bound decides nothing.
"""

from paycat.contract.judge import holds
from paycat.contract.model import FieldNode, Keyword
from paycat.decimals import Number, largest_up_to, next_above


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether the new field accepts the smallest and the largest number of the old one, and as many places."""
    ends = _ends(old)
    if old.json_type != "number" or new.json_type != "number" or ends is None:
        return False
    places = _bound(new, "decimal_places")
    fine = places is None or places >= (_bound(old, "decimal_places") or 0)
    ranges = [rule for rule in new.constraints if rule.keyword in ("exclusive_minimum", "maximum")]
    return fine and all(holds(rule, end) for rule in ranges for end in ends)


def _ends(field: FieldNode) -> tuple[Number, Number] | None:
    """Return the smallest and the largest number that a field accepts; None where it has no such numbers."""
    least, most, places = (_bound(field, name) for name in ("exclusive_minimum", "maximum", "decimal_places"))
    if least is None or most is None or places is None:
        return None
    return next_above(least, int(places)), largest_up_to(most, int(places))


def _bound(field: FieldNode, keyword: Keyword) -> Number | None:
    rule = field.constraint(keyword)
    return rule.number if rule else None
