"""The ground of the typed catalogue: pydantic models read from nodes, each with its reason and its place.

A model is given a Mapping node (or, where a short form exists, a scalar). Unknown keys are reported at the key, with
the closest known one; everything else that pydantic rejects is reported at the node that it rejected. What is no node
is data of a contract: a statement that needs no resolving is written into the contract as it is, and read from it
again.
"""

import re
from dataclasses import dataclass, replace
from functools import cache
from typing import Annotated, Any, ClassVar, NamedTuple

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    PlainSerializer,
    PlainValidator,
    SerializationInfo,
    SerializerFunctionWrapHandler,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, M, Refers, marks_in
from paycat.catalogue.values import OneOrMore, T, TableOf, Text
from paycat.diagnostics import Span
from paycat.yaml.nodes import Entry, Mapping, Node, Scalar

MADE = "paycat.made"
"""The module of models that are made for one catalogue."""


class Value(BaseModel):
    """An immutable part of the contract."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def member_names(cls) -> tuple[str, ...]:
        """Return the names of the members that the contract has."""
        return tuple(cls.model_fields)

    def written(self) -> Any:
        """Return the value as JSON data, without members that have their default."""
        return self.model_dump(mode="json", exclude_defaults=True)

    def without_lines(self) -> str:
        """Return the value as JSON in which places are files alone: equal texts say the same."""
        return self.model_dump_json(exclude_defaults=True, context=FILES_ALONE)


FILES_ALONE = "places are files alone"
"""A context of serialization."""


def _read_place(raw_place: Any) -> Span:
    if not isinstance(raw_place, Span | str):
        raise ValueError("a place is a text")
    return raw_place if isinstance(raw_place, Span) else Span.of(raw_place)


def _written_place(place: Span, info: SerializationInfo) -> str:
    return place.path if info.context == FILES_ALONE else str(place)


Location = Annotated[
    Span,
    PlainValidator(_read_place),
    PlainSerializer(_written_place, return_type=str),
    WithJsonSchema({"type": "string", "examples": ["schemas/catalogue.yaml:1:1"]}),
]
"""Where a statement is in the catalogue; in JSON the file, relative to the project, the line and the column."""


class Reason(Value):
    """Where a statement comes from: the specification, decisions of ours, or both."""

    model_config = ConfigDict(populate_by_name=True)

    source: Text | None = Field(default=None, description="Section of the specification that says so, such as §2.4.")
    decisions: OneOrMore[Annotated[Text, Refers("decision")]] = Field(
        default=(), validation_alias="decision", description="Decisions of ours that say so, such as D-28."
    )


@dataclass(frozen=True, slots=True)
class Inlined:
    """Says that a statement has the keys of this model beside its own, and that a member holds their values."""

    model: type[BaseModel]


class _IsOwnKey:
    """Says that a member holds the statement's own key, where it is an entry of a table."""


class _IsAlwaysWritten:
    """Says that a contract has a member where it has its default, too."""


class _IsDerived(_IsAlwaysWritten):
    """Says that a member has a value wherever anything reads it, stated or not."""


class _IsResolved:
    """Says that a member holds what follows from other statements: no key states it."""


OwnKey = Annotated[str, _IsOwnKey()]
Resolved = Annotated[T, _IsResolved()]
Always = Annotated[T, _IsAlwaysWritten()]
Derived = Annotated[T, _IsDerived(), Field(default=None)]
"""The value of a key that `defaults` fills in where it is not stated, before anything reads it."""


@cache
def _marked(model: type[BaseModel], mark_class: type | tuple[type, ...]) -> tuple[str, ...]:
    """Return the members of a model that have a mark of a class, or of one of several."""
    fields = model.model_fields.items()
    return tuple(name for name, field in fields if any(isinstance(mark, mark_class) for mark in field.metadata))


class Key(NamedTuple):
    """A key of a statement: the member that holds its value, or a part of it, and what the model says of the value."""

    member: str
    described: FieldInfo
    part: str = ""

    def marks(self, mark_class: type[M]) -> list[M]:
        """Return the marks of a class on what the key may hold."""
        return list(marks_in(mark_class, self.described.annotation, *self.described.metadata))


class Statement(BaseModel):
    """A mapping of the catalogue, with the keys of the model: see `keys_of`."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    short: ClassVar[str | None] = None
    """The key of a bare scalar, where there is one."""
    words: ClassVar[dict[str, str]] = {}
    """Words that stand for a whole statement, which comes with paycat, each with what it says."""
    whole: ClassVar[str | None] = None
    """The key whose value is the whole statement; YAML does not have the key."""
    old_keys: ClassVar[dict[str, tuple[str, dict[str, str]]]] = {}
    """Keys of earlier versions, each with the key that replaces it, and the new values by the old ones."""

    new_keys: ClassVar[dict[str, str]] = {}
    """Keys that earlier versions did not have, each with what writes it."""
    wrong_keys: ClassVar[dict[str, str]] = {}
    """Keys that it cannot have, though they are names of the catalogue, each with what to do."""

    span: Location = Field(default=Span(""), exclude=True)
    """Where the statement begins."""
    value_span: Location = Field(default=Span(""), exclude=True)
    """Where the value is that may stand for the whole statement."""
    allow: Annotated[TableOf[Annotated[Text, forms.FINDING], Text], KeysRefer("finding")] = Field(
        default_factory=dict,
        description="Findings that are right here, by code, each with its reason; they are not reported.",
        exclude=True,
    )

    @property
    def own_key(self) -> str:
        """The key of the statement in its table, as far as a member holds it; else an empty text."""
        return next((getattr(self, name) for name in _marked(type(self), _IsOwnKey)), "")

    def value_of(self, key: str) -> Any:
        """Return what is stated by a key, or its default; None where the statement cannot have the key."""
        if (statement_key := keys_of(type(self)).get(key)) is None:
            return None
        value, part_name = getattr(self, statement_key.member), statement_key.part
        if isinstance(value, dict) and part_name:
            return value.get(part_name)
        return getattr(value, part_name) if part_name else value

    @model_validator(mode="before")
    @classmethod
    def _from_node(cls, value: Any) -> Any:
        if isinstance(value, Entry):
            names = [name for name, field in cls.model_fields.items() if field.annotation is Span]
            own_members = dict.fromkeys(names, value.key.span) | dict.fromkeys(_marked(cls, _IsOwnKey), value.key.text)
            return own_members | _members_in(value.value, cls)
        return _members_in(value, cls) if isinstance(value, Node) else value


@cache
def keys_of(model: type[Statement]) -> dict[str, Key]:
    """Return the keys that a statement may have, as they are written; `allow` is the last."""
    model.model_rebuild()  # Statements that hold each other are complete once all are defined.
    keys: dict[str, Key] = {}
    for name, field in model.model_fields.items():
        if inlining := next(marks_in(Inlined, None, *field.metadata), None):
            part_fields = inlining.model.model_fields.items()
            keys |= {_written_name(part, part_field): Key(name, part_field, part) for part, part_field in part_fields}
        elif name not in ("allow", *_marked(model, (_IsOwnKey, _IsResolved))) and field.annotation is not Span:
            keys[_written_name(name, field)] = Key(name, field)
    return {**keys, "allow": Key("allow", model.model_fields["allow"])}


def _written_name(name: str, field: FieldInfo) -> str:
    return str(field.validation_alias or name)


def noun_of(model: type[Statement]) -> str:
    """Return what a statement of a model is called, such as `field type`."""
    words = re.findall("[A-Z][a-z]*", model.__name__)
    return " ".join(words if words[-1] != "Statement" else words[:-1]).lower()


def in_new_spelling(model: type[Statement], entry: Entry) -> Entry:
    """Return an entry of a statement with the key and the value that replace those of earlier versions."""
    new_key, new_values = model.old_keys.get(entry.key.text, ("", {}))
    if not isinstance(entry.value, Scalar) or entry.value.text not in new_values:
        return entry
    return Entry(replace(entry.key, text=new_key), replace(entry.value, text=new_values[entry.value.text]))


def _members_in(node: Node, model: type[Statement]) -> dict[str, Any]:
    """Return the members of a statement that a node states: those by its keys, or the one of its short form."""
    members: dict[str, Any] = {"span": node.span, "value_span": node.span}
    if only_key := model.whole or (model.short if not isinstance(node, Mapping) else None):
        return {**members, only_key: node}
    if not isinstance(node, Mapping):
        raise PydanticCustomError("paycat_no_mapping", "expected a mapping", {"model": model})
    if model.short and (short_entry := node.entry(model.short)):
        members["value_span"] = short_entry.value.span
    statement_keys = keys_of(model)
    members |= {statement_key.member: {} for statement_key in statement_keys.values() if statement_key.part}
    for entry in (in_new_spelling(model, entry) for entry in node.entries):
        if statement_key := statement_keys.get(entry.key.text):  # An unknown key is a finding, and no error beside it.
            (members[statement_key.member] if statement_key.part else members)[entry.key.text] = entry.value
    return members


class Reasoned(Statement):
    """A statement that says where it comes from: the specification, or decisions of ours."""

    reason: Always[Annotated[Reason, Inlined(Reason)]] = Field(default=Reason(), description="Where it comes from.")


class Kept(Statement, Value):
    """A statement that needs no resolving: the contract has it as it is, with its key, its reason and its place."""

    model_config = ConfigDict(populate_by_name=True)

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        if handler.mode == "serialization":
            own_schema = handler.resolve_ref_schema(schema)
            written_names = (*own_schema.get("required", ()), *_marked(cls, _IsAlwaysWritten))
            own_schema["required"] = [name for name in cls.member_names() if name in written_names]
            for name in _marked(cls, _IsDerived):
                own_schema["properties"][name].pop("default", None)
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
        values, always_names = handler(self), _marked(type(self), _IsAlwaysWritten)
        return {
            name: values[name] if name in values else _EMPTY.get(value := type(self).model_fields[name].default, value)
            for name in self.member_names()
            if name in values or name in always_names
        }


_EMPTY: dict[Any, Any] = {(): [], Reason(): {}}


@cache
def _members(model: type[Kept]) -> tuple[str, ...]:
    last_names = ("reason", "location")
    names = [name for name, field in model.model_fields.items() if not field.exclude]
    return (*(name for name in names if name not in last_names), *(name for name in last_names if name in names))
