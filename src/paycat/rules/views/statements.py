"""A catalogue in; every statement of it out, with its place and the statements around it."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Span

Path = tuple[str | int, ...]


@dataclass(frozen=True, slots=True)
class Stated:
    """A statement, where it stands, and the statements that hold it, the file's own first."""

    source: Source[Statement]
    path: Path
    value: Statement
    around: tuple[Statement, ...]

    def at(self, *path: str | int, key: bool = False) -> Span:
        """Return a place in the statement, or with `key` the place of its key."""
        return self.source.at(*self.path, *path, key=key)


def statements(catalogue: Catalogue) -> Iterator[Stated]:
    """Every statement, file by file."""
    return chain.from_iterable(map(statements_of, catalogue.files))


@lru_cache(maxsize=256)
def statements_of(source: Source[Statement]) -> tuple[Stated, ...]:
    """Return every statement of a file."""
    return tuple(_inside(source, (), source.value, ()))


def _inside(source: Source[Statement], path: Path, value: Statement, around: tuple[Statement, ...]) -> Iterator[Stated]:
    yield Stated(source, path, value, around)
    around = (*around, value)
    for name, described in type(value).model_fields.items():
        for step, inner in _held(getattr(value, name)):
            yield from _inside(source, _stepped(source, (*path, described.alias or name), step), inner, around)


def _held(value: Any) -> Iterator[tuple[Path, Statement]]:
    """The statements that a value is, or that it holds as a table or a list, with the step that leads there."""
    if isinstance(value, Statement):
        yield (), value
    elif isinstance(value, dict):
        yield from (((name,), inner) for name, inner in value.items() if isinstance(inner, Statement))
    elif isinstance(value, tuple):
        yield from (((index,), inner) for index, inner in enumerate(value) if isinstance(inner, Statement))


def _stepped(source: Source[Statement], path: Path, step: Path) -> Path:
    """Return the path with the step; one item may stand for a list of one, and is found at the place of the list."""
    alone = step == (0,) and source.at(*path, 0) == source.at(*path)
    return path if alone else (*path, *step)
