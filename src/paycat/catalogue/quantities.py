"""Numbers that texts may name: those with a unit, how small and how large each may be, and status codes."""

from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

from paycat.text.counting import counted

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

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._checked, handler(source))

    def _checked(self, stated: Any, info: ValidationInfo) -> Any:
        number = getattr(stated, "value", stated)
        if info.context and not self.least <= number <= self.most:
            raise _beyond(f"must be from {self.least:,} to {counted(self.most, self.unit)}, but is {number:,}", "value")
        return stated

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        schema = handler(core)
        return schema if handler.mode == "serialization" else {**schema, "minimum": self.least, "maximum": self.most}


class Status:
    """Says that a number is an HTTP status, which texts may name."""

    unit = ""
    counted_as = ""


class Schedule:
    """Says that a list of delays has at least one, and that none is shorter than the one before."""

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._checked, handler(source))

    def _checked(self, delays: tuple[int, ...], info: ValidationInfo) -> tuple[int, ...]:
        if info.context and not delays:
            raise _beyond("must have the delay of at least one attempt")
        for index, (before, delay) in enumerate(pairwise(delays), 1):
            if info.context and delay < before:
                raise _beyond(f"has the delay {delay:,} after the longer delay {before:,}", index)
        return delays


def _beyond(fault: str, *below: str | int) -> PydanticCustomError:
    """Return the error of a value beyond its bounds; `below` leads from the value to the number."""
    return PydanticCustomError("paycat_bounds", "{fault}", {"fault": fault, "below": below})
