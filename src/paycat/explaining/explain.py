"""Find everything of a name, and explain it."""

from itertools import chain

from paycat.diagnostics import did_you_mean
from paycat.explaining import findings, names, registers, requests
from paycat.explaining.explanation import Explanation, Named
from paycat.explaining.project import Project


class UnknownWordError(Exception):
    """Nothing has the name; the text says what was most likely meant."""


def explain_finding(word: str) -> tuple[Explanation, ...]:
    """Return the pages of a rule, a finding or a change type; these need no project."""
    return _explained(word, findings.named())


def explain(word: str, project: Project) -> tuple[Explanation, ...]:
    """Return the explanation of everything that has a name. Raises UnknownWordError."""
    found = _explained(word, named(word, project))
    if not found:
        hint = did_you_mean(word, (name for name, _ in named(word, project)))
        raise UnknownWordError(f"nothing is called {word!r}" + (f"; {hint}" if hint else ""))
    return found


def named(word: str, project: Project) -> Named:
    """Return everything with a name; vectors, of which there are thousands, only when the word may be the id of one."""
    vectors = names.vectors(project) if ":" in word else ()
    return chain(findings.named(), registers.named(project), requests.named(project), names.named(project), vectors)


def _explained(word: str, every: Named) -> tuple[Explanation, ...]:
    return tuple(make() for name, make in every if name == word)
