"""Counts and articles with their nouns, times and lists in words: the one place for plurals."""

import sys
from collections.abc import Iterable
from typing import Any

_UNITS = ((86400, "day"), (3600, "hour"), (60, "minute"), (1, "second"))


def plural(count: Any, noun: str) -> str:
    """Return a noun as it is after a count: `character` after 1, else `characters`."""
    if count == 1:
        return noun
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def counted(count: int, noun: str) -> str:
    """Return a count with its noun: `1 file`, `2,000 files`."""
    return f"{count:,} {plural(count, noun)}"


def grouped(number: int) -> str:
    """Return a number with a comma between each three digits."""
    return f"{number:,}"


def with_article(noun: str) -> str:
    """Return a noun after `a` or `an`: `an event`, `a unit`."""
    return f"{'an' if noun[:1] in 'aeio' else 'a'} {noun}"


def duration(seconds: int) -> str:
    """Return a time in its largest units, such as "1 hour 30 minutes"; "at once" for none."""
    count_phrases = []
    for unit_seconds, unit_noun in _UNITS:
        count, seconds = divmod(seconds, unit_seconds)
        if count:
            count_phrases.append(counted(count, unit_noun))
    return " ".join(count_phrases) or "at once"


def listed(words: Iterable[str], conjunction: str = "and", most: int = sys.maxsize) -> str:
    """Return words as a list: `1, 2 and 3`; of more than `most` words the first ones, and how many more there are."""
    all_words = list(words)
    more_count = len(all_words) - most
    *first_words, last_word = [*all_words[:most], f"{more_count} more"] if more_count > 0 else all_words
    return f"{', '.join(first_words)} {conjunction} {last_word}" if first_words else last_word
