"""A form of texts: how it is checked when a file is read, and what editors know of it."""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Self

from pydantic import GetCoreSchemaHandler, GetJsonSchemaHandler, ValidationInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, PydanticCustomError, core_schema

FORM = "x-paycat-form"
"""The keyword of an editor schema that names the form of a text."""


@dataclass(frozen=True)
class Form:
    """A form: its name, its pattern, what a text of the form is, an example, and what the pattern alone cannot say.

    `but` describes that in advice, where it surprises.
    """

    name: str
    pattern: str
    expected: str
    example: str
    and_also: Callable[[str], bool] = lambda _: True
    is_reported_by_rule: bool = False
    but: str = ""

    @cached_property
    def _compiled(self) -> re.Pattern[str]:
        return re.compile(self.pattern.removeprefix("^").removesuffix("$"))

    def holds(self, text: str) -> bool:
        """Tell whether a text has the form."""
        return self._compiled.fullmatch(text) is not None and self.and_also(text)

    def by_rule(self) -> Self:
        """Return the form for a place where a rule reports the texts of another form, and the loader takes them."""
        return replace(self, is_reported_by_rule=True)

    @property
    def advice(self) -> str:
        """What a text of the form is, with the example."""
        return f"{self.expected}, such as {self.example}{self.but and f'; {self.but}'}"

    def checked(self, text: str) -> str:
        """Return the text. Raises PydanticCustomError when it does not have the form."""
        if not self.is_reported_by_rule and not self.holds(text):
            context = {"form": self.name, "advice": self.advice, "text": text}
            raise PydanticCustomError("paycat_form", "{text} is not a {form}", context)
        return text

    def __get_pydantic_core_schema__(self, source_type: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.with_info_after_validator_function(self._read, handler(source_type))

    def _read(self, text: str, info: ValidationInfo) -> str:
        return self.checked(text) if info.context else text  # A contract may be older than the form.

    def __get_pydantic_json_schema__(self, core: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        if handler.mode == "serialization":
            return handler(core)
        return {
            # A text that may be digits alone may be written as a number.
            "type": ["string", "number"] if self.holds("1") else "string",
            "pattern": self.pattern,
            "patternErrorMessage": f"not a valid {self.name}; write {self.advice}",
            FORM: self.name,
        }
