"""Proofs that a changed schema refuses exactly the bodies that the original refuses.

They get the same refusals, too, unless a body lacks what is required: it may be told of a second mistake or not.
Patterns are of the portable subset, of which an anchor may be missing. A text of a wrong length is refused for that,
whatever its pattern says: see `paycat.conformance.normal_form`.
"""

from paycat.decimals import as_decimal, exact, is_multiple
from paycat.matching.side_by_side import Answer
from paycat.matching.texts import matching_text, telling_text
from paycat.shapes.constraints import range_in
from paycat.shapes.constraints.max_length import UTF_16
from paycat.shapes.constraints.steps import WHOLE_NUMBERS
from paycat_mutants.schema_changes import Schema

_NONE = Answer(None)
_LINE_BREAK = {"pattern": "\\n"}
_DEFINITIONS = "#/$defs/"


def proof(before: Schema, keyword: str, change: str, after: Schema, around: Schema | None = None) -> str:
    """Return why a schema means the same after a change of one keyword, or nothing when that is not proven.

    `around` is the schema whose `if` it is, itself or in a part of its `allOf`.
    """
    pattern, without_line_breaks = before.get("pattern"), before.get("not") == _LINE_BREAK
    if keyword == "pattern" and without_line_breaks and _pattern_means_the_same(before, after):
        return "both patterns match the same texts of the allowed lengths"
    if change == UTF_16 and isinstance(pattern, str) and _counts_alike(before):
        return "the pattern matches no text that is longer in UTF-16 than it may be"
    if keyword == "not" and isinstance(pattern, str) and without_line_breaks and _ends_firmly(before):
        return "no text of the allowed lengths matches up to a final newline"
    if keyword == WHOLE_NUMBERS[0] and keyword in after and _same_multiples(before, before[keyword], after[keyword]):
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
    return telling_text(before["pattern"], after.get("pattern", ""), *_lengths(before)) == _NONE


def _counts_alike(schema: Schema) -> bool:
    least, most = _lengths(schema)
    return most is not None and matching_text(schema["pattern"], least, most, most // 2 + 1) == _NONE


def _lengths(schema: Schema) -> tuple[int, int | None]:
    return schema.get("minLength", 0), schema.get("maxLength")


def _ends_firmly(schema: Schema) -> bool:
    # Python's $ matches before a final newline, which is one character of the length.
    least, most = _lengths(schema)
    return matching_text(schema["pattern"], max(least - 1, 0), None if most is None else most - 1) == _NONE


def _same_multiples(schema: Schema, *steps: float) -> bool:
    # One step is a multiple of the other: of two multiples in a row of the smaller one, one is none of the larger.
    accepted, (small, large) = range_in(schema), sorted(map(exact, steps))
    if accepted.low is None or accepted.high is None or not is_multiple(large, small):
        return False
    first = as_decimal(accepted.low.number) // small + 1
    near = [exact((first + more) * small) for more in (-1, 0, 1)]
    return not any(accepted.has(number) and not is_multiple(number, large) for number in near)


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
