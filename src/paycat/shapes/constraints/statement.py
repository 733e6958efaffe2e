"""How a catalogue states a constraint, the key of YAML and the bounds that follow from it, and how it is worded."""

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, Literal

from paycat.shapes.json_types import ShapeName
from paycat.text.counting import plural

Bound = bool | str | int | Decimal | tuple[str, ...]
Fact = str | tuple[str, ...]
"""A fact of a method: its only value, or several."""
Form = Literal["text", "line", "pattern", "number", "step", "places", "span", "count", "flag", "choices", "algorithm"]
"""A text, a pattern, a number, one above 0, a digit or `currency`, two counts (1..20), a count, true, named values,
or what an algorithm is called.
"""

NUMBERS: tuple[ShapeName, ...] = ("decimal", "integer", "decimal_text")
TEXTS: tuple[ShapeName, ...] = ("text", "decimal_text")


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What a value of a statement may refer to: facts of the method and its currency, and the statements beside it.

    `facts` has the method's facts by the name that YAML gives them; `exponent` is the currency's, and None of a method
    without money. Both are None where a value belongs to no method: a reference to a fact of a method then results in
    no bound.
    """

    facts: Mapping[str, Fact] | None = None
    exponent: int | None = None
    statements: Mapping[str, Any] = field(default_factory=dict)


NO_METHOD = Surroundings()


@dataclass(frozen=True, slots=True)
class ConstraintKey:
    """A key of YAML for values of some shapes.

    `bounds_of` makes the bounds by keyword; without it, the stated value is the bound of the constraint of this name.
    `written_of` returns the bounds as people wrote them, by keyword, where that is another form of the bound.
    `with_reason_of` is the key whose reason the bounds have, too. A statement that is `alone` overrides all others,
    and one that gives way says nothing beside the key that it names in `unless`.
    """

    key: str
    form: Form
    shapes: tuple[ShapeName, ...]
    description: str
    bounds_of: Callable[[Any, Surroundings], Mapping[str, Bound]] | None = None
    examples: tuple[Any, ...] = ()
    with_reason_of: str = ""
    unless: str = ""
    alone: bool = False
    written_of: Callable[[Any, Surroundings], Mapping[str, str]] | None = None

    def bounds(self, stated_value: Any, surroundings: Surroundings) -> Mapping[str, Bound]:
        """Return the bounds that a stated value results in, by keyword."""
        return self.bounds_of(stated_value, surroundings) if self.bounds_of else {self.key: stated_value}

    def written(self, stated_value: Any, surroundings: Surroundings) -> Mapping[str, str]:
        """Return what was written, by the keyword of a bound that is another form of it."""
        text_by_keyword = self.written_of(stated_value, surroundings) if self.written_of else {}
        value_by_keyword = self.bounds(stated_value, surroundings) if text_by_keyword else {}
        return {keyword: text for keyword, text in text_by_keyword.items() if text != value_by_keyword.get(keyword)}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A constraint with its bound, worded for every reader.

    `limit` follows a noun: "at most 5 characters". `must` follows the name of a field: "must have at most 5
    characters". `send` says what to do: "Send at most 5 characters". Where `literal` is not empty, it is a text of the
    catalogue that ends each of the three, shown as code where code can be shown, and as `quoted` where it cannot.
    """

    limit: str
    must: str
    send: str
    literal: str = ""
    quoted: str = ""

    @property
    def whole_limit(self) -> str:
        """The limit with its literal, such as "of the form `^[0-9]+$`"."""
        return f"{self.limit} `{self.literal}`" if self.literal else self.limit

    @property
    def whole_must(self) -> str:
        """What a value must be or have, with its literal."""
        return f"{self.must} {self.quoted or self.literal}" if self.literal else self.must


def having(limit: str) -> Phrase:
    """Return the phrase of a limit on what a value has: "at most 5 characters"."""
    return Phrase(limit, f"must have {limit}", f"Send {limit}")


def being(limit: str, noun: str = "") -> Phrase:
    """Return the phrase of a limit on what a value is: "a date", or with the noun "a number", "greater than 0"."""
    return Phrase(limit, f"must be {limit}", f"Send {noun} {limit}" if noun else f"Send {limit}")


def count(thing_count: int, noun: str) -> str:
    """Return a number of things: "1 character", "5 characters"."""
    return f"{thing_count} {plural(thing_count, noun)}"


def one_of(texts: Sequence[str]) -> str:
    """Return the texts in quotes: the only one, or "one of" several."""
    quoted_texts = [json.dumps(text, ensure_ascii=False) for text in texts]
    return quoted_texts[0] if len(quoted_texts) == 1 else f"one of {', '.join(quoted_texts)}"


def span(minimum: int | None, maximum: int | None, noun: str) -> str:
    """Return how many things there may be: "1 to 20 characters"; None is no end."""
    if maximum is None:
        return f"any number of {noun}s" if minimum is None else f"at least {count(minimum, noun)}"
    if minimum is None:
        return f"at most {count(maximum, noun)}"
    return count(maximum, noun) if minimum == maximum else f"{minimum} to {count(maximum, noun)}"
