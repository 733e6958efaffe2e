"""The ground of the typed catalogue: pydantic models read from nodes, each keeping the place where it stands.

A model is given a Mapping node (or, where a short form exists, a scalar). Unknown keys are reported at the key, with
the closest known one; everything else that pydantic refuses is reported at the node that it refused.
"""

from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from typing import Annotated, Any, ClassVar, Self, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetJsonSchemaHandler,
    ModelWrapValidatorHandler,
    PrivateAttr,
    ValidationInfo,
    WithJsonSchema,
    model_validator,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError

from paycat.catalogue import forms
from paycat.catalogue.annotations import KeysRefer, Refers
from paycat.decimals import exact
from paycat.diagnostics import Diagnostic, Span, did_you_mean
from paycat.loading import Mapping, Node, Scalar, Sequence, UnkeptNumberError, json_value

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


def _text(node: Node | str) -> str:
    if isinstance(node, str):  # The key of a table.
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


def _table(node: Node) -> dict[str, Node]:
    if not isinstance(node, Mapping):
        raise refused("wrong-type", "expected a mapping of keys to values", node)
    return {entry.key.text: entry.value for entry in node.entries}


_NUMBER = {"anyOf": [{"type": "integer"}, {"type": "number"}]}


class _OrOneItem:
    """Says in JSON Schema that one item may stand for a list of one."""

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        several = handler(core)
        return {"anyOf": [several["items"], several]}


Text = Annotated[str, BeforeValidator(_text)]
Flag = Annotated[bool, BeforeValidator(partial(_plain, (bool,), "true or false"))]
Whole = Annotated[int, BeforeValidator(partial(_plain, (int,), "a whole number"))]
Number = Annotated[int | Decimal, BeforeValidator(_number), WithJsonSchema(_NUMBER)]
Json = Annotated[Any, BeforeValidator(_json)]
ListOf = Annotated[tuple[T, ...], BeforeValidator(_items)]
OneOrMore = Annotated[tuple[T, ...], BeforeValidator(_one_or_more), _OrOneItem()]
TableOf = Annotated[dict[K, T], BeforeValidator(_table)]
Choice = BeforeValidator(_text)


class Statement(BaseModel):
    """A mapping of the catalogue. `short` names the key that a bare scalar stands for, where there is one."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=False)

    short: ClassVar[str | None] = None
    _span: Span = PrivateAttr()

    allow: Annotated[TableOf[Annotated[Text, forms.FINDING], Text], KeysRefer("finding")] = Field(
        default_factory=dict,
        description="Findings that are right here, by code, each with its reason; they are not told.",
    )

    @property
    def span(self) -> Span:
        """Where the statement begins."""
        return self._span

    @model_validator(mode="wrap")
    @classmethod
    def _from_node(cls, node: Any, handler: ModelWrapValidatorHandler[Self], info: ValidationInfo[Any]) -> Self:
        if cls.short and not isinstance(node, Mapping):
            made = handler({cls.short: node})
        elif isinstance(node, Mapping):
            made = handler(_known_entries(cls, node, info.context))
        else:
            raise refused("wrong-type", f"expected a mapping with the keys {', '.join(keys(cls)[:-1])}", node)
        made._span = node.span
        return made

    @classmethod
    def __get_pydantic_json_schema__(cls, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        if not cls.short:
            return schema
        resolved = handler.resolve_ref_schema(schema)
        whole = dict(resolved)
        resolved.clear()
        resolved |= {"description": whole["description"], "anyOf": [whole["properties"][cls.short], whole]}
        return schema


def keys(model: type[Statement]) -> list[str]:
    """Return the keys that a statement may have; `allow` is the last."""
    own = [described.alias or name for name, described in model.model_fields.items() if name != "allow"]
    return [*own, "allow"]


def _known_entries(model: type[Statement], node: Mapping, findings: Findings) -> dict[str, Node]:
    known = keys(model)
    for entry in node.entries:
        if entry.key.text not in known:
            message = f"unknown key {entry.key.text!r}"
            hint = did_you_mean(entry.key.text, known)
            findings.found.append(Diagnostic("unknown-key", entry.key.span, message, hint))
            findings.misspelt |= {(node.span, key) for key in known if hint == f"did you mean {key!r}?"}
    return {entry.key.text: entry.value for entry in node.entries if entry.key.text in known}


class Reasoned(Statement):
    """A statement that says where it comes from: the specification, or decisions of ours."""

    source: Text | None = Field(default=None, description="Section of the specification that says so, such as §2.4.")
    decision: OneOrMore[Annotated[Text, Refers("decision")]] = Field(
        default=(), description="Decisions of ours that say so, such as D-28."
    )
