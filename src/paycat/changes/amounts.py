"""Two number fields in; whether it is proven that the new one accepts every number of the old one out.

A field whose decimal places are limited accepts the points of a grid: between two of them a bound decides nothing.
"""

from decimal import ROUND_FLOOR, Decimal

from paycat.contract.judge import holds
from paycat.contract.model import FieldNode, Keyword


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether the new field accepts the smallest and the largest number of the old one, and as many places."""
    ends = _ends(old)
    if old.json_type != "number" or new.json_type != "number" or ends is None:
        return False
    places = _bound(new, "decimal_places")
    fine = places is None or places >= (_bound(old, "decimal_places") or 0)
    ranges = [rule for rule in new.constraints if rule.keyword in ("exclusive_minimum", "maximum")]
    return fine and all(holds(rule, end) for rule in ranges for end in ends)


def _ends(field: FieldNode) -> tuple[Decimal, Decimal] | None:
    """Return the smallest and the largest number that a field accepts; None where it has no such numbers."""
    least, most, places = (_bound(field, name) for name in ("exclusive_minimum", "maximum", "decimal_places"))
    if least is None or most is None or places is None:
        return None
    step = Decimal(1).scaleb(-int(places))
    return (least / step).to_integral_value(ROUND_FLOOR) * step + step, most // step * step


def _bound(field: FieldNode, keyword: Keyword) -> Decimal | None:
    rule = field.constraint(keyword)
    return Decimal(rule.number) if rule else None
