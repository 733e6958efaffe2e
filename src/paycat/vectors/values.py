"""Values that keep or break one rule of a field: plain candidates; the contract's own verdict says which count."""

from collections.abc import Iterator
from typing import Any

from paycat.contract.judge import holds
from paycat.contract.model import Constraint, FieldNode
from paycat.matching.pattern_mutants import AUTOMATON_STEP, witnesses
from paycat.matching.patterns import matches
from paycat.matching.texts import matching_text
from paycat.vectors import ranges
from paycat.vectors.ranges import Kept, Named

_QUESTIONS = 20  # Half of what a pattern may cost is for its mutants, and half for what is asked about its lengths.
_EMOJI = "\N{GRINNING FACE}"
_SCRIPTS = {"bengali": 0x09E6, "arabic_indic": 0x0660, "fullwidth": 0xFF10}
_WRONG_TYPES: dict[str, tuple[Named, ...]] = {
    "string": (("number", 1), ("boolean", True), ("array", []), ("object", {})),
    "number": (("true", True), ("false", False), ("array", []), ("object", {})),
    "object": (("string", "x"), ("number", 1), ("boolean", True), ("array", [])),
}


def wrong_types(json_type: str, value: Any) -> Iterator[Named]:
    """Values of every other JSON type; null has a rule of its own."""
    yield from _WRONG_TYPES[json_type]
    if json_type == "number":
        yield "string", str(value)
    if json_type == "string" and value.isdecimal():
        yield "its_digits", int(value)


def breaking(field: FieldNode, rule: Constraint, value: Any, steps: int) -> Iterator[Named]:
    """Values that may break a rule of a field; `value` is a valid one, `steps` is what a pattern may cost."""
    match rule.keyword:
        case "const":
            yield from (("other", f"{value}X"), ("lower_case", value.lower()), ("empty", ""))
            yield from (("newline", f"{value}\n"), ("blank_before", f" {value}"), ("blank_after", f"{value} "))
        case "min_length":
            yield "too_short", value[: int(rule.value) - 1]
        case "max_length":
            yield "too_long", stretched(value, int(rule.value) + 1)
            yield "too_long_beyond_ascii", _EMOJI * (int(rule.value) + 1)
        case "pattern":
            yield from _line_breaks(field, str(rule.value), value, steps // _QUESTIONS)
            yield from _off_pattern(value)
            yield from witnesses(str(rule.value), value, *_lengths(field), steps // 2)
        case _:
            yield from ranges.breaking(field, rule, value)


def cannot_be_broken(field: FieldNode, rule: Constraint) -> bool:
    """Tell whether it is proven that no value breaks a rule of a field and keeps those before it."""
    return field.json_type == "number" and ranges.cannot_be_broken(field, rule)


def _line_breaks(field: FieldNode, pattern: str, value: str, steps: int) -> Iterator[Named]:
    """Texts with a line break at the end: some languages let `$` match before it."""
    least, most = _lengths(field)
    if most is None or len(value) < most:
        yield "newline_after", f"{value}\n"
    elif text := _made(pattern, max(least - 1, 0), most - 1, steps):
        yield "newline_after", f"{text}\n"
    yield "newline_for_last", f"{value[:-1]}\n"
    for name, size in (("shortest", least), ("longest", most)):
        text = stretched(value, size or 0)
        if size and not matches(pattern, text) and _made(pattern, size, size, steps) is None:
            yield f"newline_at_{name}", f"{text[:-1]}\n"


def _off_pattern(value: str) -> Iterator[Named]:
    yield "blank_before", f" {value[1:]}"
    yield "letter", f"{value[:-1]}x"
    yield "punctuation", f"{value[:-1]}-"
    yield "digit", f"{value[:-1]}0"
    yield "angle", f"{value[:-1]}<"
    for script, zero in _SCRIPTS.items():
        yield script, "".join(chr(zero + int(char)) if char in "0123456789" else char for char in value)
    scheme, separator, rest = value.partition("://")
    if separator:
        yield from (("http", f"http://{rest}"), ("no_scheme", rest), ("scheme_alone", f"{scheme}://"))
        yield from (
            ("script", f"javascript://{rest}"),
            ("blank_inside", f"{value} x"),
            ("one_slash", f"{scheme}:/{rest}"),
        )


def _lengths(field: FieldNode) -> tuple[int, int | None]:
    least, most = field.constraint("min_length"), field.constraint("max_length")
    return int(least.value) if least else 0, int(most.value) if most else None


def keeping(field: FieldNode, value: Any, steps: int) -> Iterator[Kept]:
    """Valid values at the edges of a field's rules, each with the rule's keyword; `value` is a valid one.

    Values that are at the edge of no constraint show what the field's type lets through.
    """
    stated = {rule.keyword for rule in field.constraints}
    for keyword, name, candidate in _edges(field, value, steps):
        if all(holds(rule, candidate) for rule in field.constraints):
            yield keyword if keyword in stated else "type", name, candidate


def _edges(field: FieldNode, value: Any, steps: int) -> Iterator[Kept]:
    if field.json_type == "number":
        yield from ranges.edges(field)
    elif field.json_type == "object":
        yield "type", "empty", {}
        yield "type", "any_values", {"": None, "a": [1, {"b": [None, True, -0.5]}], "é\n": "\u0000😀"}
    elif field.constraint("const"):
        yield "const", "fixed", value
    else:
        yield from _length_edges(field, value, steps // _QUESTIONS)
        yield from (("pattern", name, candidate) for name, candidate in _texts(value))
        if pattern := field.constraint("pattern"):
            near = witnesses(str(pattern.value), value, *_lengths(field), steps // 2)
            yield from (("pattern", name, candidate) for name, candidate in near)


def _length_edges(field: FieldNode, value: str, steps: int) -> Iterator[Kept]:
    yield "min_length", "empty", ""
    pattern = field.constraint("pattern")
    bounds = (("min_length", "shortest"), ("max_length", "longest"))
    for keyword, name in bounds:
        rule = next((rule for rule in field.constraints if rule.keyword == keyword), None)
        if rule:
            size = int(rule.value)
            yield keyword, name, stretched(value, size)
            yield keyword, f"{name}_beyond_ascii", _EMOJI * size
            yield keyword, f"{name}_ending_beyond_ascii", value + _EMOJI * (size - len(value))
            if pattern:
                yield from _made_edges(keyword, name, str(pattern.value), stretched(value, size), steps)


def _made_edges(keyword: str, name: str, pattern: str, filled: str, steps: int) -> Iterator[Kept]:
    """Texts of a length that a pattern matches, where the one that the sample was stretched to does not."""
    size = len(filled)
    if not matches(pattern, filled) and (text := _made(pattern, size, size, steps)):
        yield keyword, name, text
    may_be_beyond = _made(pattern, 0, None, steps, 1) is not None
    if may_be_beyond and (text := _made(pattern, size, size, steps, size // 2 + 1)):
        yield keyword, f"{name}_mostly_beyond_bmp", text


def _made(pattern: str, least: int, most: int | None, steps: int, beyond_bmp: int = 0) -> str | None:
    return matching_text(pattern, least, most, beyond_bmp, most_steps=steps // AUTOMATON_STEP).text


def _texts(value: str) -> Iterator[Named]:
    yield from (("other_script", "Ωמ日本語"), ("marks", 'O\'Brien-Núñez, Jr. & <b>"x"</b>'), ("beyond_bmp", _EMOJI))
    if value.isdecimal():
        yield from (("zeros", "0" * len(value)), ("nines", "9" * len(value)))
    scheme, separator, rest = value.partition("://")
    if separator:
        yield from (("upper_case_scheme", f"{scheme.upper()}://{rest}"), ("host_alone", f"{scheme}://a"))
        yield from (("query_alone", f"{scheme}://a?b=c"), ("port_and_fragment", f"{scheme}://a:8443/#c"))


def stretched(value: str, length: int) -> str:
    """Return a value cut, or filled with its last character, to a length."""
    return (value + value[-1:] * length)[:length]
