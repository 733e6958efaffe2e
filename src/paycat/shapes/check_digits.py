"""The algorithms of check digits, by name, each with numbers that belong to nobody.

An algorithm reads a text as it is sent: it skips no sign, and the form of the text is the affair of a pattern. A
further one is an entry here, in `check_digits.yaml`, and in `check_digits` of the runtimes of Python and TypeScript.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import product

from stdnum import luhn
from stdnum.br import cnpj, cpf
from stdnum.iso7064 import mod_97_10
from stdnum.us import rtn

from paycat.shapes.patterns.compiled import matches
from paycat.yaml.reading import shipped_data

_DIGITS = "0123456789"
_PART = 1000
_MOST_CHANGED = 24
"""So many signs at the beginning of a text are changed for its check digits to be right."""


@dataclass(frozen=True)
class Algorithm:
    """An algorithm of check digits, as `check_digits.yaml` has it.

    `is_right` tells of texts that match the pattern whether their check digits are right.
    """

    is_right: Callable[[str], bool]
    title: str
    meaning: str
    pattern: str
    places: Sequence[int]
    published: Mapping[str, str]
    unassigned: str = ""

    @cached_property
    def numbers(self) -> tuple[str, ...]:
        """Numbers with right check digits that are published for tests, or that no issuer assigns."""
        return tuple(" ".join(self.published.values()).split())

    def holds(self, text: str) -> bool:
        """Return whether the check digits of a text are right."""
        return matches(self.pattern, text) and self.is_right(text)

    def is_nobodys(self, text: str) -> bool:
        """Return whether a text has right check digits, and is known to be nobody's number."""
        return self.holds(text) and (text in self.numbers or re.fullmatch(self.unassigned, text) is not None)

    def corrected(self, text: str) -> Iterator[str]:
        """Yield texts with right check digits that differ in these alone, then in one more sign."""
        if matches(self.pattern, text) and len(text) > max(self.places):
            others = (
                _replaced(text, {place: digit}) for place in range(len(text[:_MOST_CHANGED])) for digit in _DIGITS
            )
            for candidate in (text, *others):
                for digits in product(_DIGITS, repeat=len(self.places)):
                    corrected = _replaced(candidate, dict(zip(self.places, digits, strict=True)))
                    if self.is_right(corrected):
                        yield corrected


def _replaced(text: str, sign_by_place: Mapping[int, str]) -> str:
    signs = list(text)
    for place, sign in sign_by_place.items():
        signs[place] = sign
    return "".join(signs)


def _is_right_iban(text: str) -> bool:
    """Return whether the first four signs, at the end, leave 1 divided by 97: in parts, as Python limits numbers."""
    signs = text[4:] + text[:4]
    parts = (signs[begin : begin + _PART] for begin in range(0, len(signs), _PART))
    return reduce(lambda rest, part: mod_97_10.checksum(f"{rest}{part}"), parts, 0) == 1


_TELLING: Mapping[str, Callable[[str], bool]] = {
    "luhn": luhn.is_valid,
    "iban": _is_right_iban,
    "aba": rtn.is_valid,
    "cpf": cpf.is_valid,
    "cnpj": cnpj.is_valid,
}
_STATED = shipped_data(__package__, "check_digits.yaml")
ALGORITHMS: Mapping[str, Algorithm] = {
    name: Algorithm(is_right, **_STATED[name]) for name, is_right in _TELLING.items()
}
