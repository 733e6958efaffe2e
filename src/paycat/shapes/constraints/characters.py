"""`characters`: which characters a text is made of; with the length beside it, it states a pattern."""

from collections.abc import Mapping

from paycat.shapes.constraints.statement import Bound, Statement, Surroundings

_MOST_COUNTED = 1000


def _pattern(value: str, around: Surroundings) -> Mapping[str, Bound]:
    least, most = around.stated.get("length", (None, None))
    repeat = f"{{{least or 0},{'' if most is None else most}}}" if least != most else f"{{{least}}}"
    # Engines count only so far; beyond that, the lengths beside the pattern say the rest.
    repeat = "*" if (least, most) == (None, None) or max(least or 0, most or 0) > _MOST_COUNTED else repeat
    return {"pattern": f"^[{value}]{repeat}$"}


CHARACTERS = Statement(
    "characters",
    "text",
    ("text",),
    "The characters allowed, as the inside of a regular expression class, such as 0-9.",
    _pattern,
    ("0-9", "A-Z0-9"),
    with_reason_of="length",
    unless="pattern",
)
