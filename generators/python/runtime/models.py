# Part of paycat's runtime, copied unchanged. Do not edit.

"""The base of the models: no explicit null, combinations of members, masked values."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Self,
    get_args,
    get_origin,
)

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    Strict,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import CoreSchema, InitErrorDetails, PydanticCustomError, core_schema

from .cases import Case, Decided
from .json_values import items_of, members_of
from .notes import SENSITIVE, note_of
from .value_rules import Rules

_MASK = "***"

Boolean = Annotated[bool, Strict()]
"""True or false: neither 1 and 0 nor texts."""

Combinations = tuple[tuple[tuple[str, ...], ...], ...]
"""For each condition, the combinations of members of which one must be complete."""


# Valid requests are most requests, so pydantic's compiled core does all that it can:
# it rejects null by itself, and Python code runs around the whole request alone.


@dataclass(frozen=True, slots=True)
class _Reader:
    """Runs around a model: asks for combinations, and keeps values out of errors."""

    title: str
    combinations: Combinations
    cases: Decided

    def read(self, data: object, handler: ValidatorFunctionWrapHandler) -> Any:
        """Return the model of an object. Raises ValidationError without values."""
        conditions = self.combinations
        found = list(_combination_errors(conditions, data)) if conditions else []
        decided = self.cases.errors(data)
        try:
            model = handler(data)
        except ValidationError as error:
            # Made anew without the values, which a model or union around would show.
            found += (
                one
                for one in _errors_without_values(error, data)
                if not decided.cover(one)
            )
        else:
            if not found and not decided:
                return model
        found += decided
        raise ValidationError.from_exception_data(self.title, found, hide_input=True)


def _reader(schema: Any) -> _Reader | None:
    function = members_of(schema.get("function")).get("function")
    reader = getattr(function, "__self__", None)
    return reader if isinstance(reader, _Reader) else None


def _fields(schema: Any) -> dict[str, Any]:
    while schema["type"] != "model-fields":
        schema = schema["schema"]
    return members_of(schema["fields"])


def _inside_request(schema: Any, rules: Rules) -> Any:
    """Return the schema of a member: null is only written, and one reader is enough."""
    inner, reader = schema.get("schema"), _reader(schema)
    if schema["type"] == "default":
        read = _inside_request(inner, rules)
        return {**schema, "schema": read, "serialization": inner}
    if schema["type"] == "nullable":
        return _inside_request(inner, rules)
    if schema["type"] == "list":
        items = _inside_request(schema["items_schema"], Rules())
        whole: Any = {**schema, "items_schema": items}
        return core_schema.no_info_before_validator_function(rules.read_list, whole)
    is_needed = reader is None or reader.combinations or reader.cases
    found: Any = schema if is_needed else inner
    if not rules:
        return found
    return core_schema.no_info_after_validator_function(rules.check, found)


def _combination_errors(
    conditions: Combinations, data: object
) -> Iterator[InitErrorDetails]:
    members = members_of(data)
    for combinations in conditions if isinstance(data, dict) else ():
        if any(all(name in members for name in names) for names in combinations):
            continue
        error = PydanticCustomError(
            "conditional_required",
            "send {listed}",
            {"accepted": combinations, "listed": _listed(combinations)},
        )
        yield InitErrorDetails(type=error, loc=(), input=None)


def _listed(combinations: tuple[tuple[str, ...], ...]) -> str:
    """Return combinations in words, such as `a`, or `b` and `c`."""
    return ", or ".join(
        " and ".join(f"`{name}`" for name in names) for names in combinations
    )


def _errors_without_values(
    error: ValidationError, data: object
) -> Iterator[InitErrorDetails]:
    for details in error.errors(include_url=False, include_input=False):
        message: Any = details["msg"]
        code: Any = details["type"]
        context = details.get("ctx")
        if code != "extra_forbidden" and _is_null(data, details["loc"]):
            code, context = "null_not_allowed", None
            message = "null is no value; leave the field out"
        elif code == "union_tag_invalid":
            # Its own message and context repeat the value.
            message, context = "is not one of the known codes", None
        kind = PydanticCustomError(code, message, context)
        yield InitErrorDetails(type=kind, loc=details["loc"], input=None)


def _is_null(data: object, path: tuple[int | str, ...]) -> bool:
    for step in path:
        items = items_of(data)
        data = items[int(step)] if items else members_of(data).get(str(step), "")
    return data is None


def _is_absent(value: object) -> bool:
    return value is None


class _Model(BaseModel, frozen=True):
    """An object whose members may have other names in a body than in Python.

    Constructors take both names. What is read has the names of bodies alone.
    """

    if not TYPE_CHECKING:  # Type checkers know the members of each class.

        def __init__(self, /, **members: Any) -> None:
            """Take members by name. Raises ValidationError."""
            super().__init__(**_sent(type(self), members))

        # Else pydantic would also call it to read what is inside another model.
        __init__.__pydantic_base_init__ = True


class RequestModel(_Model, frozen=True):
    """A request or an object inside one.

    Rejected are unknown members, an explicit null (leave the member out), and, where
    only some combinations of members suffice, a body that holds none of them. All
    mistakes are reported together. Values never appear in errors; sensitive ones are
    masked in `repr`. Pydantic prepares a class when it is first used.
    """

    model_config = ConfigDict(
        extra="forbid",
        hide_input_in_errors=True,
        protected_namespaces=(),
        serialize_by_alias=True,
        defer_build=True,
    )

    _accepted: ClassVar[Combinations] = ()
    _cases: ClassVar[tuple[Case, ...]] = ()

    if not TYPE_CHECKING:  # Each class with fixed members states the arguments.

        @classmethod
        def new(cls, **members: Any) -> Self:
            """Return an instance, with what has one value. Raises ValidationError."""
            given = {name: one for name, one in members.items() if one is not None}
            return cls.model_validate(_fixed_members(cls) | _sent(cls, given))

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        schema = handler(source)
        model: Any = handler.resolve_ref_schema(schema)
        if _reader(model):
            return schema  # It was made before, and a model around asks for it.
        for name, field in _fields(model).items():
            rules = note_of(cls.model_fields[name], Rules)
            field["schema"] = _inside_request(field["schema"], rules)
            field["serialization_exclude_if"] = _is_absent
        reader = _Reader(cls.__name__, cls._accepted, Decided(cls._cases))
        wrapped = core_schema.no_info_wrap_validator_function
        if not (reader.combinations or reader.cases):
            return wrapped(reader.read, schema)
        # A second member of this type refers to the reader, not to the model inside.
        return wrapped(reader.read, model, ref=model.pop("ref", None))

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            masked = value is not None and _is_sensitive(self, name)
            masked = masked or (name or "") in (self.model_extra or {})
            yield name, _MASK if masked else value


class OpenRequestModel(RequestModel, frozen=True):
    """A request that may have members that the catalogue does not list."""

    model_config = ConfigDict(extra="allow")


class RecordModel(_Model, frozen=True):
    """A record, event or problem; members that are not known are ignored."""

    model_config = ConfigDict(
        extra="ignore",
        hide_input_in_errors=True,
        protected_namespaces=(),
        serialize_by_alias=True,
        defer_build=True,
    )

    @classmethod
    def __get_pydantic_core_schema__(
        cls, source: Any, handler: GetCoreSchemaHandler, /
    ) -> CoreSchema:
        schema = handler(source)
        for name, field in _fields(handler.resolve_ref_schema(schema)).items():
            if not cls.model_fields[name].is_required():
                field["serialization_exclude_if"] = _is_absent
        return schema


def _without_values(value: object, handler: ValidatorFunctionWrapHandler) -> Any:
    try:
        return handler(value)
    except ValidationError as error:
        title, found = error.title, list(_errors_without_values(error, value))
    raise ValidationError.from_exception_data(title, found, hide_input=True)


WITHOUT_VALUES = WrapValidator(_without_values)
"""Keeps values out of the errors of a union, as the models do of their own."""


def _is_sensitive(model: BaseModel, name: str | None) -> bool:
    field = type(model).model_fields.get(name or "")
    return field is not None and SENSITIVE in field.metadata


def _sent(model: type[BaseModel], members: dict[str, Any]) -> dict[str, Any]:
    """Return members by their names in a body. Raises TypeError if one has two."""
    fields = model.model_fields
    sent = {
        (name in fields and fields[name].alias) or name: value
        for name, value in members.items()
    }
    if len(sent) < len(members):
        raise TypeError(f"{model.__name__} takes each member by one of its names")
    return sent


def _fixed_members(model: type[BaseModel]) -> dict[str, Any]:
    """Return the members of a model that have one value, with these values."""
    listed = {
        field.alias or name: get_args(field.annotation)
        for name, field in model.model_fields.items()
        if field.is_required() and get_origin(field.annotation) is Literal
    }
    return {name: values[0] for name, values in listed.items() if len(values) == 1}
