"""A field's rules in, plain words for them out; what a pattern asks for is said in words where it is simple."""

import re
from collections.abc import Mapping

from paycat.contract.model import Constraint, FieldNode, Group
from paycat.shapes.json_types import JSON_TYPES

_ONE_CLASS = re.compile(r"\^\[([^\[\]\\^]+)\](?:[*+]|\{[0-9]+(?:,[0-9]*)?\})\$")
_SIGNS: Mapping[str, str] = {"0-9": "digits", "A-Z": "capital letters A to Z", "a-z": "small letters a to z"}


def type_text(field: FieldNode) -> str:
    """Return a field's JSON type with its bounds, such as "text of 1 to 20 digits"."""
    if field.items:
        of = "objects" if isinstance(field.items, Group) else "values"
        return f"{JSON_TYPES[field.json_type].title} of {of}"
    if field.json_type != "string":
        return JSON_TYPES[field.json_type].title
    if formats := field.constraint("format"):
        return str(formats.value).replace("-", " and ")
    if field.constraint("const") or field.choices:
        return "text"
    pattern = field.constraint("pattern")
    signs = (class_text(str(pattern.value)) if pattern else None) or "characters"
    least, most = field.constraint("min_length"), field.constraint("max_length")
    count = _count(int(least.number) if least else 0, int(most.number) if most else None)
    if count == "at least 1" and signs == "characters":
        return "text, not empty"
    if count:
        return f"text of {count} {signs.removesuffix('s') if count.split()[-1] == '1' else signs}"
    return "text" if signs == "characters" else f"text of {signs}"


def rule_text(rule: Constraint) -> str:
    """Return what a rule asks of a value; of a pattern or fixed value the words before it."""
    signs = class_text(rule.phrase.literal)
    return f"{signs} only:" if signs else rule.phrase.limit


def class_text(pattern: str) -> str | None:
    """Return which characters a pattern of one class allows, in words; None for any other pattern."""
    found = _ONE_CLASS.fullmatch(pattern)
    if not found:
        return None
    ranges = re.findall(r"[0-9A-Za-z]-[0-9A-Za-z]", found[1])
    if "".join(ranges) != found[1] or not set(ranges) <= set(_SIGNS):
        return None
    return " and ".join(_SIGNS[one] for one in ranges)


def _count(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least}" if least else ""
    if least == most:
        return str(most)
    return f"{least} to {most}" if least else f"at most {most}"
