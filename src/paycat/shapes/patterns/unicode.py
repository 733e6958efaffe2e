"""Sets of characters that ECMA-262 names: properties of one version of Unicode, words, blanks, letters without case.

They are in unicode.json, which `make codes` writes and which is read when a pattern names one.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from paycat.shapes.patterns.ranges import Ranges, holds, united

DIGITS: Ranges = ((0x30, 0x39),)
BLANKS: Ranges = united(
    [
        *((0x09, 0x0D), (0x20, 0x20), (0xA0, 0xA0), (0x1680, 0x1680), (0x2000, 0x200A), (0x2028, 0x2029)),
        *((0x202F, 0x202F), (0x205F, 0x205F), (0x3000, 0x3000), (0xFEFF, 0xFEFF)),
    ]
)
r"""What `\s` matches."""
LINE_ENDS: Ranges = ((0x0A, 0x0A), (0x0D, 0x0D), (0x2028, 0x2029))
"""What the dot does not match."""

_WORD: Ranges = ((0x30, 0x39), (0x41, 0x5A), (0x5F, 0x5F), (0x61, 0x7A))
_TABLES: Mapping[str | None, tuple[str, ...]] = {
    None: ("categories", "groups", "binary"),
    "General_Category": ("categories", "groups"),
    "gc": ("categories", "groups"),
    "Script": ("scripts",),
    "sc": ("scripts",),
    "Script_Extensions": ("extensions", "scripts"),
    "scx": ("extensions", "scripts"),
}
"""Where the values of a property are, and without one the names that stand alone."""


def word_characters(*, ignores_case: bool) -> Ranges:
    r"""Return what `\w` matches; without regard to case, `ſ` is an s, and the sign of Kelvin is a k."""
    return without_case(_WORD) if ignores_case else _WORD


@cache
def property_ranges(property_name: str) -> Ranges | None:
    r"""Return the characters of `\p{property_name}`, or None where ECMA-262 has no such property."""
    property_key, value_name = property_name.split("=", 1) if "=" in property_name else (None, property_name)
    for table in _TABLES.get(property_key, ()):
        if (coded_text := _names(table).get(value_name)) is not None:
            leaves = (_names("categories")[leaf] for leaf in coded_text.split()) if table == "groups" else (coded_text,)
            return united(span for range_text in leaves for span in _decoded(range_text))
    return None


@cache
def without_case(ranges: Ranges) -> Ranges:
    """Return the characters that are equal to one of the ranges without regard to case."""
    groups = (group for group in _data()["same_without_case"] if any(holds(ranges, ord(letter)) for letter in group))
    return united([*ranges, *((ord(letter), ord(letter)) for group in groups for letter in group)])


def property_names() -> Iterator[str]:
    """Return the names of all properties, as they are written between braces."""
    for key, tables in _TABLES.items():
        yield from (f"{key}={value_name}" if key else value_name for table in tables for value_name in _names(table))


def version() -> str:
    """Return the version of Unicode."""
    return str(_data()["version"])


@cache
def _names(table_name: str) -> Mapping[str, str]:
    """Return the values of a table by each of their names."""
    return {name: value for names, value in _data()[table_name].items() for name in names.split("=")}


def _decoded(coded_text: str) -> Ranges:
    ranges, end_code = [], 0
    for step in coded_text.split():
        gap_text, _, size_text = step.partition("+")
        start_code = end_code + int(gap_text, 36)
        end_code = start_code + int(size_text or "0", 36)
        ranges.append((start_code, end_code))
    return tuple(ranges)


@cache
def _data() -> Any:
    return json.loads(files(__package__).joinpath("unicode.json").read_text(encoding="utf-8"))
