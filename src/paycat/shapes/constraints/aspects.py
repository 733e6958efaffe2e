"""How constraints of a kind are compared: the name of a change, and its description.

A comparison reports the changes of an aspect as one: how long a text is, whichever end of the length moved.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Protocol

from paycat.shapes.constraints.number_range import End, NumberRange
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import Phrase, one_of, span
from paycat.shapes.decimals import is_multiple, plain_text
from paycat.shapes.patterns.side_by_side import Shortest
from paycat.shapes.patterns.texts import distinguishing_text

Move = Literal["added", "removed", "changed", "narrowed", "widened", "moved"]


class ComparedKind(Protocol):
    """What an aspect asks of a kind of constraint."""

    relation: ClassVar[Relation]

    def compared(self, constraint_value: Any) -> Any:
        """Return what a value is compared with."""

    def phrase(self, constraint_value: Any) -> Phrase:
        """Return the constraint in words."""


Bounds = Sequence[tuple[ComparedKind, Any]]
"""The kinds of an aspect that have a bound, with it."""

_NOUNS = {"choice": "values", "items": "number of items"}
"""What is allowed, where the name of the aspect does not say it."""


@dataclass(frozen=True)
class Aspect(ABC):
    """What is reported as one change."""

    name: str

    @property
    @abstractmethod
    def moves(self) -> Mapping[Move, str]:
        """The sentence of each move, with {path}, {old} and {new}: a tighter bound, a looser one, and one that is both.

        The last is missing where no bound can be both.
        """

    def accepted(self, constraints: Bounds) -> Any:
        """Return what bounds accept, in a form that `covers` compares; None for everything."""
        return next((constraint_value for _, constraint_value in constraints), None)

    def covers(self, wide_values: Any, narrow_values: Any) -> bool:
        """Tell whether wide bounds accept whatever narrow ones accept, both as `accepted` returns them."""
        return wide_values is None or wide_values == narrow_values

    def move(self, old_constraints: Bounds, new_constraints: Bounds) -> Move | None:
        """Return how the bounds move; None when they accept the same."""
        old_values, new_values = self.accepted(old_constraints), self.accepted(new_constraints)
        is_tighter, is_looser = not self.covers(new_values, old_values), not self.covers(old_values, new_values)
        if not is_tighter and not is_looser:
            return None
        tighter_move, looser_move, *mixed_moves = self.moves
        return mixed_moves[0] if is_tighter and is_looser else tighter_move if is_tighter else looser_move

    def described(self, old_constraints: Bounds, new_constraints: Bounds) -> tuple[Any, Any]:
        """Return both sides as the sentences have them."""
        return self.accepted(old_constraints), self.accepted(new_constraints)

    def limits(self, constraints: Bounds) -> Iterator[str]:
        """Return in words what the bounds limit; nothing for a bound that is shown itself."""
        phrases = (kind.phrase(constraint_value) for kind, constraint_value in constraints)
        yield from (phrase.limit for phrase in phrases if not phrase.literal)


@dataclass(frozen=True)
class ValueAspect(Aspect):
    """A constraint whose bounds have no order; `must` precedes the bound: "be", "match"."""

    must: str

    @property
    def moves(self) -> Mapping[Move, str]:
        return {
            "added": f"{{path}} must now {self.must} {{new}}",
            "removed": f"{{path}} no longer has to {self.must} {{old}}",
            "changed": f"{{path}} must {self.must} {{new}} instead of {{old}}",
        }


@dataclass(frozen=True)
class PatternAspect(ValueAspect):
    """The form of a text: two patterns with the same texts are the same, however they are written."""

    def covers(self, wide_pattern: str | None, narrow_pattern: str | None) -> bool:
        are_texts = wide_pattern is not None and narrow_pattern is not None
        is_same = are_texts and distinguishing_text(wide_pattern, narrow_pattern) == Shortest(None)
        return is_same or super().covers(wide_pattern, narrow_pattern)


@dataclass(frozen=True)
class FlagAspect(Aspect):
    """A constraint that holds or does not; `must` follows "must": "not repeat an item"."""

    must: str

    @property
    def moves(self) -> Mapping[Move, str]:
        return {"added": f"{{path}} must now {self.must}", "removed": f"{{path}} no longer has to {self.must}"}

    def described(self, old_constraints: Bounds, new_constraints: Bounds) -> tuple[None, None]:
        return None, None


@dataclass(frozen=True)
class OrderedAspect(Aspect):
    """Constraints that leave more or less."""

    @property
    def moves(self) -> Mapping[Move, str]:
        sentence = f"the allowed {_NOUNS.get(self.name, self.name)} of {{path}} changed from {{old}} to {{new}}"
        return {"narrowed": sentence, "widened": sentence, "moved": sentence}


@dataclass(frozen=True)
class RangeAspect(OrderedAspect):
    """Where numbers begin and end."""

    def accepted(self, constraints: Bounds) -> NumberRange:
        number_range = NumberRange()
        for kind, constraint_value in constraints:
            number_range = number_range.narrowed(kind.relation, kind.compared(constraint_value))
        return number_range

    def covers(self, wide_range: NumberRange, narrow_range: NumberRange) -> bool:
        return narrow_range.between(wide_range) == narrow_range.between()

    def described(self, old_constraints: Bounds, new_constraints: Bounds) -> tuple[str, str]:
        """Return both ranges without the end that is the same in both."""
        old_range, new_range = self.accepted(old_constraints), self.accepted(new_constraints)
        return self.describe(old_range.without_same(new_range)), self.describe(new_range.without_same(old_range))

    def describe(self, number_range: NumberRange) -> str:
        """Return a range in words."""
        end_texts = (_end(number_range.low, "at least", "above"), _end(number_range.high, "at most", "below"))
        return ", ".join(end_text for end_text in end_texts if end_text) or "any number"

    def limits(self, constraints: Bounds) -> Iterator[str]:
        """Return both ends as one limit where both are included."""
        number_range = self.accepted(constraints)
        low_end, high_end = number_range.low, number_range.high
        if low_end and high_end and low_end.is_included and high_end.is_included:
            yield f"from {plain_text(low_end.number)} to {plain_text(high_end.number)}"
        else:
            yield from super().limits(constraints)


@dataclass(frozen=True)
class CountAspect(RangeAspect):
    """How many parts a value has, from one count to another."""

    noun: str

    def accepted(self, constraints: Bounds) -> NumberRange:
        count_range = NumberRange()
        for kind, constraint_value in constraints:
            count_range = count_range.narrowed(
                Relation.AT_LEAST if kind.relation is Relation.AT_LEAST else Relation.AT_MOST, int(constraint_value)
            )
        return count_range

    def describe(self, number_range: NumberRange) -> str:
        minimum, maximum = (int(end.number) if end else None for end in (number_range.low, number_range.high))
        return span(minimum, maximum, self.noun)

    def limits(self, constraints: Bounds) -> Iterator[str]:
        yield self.describe(self.accepted(constraints))


@dataclass(frozen=True)
class LimitAspect(CountAspect):
    """How many parts a value has at most: with one end, nothing moves both ways."""

    @property
    def moves(self) -> Mapping[Move, str]:
        return {move: sentence for move, sentence in super().moves.items() if move != "moved"}


@dataclass(frozen=True)
class ChoiceAspect(OrderedAspect):
    """The texts of which a value is one, in any order; without any, it is any text."""

    def accepted(self, constraints: Bounds) -> frozenset[str] | None:
        texts = super().accepted(constraints)
        return None if texts is None else frozenset(texts)

    def covers(self, wide_texts: frozenset[str] | None, narrow_texts: frozenset[str] | None) -> bool:
        return wide_texts is None or (narrow_texts is not None and narrow_texts <= wide_texts)

    def described(self, old_bounds: Bounds, new_bounds: Bounds) -> tuple[str, str]:
        texts_of = super().accepted
        old_words, new_words = (one_of(texts_of(side)) if side else "any text" for side in (old_bounds, new_bounds))
        return old_words, new_words


@dataclass(frozen=True)
class StepAspect(OrderedAspect):
    """The step that numbers are multiples of."""

    def covers(self, wide_step: Any, narrow_step: Any) -> bool:
        return wide_step is None or (narrow_step is not None and is_multiple(narrow_step, wide_step))

    def described(self, old_constraints: Bounds, new_constraints: Bounds) -> tuple[str, str]:
        steps = (self.accepted(constraints) for constraints in (old_constraints, new_constraints))
        old_words, new_words = (f"a multiple of {plain_text(step)}" if step else "any number" for step in steps)
        return old_words, new_words


def _end(end: End | None, included_words: str, excluded_words: str) -> str:
    return f"{included_words if end.is_included else excluded_words} {plain_text(end.number)}" if end else ""


CONST, PATTERN = ValueAspect("const", "be"), PatternAspect("pattern", "match")
LENGTH, PRECISION = CountAspect("length", "character"), LimitAspect("precision", "decimal place")
RANGE, STEP = RangeAspect("range"), StepAspect("step")
CHOICE, FORMAT = ChoiceAspect("choice"), ValueAspect("text-format", "have the form of a")
CHECK = ValueAspect("check-digits", "pass the check")
ITEMS, UNIQUE = CountAspect("items", "item"), FlagAspect("unique-items", "have different items")
