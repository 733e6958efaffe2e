"""How constraints of a kind are compared: what a change of them is called, and what it says.

An aspect is what a comparison tells as one change: how long a text is, whichever end of the length moved.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from paycat.decimals import is_multiple, plain_text
from paycat.shapes.constraints.number_range import End, NumberRange
from paycat.shapes.constraints.phrase import one_of, span
from paycat.shapes.constraints.relations import Relation

if TYPE_CHECKING:
    from paycat.shapes.constraints.kind import Kind

Move = Literal["added", "removed", "changed", "narrowed", "widened", "moved"]
Stated = Mapping["Kind", Any]
"""The bounds of an aspect, by kind."""


@dataclass(frozen=True, slots=True)
class Aspect(ABC):
    """What is told as one change. `moves` says each kind of it, with {path}, {old} and {new}."""

    name: str

    @property
    @abstractmethod
    def moves(self) -> Mapping[Move, str]:
        """What each kind of change says."""

    @abstractmethod
    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return how the bounds move; None when they accept the same."""

    @abstractmethod
    def told(self, old: Stated, new: Stated) -> tuple[Any, Any]:
        """Return both sides as the change says them."""

    def limits(self, stated: Stated) -> Iterator[str]:
        """Return in words what the bounds limit; nothing of a bound that is shown itself."""
        phrases = (kind.phrase(bound) for kind, bound in stated.items())
        yield from (phrase.limit for phrase in phrases if not phrase.literal)


@dataclass(frozen=True, slots=True)
class ValueAspect(Aspect):
    """A constraint whose bounds have no order; `must` stands before the bound: "be", "match"."""

    must: str

    @property
    def moves(self) -> Mapping[Move, str]:
        """Added, removed or changed."""
        return {
            "added": f"{{path}} must {self.must} {{new}} now",
            "removed": f"{{path}} need not {self.must} {{old}} any more",
            "changed": f"{{path}} must {self.must} {{new}} instead of {{old}}",
        }

    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return how the bound moves."""
        if old == new:
            return None
        return "changed" if old and new else "added" if new else "removed"

    def told(self, old: Stated, new: Stated) -> tuple[Any, Any]:
        """Return both bounds."""
        return _only(old), _only(new)


@dataclass(frozen=True, slots=True)
class FlagAspect(Aspect):
    """A constraint that holds or does not; `must` follows "must": "not repeat an item"."""

    must: str

    @property
    def moves(self) -> Mapping[Move, str]:
        """Added or removed."""
        return {"added": f"{{path}} must {self.must} now", "removed": f"{{path}} need not {self.must} any more"}

    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return whether it was added or removed."""
        return None if old == new else "added" if new else "removed"

    def told(self, old: Stated, new: Stated) -> tuple[Any, Any]:
        """Return nothing: the change says it all."""
        return None, None


@dataclass(frozen=True, slots=True)
class OrderedAspect(Aspect):
    """Constraints that leave more or less."""

    @property
    def moves(self) -> Mapping[Move, str]:
        """Narrowed, widened or moved."""
        says = f"the {self.name} of {{path}} changed from {{old}} to {{new}}"
        return {"narrowed": says, "widened": says, "moved": says}


def _moved(is_tighter: bool, is_looser: bool) -> Move | None:
    return "moved" if is_tighter and is_looser else "narrowed" if is_tighter else "widened" if is_looser else None


@dataclass(frozen=True, slots=True)
class CountAspect(OrderedAspect):
    """How many parts a value has, from one count to another."""

    noun: str

    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return how the interval moves."""
        before, after = _interval(old), _interval(new)
        return _moved(
            after.is_beyond(before) or before.is_beyond(after, last=True),
            before.is_beyond(after) or after.is_beyond(before, last=True),
        )

    def told(self, old: Stated, new: Stated) -> tuple[str, str]:
        """Return both intervals without the end that is the same in both."""
        before, after = _interval(old), _interval(new)
        return self.said(before.without_same(after)), self.said(after.without_same(before))

    def said(self, counts: "Interval") -> str:
        """Return an interval in words."""
        return span(counts.least, counts.most, self.noun)

    def limits(self, stated: Stated) -> Iterator[str]:
        """Return both ends in one."""
        yield self.said(_interval(stated))


@dataclass(frozen=True, slots=True)
class LimitAspect(CountAspect):
    """How many parts a value has at most: with one end, nothing moves both ways."""

    @property
    def moves(self) -> Mapping[Move, str]:
        """Narrowed or widened."""
        return {move: says for move, says in super(LimitAspect, self).moves.items() if move != "moved"}


@dataclass(frozen=True, slots=True)
class RangeAspect(OrderedAspect):
    """Where numbers begin and end."""

    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return how the range moves."""
        return moved(_range(old), _range(new))

    def told(self, old: Stated, new: Stated) -> tuple[str, str]:
        """Return both ranges without the end that is the same in both."""
        before, after = _range(old), _range(new)
        return range_told(before.without_same(after)), range_told(after.without_same(before))

    def limits(self, stated: Stated) -> Iterator[str]:
        """Return both ends in one where both are included."""
        low, high = _range(stated).low, _range(stated).high
        if low and high and low.is_included and high.is_included:
            yield f"from {plain_text(low.number)} to {plain_text(high.number)}"
        else:
            yield from super(RangeAspect, self).limits(stated)


@dataclass(frozen=True, slots=True)
class ChoiceAspect(OrderedAspect):
    """The texts of which a value is one; without any, it is any text."""

    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return how the list moves; the order of its texts says nothing."""
        before, after = (_only(one) and frozenset(_only(one)) for one in (old, new))
        if before == after:
            return None
        gone = after is not None and (before is None or bool(before - after))
        come = before is not None and (after is None or bool(after - before))
        return _moved(gone, come)

    def told(self, old: Stated, new: Stated) -> tuple[str, str]:
        """Return both lists."""
        before, after = (one_of(_only(one)) if one else "any text" for one in (old, new))
        return before, after


@dataclass(frozen=True, slots=True)
class StepAspect(OrderedAspect):
    """The step that numbers are multiples of."""

    def move(self, old: Stated, new: Stated) -> Move | None:
        """Return how the step moves."""
        before, after = _only(old), _only(new)
        if before == after:
            return None
        is_tighter = before is None or (after is not None and is_multiple(after, before))
        is_looser = after is None or (before is not None and is_multiple(before, after))
        return "narrowed" if is_tighter else "widened" if is_looser else "moved"

    def told(self, old: Stated, new: Stated) -> tuple[str, str]:
        """Return both steps."""
        before, after = (f"a multiple of {plain_text(one)}" if one else "any number" for one in map(_only, (old, new)))
        return before, after


@dataclass(frozen=True, slots=True)
class Interval:
    """Counts from one to another; None is no end."""

    least: int | None
    most: int | None

    def is_beyond(self, other: "Interval", *, last: bool = False) -> bool:
        """Tell whether the first, or the last count lies above the other's."""
        if last:
            return other.most is not None and (self.most is None or self.most > other.most)
        return self.least is not None and (other.least is None or self.least > other.least)

    def without_same(self, other: "Interval") -> "Interval":
        """Return the interval without the ends that another one has, too."""
        return Interval(
            None if self.least == other.least else self.least, None if self.most == other.most else self.most
        )


def _interval(stated: Stated) -> Interval:
    ends = {kind.relation is Relation.AT_LEAST: int(bound) for kind, bound in stated.items()}
    return Interval(ends.get(True), ends.get(False))


def moved(old: NumberRange, new: NumberRange) -> Move | None:
    """Return how the ends of a range move."""
    both = old.between(new)
    return _moved(both != old.between(), both != new.between())


def range_told(accepted: NumberRange) -> str:
    """Return where numbers begin and end, in words."""
    ends = (_end(accepted.low, "at least", "above"), _end(accepted.high, "at most", "below"))
    return ", ".join(one for one in ends if one) or "any number"


def _range(stated: Stated) -> NumberRange:
    accepted = NumberRange()
    for kind, bound in stated.items():
        accepted = accepted.narrowed(kind.relation, kind.compared(bound))
    return accepted


def _end(end: End | None, included: str, excluded: str) -> str:
    return f"{included if end.is_included else excluded} {plain_text(end.number)}" if end else ""


def _only(stated: Stated) -> Any:
    return next(iter(stated.values()), None)


CONST, PATTERN = ValueAspect("const", "be"), ValueAspect("pattern", "match")
LENGTH, PRECISION = CountAspect("length", "character"), LimitAspect("precision", "decimal place")
RANGE, STEP = RangeAspect("range"), StepAspect("step")
CHOICE, FORMAT = ChoiceAspect("choice"), ValueAspect("date-format", "have the form of a")
ITEMS, UNIQUE = CountAspect("items", "item"), FlagAspect("unique-items", "have different items")
