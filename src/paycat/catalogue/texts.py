"""Texts for readers: which keys of statements hold them."""

from functools import cache

from paycat.catalogue.interface import Operations
from paycat.catalogue.statement import Statement, keys_of

_PROSE = (
    *("title", "meaning", "label", "note", "summary", "description", "when"),
    *("question", "chosen", "because", "alternatives", "risk", "says", "governs"),
)


@cache
def prose_keys(model: type[Statement]) -> tuple[str, ...]:
    """Return the keys of a statement whose values are texts for readers."""
    keys = keys_of(model)
    return tuple(key for key in (*_PROSE, "tags") if key in keys and (key != "tags" or model is Operations))
