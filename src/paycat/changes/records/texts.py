"""Schemas of texts and numbers in; values at their edges, and texts that tell one pattern from another, out."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice
from typing import Any

from greenery import Fsm, parse

from paycat.vectors.patterns import anchors, as_ranges

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
_LOOKED_AT = 500
_ENOUGH = 3


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
                yield from _between(side.get("pattern"), other.get("pattern"), *_lengths(side))


def edge_numbers(sides: list[Schema]) -> Iterator[float]:
    """Return numbers at the edges of ranges, and beside them."""
    for side in sides:
        for key in ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"):
            if isinstance(bound := side.get(key), int | float):
                yield from (bound, bound - 1, bound + 1, bound - 0.01, bound + 0.01)


def text_of(schema: Schema) -> str:
    """Return a text that a schema accepts, as far as this can tell."""
    shortest, longest = _lengths(schema)
    if "pattern" in schema:
        return next(_between(schema["pattern"], None, shortest, longest), "")
    text = FORMATS.get(schema.get("format", ""), "text")
    if len(text) < shortest:
        return text + "x" * (shortest - len(text))
    return text if longest is None else text[:longest]


def _lengths(schema: Schema) -> tuple[int, int | None]:
    return schema.get("minLength", 0), schema.get("maxLength")


@lru_cache
def _found(inside: str | None, outside: str | None, shortest: int, longest: int | None) -> tuple[str, ...]:
    try:
        machine = _machine(inside)
        if outside is not None:
            machine = machine - _machine(outside)
        # Shortest first; to count lengths in the machine, too, takes seconds.
        texts = ("".join(map(str, text)) for text in islice(machine.strings(otherchars=["~"]), _LOOKED_AT))
        fitting = (text for text in texts if shortest <= len(text) and (longest is None or len(text) <= longest))
        return tuple(islice(fitting, _ENOUGH))
    except Exception:  # noqa: BLE001 - a pattern that the library cannot read has no texts, and its change no witness
        return ()


def _between(inside: str | None, outside: str | None, shortest: int, longest: int | None) -> Iterator[str]:
    yield from _found(inside, outside, shortest, longest)


def _machine(pattern: str | None) -> Fsm:
    if pattern is None:
        return parse(".*").to_fsm()
    begins, inner, ends = anchors(pattern)
    return parse(("" if begins else ".*") + f"({as_ranges(inner)})" + ("" if ends else ".*")).to_fsm()
