"""Proofs that a changed schema refuses exactly what the original refuses, in the same words."""

from functools import lru_cache

from greenery import Fsm, parse

from paycat.conformance.mutants.schema_changes import UTF_16, Schema
from paycat.vectors.patterns import anchors, as_ranges

_LONGEST_COUNTED = 64
_NEWLINE = {"pattern": "\\n"}


def proof(before: Schema, keyword: str, change: str, after: Schema, around: Schema | None = None) -> str:
    """Return why a schema means the same after a change of one keyword, or nothing when that is not proven.

    `around` is the schema whose `if` it is.
    """
    pattern = before.get("pattern")
    if keyword == "pattern" and "pattern" in after and _same_texts(pattern, after["pattern"], *_lengths(before)):
        return "both patterns match the same texts of the allowed lengths"
    if change == UTF_16 and isinstance(pattern, str) and _is_within_bmp(pattern):
        return "the pattern matches no text with a character beyond the BMP, so both ways of counting agree"
    if keyword == "not" and isinstance(pattern, str) and before["not"] == _NEWLINE and _ends_firmly(before):
        return "no text of the allowed lengths matches up to a final newline"
    if keyword == "type" and _variants_refuse(before):
        return "a body that is no object holds for every `if`, and every variant refuses it"
    if keyword == "required" and around and {*before["required"]} <= {*around.get("required", ())}:
        return "a body without the members of this `if` is refused anyway, because they are required"
    if keyword == "additionalProperties" and before[keyword] == {} and keyword not in after:
        return "an object is open where nothing is said"
    if keyword == "properties" and "additionalProperties" not in before and _are_anything(before["properties"], after):
        return "the properties are anything and the object is open: they stand there for strict validators alone"
    return ""


def _lengths(schema: Schema) -> tuple[int, int | None]:
    return schema.get("minLength", 0), schema.get("maxLength")


def _ends_firmly(schema: Schema) -> bool:
    # Python's $ matches before a final newline.
    begins, inner, _ = anchors(schema["pattern"])
    loose = ("^" if begins else "") + inner + "\\n?$"
    return _same_texts(schema["pattern"], loose, *_lengths(schema))


def _variants_refuse(schema: Schema) -> bool:
    parts, variants = schema.get("allOf", []), schema.get("$defs", {})
    conditional = bool(parts) and all({"if", "then"} == part.keys() for part in parts)
    about_objects = all(part.get("if", {}).keys() <= {"properties", "required"} for part in parts)
    return conditional and about_objects and all(variant.get("type") == "object" for variant in variants.values())


def _are_anything(properties: Schema, after: Schema) -> bool:
    return {*properties.values(), *after.get("properties", {}).values()} == {True}


@lru_cache
def _same_texts(before: str, after: str, shortest: int, longest: int | None) -> bool:
    left, right = _machine(before), _machine(after)
    if longest is not None and longest <= _LONGEST_COUNTED:
        allowed = parse(f".{{{shortest},{longest}}}").to_fsm()
        left, right = left & allowed, right & allowed
    # Equal without regard to lengths is equal within them too.
    return bool((left ^ right).empty())


@lru_cache
def _is_within_bmp(pattern: str) -> bool:
    beyond = parse(".*[\U00010000-\U0010ffff].*").to_fsm()
    return bool((_machine(pattern) & beyond).empty())


@lru_cache
def _machine(pattern: str) -> Fsm:
    # The library's own expressions are anchored, and read escapes of their own: every character is given by its code.
    begins, inner, ends = anchors(pattern)
    return parse(("" if begins else ".*") + as_ranges(inner) + ("" if ends else ".*")).to_fsm()
