# Part of paycat's runtime, copied unchanged. Do not edit.

"""What the annotation of a field states for this package, and pydantic ignores."""

from dataclasses import dataclass
from typing import Any, TypeVar

from pydantic.fields import FieldInfo


@dataclass(frozen=True, slots=True)
class Note:
    """A mark of a field."""

    name: str


SENSITIVE = Note("sensitive")
"""Marks a field whose value is masked in `repr`."""


class Codes(dict[str, str]):
    """The codes of violations of a field, by the usual codes that they replace."""


class ItemCodes(dict[str, str]):
    """The codes of violations of the items of a list."""


Stated = TypeVar("Stated", bound=dict[str, Any])


def note_of(field: FieldInfo, kind: type[Stated]) -> Stated:
    """Return what a field states of a kind; empty if it states nothing."""
    return next((one for one in field.metadata if isinstance(one, kind)), kind())
