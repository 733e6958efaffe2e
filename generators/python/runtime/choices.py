# Part of paycat's runtime, copied unchanged. Do not edit.

"""Choices that may get further values."""

from typing import TYPE_CHECKING, final

if TYPE_CHECKING:

    @final
    class Unlisted:
        """A text that this version does not list; `str(value)` has the type `str`.

        When a program runs, it is a `str`. Type checkers see a type of its own, so they
        report a comparison with a text that is not listed, such as a misspelt state.
        """

else:
    Unlisted = str
