"""How a catalogue states constraints: the keys of the table of constraints, each value with a reason of its own."""

import re
from collections.abc import Callable, Collection, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    WithJsonSchema,
    WrapValidator,
    create_model,
)
from pydantic_core import CoreSchema, core_schema

from paycat.catalogue import forms
from paycat.catalogue.annotations import Refers, Words
from paycat.catalogue.iso import STANDARDS, StandardName
from paycat.catalogue.statement import Inlined, Reasoned
from paycat.catalogue.values import MOST_VALUES, Choice, ExactNumber, PayloadText, TableOrKeys, Text, Whole, rejected
from paycat.shapes.check_digits import ALGORITHMS
from paycat.shapes.constraints import STATEMENTS
from paycat.shapes.constraints.pattern import WrittenPattern
from paycat.shapes.json_types import SHAPES
from paycat.yaml.nodes import Node, Scalar

_LONGEST_LINE = 90  # So that its pattern, of at most 10 characters for each of these, is one that paycat reads.
_PLACES = {"enum": [*range(10), "currency"]}
_BOUNDS = {
    "type": ["string", "integer"],
    "pattern": r"^([0-9]+|[0-9]+\.\.[0-9]*|\.\.[0-9]+)$",
    "patternErrorMessage": "a length is written 11, 1..20, ..255 or 1..",
    "minimum": 0,
}
_MATCHES = Words({"whole": "The whole text, with ^ and $ or without."})
_MOST_DIGITS = 400  # More are beyond what Python reads as one number.
_LENGTH = re.compile(r"(?P<exact>[0-9]+)|(?P<least>[0-9]+)?\.\.(?P<most>[0-9]+)?")


_ALGORITHMS = Words({name: algorithm.meaning for name, algorithm in ALGORITHMS.items()})


class Ruled(Reasoned):
    """A rule's value, with a reason of its own and a violation code of its own where the usual ones do not fit."""

    short = "value"
    instead: ClassVar[str] = ""
    """The description of the rule's key, where not the one of the table of constraints."""

    value: Any

    @property
    def meant(self) -> Any:
        """What bounds are made of: the value, with what other keys say of it."""
        return self.value

    code: Annotated[Text, forms.CODE, Refers("violation code")] | None = Field(
        default=None, description="Violation code, when the rule's usual code does not fit."
    )


class RuledText(Ruled):
    """A rule whose value is text."""

    value: PayloadText = Field(description="The rule's value.")  # The only value may be empty; a rule checks patterns.


class RuledLine(Ruled):
    """A rule whose value is a line of text, which is neither empty nor long."""

    value: Annotated[Text, forms.LINE] = Field(max_length=_LONGEST_LINE, description="The rule's value.")


class RuledPattern(RuledText):
    """A rule whose value is a regular expression."""

    match: Annotated[Literal["whole"], Choice, _MATCHES] | None = Field(
        default=None, description="What the pattern matches; default: any part of the text, if it has no ^ and $."
    )

    @property
    def meant(self) -> WrittenPattern:
        return WrittenPattern(self.value, self.match is not None)


class RuledNumber(Ruled):
    """A rule whose value is a number."""

    value: ExactNumber = Field(description="The rule's value.")


def _step(raw_value: Any, read_number: Callable[[Any], Any]) -> Any:
    number = read_number(raw_value)
    if number <= 0:
        raise rejected("wrong-type", "expected a number above 0", raw_value)
    return number


class RuledStep(Ruled):
    """A rule whose value is a number above 0."""

    value: Annotated[ExactNumber, WrapValidator(_step)] = Field(description="The rule's value.")


def _places(node: Node) -> Any:
    if not isinstance(node, Scalar) or not re.fullmatch("[0-9]|currency", node.text):
        raise rejected("wrong-type", "expected a digit, or `currency` for the currency's exponent", node)
    return "currency" if node.text == "currency" else int(node.text)


class RuledPlaces(Ruled):
    """How many decimal places a number may have."""

    value: Annotated[int | Literal["currency"], BeforeValidator(_places), WithJsonSchema(_PLACES)] = Field(
        description="A digit, or `currency` for the exponent of the method's currency."
    )


def _true(node: Node) -> Any:
    if not isinstance(node, Scalar) or node.text != "true":
        raise rejected("wrong-type", "expected true; leave the key out where the rule does not hold", node)
    return True


OnlyTrue = Annotated[Literal[True], BeforeValidator(_true), WithJsonSchema({"const": True})]
"""What a key says that is there or is left out."""


def _bounds(node: Node) -> Any:
    match = _LENGTH.fullmatch(node.text) if isinstance(node, Scalar) else None
    if match is None:
        raise rejected("bad-length", "a length is written 11, 1..20, ..255 or 1..", node)
    least_digits, most_digits = match["exact"] or match["least"], match["exact"] or match["most"]
    if least_digits is None and most_digits is None:
        raise rejected("bad-length", "a length has a bound: 11, 1..20, ..255 or 1..", node)
    if max(len(least_digits or ""), len(most_digits or "")) > _MOST_DIGITS:
        raise rejected("bad-length", f"a length has at most {_MOST_DIGITS} digits", node, "write a smaller one")
    if least_digits and most_digits and int(least_digits) > int(most_digits):
        message = f"the length bounds hold for no text; the smaller one comes first: {most_digits}..{least_digits}"
        raise rejected("bad-length", message, node)
    return (int(least_digits) if least_digits else None, int(most_digits) if most_digits else None)


class RuledLength(Ruled):
    """A rule on the number of characters."""

    value: Annotated[tuple[int | None, int | None], BeforeValidator(_bounds), WithJsonSchema(_BOUNDS)] = Field(
        description="11 (exactly), 1..20 (from, to), ..255 (at most) or 1.. (at least).",
        examples=["1..20", "..255", 11],
    )


class RuledCount(Ruled):
    """A rule whose value is a count."""

    value: Whole = Field(ge=0, description="The rule's value.")


class RuledFlag(Ruled):
    """A rule that holds where it is stated."""

    value: OnlyTrue = Field(description="true; leave the key out where the rule does not hold.")


class RuledAlgorithm(Ruled):
    """A rule whose value is the name of an algorithm of check digits."""

    value: Annotated[str, _ALGORITHMS, Choice] = Field(description="The rule's value.")


_STANDARDS = Words({name: f"{standard.title}: {standard.codes}." for name, standard in STANDARDS.items()})


class ChoiceValue(Reasoned):
    """A value of a choice."""

    short = "meaning"
    meaning: Text | None = Field(
        default=None, description="What the value says, in one sentence; default: what the `standard` calls the code."
    )
    label: Annotated[Text, forms.LINE] | None = Field(
        default=None,
        max_length=60,
        description="The value's name in forms; default: what the `standard` calls the code, or the value itself.",
    )


class RuledChoices(Ruled):
    """The values of which one is sent: a list, or a table with what each means and where it comes from."""

    whole = "value"
    value: TableOrKeys[Annotated[PayloadText, forms.CHOICE_VALUE], ChoiceValue] = Field(
        min_length=1, max_length=MOST_VALUES, description="The values, in order, each with what it means if that helps."
    )


OF_FORM: Mapping[str, type[Ruled]] = {
    "text": RuledText,
    "line": RuledLine,
    "pattern": RuledPattern,
    "number": RuledNumber,
    "step": RuledStep,
    "places": RuledPlaces,
    "span": RuledLength,
    "count": RuledCount,
    "flag": RuledFlag,
    "choices": RuledChoices,
    "algorithm": RuledAlgorithm,
}
"""The model of each form that the value of a statement may have."""


class ByTable(Inlined):
    """Says that a statement has the keys of the table of constraints that apply to one of some shapes.

    `models` has the model of the value by the key, or else by the form of the value; without one there is no key.
    """

    def __init__(self, models: Mapping[str, type[Ruled]], shapes: Collection[str] = tuple(SHAPES)) -> None:
        fields_by_key: dict[str, Any] = {}
        for key, statement in STATEMENTS.items():
            if statement.form in models and not set(shapes).isdisjoint(statement.shapes):
                model = models.get(key) or models[statement.form]
                examples = None if model.instead else list(statement.examples) or None
                description = model.instead or statement.description
                fields_by_key[key] = (model | None, Field(default=None, description=description, examples=examples))
        super().__init__(create_model("ByTable", **fields_by_key))

    def __get_pydantic_core_schema__(self, source_type: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._by_key, handler.generate_schema(self.model))

    def _by_key(self, rule_table: BaseModel) -> dict[str, Ruled]:
        return {key: rule for key, rule in rule_table if rule is not None}


class Constrained(Reasoned):
    """What states constraints: `rules` are those of the table, by key in its order; subclasses say which there are."""

    if TYPE_CHECKING:
        rules: Mapping[str, Ruled]

    def rule(self, key: str) -> Ruled | None:
        """Return what is stated by a key of the table of constraints, or None."""
        return self.rules.get(key)


class Choosing(Constrained):
    """What states constraints of a value that may be a choice."""

    standard: Annotated[StandardName, Choice, _STANDARDS] | None = Field(
        default=None, description="The standard of which the values of the choice are codes: it has their names."
    )
