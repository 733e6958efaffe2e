"""Proofs about the schemas of decimal numbers in texts, whose one pattern has the form and the bounds.

What does not have the form is rejected for that, whatever else it breaks; then come lengths, the pattern of the
catalogue, which is in a part of `allOf`, and the bounds.
"""

from typing import Any

from paycat.shapes.constraints.decimal_form import DECIMAL
from paycat.shapes.constraints.decimal_text import Lengths, differing_text
from paycat.shapes.constraints.format import form_in
from paycat.shapes.patterns.side_by_side import Shortest

Schema = dict[str, Any]

_ANYTHING = "^[\\u0000-\U0010ffff]*$"
_NONE = Shortest(None)


def decimal_proof(
    before: Schema, keyword: str, after: Schema, around: Schema | None, itself: Schema | None = None
) -> str:
    """Return why a schema rejects the same for the same reason after a change of one keyword, or nothing.

    `around` and `itself` are as of `proof`.
    """
    holder = around if around and form_in(around) is DECIMAL else before
    if form_in(holder) is not DECIMAL:
        return ""
    lengths = _lengths(holder)
    beside = [part["pattern"] for part in holder.get("allOf", ()) if "pattern" in part and part is not before]
    one, other = before.get("pattern", _ANYTHING), after.get("pattern", _ANYTHING)
    is_inside = holder is around or (itself is not None and form_in(itself) is DECIMAL)
    anyway = (DECIMAL.pattern, *([itself["pattern"]] if itself and "pattern" in itself else []))
    if keyword == "pattern" and is_inside and _are_the_same(one, other, anyway, lengths):
        return "both patterns match the same decimal numbers of the allowed lengths"
    is_form_kept = differing_text(other, DECIMAL.pattern, (other,), (0, None)) == _NONE
    if keyword == "pattern" and holder is before and is_form_kept and _are_the_same(one, other, tuple(beside), lengths):
        return "both patterns match the same texts of the allowed lengths that the pattern beside them matches"
    if keyword in ("minLength", "maxLength") and not _has_text_between(lengths, _lengths(after)):
        return "no decimal number has one of the lengths that one of both allows"
    return ""


def _are_the_same(one: str, other: str, beside: tuple[str, ...], lengths: Lengths) -> bool:
    return differing_text(one, other, beside, lengths) == _NONE


def _lengths(schema: Schema) -> Lengths:
    return schema.get("minLength", 0), schema.get("maxLength")


def _has_text_between(one: Lengths, other: Lengths) -> bool:
    """Tell whether a number may have a length of one range alone: there is one of each length from 1 on."""
    shortest = [max(least, 1) for least, _ in (one, other)]
    return shortest[0] != shortest[1] or one[1] != other[1]
