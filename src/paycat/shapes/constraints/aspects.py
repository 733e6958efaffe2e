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

    def compared(self, bound: Any) -> Any:
        """Return what a value is compared with."""

    def phrase(self, bound: Any) -> Phrase:
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

    def accepted(self, bounds: Bounds) -> Any:
        """Return what bounds accept, in a form that `covers` compares; None for everything."""
        return next((bound for _, bound in bounds), None)

    def covers(self, wide: Any, narrow: Any) -> bool:
        """Tell whether wide bounds accept whatever narrow ones accept, both as `accepted` returns them."""
        return wide is None or wide == narrow

    def move(self, old: Bounds, new: Bounds) -> Move | None:
        """Return how the bounds move; None when they accept the same."""
        before, after = self.accepted(old), self.accepted(new)
        is_tighter, is_looser = not self.covers(after, before), not self.covers(before, after)
        if not is_tighter and not is_looser:
            return None
        tighter, looser, *both = self.moves
        return both[0] if is_tighter and is_looser else tighter if is_tighter else looser

    def described(self, old: Bounds, new: Bounds) -> tuple[Any, Any]:
        """Return both sides as the sentences have them."""
        return self.accepted(old), self.accepted(new)

    def limits(self, bounds: Bounds) -> Iterator[str]:
        """Return in words what the bounds limit; nothing for a bound that is shown itself."""
        phrases = (kind.phrase(bound) for kind, bound in bounds)
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

    def covers(self, wide: str | None, narrow: str | None) -> bool:
        are_texts = wide is not None and narrow is not None
        is_same = are_texts and distinguishing_text(wide, narrow, 0, None) == Shortest(None)
        return is_same or super().covers(wide, narrow)


@dataclass(frozen=True)
class FlagAspect(Aspect):
    """A constraint that holds or does not; `must` follows "must": "not repeat an item"."""

    must: str

    @property
    def moves(self) -> Mapping[Move, str]:
        return {"added": f"{{path}} must now {self.must}", "removed": f"{{path}} no longer has to {self.must}"}

    def described(self, old: Bounds, new: Bounds) -> tuple[None, None]:
        return None, None


@dataclass(frozen=True)
class OrderedAspect(Aspect):
    """Constraints that leave more or less."""

    @property
    def moves(self) -> Mapping[Move, str]:
        says = f"the allowed {_NOUNS.get(self.name, self.name)} of {{path}} changed from {{old}} to {{new}}"
        return {"narrowed": says, "widened": says, "moved": says}


@dataclass(frozen=True)
class RangeAspect(OrderedAspect):
    """Where numbers begin and end."""

    def accepted(self, bounds: Bounds) -> NumberRange:
        accepted = NumberRange()
        for kind, bound in bounds:
            accepted = accepted.narrowed(kind.relation, kind.compared(bound))
        return accepted

    def covers(self, wide: NumberRange, narrow: NumberRange) -> bool:
        return narrow.between(wide) == narrow.between()

    def described(self, old: Bounds, new: Bounds) -> tuple[str, str]:
        """Return both ranges without the end that is the same in both."""
        before, after = self.accepted(old), self.accepted(new)
        return self.describe(before.without_same(after)), self.describe(after.without_same(before))

    def describe(self, accepted: NumberRange) -> str:
        """Return a range in words."""
        ends = (_end(accepted.low, "at least", "above"), _end(accepted.high, "at most", "below"))
        return ", ".join(end for end in ends if end) or "any number"

    def limits(self, bounds: Bounds) -> Iterator[str]:
        """Return both ends as one limit where both are included."""
        accepted = self.accepted(bounds)
        low, high = accepted.low, accepted.high
        if low and high and low.is_included and high.is_included:
            yield f"from {plain_text(low.number)} to {plain_text(high.number)}"
        else:
            yield from super().limits(bounds)


@dataclass(frozen=True)
class CountAspect(RangeAspect):
    """How many parts a value has, from one count to another."""

    noun: str

    def accepted(self, bounds: Bounds) -> NumberRange:
        counts = NumberRange()
        for kind, bound in bounds:
            counts = counts.narrowed(
                Relation.AT_LEAST if kind.relation is Relation.AT_LEAST else Relation.AT_MOST, int(bound)
            )
        return counts

    def describe(self, accepted: NumberRange) -> str:
        least, most = (int(end.number) if end else None for end in (accepted.low, accepted.high))
        return span(least, most, self.noun)

    def limits(self, bounds: Bounds) -> Iterator[str]:
        yield self.describe(self.accepted(bounds))


@dataclass(frozen=True)
class LimitAspect(CountAspect):
    """How many parts a value has at most: with one end, nothing moves both ways."""

    @property
    def moves(self) -> Mapping[Move, str]:
        return {move: says for move, says in super().moves.items() if move != "moved"}


@dataclass(frozen=True)
class ChoiceAspect(OrderedAspect):
    """The texts of which a value is one, in any order; without any, it is any text."""

    def accepted(self, bounds: Bounds) -> frozenset[str] | None:
        texts = super().accepted(bounds)
        return None if texts is None else frozenset(texts)

    def covers(self, wide: frozenset[str] | None, narrow: frozenset[str] | None) -> bool:
        return wide is None or (narrow is not None and narrow <= wide)

    def described(self, old: Bounds, new: Bounds) -> tuple[str, str]:
        before, after = (
            one_of(super(ChoiceAspect, self).accepted(bounds)) if bounds else "any text" for bounds in (old, new)
        )
        return before, after


@dataclass(frozen=True)
class StepAspect(OrderedAspect):
    """The step that numbers are multiples of."""

    def covers(self, wide: Any, narrow: Any) -> bool:
        return wide is None or (narrow is not None and is_multiple(narrow, wide))

    def described(self, old: Bounds, new: Bounds) -> tuple[str, str]:
        steps = (self.accepted(bounds) for bounds in (old, new))
        before, after = (f"a multiple of {plain_text(step)}" if step else "any number" for step in steps)
        return before, after


def _end(end: End | None, included: str, excluded: str) -> str:
    return f"{included if end.is_included else excluded} {plain_text(end.number)}" if end else ""


CONST, PATTERN = ValueAspect("const", "be"), PatternAspect("pattern", "match")
LENGTH, PRECISION = CountAspect("length", "character"), LimitAspect("precision", "decimal place")
RANGE, STEP = RangeAspect("range"), StepAspect("step")
CHOICE, FORMAT = ChoiceAspect("choice"), ValueAspect("text-format", "have the form of a")
ITEMS, UNIQUE = CountAspect("items", "item"), FlagAspect("unique-items", "have different items")
