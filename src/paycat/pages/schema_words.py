"""A JSON Schema fragment in, what it takes in words out, as HTML that links to the records it names."""

from collections.abc import Iterator
from typing import Any

from markupsafe import Markup, escape

from paycat.counting import counted
from paycat.decimals import plain_text
from paycat.encoding import compact
from paycat.shapes.constraints import BOUND_KEYWORDS, limits_in, range_in

_FORMATS = {
    "date-time": "date and time, such as 2026-01-02T03:04:05Z",
    "date": "date, such as 2026-01-02",
    "uri": "absolute URI",
    "uuid": "UUID",
    "email": "e-mail address",
}
_UNITS = {"string": "character", "array": "item"}
_COUNTS = {"string": ("minLength", "maxLength"), "array": ("minItems", "maxItems")}


def type_words(schema: Any, root: str) -> Markup:
    """Return a fragment's type, bounds and values in words; `root` is the way up to the folder of all pages."""
    if not isinstance(schema, dict):
        return Markup("any value") if schema else Markup("nothing")
    if "$ref" in schema:
        return Markup('<a href="{0}records.html#{1}">{1}</a>').format(root, _name(schema["$ref"]))
    for keyword in ("oneOf", "anyOf"):
        if keyword in schema:
            return Markup(" or ").join(type_words(one, root) for one in schema[keyword])
    if "allOf" in schema:
        return Markup(" and ").join(type_words(one, root) for one in schema["allOf"])
    if "const" in schema:
        return Markup("always {}").format(_value(schema["const"]))
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    told = [_kind(kind, schema, root) for kind in kinds if kind != "null"]
    told += [Markup("null")] if "null" in kinds else []
    return Markup(" or ").join(told) or Markup("any value")


def _kind(kind: str, schema: dict[str, Any], root: str) -> Markup:
    first = Markup("one of {}").format(_values(schema["enum"])) if "enum" in schema else _plain(kind, schema, root)
    return Markup(", ").join([first, *map(escape, _bounds(kind, schema)), *_forms(schema)])


def _plain(kind: str, schema: dict[str, Any], root: str) -> Markup:
    match kind:
        case "string":
            return escape(_FORMATS.get(schema.get("format", ""), "text"))
        case "array":
            return Markup("list of {}").format(type_words(schema.get("items", True), root))
        case "integer":
            return Markup("whole number")
        case "boolean":
            return Markup("true or false")
        case _:
            return escape(kind)


def _forms(schema: dict[str, Any]) -> Iterator[Markup]:
    if "pattern" in schema:
        yield Markup("of the form <code>{}</code>").format(schema["pattern"])
    if "x-extensible-enum" in schema:
        yield Markup("so far {}; new values may appear").format(_values(schema["x-extensible-enum"]))
    if "default" in schema:
        yield Markup("{} when left out").format(_value(schema["default"]))


def _bounds(kind: str, schema: dict[str, Any]) -> Iterator[str]:
    if kind in ("integer", "number"):
        yield from _number_bounds(schema)
    elif kind in _COUNTS:
        least, most = (schema.get(keyword) for keyword in _COUNTS[kind])
        if least is not None or most is not None:
            yield _span(least or 0, most, _UNITS[kind])


def _span(least: int, most: int | None, unit: str) -> str:
    if most is None:
        return f"at least {counted(least, unit)}"
    if least == most:
        return f"exactly {counted(most, unit)}"
    return f"{least:,} to {counted(most, unit)}" if least else f"at most {counted(most, unit)}"


def _number_bounds(schema: dict[str, Any]) -> Iterator[str]:
    low, high = range_in(schema).low, range_in(schema).high
    if low and high and low.is_included and high.is_included:
        yield f"from {plain_text(low.number)} to {plain_text(high.number)}"
        schema = {keyword: bound for keyword, bound in schema.items() if keyword not in BOUND_KEYWORDS.values()}
    yield from limits_in(schema)


def _values(values: list[Any]) -> Markup:
    return Markup(", ").join(map(_value, values))


def _value(value: Any) -> Markup:
    return Markup("<code>{}</code>").format(value if isinstance(value, str) else compact(value))


def _name(reference: str) -> str:
    return reference.rpartition("/")[2]
