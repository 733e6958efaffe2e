# Part of paycat's runtime, copied unchanged. Do not edit.

"""What of a request may be kept: no value that the catalogue calls sensitive, and no long number, wherever it is.

A body that is rejected may have a card number in any member. So values are kept of fields that the catalogue lists and
that no method calls sensitive; those of other members are hidden, as their names may be misspelt.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from decimal import Decimal
from typing import Any, cast
from urllib.parse import unquote

from .facts import Facts, Step

HIDDEN = "•••"
"""What stands for a value that is hidden."""

_LONG_NUMBER = re.compile(
    r"(?P<uuid>(?<![0-9A-Za-z])[0-9A-Fa-f]{8}(?:-?[0-9A-Fa-f]{4}){3}-?[0-9A-Fa-f]{12}(?![0-9A-Za-z]))"
    r"|\d(?:[\s._/*\u2010-\u2015\u2212-]{0,2}\d){12,}|\d{9,}"
)
"""What may be the number of a card or an account, however people divide it, or a UUID.

No address of the internet has so many digits, and no colon or comma is in it: those divide times and amounts.
"""
_MOST_ESCAPES = 3
"""So many times a text may be percent-encoded, as in the path that a problem repeats."""
_LEAST_LETTERS = 4
"""So many letters a UUID has that is no number."""
_MOST_DIGITS = 11
"""Most digits of a JSON number that is kept: a card has more, and an amount seldom has."""


class Masking:
    """Hides what may not be kept of the bodies of a service's requests."""

    def __init__(self, facts: Facts) -> None:
        self._visible = frozenset(facts.visible)
        self._unstructured = frozenset(facts.unstructured)

    def masked(self, value: Any, path: tuple[Step, ...] = ()) -> Any:
        """Return what may be kept of a body, or of the value at a path of one."""
        if path in self._unstructured:
            return without_numbers_inside(value)
        if isinstance(value, Mapping):
            members = cast("Mapping[str, Any]", value)
            return {
                without_long_numbers(name): self.masked(inner, (*path, name))
                for name, inner in members.items()
            }
        if isinstance(value, list):
            items = cast("Sequence[Any]", value)
            return [self.masked(inner, (*path, 0)) for inner in items]
        if value is None or isinstance(value, bool) or path in self._visible:
            return without_numbers_inside(value)
        return HIDDEN


def without_numbers_inside(value: Any, known: Collection[str] = ()) -> Any:
    """Return a JSON value without long numbers; texts that are known, such as identifiers, are kept as they are."""
    if isinstance(value, Mapping):
        members = cast("Mapping[str, Any]", value)
        return {
            without_long_numbers(name): without_numbers_inside(inner, known)
            for name, inner in members.items()
        }
    if isinstance(value, list | tuple):
        items = cast("Sequence[Any]", value)
        return [without_numbers_inside(inner, known) for inner in items]
    if isinstance(value, str):
        return value if value in known else without_long_numbers(value)
    if value is None or isinstance(value, bool):
        return value
    digits = len(Decimal(str(value)).as_tuple().digits)
    return HIDDEN if digits > _MOST_DIGITS else value


def without_long_numbers(text: str) -> str:
    """Return a text without numbers that may be those of a card or an account."""
    shown = _LONG_NUMBER.sub(_shown, text)
    decoded = shown
    for _ in range(_MOST_ESCAPES):
        before, decoded = decoded, unquote(decoded)
        if decoded == before:
            break
        masked = _LONG_NUMBER.sub(_shown, decoded)
        if masked != decoded:
            return masked
    return shown


def _shown(found: re.Match[str]) -> str:
    letters = sum(sign.isalpha() for sign in found["uuid"] or "")
    return found[0] if letters >= _LEAST_LETTERS else "…"
