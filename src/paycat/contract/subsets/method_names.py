"""Which methods a text or an example names.

A family is what several codes begin with, such as BACS_DIRECT in BACS_DIRECT_DEBIT; a text may name a whole one. Those
of one word are passed over, for that word may be about anything, and so are codes of one letter.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from paycat.text.json_data import texts_in

_WORD = re.compile("[A-Za-z0-9_]+")


class MethodNames:
    """The words that name methods."""

    def __init__(self, codes: Iterable[str]) -> None:
        self._meanings: dict[str, frozenset[str]] = {}
        codes = tuple(code for code in codes if len(code) > 1)
        for code in codes:
            words = code.split("_")
            for family in ("_".join(words[:length]) for length in range(2, len(words))):
                self._meanings[family] = self._meanings.get(family, frozenset()) | {code}
        self._meanings |= {code: frozenset({code}) for code in codes}

    def named_in(self, text: str) -> Iterator[tuple[str, frozenset[str]]]:
        """Return the words of a text that name methods, each with the codes of these."""
        yield from ((word, self._meanings[word]) for word in _WORD.findall(text) if word in self._meanings)


@dataclass(frozen=True, slots=True)
class Outside:
    """The methods that a subset does not have."""

    names: MethodNames
    codes: frozenset[str]

    def within(self, value: Any) -> bool:
        """Tell whether a text or a name inside a JSON value names some of them, and none that the subset has."""
        return any(meant <= self.codes for text in texts_in(value) for _, meant in self.names.named_in(text))
