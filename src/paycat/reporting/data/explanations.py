"""The pages of a name as JSON: `paycat explain NAME --format json`; docs/explanations.schema.json is the schema."""

from collections.abc import Iterable
from typing import Literal

from pydantic import Field

from paycat.encoding import json_text
from paycat.explaining.explanation import Explanation
from paycat.reporting.data import Line, Shown, Text


class ShownOccurrence(Shown):
    """A line of a file."""

    path: Text = Field(description="File, relative to the project.")
    line: Line = Field(description="Line, counted from 1.")
    note: Text = Field(description="What is there; mostly empty.")


class ShownRule(Shown):
    """A rule that vectors test."""

    rule: Text = Field(description="Name of the rule.")
    vectors: int = Field(ge=1, description="Number of its vectors.")
    first: Text = Field(description="Id of the first vector.")


class ShownTests(Shown):
    """The vectors that test an item."""

    accepted: int = Field(ge=0, description="Number of accepted vectors.")
    rejected: int = Field(ge=0, description="Number of rejected vectors.")
    rules: tuple[ShownRule, ...] = Field(description="The rules that they test.")


class ShownExplanation(Shown):
    """The page of an item."""

    name: Text = Field(description="Full name.")
    kind: Text = Field(description="What kind of item it is, such as `field type`.")
    title: Text = Field(description="Title; empty without one.")
    what: tuple[Text, ...] = Field(description="What it is, with its constraints.")
    defined: tuple[ShownOccurrence, ...] = Field(description="Where it is defined.")
    used: tuple[ShownOccurrence, ...] = Field(description="Where other statements name it.")
    why: tuple[Text, ...] = Field(description="Sections and decisions behind it, or why it exists.")
    carried: tuple[Text, ...] = Field(description="The generated files that contain it.")
    tested: ShownTests = Field(description="The vectors that test it.")
    example: tuple[Text, ...] = Field(description="Lines of an example.")
    fix: tuple[Text, ...] = Field(description="How to fix the finding.")


class Explanations(Shown):
    """Everything that has a name. The shape is stable: an incompatible change raises `version`."""

    version: Literal[1] = Field(default=1, description="Version of this format.")
    word: Text = Field(description="The name.")
    explanations: tuple[ShownExplanation, ...] = Field(description="A page for each item that has the name.")
    note: Text = Field(description="A warning if the generated files do not match the catalogue; otherwise empty.")


def explanations_json(word: str, found: Iterable[Explanation], note: str) -> str:
    """Return the pages as indented JSON, in the shape of docs/explanations.schema.json; nothing is left out."""
    pages = tuple(ShownExplanation.model_validate(one) for one in found)
    return json_text(Explanations(word=word, explanations=pages, note=note).model_dump(mode="json"))
