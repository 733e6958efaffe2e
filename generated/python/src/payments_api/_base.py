"""The ground of the models: exact numbers, no explicit null, combinations, masked values."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any, Self, cast

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    ModelWrapValidatorHandler,
    PlainSerializer,
    SerializerFunctionWrapHandler,
    ValidationError,
    WithJsonSchema,
    model_serializer,
    model_validator,
)
from pydantic_core import InitErrorDetails, PydanticCustomError

_MASK = "***"


def _exact(value: object) -> object:
    if isinstance(value, bool) or not isinstance(value, (int, float, Decimal)):
        raise PydanticCustomError("number_type", "must be a JSON number")
    number = Decimal(repr(value)) if isinstance(value, float) else Decimal(value)
    if not number.is_finite():
        raise PydanticCustomError("number_type", "must be a finite JSON number")
    return number


def _above(bound: Decimal) -> AfterValidator:
    def check(number: Decimal) -> Decimal:
        if number <= bound:
            raise PydanticCustomError(
                "greater_than", "must be greater than {bound}", {"bound": str(bound)}
            )
        return number

    return AfterValidator(check)


def _at_most(bound: Decimal) -> AfterValidator:
    def check(number: Decimal) -> Decimal:
        if number > bound:
            raise PydanticCustomError(
                "less_than_equal", "must be at most {bound}", {"bound": str(bound)}
            )
        return number

    return AfterValidator(check)


def _places(most: int) -> AfterValidator:
    def check(number: Decimal) -> Decimal:
        exponent = number.normalize().as_tuple().exponent
        if isinstance(exponent, int) and -exponent > most:
            raise PydanticCustomError(
                "decimal_max_places",
                "must have at most {most} decimal places",
                {"most": most},
            )
        return number

    return AfterValidator(check)


def _json_number(number: Decimal) -> int | float:
    return int(number) if number == number.to_integral_value() else float(number)


_AS_NUMBER = PlainSerializer(_json_number, return_type=int | float, when_used="json")

Amount = Annotated[
    Decimal, BeforeValidator(_exact), _AS_NUMBER, WithJsonSchema({"type": "number"})
]
"""A number read exactly, from a JSON number alone, and written as one."""

Amount0 = Annotated[
    Amount,
    _above(Decimal(0)),
    _at_most(Decimal("9999999999999.99")),
    _places(0),
]
"""Amount greater than 0, at most 9999999999999.99, without decimal places."""

Amount2 = Annotated[
    Amount,
    _above(Decimal(0)),
    _at_most(Decimal("9999999999999.99")),
    _places(2),
]
"""Amount greater than 0, at most 9999999999999.99, with at most 2 decimal places."""


class RequestModel(BaseModel):
    """A request or an object inside one.

    Refused are unknown members, an explicit null (leave the member out), and, where
    only some combinations of members suffice, a body that holds none of them. All
    mistakes are reported together. Values never appear in errors; sensitive ones are
    masked in `repr`.
    """

    model_config = ConfigDict(
        extra="forbid",
        hide_input_in_errors=True,
        serialize_by_alias=True,
        use_attribute_docstrings=True,
    )

    @model_validator(mode="wrap")
    @classmethod
    def _refuse_null_and_lone_members(
        cls, data: Any, handler: ModelWrapValidatorHandler[Self]
    ) -> Self:
        if not isinstance(data, dict):
            return handler(data)
        members = cast("dict[str, Any]", data)
        nulls = _nulls(cls, members)
        found = [*_null_errors(nulls), *_combination_errors(cls, members)]
        if not found:
            return handler(data)
        try:
            handler(data)
        except ValidationError as error:
            found += _other_errors(error, nulls)
        raise ValidationError.from_exception_data(cls.__name__, found, hide_input=True)

    @model_serializer(mode="wrap")
    def _leave_absent_out(
        self, handler: SerializerFunctionWrapHandler
    ) -> dict[str, Any]:
        members: dict[str, Any] = handler(self)
        return {name: value for name, value in members.items() if value is not None}

    def __repr_args__(self) -> Iterator[tuple[str | None, Any]]:
        for name, value in super().__repr_args__():
            masked = value is not None and _is_sensitive(self, name)
            yield name, _MASK if masked else value


class RecordModel(BaseModel):
    """A record, event or problem. Members that this version does not know are ignored."""

    model_config = ConfigDict(
        extra="ignore", serialize_by_alias=True, use_attribute_docstrings=True
    )

    @model_serializer(mode="wrap")
    def _leave_absent_out(
        self, handler: SerializerFunctionWrapHandler
    ) -> dict[str, Any]:
        optional = {
            field.alias or name
            for name, field in type(self).model_fields.items()
            if not field.is_required()
        }
        return {
            name: value
            for name, value in handler(self).items()
            if value is not None or name not in optional
        }


def _nulls(model: type[BaseModel], data: dict[str, Any]) -> set[str]:
    known = {field.alias or name for name, field in model.model_fields.items()}
    return {name for name, value in data.items() if value is None and name in known}


def _null_errors(nulls: set[str]) -> Iterator[InitErrorDetails]:
    error = PydanticCustomError(
        "null_not_allowed", "null is no value; leave the field out"
    )
    for name in sorted(nulls):
        yield InitErrorDetails(type=error, loc=(name,), input=None)


def _combination_errors(
    model: type[BaseModel], data: dict[str, Any]
) -> Iterator[InitErrorDetails]:
    extra = members_of(model.model_config.get("json_schema_extra"))
    for combinations in extra.get("x-any-of", []):
        if any(all(name in data for name in names) for names in combinations):
            continue
        error = PydanticCustomError(
            "conditional_required",
            "send one of the accepted combinations",
            {"accepted": combinations},
        )
        yield InitErrorDetails(type=error, loc=(), input=None)


def _other_errors(
    error: ValidationError, nulls: set[str]
) -> Iterator[InitErrorDetails]:
    for details in error.errors(include_url=False, include_input=False):
        if details["loc"] and details["loc"][0] in nulls:
            continue
        # The message is final: braces in it are no placeholders.
        message: Any = details["msg"].replace("{", "(").replace("}", ")")
        code: Any = details["type"]
        kind = PydanticCustomError(code, message, details.get("ctx"))
        yield InitErrorDetails(type=kind, loc=details["loc"], input=None)


def _is_sensitive(model: BaseModel, name: str | None) -> bool:
    field = type(model).model_fields.get(name or "")
    return field is not None and "x-sensitive" in members_of(field.json_schema_extra)


def members_of(value: object) -> dict[str, Any]:
    """Return the members of an object; none when the value is no object."""
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}
