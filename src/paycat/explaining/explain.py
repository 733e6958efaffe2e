"""A word in; everything of that name, explained, out."""

from collections.abc import Iterator

from paycat.diagnostics import did_you_mean
from paycat.explaining.explanation import Explanation
from paycat.explaining.kinds import findings, names, registers, requests, vectors
from paycat.explaining.project import Project

_OF_PROJECTS = (registers, requests, names, vectors)


class UnknownWordError(Exception):
    """Nothing has the name; the text says what was most likely meant."""


def explain_finding(word: str) -> tuple[Explanation, ...]:
    """Return the pages of a rule or a finding; these need no project."""
    return tuple(findings.find(word, None))


def explain(word: str, project: Project) -> tuple[Explanation, ...]:
    """Return what there is to tell of a word. Raises UnknownWordError."""
    found = [*findings.find(word, project), *(one for kind in _OF_PROJECTS for one in kind.find(word, project))]
    if not found:
        hint = did_you_mean(word, _known(word, project))
        raise UnknownWordError(f"nothing is called {word!r}" + (f"; {hint}" if hint else ""))
    return tuple(found)


def _known(word: str, project: Project) -> Iterator[str]:
    """Every name; of vectors only when a vector seems to be meant, as there are thousands."""
    yield from findings.names(project)
    for kind in _OF_PROJECTS:
        if kind is not vectors or ":" in word:
            yield from kind.names(project)
