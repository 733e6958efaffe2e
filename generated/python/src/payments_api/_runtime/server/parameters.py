# Part of paycat's runtime, copied unchanged. Do not edit.

"""Path, query and header parameters: what operations take, and how their text is read."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ..check_digits import ALGORITHMS
from .causes import Cause, RejectedError


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
    check: str | None = None
    choices: tuple[str, ...] = ()
    default: int | str | None = None
    cause: Cause = "invalid_fields"

    def read(self, given: Sequence[str]) -> int | str | None:
        """Return the value. Raises RejectedError when it is missing, wrong, or there twice."""
        if not given:
            if self.required:
                raise self._violation("is required")
            return self.default
        if len(given) > 1:
            raise self._violation("must be there once")
        text = given[0]
        return self._whole(text) if self.whole else self._text(text)

    def _whole(self, text: str) -> int:
        value = int(text) if re.fullmatch("-?[0-9]{1,18}", text) else None
        if value is None or not self._bounded(value):
            raise self._violation(f"must be a whole number{self._range()}")
        return value

    def _text(self, text: str) -> str:
        if not self._bounded(len(text)):
            raise self._violation(f"must have a length{self._range()}")
        if "\0" in text:
            raise self._violation("must not hold the character U+0000")
        if self.choices and text not in self.choices:
            raise self._violation(f"must be one of {', '.join(self.choices)}")
        # Without its anchors a pattern has the meaning that it has in ECMAScript:
        # Python's $ also matches before a final newline.
        form = (self.pattern or "").removeprefix("^").removesuffix("$")
        if form and not re.fullmatch(form, text):
            raise self._violation("does not have its form")
        if self.check and not ALGORITHMS[self.check](text):
            raise self._violation("must have valid check digits")
        return text

    def _bounded(self, size: int) -> bool:
        least = size if self.least is None else self.least
        most = size if self.most is None else self.most
        return least <= size <= most

    def _violation(self, why: str) -> RejectedError:
        return RejectedError(self.cause, f"The parameter {self.name} {why}.")

    def _range(self) -> str:
        least = "" if self.least is None else f" from {self.least}"
        most = "" if self.most is None else f" to {self.most}"
        return least + most
