"""Explain every item that has a name; what paycat itself has names for needs no project.

Each function in the tables below yields items of some kinds with their names.
"""

import re
from collections.abc import Callable
from itertools import chain

from paycat.reporting.explaining import (
    catalogue_format,
    inserted_numbers,
    registers,
    requests,
    statements,
    tool,
    vectors,
)
from paycat.reporting.explaining.explanation import Explanation, Named
from paycat.reporting.explaining.project import Project
from paycat.text.near_names import near_name

_ALIKE = 0.8
_NUMBER = re.compile("[0-9]+")

OF_PAYCAT: tuple[Callable[[], Named], ...] = (tool.named, catalogue_format.named)
OF_PROJECTS: tuple[Callable[[Project], Named], ...] = (
    registers.named,
    requests.named,
    statements.named,
    inserted_numbers.named,
    tool.own_packs,
)


class UnknownWordError(Exception):
    """No item has the name; the text suggests the one that was most likely meant."""


def explain_finding(word: str) -> tuple[Explanation, ...]:
    """Return the pages of everything that paycat itself calls so: rules, findings, change types, keys and others."""
    return _explained(word, of_paycat())


def explain(word: str, project: Project) -> tuple[Explanation, ...]:
    """Return the pages of everything that has a name. Raises UnknownWordError."""
    found = _explained(word, named(word, project))
    if not found:
        # The ids of the vectors of one rule are near each other; what was meant differs in letters, but in no number.
        rule = word.rpartition("/")[0] or word
        guess = near_name(word, {name for name, _ in chain(of_paycat(), named(rule, project))}, _ALIKE)
        is_near = guess is not None and _NUMBER.findall(word) == _NUMBER.findall(guess)
        hint = f"; did you mean {guess!r}?" if is_near else ""
        raise UnknownWordError(f"No item has the id or name {word!r}{hint}")
    return found


def of_paycat() -> Named:
    """Return everything that needs no project, by its names."""
    return chain.from_iterable(make() for make in OF_PAYCAT)


def named(word: str, project: Project) -> Named:
    """Return everything with a name; of vectors, of which there are thousands, those whose ids begin with the word."""
    ids = vectors.named(word, project) if ":" in word else ()
    return chain(*(make(project) for make in OF_PROJECTS), of_paycat(), ids)


def _explained(word: str, every: Named) -> tuple[Explanation, ...]:
    return tuple(dict.fromkeys(make() for name, make in every if name == word))
