"""Two number fields in; whether it is proven that the new one accepts every number of the old one out.

A field whose numbers are multiples of a step accepts the points of a grid: between two of them a bound decides nothing.
"""

from paycat.contract.nodes import FieldNode
from paycat.decimals import is_multiple
from paycat.shapes.constraints import numbers_within


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Tell whether the new field accepts the smallest and the largest number of the old one, and is as fine."""
    if old.json_type != new.json_type or new.json_type not in ("number", "integer"):
        return False
    before, after = numbers_within(old.bounds), numbers_within(new.bounds)
    ends = (before.smallest(), before.largest())
    if before.stated_step is None or None in ends:
        return False
    is_as_fine = after.stated_step is None or is_multiple(before.stated_step, after.stated_step)
    return is_as_fine and all(end is not None and after.has(end) for end in ends)
