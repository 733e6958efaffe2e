"""Gaps, decisions, errata and methods that a text speaks of exist.

Why: a reader follows an id in a text as they follow a mark, and nobody compares texts when an entry is renamed; a
method code with one wrong letter is copied into programs.

Example: in schemas/decisions.yaml

    because: §1.2 says that the table counts, see D-501.

is found as

    schemas/decisions.yaml:138:14 error unknown-id-in-text: the text speaks of D-501, and there is no such decision

Fix: correct the id or the code. What merely looks like an id, such as the name of a standard, can be allowed with that
reason.
"""

import re
from collections.abc import Iterable, Iterator
from difflib import get_close_matches
from functools import lru_cache

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules.views.prose import Prose, prose

ID = "R-51"
UNKNOWN_ID = "unknown-id-in-text"
MISSPELT = "misspelt-method"
WARNINGS = (MISSPELT,)
ALLOWABLE = (UNKNOWN_ID, MISSPELT)
NEEDS: tuple[str, ...] = ("methods",)

_ID = re.compile(r"(?<![A-Za-z0-9_-])[DEG]-[0-9]{2,4}(?![A-Za-z0-9_])")
_CODE = re.compile(r"(?<![A-Za-z0-9_])[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+(?![A-Za-z0-9_])")
_KINDS = {"D": "decision", "E": "erratum", "G": "gap"}
_NEARLY = 0.85
_LONGEST_NAME = 100


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report ids in texts that do not exist, and warn of words that are nearly the code of a method."""
    register = catalogue.registers.value
    known = {*register.gaps, *register.decisions, *catalogue.errata.value.errata}
    retired = catalogue.service.value.retired
    codes = [
        *(method.value.method_code for method in catalogue.methods.values()),
        *(retired.methods if retired else ()),
    ]
    for text in prose(catalogue):
        for id in _ids(text.text):
            if id not in known:
                message = f"the text speaks of {id}, and there is no such {_KINDS[id[0]]}"
                yield Diagnostic(UNKNOWN_ID, text.span, message)
        yield from _misspelt(text, codes)


@lru_cache(maxsize=16384)  # Watching asks again and again.
def _ids(text: str) -> tuple[str, ...]:
    return tuple(_ID.findall(text))


@lru_cache(maxsize=16384)
def _codes(text: str) -> tuple[str, ...]:
    return tuple(_CODE.findall(text))


def _misspelt(text: Prose, codes: Iterable[str]) -> Iterator[Diagnostic]:
    """Warn of what is nearly a method code; the beginning of a code may stand for a family of methods."""
    for word in _codes(text.text):
        known = any(f"{code}_".startswith(f"{word}_") for code in codes)
        if not known and len(word) <= _LONGEST_NAME and (near := get_close_matches(word, codes, n=1, cutoff=_NEARLY)):
            message = f"the text speaks of {word}, and there is no such method"
            yield Diagnostic(MISSPELT, text.span, message, f"did you mean {near[0]!r}?")
