"""The numbers that texts of a catalogue take by name: `{retention_hours}` inserts 24, `{retention}` inserts 1 day.

Every text for readers takes them, except in the registers and in samples: a decision records what was chosen.
"""

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, get_args

from paycat.cache import Cache
from paycat.catalogue.interface import Operations
from paycat.catalogue.quantities import Quantity, Unit
from paycat.catalogue.reading import Catalogue, Source
from paycat.catalogue.registers import Decisions, Errata
from paycat.catalogue.samples import Samples
from paycat.catalogue.statement import Reasoned, Statement, keys_of
from paycat.counting import counted, duration, listed
from paycat.diagnostics import Span

_PROSE = (
    *("title", "meaning", "label", "note", "summary", "description", "when"),
    *("question", "chosen", "because", "alternatives", "risk", "says", "governs"),
)
_NAME = re.compile(r"(?<![\w/${])\{(?P<name>[A-Za-z][A-Za-z0-9_]*)\}(?!\})")
"""A name in braces; one that follows a / is a part of a path."""
_SECONDS = {"second": 1, "hour": 3600}


@dataclass(frozen=True, slots=True)
class StatedNumber:
    """A number that texts may name, or several of one unit: the name, where it is stated, and by which statement."""

    name: str
    source: Source[Statement]
    path: tuple[str, ...]
    stating: Reasoned
    unit: Unit
    values: tuple[int, ...]

    @property
    def span(self) -> Span:
        """Where it is stated."""
        return self.source.at(*self.path, "value")

    @property
    def words(self) -> Mapping[str, str]:
        """What texts may insert, by name: the number alone and, of a time, the time in words."""
        inserted = {self.name: listed(map(str, self.values))}
        name = self.name.removesuffix(f"_{self.unit}s")
        if self.unit in _SECONDS:
            inserted[name] = listed(duration(number * _SECONDS[self.unit]) for number in self.values)
        elif self.unit == "month":
            inserted[name] = listed(counted(number, self.unit) for number in self.values)
        return inserted


@functools.cache
def prose_keys(model: type[Statement]) -> tuple[str, ...]:
    """Return the keys of a statement whose values are texts for readers."""
    known = keys_of(model)
    return tuple(key for key in (*_PROSE, "tags") if key in known and (key != "tags" or model is Operations))


def stated_numbers(catalogue: Catalogue) -> Iterator[StatedNumber]:
    """Return the numbers that texts may name."""
    for source in (catalogue.rulebook, catalogue.events):
        for key, one in keys_of(type(source.value)).items():
            yield from _numbers_of(source, (key,), getattr(source.value, one.name))


def insertions(catalogue: Catalogue) -> dict[str, str]:
    """Return what texts may insert, by name."""
    return {name: words for one in stated_numbers(catalogue) for name, words in one.words.items()}


def names_in(text: str) -> Iterator[str]:
    """Return the names in braces of a text, in order."""
    return (found["name"] for found in _NAME.finditer(text))


def with_numbers(catalogue: Catalogue, cache: Cache) -> Catalogue:
    """Return the catalogue with the numbers in its texts in place of their names; unknown names stay."""
    words = insertions(catalogue)

    def inserted(held: Any) -> Any:
        if isinstance(held, dict):
            return {key: inserted(one) for key, one in held.items()}
        return cache.of(_of_file, held, words) if isinstance(held, Source) else held

    return replace(catalogue, **{one.name: inserted(getattr(catalogue, one.name)) for one in fields(catalogue)})


def _of_file(source: Source[Statement], words: Mapping[str, str]) -> Source[Statement]:
    if isinstance(source.value, Decisions | Errata | Samples) or not any("{" in one.text for one in source.scalars):
        return source
    return replace(source, value=_inserted(source.value, words))


def _numbers_of(source: Source[Statement], path: tuple[str, ...], held: Any) -> Iterator[StatedNumber]:
    for key, one in keys_of(type(held)).items() if isinstance(held, Statement) else ():
        value = getattr(held, one.name)
        if quantity := _quantity(one.described.annotation, *one.described.metadata):
            stating = value if isinstance(value, Reasoned) else held
            assert isinstance(stating, Reasoned), "a number has the reason of its statement"
            number = getattr(value, "value", value)
            values = number if isinstance(number, tuple) else (number,)
            yield StatedNumber(key, source, (*path, key), stating, quantity.unit, values)
            if name := quantity.counted_as:
                yield StatedNumber(name, source, (*path, key), stating, "attempt", (len(values),))
        else:
            yield from _numbers_of(source, (*path, key), value)


def _quantity(annotation: Any, *metadata: Any) -> Quantity | None:
    """Return the mark of a number, or of the numbers of a list."""
    found = (one for one in (*metadata, *get_args(annotation)) if isinstance(one, Quantity))
    return next(found, None) or next(filter(None, map(_quantity, get_args(annotation))), None)


def _inserted(held: Any, words: Mapping[str, str]) -> Any:
    """Return a statement, or several, with the numbers in their texts; itself where it names none."""
    if isinstance(held, Statement):
        prose = prose_keys(type(held))
        changed = {
            one.name: new
            for key, one in keys_of(type(held)).items()
            if (new := (_in_text if key in prose else _inserted)(value := getattr(held, one.name), words)) is not value
        }
        made = held.model_copy(update=changed) if changed else held
        if changed:
            made.__dict__.pop("all_stated", None)  # It has the statements before.
        return made
    return _each(held, words, _inserted)


def _in_text(held: Any, words: Mapping[str, str]) -> Any:
    if isinstance(held, str):
        return _NAME.sub(lambda found: words.get(found["name"], found[0]), held) if "{" in held else held
    return _each(held, words, _in_text)


def _each(held: Any, words: Mapping[str, str], change: Callable[[Any, Mapping[str, str]], Any]) -> Any:
    """Return a table or a list whose values are changed; itself where none is."""
    if isinstance(held, dict):
        table = {key: change(one, words) for key, one in held.items()}
        return table if any(table[key] is not held[key] for key in held) else held
    if isinstance(held, tuple):
        items = tuple(change(one, words) for one in held)
        return items if any(new is not one for new, one in zip(items, held, strict=True)) else held
    return held
