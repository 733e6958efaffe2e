"""Path, query and header parameters: what operations take, and how their text is read."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from ..problems import ProblemError, Slug


@dataclass(frozen=True, slots=True)
class Parameter:
    """A parameter: its name on the wire, the handler's argument, and the values it takes."""

    name: str
    argument: str
    required: bool = False
    whole: bool = False
    least: int | None = None
    most: int | None = None
    pattern: str | None = None
    default: int | str | None = None
    problem: Slug = "validation-failed"

    def read(self, given: Mapping[str, str]) -> int | str | None:
        """Return the parameter's value. Raises ProblemError when it is missing or wrong."""
        text = given.get(self.name)
        if text is None:
            if self.required:
                raise self._refusal("is required")
            return self.default
        return self._whole(text) if self.whole else self._text(text)

    def _whole(self, text: str) -> int:
        value = int(text) if re.fullmatch("-?[0-9]{1,18}", text) else None
        if value is None or not self._bounded(value):
            raise self._refusal(f"must be a whole number{self._range()}")
        return value

    def _text(self, text: str) -> str:
        if not self._bounded(len(text)):
            raise self._refusal(f"must have a length{self._range()}")
        # Without its anchors a pattern has the meaning that it has in ECMAScript:
        # Python's $ also matches before a final newline.
        form = (self.pattern or "").removeprefix("^").removesuffix("$")
        if form and not re.fullmatch(form, text):
            raise self._refusal("does not have its form")
        return text

    def _bounded(self, size: int) -> bool:
        least = size if self.least is None else self.least
        most = size if self.most is None else self.most
        return least <= size <= most

    def _refusal(self, why: str) -> ProblemError:
        return ProblemError(self.problem, f"The parameter {self.name} {why}.")

    def _range(self) -> str:
        least = "" if self.least is None else f" from {self.least}"
        most = "" if self.most is None else f" to {self.most}"
        return least + most
