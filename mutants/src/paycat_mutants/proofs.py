"""Proofs that a changed schema rejects exactly the bodies that the original rejects.

The violations are the same, too, except for a body that lacks what is required: a second violation may be reported or
not. Patterns are of the portable subset, of which an anchor may be missing. A text of a wrong length is rejected for
that, whatever its pattern: see `paycat.conformance.run.engine`.
"""

import re
from collections.abc import Iterator
from math import inf
from typing import Any

from paycat.shapes.constraints import BOUND_KEYWORDS
from paycat.shapes.constraints.bounds import WHOLE_NUMBERS
from paycat.shapes.constraints.length import EMOJI, UTF_16
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.decimals import as_decimal, exact, is_multiple
from paycat.shapes.patterns.portable import guard_of_pattern
from paycat.shapes.patterns.side_by_side import MOST_STEPS, Shortest
from paycat.shapes.patterns.texts import distinguishing_text, matching_text
from paycat.text.json_data import value_at
from paycat_mutants.decimal_proofs import decimal_proof
from paycat_mutants.schema_changes import Schema, changes

PROOF_STEPS = 8 * MOST_STEPS
"""What a proof about two patterns may cost: nobody waits for it."""
_NONE = Shortest(None)
_MOVED = re.compile("class_[0-9]+_([^_]+)_as_([^_]+)")
_DEFINITIONS = "#/$defs/"


def proof(
    before: Schema,
    keyword: str,
    change: str,
    after: Schema,
    around: Schema | None = None,
    itself: Schema | None = None,
) -> str:
    """Return why a schema means the same after a change of one keyword, or nothing when that is not proven.

    `around` is the schema whose `if` or part of `allOf` it is, itself or in such a part. `itself` is what a member is
    whatever the others are, of a schema that it has where one of them has a value.
    """
    if reason := (
        _type_proof(before, keyword, around, itself)
        or decimal_proof(before, keyword, after, around, itself)
        or _proof_of_a_case(before, keyword, after, itself)
    ):
        return reason
    pattern, whole = before.get("pattern"), {**(itself or {}), **before}
    is_guarded = isinstance(pattern, str) and before.get("not") == _guard(pattern)
    if keyword == "pattern" and is_guarded and _pattern_means_the_same(before, after):
        return "both patterns match the same texts of the allowed lengths"
    if change == UTF_16 and isinstance(whole.get("pattern"), str) and _counts_alike(whole):
        return "the pattern matches no text that is longer in UTF-16 than it may be"
    if keyword == "not" and is_guarded and _ends_firmly(whole):
        return "no text of the allowed lengths matches up to a final newline"
    if keyword == WHOLE_NUMBERS[0]:
        return same_numbers(before, after)
    if keyword == "type" and _variants_reject(before):
        return "a body that is no object holds for every `if`, and every variant rejects it"
    if keyword == "required" and any(_are_required(anyway, before, after) for anyway in (around, itself) if anyway):
        return "a body without the members of this `if` is rejected anyway; a second violation may be missing"
    if keyword == "additionalProperties" and before.get(keyword) == {} and keyword not in after:
        return "an object is open by default"
    is_open = before.get("additionalProperties", {}) == {}
    if keyword == "properties" and is_open and _are_anything(before["properties"], after):
        return "the properties are anything and the object is open: only strict validators need them"
    return ""


def _proof_of_a_case(before: Schema, keyword: str, after: Schema, itself: Schema | None) -> str:
    """Return why a member that one of the others decides about is what it was: it is `itself` whatever they are."""
    if itself is None:
        return ""
    member_names = {*before.get("properties", ())}
    is_closed = itself.get("additionalProperties") is False and {*itself["properties"]} <= member_names
    if keyword == "additionalProperties" and before.get(keyword, {}) == {} and is_closed:
        return "the object is closed anyway"
    listed, own_values = [_values(schema) for schema in (before, after)], _values(itself)
    if keyword == "pattern" and isinstance(before.get("pattern"), str):
        is_same = _match_alike_in_a_case(before, after, itself)
        return "both patterns match the same of the texts that the member may be" if is_same else ""
    if keyword in ("const", "enum") and own_values is not None:
        possible, changed = ([one for one in own_values if values is None or one in values] for values in listed)
        return "the member has none of the other values anyway" if possible == changed else ""
    return ""


def _match_alike_in_a_case(before: Schema, after: Schema, itself: Schema) -> bool:
    pattern, other, lengths = before["pattern"], after.get("pattern", ""), _lengths({**itself, **before})
    # A text that both patterns reject, that of the case and that of the member, has the code of one of them.
    has_one_code = before.get("x-violation") == itself.get("x-violation")
    beside = (itself["pattern"],) if "pattern" in itself and has_one_code else ()
    guard = None if beside else guard_of_pattern(pattern)
    return distinguishing_text(pattern, other, lengths, guard, beside=beside, steps=PROOF_STEPS) == _NONE


def referred(root: Schema, schema: Any) -> Any:
    """Return what a schema inside of a root refers to, or the schema itself."""
    reference = schema.get("$ref", "") if isinstance(schema, dict) else ""
    return value_at(root, reference.split("/")[1:]) if reference.startswith("#/") else schema


def says_nothing(then: Schema, whole: Schema, root: Schema) -> bool:
    """Tell whether what an object is in a case, as far as schemas reject, is what it is anyway."""
    if "required" in then and not {*then["required"]} <= {*whole.get("required", ())}:
        return False
    for name, member in then.get("properties", {}).items():
        own_schema = referred(root, whole.get("properties", {}).get(name, {}))
        if "properties" in member and "properties" in own_schema:
            is_own = says_nothing(member, own_schema, root)
        else:
            stated_keywords = {keyword for keyword, _, _ in changes(member)} & {*member}
            is_own = all(member[keyword] == own_schema.get(keyword) for keyword in stated_keywords)
        if not is_own:
            return False
    return True


def _type_proof(before: Schema, keyword: str, around: Schema | None, itself: Schema | None) -> str:
    """Return why a type counts nothing: it is stated once more, about the same value."""
    if keyword == "type" and itself and itself.get("type") == before.get("type"):
        return "the member has the type anyway, so that another is rejected: only strict validators need it here"
    if keyword == "type" and before.get("type") in [
        one.get("type") for one in (around or {}, *before.get("allOf", ()))
    ]:
        return "the whole, or a part, has the type anyway: only generators of clients need both"
    return ""


def _guard(pattern: str) -> Schema | None:
    """Return the `not` of a schema with the pattern."""
    found: Schema | None = Pattern().schema(pattern).get("not")
    return found


def _pattern_means_the_same(before: Schema, after: Schema) -> bool:
    guard = guard_of_pattern(before["pattern"])
    return distinguishing_text(before["pattern"], after.get("pattern", ""), _lengths(before), guard) == _NONE


def _counts_alike(schema: Schema) -> bool:
    least, most = _lengths(schema)
    return most is not None and matching_text(schema["pattern"], least, most, most // 2 + 1) == _NONE


def _lengths(schema: Schema) -> tuple[int, int | None]:
    return schema.get("minLength", 0), schema.get("maxLength")


def _ends_firmly(schema: Schema) -> bool:
    # Python's $ matches before a final newline, which is one character of the length.
    least, most = _lengths(schema)
    return matching_text(schema["pattern"], max(least - 1, 0), None if most is None else most - 1) == _NONE


def _range_in(schema: Schema) -> NumberRange:
    """Return the numbers between the bounds that a schema states, without regard to steps."""
    accepted = NumberRange()
    for relation, keyword in BOUND_KEYWORDS.items():
        if keyword in schema:
            accepted = accepted.narrowed(relation, exact(schema[keyword]))
    return accepted


def same_numbers(before: Schema, after: Schema) -> str:
    """Return why another step, or none, leaves the same numbers between the bounds of a schema; "" if it does not."""
    accepted, keyword = _range_in(before), WHOLE_NUMBERS[0]
    steps = [exact(one[keyword]) for one in (before, after) if keyword in one]
    if accepted.low and accepted.low == accepted.high and all(is_multiple(accepted.low.number, one) for one in steps):
        return "the one number is a multiple"  # Others are rejected for the bounds, which are validated first.
    if keyword in before and keyword in after and _same_multiples(before, before[keyword], after[keyword]):
        return "no number between the bounds is a multiple of one of both alone"
    return ""


def _same_multiples(schema: Schema, *steps: float) -> bool:
    # One step is a multiple of the other: of two multiples in a row of the smaller one, one is none of the larger.
    accepted, (small, large) = _range_in(schema), sorted(map(exact, steps))
    if accepted.low is None or accepted.high is None or not is_multiple(large, small):
        return False
    first = as_decimal(accepted.low.number) // small + 1
    near = [exact((first + more) * small) for more in (-1, 0, 1)]
    return not any(accepted.has(number) and not is_multiple(number, large) for number in near)


def _variants_reject(schema: Schema) -> bool:
    parts: list[Schema] = schema.get("allOf", [])
    return bool(parts) and all(_is_about_objects(part, schema.get("$defs", {})) for part in parts)


def _is_about_objects(part: Schema, variants: Schema) -> bool:
    name = part.get("then", {}).get("$ref", "").removeprefix(_DEFINITIONS)
    chosen_by_members = part.keys() == {"if", "then"} and part["if"].keys() <= {"properties", "required"}
    return chosen_by_members and variants.get(name, {}).get("type") == "object"


def _are_required(around: Schema, before: Schema, after: Schema) -> bool:
    return {*before["required"], *after.get("required", ())} <= {*around.get("required", ())}


def _are_anything(properties: Schema, after: Schema) -> bool:
    return all(
        schema is True or schema == {} for schema in (*properties.values(), *after.get("properties", {}).values())
    )


def weaker_proof(before: Schema, keyword: str, _change: str, after: Schema) -> str:
    """Return why a schema accepts the same values after a change of one keyword, whatever the violations."""
    if keyword == "type" and _values(before) is not None and _values(before) == _values(after):
        return "the values are listed, whatever their type"
    is_open = "additionalProperties" not in before
    if keyword == "properties" and is_open and _same_members(before[keyword], after.get(keyword, {})):
        return "the member is anything, and the object is open"
    if (
        keyword == "maxItems"
        and before.get("uniqueItems")
        and _most_values(before) <= min(map(_most_items, (before, after)))
    ):
        return "no list has as many different items"
    if keyword in BOUND_KEYWORDS.values() and _range_in(before) == _range_in(after):
        return "another bound leaves the same numbers"
    pattern = before.get("pattern")
    if isinstance(pattern, str) and pattern == after.get("pattern") and _lengths_mean_the_same(before, after):
        return "the pattern matches no text of the lengths that one of both allows"
    if keyword == "pattern" and _pattern_means_the_same(before, after):
        return "both patterns match the same texts of the allowed lengths"
    return ""


def _same_members(before: Schema, after: Schema) -> bool:
    """Tell whether the members that differ are anything."""
    differ = {name for name in before if before[name] != after.get(name)}
    schemas = [one for name in differ for one in (before[name], after.get(name, True))]
    return all(one is True or (one is not False and not list(changes(one))) for one in schemas)


def _most_items(schema: Schema) -> float:
    return float(schema.get("maxItems", inf))


def _most_values(schema: Schema) -> float:
    return len(schema.get("items", {}).get("enum", ())) or inf


def text_proof(before: Schema, keyword: str, change: str, after: Schema, *, unsent: str = "", least: int = 0) -> str:
    """Return why a schema of what is sent as text means the same after a change of one keyword, or nothing.

    `unsent` is the pattern of a character that cannot be sent, `least` the fewest characters that can.
    """
    if reason := sent_length_proof(before, keyword, after, least):
        return reason
    if unsent and ((change == UTF_16 and re.search(unsent, EMOJI)) or _is_about(change, unsent)):
        return "the change is about characters that cannot be sent"
    types = [after["type"]] if isinstance(after.get("type"), str) else after.get("type", ["string"])
    if keyword == "type" and before.get(keyword) == "string" and "string" in types:
        return "what is sent is a text, whatever else it might be"
    if keyword == "type" and {*types} - {before.get(keyword)} <= {"null", "array", "object"}:
        return "no text is null, a list or an object"
    return weaker_proof(before, keyword, change, after)


def sent_length_proof(before: Schema, keyword: str, after: Schema, least: int) -> str:
    """Return why a schema of a text of which at least so many characters are sent accepts the same ones, or nothing."""
    if keyword == "minLength" and max(_lengths(before)[0], least) == max(_lengths(after)[0], least):
        return "no shorter text can be sent"
    return ""


def _is_about(change: str, unsent: str) -> bool:
    """Tell whether a change moves the ends of a range of characters over such that cannot be sent, and no others."""
    found = _MOVED.fullmatch(change)
    return found is not None and all(re.search(unsent, chr(one)) for one in _codes(found[1]) ^ _codes(found[2]))


def _codes(shown: str) -> set[int]:
    """Return the characters of a range as the names of mutants show it: each end as itself, or as its code."""
    ends = [ord(end) if len(end) == 1 else int(end, 16) for end in shown.split("-")]
    return {*range(ends[0], ends[-1] + 1)}


def _values(schema: Schema) -> list[Any] | None:
    """Return the values that a schema lists, if they are all of its types."""
    return [schema["const"]] if "const" in schema else schema.get("enum")


def _lengths_mean_the_same(before: Schema, after: Schema) -> bool:
    """Tell whether the pattern matches no text that is in one range of lengths and not in the other."""
    return all(_none_between(before["pattern"], *one) for one in _beside(_lengths(before), _lengths(after)))


def _none_between(pattern: str, least: int, most: int | None) -> bool:
    return (most is not None and most < least) or matching_text(pattern, least, most) == _NONE


Lengths = tuple[int, int | None]


def _beside(one: Lengths, other: Lengths) -> Iterator[Lengths]:
    """Return the lengths that are in one range alone."""
    (low, high), (least, most) = one, other
    if low != least:
        yield min(low, least), max(low, least) - 1
    if high != most:
        known = [end for end in (high, most) if end is not None]
        yield min(known) + 1, max(known) if len(known) == 2 else None
