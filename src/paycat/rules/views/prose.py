"""A catalogue in; every text in it that is written for people out, with its place.

The specification's own words are left out, and so are payloads and examples, which are data.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any

from paycat.catalogue.interface import Operations
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.statement import Statement
from paycat.diagnostics import Span
from paycat.rules.views.statements import Path, Stated, statements_of

_TEXTS = (
    *("title", "meaning", "label", "note", "summary", "description", "when"),
    *("question", "chosen", "because", "alternatives", "risk", "says", "governs", "allow"),
)


@dataclass(frozen=True, slots=True)
class Prose:
    """A text, and where it stands."""

    text: str
    source: Source[Statement]
    path: Path

    @property
    def span(self) -> Span:
        """Where the text begins."""
        return self.source.at(*self.path)


def prose(catalogue: Catalogue) -> Iterator[Prose]:
    """Every text for people: of statements, and of groups of operations."""
    return chain.from_iterable(map(_prose_of, catalogue.files))


@lru_cache(maxsize=256)
def _prose_of(source: Source[Statement]) -> tuple[Prose, ...]:
    return tuple(text for stated in statements_of(source) for text in _texts_of(stated))


def _texts_of(stated: Stated) -> Iterator[Prose]:
    names = (*_TEXTS, "tags") if isinstance(stated.value, Operations) else _TEXTS
    known = type(stated.value).model_fields
    for name in names:
        if name in known:
            yield from _texts(stated, (known[name].alias or name,), getattr(stated.value, name))


def _texts(stated: Stated, path: Path, value: Any) -> Iterator[Prose]:
    if isinstance(value, str):
        yield Prose(value, stated.source, (*stated.path, *path))
    elif isinstance(value, dict):
        for name, inner in value.items():
            yield from _texts(stated, (*path, name), inner)
    elif isinstance(value, tuple):
        for index, inner in enumerate(value):
            yield from _texts(stated, (*path, index), inner)
