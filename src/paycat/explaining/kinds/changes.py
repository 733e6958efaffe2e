"""A kind of change that `paycat diff` tells."""

from collections.abc import Iterator

from paycat.changes.assessment import AUDIENCES
from paycat.changes.kinds import KINDS, Kind
from paycat.explaining.explanation import Explanation
from paycat.explaining.project import Project


def names(project: Project | None) -> Iterator[str]:
    """Every kind."""
    yield from KINDS


def find(word: str, project: Project | None) -> Iterator[Explanation]:
    """Explain the kind of this name."""
    if kind := KINDS.get(word):
        yield Explanation(kind.name, what=tuple(_what(kind)), why=(kind.why,))


def _what(kind: Kind) -> Iterator[str]:
    yield f"a change that paycat diff tells: {kind.pattern}"
    for audience, words in AUDIENCES.items():
        if verdict := getattr(kind, audience):
            yield f"{verdict} for {words}, as far as the rule can tell"
    yield "the same kind the other way round" if kind.inverse == kind.name else f"the other way round: {kind.inverse}"
