"""Proofs that a changed schema refuses exactly the bodies that the original refuses.

They get the same refusals, too, unless a body lacks what is required: it may be told of a second mistake or not.
Patterns are of the portable subset, of which an anchor may be missing. A text of a wrong length is refused for that,
whatever its pattern says: see `paycat.conformance.normal_form`.
"""

from functools import lru_cache

from greenery import Fsm, parse

from paycat.conformance.mutants.schema_changes import UTF_16, Schema
from paycat.decimals import as_decimal
from paycat.matching.patterns import anchors
from paycat.vectors.patterns import as_ranges

_LONGEST_COUNTED = 64
_BEYOND_BMP = ".*[\U00010000-\U0010ffff].*"
_WITH_LINE_BREAK = ".*\n.*"
_LINE_BREAK = {"pattern": "\\n"}
_DEFINITIONS = "#/$defs/"


def proof(before: Schema, keyword: str, change: str, after: Schema, around: Schema | None = None) -> str:
    """Return why a schema means the same after a change of one keyword, or nothing when that is not proven.

    `around` is the schema whose `if` it is, itself or in a part of its `allOf`.
    """
    pattern, without_line_breaks = before.get("pattern"), before.get("not") == _LINE_BREAK
    if keyword == "pattern" and without_line_breaks and _pattern_means_the_same(before, after):
        return "both patterns match the same texts of the allowed lengths"
    if change == UTF_16 and isinstance(pattern, str) and _match_nothing(pattern, _BEYOND_BMP):
        return "the pattern matches no text with a character beyond the BMP, so both ways of counting agree"
    if keyword == "not" and isinstance(pattern, str) and without_line_breaks and _ends_firmly(before):
        return "no text of the allowed lengths matches up to a final newline"
    if keyword == "multipleOf" and keyword in after and _same_multiples(before, before[keyword], after[keyword]):
        return "no number between the bounds is a multiple of one of both alone"
    if keyword == "type" and _variants_refuse(before):
        return "a body that is no object holds for every `if`, and every variant refuses it"
    if keyword == "required" and around and _are_required(around, before, after):
        return "a body without the members of this `if` is refused anyway; a second mistake may go untold"
    if keyword == "additionalProperties" and before.get(keyword) == {} and keyword not in after:
        return "an object is open where nothing is said"
    if keyword == "properties" and "additionalProperties" not in before and _are_anything(before["properties"], after):
        return "the properties are anything and the object is open: they stand there for strict validators alone"
    return ""


def _pattern_means_the_same(before: Schema, after: Schema) -> bool:
    return "pattern" in after and _same_texts(before["pattern"], after["pattern"], *_lengths(before))


def _lengths(schema: Schema) -> tuple[int, int | None]:
    return schema.get("minLength", 0), schema.get("maxLength")


def _ends_firmly(schema: Schema) -> bool:
    # Python's $ matches before a final newline.
    begins, inner, ends = anchors(schema["pattern"])
    loose = f"{'^' if begins else ''}({inner})\\n?{'$' if ends else ''}"
    return _match_nothing(loose, _WITH_LINE_BREAK, *_lengths(schema))


def _same_multiples(schema: Schema, *steps: float) -> bool:
    # One step is a multiple of the other: of two multiples in a row of the smaller one, one is none of the larger.
    low, high = (schema.get(keyword) for keyword in ("exclusiveMinimum", "maximum"))
    small, large = sorted(map(as_decimal, steps))
    if low is None or high is None or large % small:
        return False
    first = as_decimal(low) // small + 1
    near = [(first + more) * small for more in (-1, 0, 1)]
    return not any(as_decimal(low) < number <= as_decimal(high) and number % large for number in near)


def _variants_refuse(schema: Schema) -> bool:
    parts: list[Schema] = schema.get("allOf", [])
    return bool(parts) and all(_is_about_objects(part, schema.get("$defs", {})) for part in parts)


def _is_about_objects(part: Schema, variants: Schema) -> bool:
    name = part.get("then", {}).get("$ref", "").removeprefix(_DEFINITIONS)
    chosen_by_members = part.keys() == {"if", "then"} and part["if"].keys() <= {"properties", "required"}
    return chosen_by_members and variants.get(name, {}).get("type") == "object"


def _are_required(around: Schema, before: Schema, after: Schema) -> bool:
    return {*before["required"], *after.get("required", ())} <= {*around.get("required", ())}


def _are_anything(properties: Schema, after: Schema) -> bool:
    return all(schema is True for schema in (*properties.values(), *after.get("properties", {}).values()))


@lru_cache
def _same_texts(before: str, after: str, shortest: int, longest: int | None) -> bool:
    return _is_empty(_machine(before) ^ _machine(after), shortest, longest)


@lru_cache
def _match_nothing(pattern: str, texts: str, shortest: int = 0, longest: int | None = None) -> bool:
    return _is_empty(_machine(pattern) & parse(texts).to_fsm(), shortest, longest)


def _is_empty(machine: Fsm, shortest: int, longest: int | None) -> bool:
    if longest is None or longest > _LONGEST_COUNTED:
        return bool(machine.empty())  # Nothing without regard to lengths is nothing within them too.
    return bool((machine & parse(f".{{{shortest},{longest}}}").to_fsm()).empty())


@lru_cache
def _machine(pattern: str) -> Fsm:
    # The library's own expressions are anchored, and read escapes of their own: every character is given by its code.
    begins, inner, ends = anchors(pattern)
    return parse(("" if begins else ".*") + as_ranges(inner) + ("" if ends else ".*")).to_fsm()
