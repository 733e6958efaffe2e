"""Finds what an English text promises of a value, where no other reading is possible."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_NUMBER = "[0-9]{1,4}"
_UNIT = (
    r"(?:(?:visible|printable|ascii|latin|capital|upper-case|lower-case|hexadecimal|alphanumeric)\s+)*"
    r"(?:characters?|chars?|digits?|letters?|signs?)\b"
)
_MOST = r"(?:at most|up to|no more than|not more than|no longer than|(?:a )?maximum(?: of)?|max\.?)"
_LEAST = r"(?:at least|no fewer than|not fewer than|no less than|(?:a )?minimum(?: of)?|min\.?)"
_LENGTHS = re.compile(
    rf"(?P<several>{_NUMBER}(?:\s+{_UNIT}|-digits?)?(?:,\s*{_NUMBER}){{0,20}},?\s+(?:or|and)\s+{_NUMBER}[\s-]+{_UNIT})"
    rf"|(?P<range>(?:between\s+)?(?P<a>{_NUMBER})(?:\s+to\s+|\s*-\s*|\s*–\s*|\.\.|(?<=\d)\s+and\s+)"
    rf"(?P<b>{_NUMBER})\s+{_UNIT})"
    rf"|{_MOST}\s+(?P<most>{_NUMBER})\s+{_UNIT}|{_LEAST}\s+(?P<least>{_NUMBER})\s+{_UNIT}"
    rf"|(?P<most_after>{_NUMBER})\s+{_UNIT}\s+(?:at most|or fewer|or less|maximum)\b"
    rf"|(?P<least_after>{_NUMBER})\s+{_UNIT}\s+(?:or more|at least|minimum)\b"
    rf"|(?P<adjective>{_NUMBER})-(?:character|digit|letter)\b"
    rf"|(?P<exact>{_NUMBER})\s+{_UNIT}",
    re.IGNORECASE,
)
_BEFORE_EXACT = re.compile(r"(?:^|[:;,(]|\b(?:exactly|has|have|with|is|a|an|always|must be))\s*$", re.IGNORECASE)
_BEFORE_PART = re.compile(r"\b(?:first|last|final|next|leading|trailing|or|usually|often|typically)\s*$", re.IGNORECASE)
_PRESENCE = re.compile(
    r"\b(?:required|needed)\s+(?:if|when|whenever|unless|where)\b|\b(?:mandatory|compulsory|obligatory)\b"
    r"|\bmust\s+(?:always\s+)?be\s+(?:present|sent|given|provided|supplied|filled in|included)\b"
    r"(?!\s+(?:as|at|by|in|to|with)\b)",
    re.IGNORECASE,
)
_NEGATED = re.compile(r"(?:\b(?:not|never|no longer|nor|neither|without being)|n't)\s+(?:\w+\s+)?$", re.IGNORECASE)
_VALUE = r"(?:`[^`]+`|\"[^\"]+\"|'[^']+'|[A-Z][A-Z0-9_]+\b)"
_VALUES = re.compile(rf"\b[Oo]ne of:?\s+{_VALUE}(?:(?:,\s*{_VALUE})*,?\s+(?:or|and)\s+{_VALUE}|(?:,\s*{_VALUE})+)")
_BEFORE = 100


@dataclass(frozen=True, slots=True)
class LengthPromise:
    """The words that promise a length, and the bounds that they state."""

    words: str
    least: int | None
    most: int | None


@lru_cache(maxsize=16384)  # Texts have much in common, and watching asks again.
def promised_lengths(text: str) -> tuple[LengthPromise, ...]:
    """Return every number of characters or digits that the text promises; those of parts and alternatives are none."""
    return tuple(_promised_lengths(text))


def _promised_lengths(text: str) -> Iterator[LengthPromise]:
    for found in _LENGTHS.finditer(text):
        before, words = text[max(0, found.start() - _BEFORE) : found.start()], " ".join(found[0].split())
        if found["several"] and not before.lower().rstrip().endswith("between"):
            continue
        if found["range"] or found["several"]:
            least, most = (found["a"], found["b"]) if found["range"] else re.findall(_NUMBER, words)[:2]
            yield LengthPromise(words, int(least), int(most))
        elif most := found["most"] or found["most_after"]:
            yield LengthPromise(words, None, int(most))
        elif least := found["least"] or found["least_after"]:
            yield LengthPromise(words, int(least), None)
        elif _is_whole(found):
            exact = int(found["adjective"] or found["exact"])
            yield LengthPromise(words, exact, exact)


@lru_cache(maxsize=16384)
def promised_presence(text: str) -> str | None:
    """Return the words that promise that the value is sent, or None."""
    return next((found[0] for found in _PRESENCE.finditer(text) if not _ends_before(_NEGATED, found)), None)


@lru_cache(maxsize=16384)
def promised_values(text: str) -> str | None:
    """Return the words that list the only values, written as code or in capitals, or None."""
    found = _VALUES.search(text)
    return found[0] if found else None


def _is_whole(found: re.Match[str]) -> bool:
    if found["adjective"]:
        return not _ends_before(_BEFORE_PART, found)
    return _ends_before(_BEFORE_EXACT, found)


def _ends_before(words: re.Pattern[str], found: re.Match[str]) -> bool:
    """Return whether such words are directly before others; only the nearest characters are read."""
    return words.search(found.string, max(0, found.start() - _BEFORE), found.start()) is not None
