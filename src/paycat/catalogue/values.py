"""The ground of the contract: immutable values, and the places where statements are."""

from typing import Any

from pydantic import BaseModel, ConfigDict, Field


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


class Place(Value):
    """Where a statement is in the catalogue."""

    path: str = Field(description="File, relative to the project.")
    line: int = Field(description="Line, counted from 1.")
