"""The ground of the typed catalogue: pydantic models read from nodes, each with its reason and its place.

A model is given a Mapping node (or, where a short form exists, a scalar). Unknown keys are reported at the key, with
the closest known one; everything else that pydantic refuses is reported at the node that it refused. What is no node is
data of a contract: a statement that needs no resolving is written into the contract as it is, and read from it again.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, partial
from typing import Annotated, Any, ClassVar, NamedTuple, Self, TypeVar

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PlainSerializer,
    PrivateAttr,
    SerializerFunctionWrapHandler,
    ValidationInfo,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, Refers
from paycat.catalogue.values import Place, Value
from paycat.decimals import exact
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.loading import Entry, Mapping, Node, Scalar, Sequence, UnkeptNumberError, json_value

K = TypeVar("K")
T = TypeVar("T")


@dataclass(slots=True)
class Findings:
    """What is found while one file is read; handed to pydantic as validation context.

    `misspelt` holds keys that seem to stand under another name: the place of their mapping, and the key meant.
    """

    found: list[Diagnostic] = field(default_factory=list)
    misspelt: set[tuple[Span, str]] = field(default_factory=set)


def refused(code: str, message: str, node: Node) -> PydanticCustomError:
    """Return the error that a validator raises for a node: its finding code, its message and its place."""
    return PydanticCustomError("paycat", "{message}", {"code": code, "message": message, "span": node.span})


def _of_node(read: Callable[[Node], Any]) -> BeforeValidator:
    return BeforeValidator(lambda given: read(given) if isinstance(given, Node) else given)


def _text(given: Node | Entry | str | None) -> Any:
    node = given.value if isinstance(given, Entry) else given
    if not isinstance(node, Node):  # The key of a table, or data of a contract.
        return node
    if not isinstance(node, Scalar):
        raise refused("wrong-type", "expected text", node)
    if node.is_null:
        raise refused("missing-value", "a value is missing here", node)
    return node.text


def _json(node: Node) -> Any:
    try:
        return json_value(node)
    except UnkeptNumberError as error:
        raise refused("number-not-kept", str(error), error.scalar) from error


def _plain(kinds: tuple[type, ...], wanted: str, node: Node) -> Any:
    value = _json(node) if isinstance(node, Scalar) else None
    if type(value) not in kinds:
        raise refused("wrong-type", f"expected {wanted}", node)
    return value


def _number(node: Node) -> Any:
    return exact(_plain((int, float), "a number", node))


def _items(node: Node) -> tuple[Node, ...]:
    if not isinstance(node, Sequence):
        raise refused("wrong-type", "expected a list", node)
    return node.items


def _one_or_more(node: Node) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,)


def _table(node: Node) -> dict[str, Entry]:
    if not isinstance(node, Mapping):
        raise refused("wrong-type", "expected a mapping of keys to values", node)
    return {entry.key.text: entry for entry in node.entries}


_NUMBER = {"anyOf": [{"type": "integer"}, {"type": "number"}]}


class _OrOneItem:
    """Says in JSON Schema that one item may stand for a list of one."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        several = handler(core)
        return several if handler.mode == "serialization" else {"anyOf": [several["items"], several]}


Choice = BeforeValidator(_text)
Text = Annotated[str, BeforeValidator(_text)]
Flag = Annotated[bool, _of_node(partial(_plain, (bool,), "true or false"))]
Whole = Annotated[int, _of_node(partial(_plain, (int,), "a whole number"))]
Number = Annotated[int | Decimal, _of_node(_number), WithJsonSchema(_NUMBER)]
Json = Annotated[Any, _of_node(_json)]
ListOf = Annotated[tuple[T, ...], _of_node(_items)]
OneOrMore = Annotated[tuple[T, ...], _of_node(_one_or_more), _OrOneItem()]
TableOf = Annotated[dict[K, T], _of_node(_table)]


class _Listed:
    """Keeps a table of statements as a list of them in its order: each has its key as a member."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        table = handler(core)
        if handler.mode == "validation":
            return table
        return {"type": "array", "items": table["additionalProperties"]}


def _by_key(given: Any) -> Any:
    return {str(index): one for index, one in enumerate(given)} if isinstance(given, list | tuple) else given


def _in_order(table: dict[str, T]) -> tuple[T, ...]:
    return tuple(table.values())


def _listed(several: tuple[T, ...]):  # type: ignore[no-untyped-def]  # A return type would be taken for the schema.
    return list(several)


InOrder = Annotated[
    dict[K, T],
    BeforeValidator(_by_key),
    _of_node(_table),
    AfterValidator(_in_order),
    PlainSerializer(_listed),
    _Listed(),
]
"""A table of statements that know their key, held as a tuple; the type checker is shown the tuple."""


class Reason(Value):
    """Where a statement comes from: the specification, decisions of ours, or both."""

    source: Text | None = Field(default=None, description="Section of the specification that says so, such as §2.4.")
    decisions: OneOrMore[Annotated[Text, Refers("decision")]] = Field(
        default=(), description="Decisions of ours that say so, such as D-28."
    )


_OF_REASON = {"source": "source", "decision": "decisions"}
"""The keys of a statement that say its reason, and the members that hold them."""


class Key(NamedTuple):
    """A key of a statement: the attribute that holds its value, and what the model says of it."""

    name: str
    described: FieldInfo


class Statement(BaseModel):
    """A mapping of the catalogue. `short` names the key that a bare scalar stands for, where there is one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    short: ClassVar[str | None] = None
    known_by: ClassVar[str | None] = None
    """The member that holds the statement's own key, where it is an entry of a table."""

    _span: Span = PrivateAttr()

    allow: Annotated[TableOf[Annotated[Text, forms.FINDING], Text], KeysRefer("finding")] = Field(
        default_factory=dict,
        description="Findings that are right here, by code, each with its reason; they are not told.",
        exclude=True,
    )

    @property
    def span(self) -> Span:
        """Where the statement begins."""
        return self._span

    @model_validator(mode="wrap")
    @classmethod
    def _from_node(cls, given: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo[Any]) -> Self:
        node = given.value if isinstance(given, Entry) else given
        if not isinstance(node, Node):
            return handler(given)
        if cls.short and not isinstance(node, Mapping):
            held: dict[str, Any] = {cls.short: node}
        elif isinstance(node, Mapping):
            held = _known_entries(cls, node, info.context)
        else:
            raise refused("wrong-type", f"expected a mapping with the keys {', '.join(keys(cls)[:-1])}", node)
        if isinstance(given, Entry) and cls.known_by:
            held |= {cls.known_by: given.key.text}
            held |= {"place": place_of(given.key.span)} if "place" in cls.model_fields else {}
        made = handler(held)
        made._span = node.span
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        if handler.mode == "serialization":
            return schema
        resolved = handler.resolve_ref_schema(schema)
        _say_keys(cls, resolved, handler)
        if cls.short:
            whole = dict(resolved)
            resolved.clear()
            resolved |= {"description": whole["description"], "anyOf": [whole["properties"][cls.short], whole]}
        return schema


def place_of(span: Span) -> Place:
    """Return the place that the contract keeps of a span."""
    return Place(path=span.path, line=span.line)


@cache
def keys_of(model: type[Statement]) -> dict[str, Key]:
    """Return the keys that a statement may have, as they are written; `allow` is the last."""
    found: dict[str, Key] = {}
    for name, described in model.model_fields.items():
        if name == "reason":
            found |= {key: Key(key, Reason.model_fields[member]) for key, member in _OF_REASON.items()}
        elif name not in ("allow", model.known_by) and described.annotation is not Place:
            found[described.alias or name] = Key(name, described)
    return {**found, "allow": Key("allow", model.model_fields["allow"])}


def keys(model: type[Statement]) -> list[str]:
    """Return the keys that a statement may have; `allow` is the last."""
    return list(keys_of(model))


def _say_keys(model: type[Statement], schema: JsonSchemaValue, handler: GetJsonSchemaHandler) -> None:
    """Put the keys of YAML in place of the members of the contract."""
    found = schema["properties"]
    if "reason" in model.model_fields:
        reason = handler.resolve_ref_schema({"$ref": found["reason"]["$ref"]})["properties"]
        found |= {key: reason[member] for key, member in _OF_REASON.items()}
    known = keys_of(model)
    schema["properties"] = {key: found[key] for key in ("allow", *known) if key in found}
    if "required" in schema:
        schema["required"] = [key for key in schema["required"] if key in known]


def _known_entries(model: type[Statement], node: Mapping, findings: Findings) -> dict[str, Any]:
    known = keys_of(model)
    for entry in node.entries:
        if entry.key.text not in known:
            message = f"unknown key {entry.key.text!r}"
            hint = did_you_mean(entry.key.text, known)
            findings.found.append(Diagnostic("unknown-key", entry.key.span, message, hint))
            findings.misspelt |= {(node.span, key) for key in known if hint == f"did you mean {key!r}?"}
    held: dict[str, Any] = {entry.key.text: entry.value for entry in node.entries if entry.key.text in known}
    if "reason" in model.model_fields:
        held["reason"] = {member: held.pop(key) for key, member in _OF_REASON.items() if key in held}
    return held


class Reasoned(Statement):
    """A statement that says where it comes from: the specification, or decisions of ours."""

    reason: Reason = Field(default=Reason(), description="Where it comes from.")

    @property
    def source(self) -> str | None:
        """The section of the specification that says so."""
        return self.reason.source

    @property
    def decision(self) -> tuple[str, ...]:
        """The decisions of ours that say so."""
        return self.reason.decisions


class Kept(Statement, Value):
    """A statement that needs no resolving: the contract has it as it is, with its key, its reason and its place.

    Members that are `always` written are written where they have their default, too.
    """

    model_config = ConfigDict(populate_by_name=True)

    always: ClassVar[tuple[str, ...]] = ()

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = super().__get_pydantic_json_schema__(core, handler)
        if handler.mode == "serialization":
            resolved = handler.resolve_ref_schema(schema)
            written = (*resolved.get("required", ()), *cls.always, "reason")
            resolved["required"] = [name for name in cls.member_names() if name in written]
        return schema

    @classmethod
    def member_names(cls) -> tuple[str, ...]:
        """Return the names of the members that the contract has, in its order."""
        return _members(cls)

    def __eq__(self, other: object) -> bool:
        """Tell whether the contract has the same of both, wherever they were read."""
        if type(self) is not type(other):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.member_names())

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in self.member_names()))

    @model_serializer(mode="wrap")
    def _written(self, handler: SerializerFunctionWrapHandler):  # type: ignore[no-untyped-def]  # As for `_listed`.
        made, always = handler(self), (*self.always, "reason")
        return {
            name: made[name] if name in made else _EMPTY.get(value := type(self).model_fields[name].default, value)
            for name in self.member_names()
            if name in made or name in always
        }


_EMPTY: dict[Any, Any] = {(): [], Reason(): {}}


@cache
def _members(model: type[Kept]) -> tuple[str, ...]:
    last = ("reason", "place")
    names = [name for name, described in model.model_fields.items() if not described.exclude]
    return (*(name for name in names if name not in last), *(name for name in last if name in names))
