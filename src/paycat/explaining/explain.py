"""A word in; everything of that name, explained, out."""

from collections.abc import Iterator

from paycat.diagnostics import did_you_mean
from paycat.explaining.explanation import Explanation
from paycat.explaining.kinds import changes, findings, names, registers, requests, vectors
from paycat.explaining.project import Project

_OF_PROJECTS = (registers, requests, names, vectors)


class UnknownWordError(Exception):
    """Nothing has the name; the text says what was most likely meant."""


def explain_finding(word: str) -> tuple[Explanation, ...]:
    """Return the pages of a rule, a finding or a kind of change; these need no project."""
    return (*findings.find(word, None), *changes.find(word, None))


def explain(word: str, project: Project) -> tuple[Explanation, ...]:
    """Return what there is to tell of a word. Raises UnknownWordError."""
    kinds = (findings, changes, *_OF_PROJECTS)
    found = [one for kind in kinds for one in kind.find(word, project)]
    if not found:
        hint = did_you_mean(word, _known(word, project))
        raise UnknownWordError(f"nothing is called {word!r}" + (f"; {hint}" if hint else ""))
    return tuple(found)


def _known(word: str, project: Project) -> Iterator[str]:
    """Every name; of vectors only when a vector seems to be meant, as there are thousands."""
    yield from (*findings.names(project), *changes.names(project))
    for kind in _OF_PROJECTS:
        if kind is not vectors or ":" in word:
            yield from kind.names(project)
