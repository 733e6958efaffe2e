"""Schemas of texts and numbers in; values at their edges, and texts that tell one pattern from another, out."""

from collections.abc import Iterator
from typing import Any

from paycat.changes.texts import Texts, some_text, text_of_one, texts
from paycat.decimals import exact, json_number, next_above, next_below, places_of, unit
from paycat.shapes.constraints import BOUND_KEYWORDS, STEP_KEYWORD

Schema = dict[str, Any]

FORMATS = {
    "date-time": "2026-01-02T03:04:05Z",
    "date": "2026-01-02",
    "time": "03:04:05Z",
    "duration": "P1D",
    "email": "someone@example.com",
    "hostname": "example.com",
    "ipv4": "192.0.2.1",
    "ipv6": "2001:db8::1",
    "uri": "https://example.com/",
    "uuid": "00000000-0000-4000-8000-000000000001",
}
_LONGEST = 20_000


def edge_texts(sides: list[Schema]) -> Iterator[str]:
    """Return texts at the edges of lengths, of every format, and such as tell patterns apart."""
    for side in sides:
        for bound in (side.get("minLength"), side.get("maxLength")):
            if isinstance(bound, int):
                yield from ("x" * length for length in (bound - 1, bound, bound + 1) if 0 <= length <= _LONGEST)
    if any("format" in side for side in sides):
        yield from FORMATS.values()
    for side in sides:
        for other in sides:
            if side.get("pattern") != other.get("pattern"):
                text = text_of_one(_texts(side), _texts(other))
                yield from () if text is None else (text,)


def edge_numbers(sides: list[Schema]) -> Iterator[int | float]:
    """Return numbers at the edges of ranges, and beside them."""
    for side in sides:
        for key in (*BOUND_KEYWORDS.values(), STEP_KEYWORD):
            if isinstance(stated := side.get(key), int | float):
                bound = exact(stated)
                yield json_number(bound)
                for step in (1, unit(max(2, places_of(bound)))):
                    yield from (json_number(next_below(bound, step)), json_number(next_above(bound, step)))


def text_of(schema: Schema) -> str:
    """Return a text that a schema accepts, as far as this can tell."""
    shortest, longest = _lengths(schema)
    if "pattern" in schema:
        return some_text(_texts(schema)) or ""
    text = FORMATS.get(schema.get("format", ""), "text")
    if len(text) < shortest:
        return text + "x" * (shortest - len(text))
    return text if longest is None else text[:longest]


def _lengths(schema: Schema) -> tuple[int, int | None]:
    return schema.get("minLength", 0), schema.get("maxLength")


def _texts(schema: Schema) -> Texts:
    return texts(schema.get("pattern"), *_lengths(schema))
