"""The contract's words for what goes out of use, and for what has gone."""

from pydantic import Field

from paycat.contract.values import Place, Reason, Value


class Deprecation(Value):
    """Says of a method or field that it works as before, and that nobody should begin to use it."""

    since: str = Field(description="Version of the catalogue that says so first.")
    note: str = Field(description="Why, and what to do.")
    instead: str | None = Field(default=None, description="Method code, or dotted path of the field, to use instead.")
    sunset: str | None = Field(default=None, description="Day from which it may be gone, year-month-day.")
    reason: Reason = Field(description="Where the deprecation comes from.")


class RetiredMethod(Value):
    """A method that is there no more."""

    code: str = Field(description="Method code.")
    since: str = Field(description="Version of the catalogue that lacks it first.")
    meaning: str = Field(description="What the code stood for.")
    now: str | None = Field(default=None, description="The method that stands for it now.")
    place: Place = Field(description="Where it is stated.")


class RetiredField(Value):
    """A field that is there no more."""

    path: str = Field(description="Dotted path from the request's root.")
    since: str = Field(description="Version of the catalogue that lacks it first.")
    meaning: str = Field(description="What it held.")
    now: str | None = Field(default=None, description="Dotted path of the field that holds it now.")
    methods: tuple[str, ...] = Field(default=(), description="Methods that had it; none: all.")
    place: Place = Field(description="Where it is stated.")


class Retired(Value):
    """Names that were in use once, and never are again."""

    methods: tuple[RetiredMethod, ...] = Field(default=(), description="Methods, by code.")
    fields: tuple[RetiredField, ...] = Field(default=(), description="Fields, by path.")

    def method(self, code: str) -> RetiredMethod | None:
        """Return the retired method with this code, or None."""
        return next((found for found in self.methods if found.code == code), None)

    def field(self, path: str, method: str) -> RetiredField | None:
        """Return the retired field at this path of a method's requests, or None."""
        at_path = (found for found in self.fields if found.path == path)
        return next((found for found in at_path if not found.methods or method in found.methods), None)
