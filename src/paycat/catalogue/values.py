"""The values of keys as they are read from nodes; what is no node is data of a contract, and is taken as it is."""

from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from functools import partial
from itertools import pairwise
from typing import Annotated, Any, Literal, TypeVar

from pydantic import (
    AfterValidator,
    BeforeValidator,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    PlainSerializer,
    ValidationInfo,
    WithJsonSchema,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from paycat.catalogue.annotations import Words
from paycat.shapes.decimals import exact
from paycat.text.counting import counted
from paycat.yaml.nodes import (
    Entry,
    Mapping,
    Node,
    Scalar,
    Sequence,
    UnkeptNumberError,
    content_of,
    exact_number,
    json_value,
)

K = TypeVar("K")
T = TypeVar("T")

MOST_FIELDS, MOST_VALUES = 600, 5_000
"""So many fields of a table, or members of an object, and values of a choice there may be.

Each field has vectors that hold a whole body, and each value is a constant of the models and a row of a page: with many
more, commands take minutes and gigabytes.
"""

_NUMBER = {"anyOf": [{"type": "integer"}, {"type": "number"}]}


READING = "a catalogue is read"
"""The context of validation in which values have their forms and bounds: a contract may be older than these."""


def rejected(code: str, message: str, node: Node, help: str = "") -> PydanticCustomError:
    """Return the error that a validator raises for a node: its finding code, its message, its place, what to do."""
    context = {"code": code, "message": message, "span": node.span, "help": help}
    return PydanticCustomError("paycat", "{message}", context)


def _of_node(read_node: Callable[[Node], Any]) -> BeforeValidator:
    return BeforeValidator(lambda raw_value: read_node(raw_value) if isinstance(raw_value, Node) else raw_value)


def _text(raw_value: Node | Entry | str | None) -> Any:
    node = raw_value.value if isinstance(raw_value, Entry) else raw_value
    if not isinstance(node, Node):  # The key of a table, or data of a contract.
        return node
    if not isinstance(node, Scalar):
        raise rejected("wrong-type", "expected text", node)
    if node.is_null:
        raise rejected("missing-value", "a value is missing here", node)
    return node.text


def _filled(raw_value: Node | Entry | str | None) -> Any:
    text, node = _text(raw_value), raw_value.value if isinstance(raw_value, Entry) else raw_value
    if isinstance(node, Node) and not text.strip():
        raise rejected("missing-value", f"the text {'has only blanks' if text else 'is empty'}", node, "write one")
    return text


def _json(node: Node) -> Any:
    try:
        return json_value(node)
    except UnkeptNumberError as error:
        raise rejected("number-not-kept", str(error), error.scalar) from error


def _json_of(raw_value: Any) -> Any:
    node = raw_value.value if isinstance(raw_value, Entry) else raw_value
    return _json(node) if isinstance(node, Node) else node


def _plain(classes: tuple[type, ...], noun: str, node: Node) -> Any:
    value = _json(node) if isinstance(node, Scalar) else None
    if type(value) not in classes:
        raise rejected("wrong-type", f"expected {noun}", node)
    return value


def _number(node: Node) -> Any:
    return exact(_plain((int, float), "a number", node))


def _exact_number(node: Node) -> Any:
    try:
        number = exact_number(node) if isinstance(node, Scalar) else None
    except UnkeptNumberError as error:
        raise rejected("number-not-kept", str(error), error.scalar) from error
    if number is None:
        raise rejected("wrong-type", "expected a number", node)
    return exact(number)


def _items(node: Node) -> tuple[Node, ...]:
    if not isinstance(node, Sequence):
        text = node.text if isinstance(node, Scalar) and node.text.isascii() else ""
        hint = f"write [{text}]" if len(text.split()) == 1 else "begin each item with a hyphen and a blank"
        raise rejected("wrong-type", "expected a list", node, hint)
    return node.items


def _distinct(node: Node) -> tuple[Node, ...]:
    items_by_content: dict[Any, Node] = {}
    for item in _items(node):
        content = content_of(item)
        if content in items_by_content:
            item_text = f"{item.text!r}" if isinstance(item, Scalar) else "this"
            message = f"{item_text} is listed twice; first in line {items_by_content[content].span.line}"
            raise rejected("repeated-value", message, item, "list it once")
        items_by_content[content] = item
    return _items(node)


def _one_or_more(node: Node) -> tuple[Node, ...]:
    return _distinct(node) if isinstance(node, Sequence) else (node,)


def _one_or_several(raw_value: Any) -> Any:
    node = raw_value.value if isinstance(raw_value, Entry) else raw_value
    if isinstance(node, Sequence):
        return node.items
    return (node,) if isinstance(node, Node) else node


def _table(node: Node) -> dict[str, Entry]:
    if not isinstance(node, Mapping):
        raise rejected("wrong-type", "expected a mapping of keys to values", node)
    return {entry.key.text: entry for entry in node.entries}


def _text_or_table(raw_value: Any) -> Any:
    node = raw_value.value if isinstance(raw_value, Entry) else raw_value
    return _table(node) if isinstance(node, Mapping) else _filled(raw_value)


def _table_or_keys(node: Node) -> dict[str, Entry]:
    if not isinstance(node, Sequence):
        return _table(node)
    table = {}
    for item in _distinct(node):
        key = _text(item)
        assert isinstance(item, Scalar), "anything else was rejected"
        table[key] = Entry(item, Mapping(item.span, ()))  # Nothing more is stated of it.
    return table


@dataclass(frozen=True, slots=True)
class InSchema:
    """Says in JSON Schema of the catalogue what is read of a value, or in that of the contract what is written."""

    said: Callable[[JsonSchemaValue], JsonSchemaValue]
    mode: Literal["validation", "serialization"] = "validation"

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        return self.said(schema) if handler.mode == self.mode else schema


def _or_keys(table_schema: JsonSchemaValue) -> JsonSchemaValue:
    key_schema = {**table_schema["propertyNames"], "type": ["string", "number", "boolean"]}
    return {"anyOf": [{"type": "array", "items": key_schema, "uniqueItems": True}, table_schema]}


@dataclass(frozen=True, slots=True, eq=False)  # Annotations are hashed, and a mapping cannot be.
class OrWord:
    """Says that a word may stand for a whole list, which it is the only item of; each word with what it means."""

    meanings: dict[str, str]

    def __get_pydantic_core_schema__(self, source_type: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_before_validator_function(self._read, handler(source_type))

    def _read(self, raw_value: Any) -> Any:
        return (raw_value.text,) if isinstance(raw_value, Scalar) and raw_value.text in self.meanings else raw_value

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        list_schema = handler(core)
        if handler.mode == "serialization":
            return list_schema
        word_schema = {"type": "string", "enum": [*self.meanings], "enumDescriptions": [*self.meanings.values()]}
        return {"anyOf": [word_schema, list_schema]}


_FILLED = InSchema(lambda schema: {**schema, "pattern": r"\S", "patternErrorMessage": "the text is empty; write one"})
_DISTINCT = InSchema(lambda schema: {**schema, "uniqueItems": True})
_OR_ONE_ITEM = InSchema(lambda schema: {"anyOf": [schema["items"], schema]})

Choice = BeforeValidator(_text)
Presence = Annotated[
    Literal["required", "optional"], Choice, Words({"required": "It must be there.", "optional": "It may be left out."})
]
"""The requirement of what no condition names."""
Text = Annotated[str, BeforeValidator(_filled), _FILLED]
PayloadText = Annotated[str, BeforeValidator(_text)]
"""A value that payloads may have: an empty text is one."""
Flag = Annotated[bool, _of_node(partial(_plain, (bool,), "true or false"))]
_SINGLE = partial(_plain, (str, int, float, bool), "text, a number, true or false")
Single = Annotated[str | int | float | bool, _of_node(_SINGLE)]
"""A value of JSON that is neither null, an object nor a list."""
Whole = Annotated[int, _of_node(partial(_plain, (int,), "a whole number"))]
Number = Annotated[int | Decimal, _of_node(_number), WithJsonSchema(_NUMBER)]
ExactNumber = Annotated[int | Decimal, _of_node(_exact_number), WithJsonSchema(_NUMBER)]
"""A number of any number of digits: the bound of a value that may be a text."""
Json = Annotated[Any, BeforeValidator(_json_of)]
ListOf = Annotated[tuple[T, ...], _of_node(_distinct), _DISTINCT]
Series = Annotated[tuple[T, ...], _of_node(_items)]
"""A list in which an item may be repeated."""
OneOrMore = Annotated[tuple[T, ...], _of_node(_one_or_more), _DISTINCT, _OR_ONE_ITEM]
Numbers = Annotated[tuple[Number, ...], BeforeValidator(_one_or_several), _OR_ONE_ITEM]
"""A number, or several in a list."""
TableOf = Annotated[dict[K, T], _of_node(_table)]
TextOrTable = BeforeValidator(_text_or_table)
"""Reads a union of a text and a table of texts."""
TableOrKeys = Annotated[dict[K, T], _of_node(_table_or_keys), InSchema(_or_keys)]
"""A table, or a list of its keys where nothing is stated of any."""


def _by_key(value: Any) -> Any:
    return {str(index): item for index, item in enumerate(value)} if isinstance(value, list | tuple) else value


def _listed(statements: tuple[T, ...]):  # type: ignore[no-untyped-def]  # A return type would be taken for the schema.
    return list(statements)


InOrder = Annotated[
    dict[K, T],
    BeforeValidator(_by_key),
    _of_node(_table),
    AfterValidator(lambda table: tuple(table.values())),
    PlainSerializer(_listed),
    InSchema(lambda schema: {"type": "array", "items": schema["additionalProperties"]}, "serialization"),
]
"""A table of statements that know their key, held as a tuple; the type checker is shown the tuple."""

Unit = Literal["second", "hour", "month", "byte", "level", "attempt"]


@dataclass(frozen=True, slots=True)
class Quantity:
    """Says the unit of a number and its bounds, which a contract may be older than.

    `counted_as` is the name by which texts insert how many numbers a list has.
    """

    unit: Unit
    least: int
    most: int
    counted_as: str = ""

    def __get_pydantic_core_schema__(self, source_type: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._checked, handler(source_type))

    def _checked(self, amount: Any, info: ValidationInfo) -> Any:
        number = getattr(amount, "value", amount)
        if info.context and not self.least <= number <= self.most:
            raise _beyond(f"must be from {self.least:,} to {counted(self.most, self.unit)}, but is {number:,}", "value")
        return amount

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        return schema if handler.mode == "serialization" else {**schema, "minimum": self.least, "maximum": self.most}


class Status:
    """Says that a number is an HTTP status, which texts may name."""

    unit = ""
    counted_as = ""


class Schedule:
    """Says that a list of delays has at least one, and that none is shorter than the one before."""

    def __get_pydantic_core_schema__(self, source_type: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._checked, handler(source_type))

    def _checked(self, delays: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if info.context and not delays:
            raise _beyond("must have the delay of at least one attempt")
        for index, (earlier_delay, delay) in enumerate(pairwise(delays), 1):
            if info.context and delay < earlier_delay:
                raise _beyond(f"has the delay {delay:,} after the longer delay {earlier_delay:,}", index)
        return delays


def _beyond(fault: str, *steps: str | int) -> PydanticCustomError:
    """Return the error of a value beyond its bounds; `steps` leads from the value to the number."""
    return PydanticCustomError("paycat_bounds", "{fault}", {"fault": fault, "below": steps})
