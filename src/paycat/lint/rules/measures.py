"""Finds times, sizes and counts in English texts: their dimension, and their value in its smallest unit."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import Literal

Dimension = Literal["time", "months", "bytes", "levels", "attempts"]

_WORDS = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty"),
)
_NUMBER_WORDS: dict[str, Decimal | int] = {
    **{word: number for number, word in enumerate(_WORDS)},
    "thirty": 30,
    "forty": 40,
    "forty-five": 45,
    "fifty": 50,
    "sixty": 60,
    "ninety": 90,
    "a single": 1,
    "half a": Decimal("0.5"),
    "half an": Decimal("0.5"),
}
_UNITS: tuple[tuple[str, Dimension, tuple[Decimal | int, ...]], ...] = (
    ("milliseconds?|ms", "time", (Decimal("0.001"),)),
    ("seconds?|secs?|s", "time", (1,)),
    ("minutes?|mins?", "time", (60,)),
    ("hours?|hrs?|h", "time", (3600,)),
    ("days?|d", "time", (86400,)),
    ("weeks?", "time", (604800,)),
    ("months?", "months", (1,)),
    ("years?", "months", (12,)),
    ("bytes?|B", "bytes", (1,)),
    ("kilobytes?|[kK]B", "bytes", (1000, 1024)),
    ("kibibytes?|KiB", "bytes", (1024,)),
    ("megabytes?|MB", "bytes", (1000**2, 1024**2)),
    ("mebibytes?|MiB", "bytes", (1024**2,)),
    ("levels?", "levels", (1,)),
    ("(?:(?P<further>more|further|other|later|additional) )?(?:attempts?|tries)", "attempts", (1,)),
)
"""The names of units, and the values of one; a kilobyte may be 1000 or 1024 bytes."""
_BEFORE_ARTICLE = "".join(
    f"(?<={word} )|" for word in ("for", "within", "after", "least", "most", "than", "in", "of", "is", "to", "kept")
)
_NUMBER = (
    r"(?<![\w.,+-])(?P<number>[0-9]{1,3}(?:[, ][0-9]{3}){1,4}(?![0-9])|[0-9]{1,15}(?:\.[0-9]{1,3})?)"
    rf"|\b(?P<word>{'|'.join(sorted(_NUMBER_WORDS, key=len, reverse=True))})"
    rf"|(?:{_BEFORE_ARTICLE}(?=an? \w+ (?:ahead|before|earlier|later)\b))\b(?P<article>an?)(?! second)"
)
_UNIT = "|".join(f"(?P<unit{number}>{names})" for number, (names, _, _) in enumerate(_UNITS))
_MEASURE = re.compile(rf"(?:{_NUMBER})(?:(?<=[0-9])|[ -])[ -]?(?:{_UNIT})(?![\w/])")


@dataclass(frozen=True, slots=True)
class MeasureInText:
    """The words of a measure, its dimension, and the values that it may mean; `further` counts none but the first."""

    words: str
    dimension: Dimension
    values: tuple[Decimal, ...]


@lru_cache(maxsize=16384)  # Texts have much in common, several rules ask, and watching asks again.
def measures(text: str) -> tuple[MeasureInText, ...]:
    """Return every measure of a text without line breaks, in order."""
    return tuple(_measures(text))


def _measures(text: str) -> Iterator[MeasureInText]:
    for found in _MEASURE.finditer(text):
        number = _number(found)
        for index, (_, dimension, sizes) in enumerate(_UNITS):
            if found[f"unit{index}"]:
                first = 1 if found["further"] else 0
                yield MeasureInText(found[0], dimension, tuple(number * size + first for size in sizes))


def _number(found: re.Match[str]) -> Decimal:
    if found["number"]:
        return Decimal(re.sub("[, ]", "", found["number"]))
    return Decimal(_NUMBER_WORDS[found["word"]] if found["word"] else 1)
