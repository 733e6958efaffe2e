"""The ground of the contract: immutable values, reasons and places."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


class Value(BaseModel):
    """An immutable part of the contract."""

    model_config = ConfigDict(extra="forbid", frozen=True, from_attributes=True)

    def written(self) -> Any:
        """Return the value as JSON data, without members that have their default."""
        return self.model_dump(mode="json", exclude_defaults=True)


class Reason(Value):
    """Where a statement comes from: the specification, decisions of ours, or both."""

    source: str | None = Field(default=None, description="Section of the specification.")
    decisions: tuple[str, ...] = Field(default=(), description="Ids of decisions.")


class Place(Value):
    """Where a statement stands in the catalogue."""

    path: str = Field(description="File, relative to the project.")
    line: int = Field(description="Line, counted from 1.")
