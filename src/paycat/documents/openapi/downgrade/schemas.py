"""A schema of OpenAPI 3.1 (draft 2020-12) in, a Schema Object of OpenAPI 3.0.3 with the same verdicts out."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from paycat.decimals import as_decimal
from paycat.documents.openapi.downgrade.conditions import always_holds, bare, dependent, either
from paycat.documents.openapi.downgrade.losses import Losses, below
from paycat.shapes.constraints import BOUND_KEYWORDS, KINDS
from paycat.shapes.constraints.relations import Measure, Relation, stands

Schema = dict[str, Any]

_SAME = frozenset(
    (
        *("title", "description", "default", "deprecated", "readOnly", "writeOnly", "example", "externalDocs", "xml"),
        *("format", "enum", "discriminator"),
        *({kind.schema_keyword for kind in KINDS.values()} - {"const"} - set(BOUND_KEYWORDS.values())),
        *("minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "$ref"),
    )
)
_ANNOTATED = frozenset(
    (
        *("contains", "minContains", "maxContains", "prefixItems", "unevaluatedItems", "unevaluatedProperties"),
        *("patternProperties", "propertyNames", "contentEncoding", "contentMediaType"),
    )
)
_SPARED_BY = {"items": "prefixItems", "additionalProperties": "patternProperties"}
"""What would refuse more than before without the keyword that spares a part from it."""

_NULL: Schema = {"type": "string", "nullable": True, "enum": [None]}
"""Null alone. Beside a reference, client generators and linters were tried to understand this form, and not others."""


@dataclass(frozen=True, slots=True)
class _Around:
    """What is known of the value that a schema is about: the members declared and required by schemas around."""

    declared: frozenset[str] = frozenset()
    required: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Writing:
    """A schema on its way: what it was, where it stands, what becomes of it, and what must hold besides."""

    schema: Schema
    place: str
    losses: Losses
    around: _Around
    made: Schema = field(default_factory=dict)
    besides: list[Schema] = field(default_factory=list)

    def inner(self, schema: Any, *steps: str | int) -> Schema:
        """Return a schema inside, about a part of the value."""
        return schema_30(schema, below(self.place, *steps), self.losses)

    def same(self, schema: Any, *steps: str | int) -> Schema:
        """Return a schema inside, about the value itself."""
        return _schema(schema, below(self.place, *steps), self.losses, self.around)


def schema_30(schema: Any, place: str, losses: Losses) -> Schema:
    """Return a schema, which may be a boolean; what cannot be said is noted as lost, with the place.

    Raises ValueError, with the keyword, when it meets one that it does not know.
    """
    return _schema(schema, place, losses, _Around())


def _schema(schema: Any, place: str, losses: Losses, around: _Around) -> Schema:
    if isinstance(schema, bool):
        return {} if schema else {"not": {}}
    if "$ref" in schema and len(schema) > 1:
        beside = {key: value for key, value in schema.items() if key != "$ref"}
        schema = {"allOf": [{"$ref": schema["$ref"]}, *beside.pop("allOf", ())], **beside}
    known = replace(
        around,
        declared=around.declared | schema.get("properties", {}).keys(),
        required=around.required | set(schema.get("required", ())),
    )
    writing = _Writing(schema, place, losses, known)
    for keyword, value in schema.items():
        _write(writing, keyword, value)
    return _whole(writing)


def _write(writing: _Writing, keyword: str, value: Any) -> None:
    spared_by = _SPARED_BY.get(keyword)
    if keyword in _WRITERS and spared_by not in writing.schema:
        _WRITERS[keyword](writing, value)
    elif keyword in _SAME or keyword.startswith("x-"):
        writing.made[keyword] = value
    elif keyword in _ANNOTATED or spared_by:
        writing.made[f"x-{keyword}"] = value
        writing.losses.add_keyword(keyword, writing.place)
    else:
        raise ValueError(f"the keyword {keyword!r} at {writing.place} has no way to OpenAPI 3.0")


def _whole(writing: _Writing) -> Schema:
    made, besides = writing.made, writing.besides
    if made.get("type") == "array":
        made.setdefault("items", {})  # OpenAPI 3.0 asks for it.
    if not made and len(besides) == 1:
        return besides[0]
    if besides:
        made["allOf"] = [*made.get("allOf", ()), *besides]
    return made


def _write_type(writing: _Writing, value: Any) -> None:
    stated = [value] if isinstance(value, str) else value
    names = [name for name in stated if name != "null"]
    nullable = {"nullable": True} if len(names) < len(stated) else {}
    if not names:
        writing.besides.append(dict(_NULL))
    elif len(names) == 1:
        writing.made |= {"type": names[0], **nullable}
    else:
        kinds: list[Schema] = [{"type": name, **({"items": {}} if name == "array" else {})} for name in names]
        writing.besides.append({"anyOf": [kinds[0] | nullable, *kinds[1:]]})


def _write_const(writing: _Writing, value: Any) -> None:
    if "enum" in writing.schema:
        writing.besides.append({"enum": [value]})
    else:
        writing.made["enum"] = [value]


def _write_required(writing: _Writing, value: list[str]) -> None:
    if value:  # OpenAPI 3.0 knows no empty list.
        writing.made["required"] = value


def _write_examples(writing: _Writing, value: list[Any]) -> None:
    if value:
        writing.made.setdefault("example", value[0])
    if len(value) > 1:
        kept = "`example` shows the first one."
        writing.losses.add("`examples`", "A schema of OpenAPI 3.0 has one example.", kept, writing.place)


def _write_comment(writing: _Writing, value: str) -> None:
    writing.made["x-comment"] = value


def _write_bound(included: Relation, excluded_by: Relation) -> Callable[..., None]:
    """Return what writes the tighter of a bound that may be reached and one that may not."""
    keyword, excluding = BOUND_KEYWORDS[included], BOUND_KEYWORDS[excluded_by]

    def write(writing: _Writing, _: Any) -> None:
        reached, excluded = writing.schema.get(keyword), writing.schema.get(excluding)
        if excluded is None or (reached is not None and _is_kept(excluded_by, reached, excluded)):
            writing.made[keyword] = reached
        else:
            writing.made |= {keyword: excluded, excluding: True}

    return write


def _is_kept(relation: Relation, number: float, bound: float) -> bool:
    return stands(Measure.NUMBER, relation, number, as_decimal(bound))


def _write_inner(keyword: str) -> Callable[..., None]:
    def write(writing: _Writing, value: Any) -> None:
        writing.made[keyword] = writing.inner(value, keyword)

    return write


def _write_not(writing: _Writing, value: Any) -> None:
    writing.made["not"] = writing.same(value, "not")


def _write_list(keyword: str) -> Callable[..., None]:
    def write(writing: _Writing, value: list[Any]) -> None:
        writing.made[keyword] = [writing.same(one, keyword, index) for index, one in enumerate(value)]

    return write


def _write_properties(writing: _Writing, value: Mapping[str, Any]) -> None:
    writing.made["properties"] = {name: writing.inner(one, "properties", name) for name, one in value.items()}


def _write_additional(writing: _Writing, value: Any) -> None:
    allowed = value if isinstance(value, bool) else writing.inner(value, "additionalProperties")
    writing.made["additionalProperties"] = allowed


def _write_if(writing: _Writing, value: Any) -> None:
    branches = {name: bare(writing.schema.get(name, True), writing.around.declared) for name in ("then", "else")}
    chosen, other = (writing.same(branch, name) for name, branch in branches.items())
    if always_holds(value, writing.around.required):
        writing.besides += [chosen] if chosen else []
        return
    condition = writing.same(bare(value, writing.around.declared), "if")
    writing.besides += [either({"not": condition}, chosen)] if chosen else []
    writing.besides += [either(condition, other)] if other else []


def _write_dependent_required(writing: _Writing, value: Mapping[str, list[str]]) -> None:
    writing.besides += [dependent(name, {"required": names}) for name, names in value.items() if names]


def _write_dependent_schemas(writing: _Writing, value: Mapping[str, Any]) -> None:
    for name, schema in value.items():
        made = writing.same(bare(schema, writing.around.declared), "dependentSchemas", name)
        writing.besides += [dependent(name, made)] if made else []


def _write_nothing(_: _Writing, __: Any) -> None:
    """Pass over `then` and `else`: what they say is written with `if`, and without it they say nothing."""


_BOUNDS = {
    BOUND_KEYWORDS[one]: _write_bound(included, excluded)
    for included, excluded in ((Relation.AT_LEAST, Relation.ABOVE), (Relation.AT_MOST, Relation.BELOW))
    for one in (included, excluded)
}

_WRITERS: Mapping[str, Callable[[_Writing, Any], None]] = {
    "type": _write_type,
    "const": _write_const,
    "required": _write_required,
    "examples": _write_examples,
    "$comment": _write_comment,
    **_BOUNDS,
    "items": _write_inner("items"),
    "not": _write_not,
    "allOf": _write_list("allOf"),
    "anyOf": _write_list("anyOf"),
    "oneOf": _write_list("oneOf"),
    "properties": _write_properties,
    "additionalProperties": _write_additional,
    "if": _write_if,
    "then": _write_nothing,
    "else": _write_nothing,
    "dependentRequired": _write_dependent_required,
    "dependentSchemas": _write_dependent_schemas,
}
