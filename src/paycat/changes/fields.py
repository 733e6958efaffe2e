"""Two fields of the same path in; what one says otherwise than the other out."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

from paycat.changes import intervals, lifecycle
from paycat.changes.change import Change, Site
from paycat.changes.kinds import SAFE, kind_of
from paycat.changes.refusals import at, below
from paycat.changes.texts import accepts_all_of
from paycat.contract.model import Constraint, FieldNode, Keyword, Refusal
from paycat.contract.values import Reason
from paycat.decimals import plain_text

_Ends = tuple[Keyword | None, Keyword]

_EMPTY = {intervals.told((None, None), "character"), intervals.told((1, None), "character")}
"""What is said of a text that may be empty, and of one that may not."""

_PRECEDENCE = (
    *(f"const-{move}" for move in ("added", "removed", "changed")),
    *(f"pattern-{move}" for move in ("added", "removed")),
    *(f"length-{move}" for move in ("narrowed", "widened", "moved")),
    "pattern-changed",
)
"""Of the changes of a text, which one is told first."""

_ORDER = {None: 0, "personal": 1, "account": 2, "pan": 3}


def field_changes(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the changes of a field's own rules and words; its requirement is the object's business."""
    rules = [*_rules(site, old, new), *_around(site, old, new)]
    if old.type != new.type:
        yield Change("field-type-changed", site, old.type, new.type, new.reason, consequences=tuple(rules))
    else:
        yield from rules
    yield from lifecycle.deprecation_changes(site, old.deprecated, new.deprecated, new.reason)
    if old.meaning != new.meaning:
        yield Change("words-changed", site, old.meaning, new.meaning, new.reason)
    if _in_forms(old) != _in_forms(new):
        yield Change("form-changed", site, _in_forms(old), _in_forms(new), new.reason)
    if old.hints != new.hints:
        yield Change("hint-changed", site, _notes(old), _notes(new), new.reason)
    yield from reason_changes(site, *_reasons(old, new))


def reason_changes(site: Site, old: list[Reason], new: list[Reason]) -> Iterator[Change]:
    """Return a change when the same statement rests on something else."""
    if old != new:
        yield Change("reason-changed", site, _marks(old), _marks(new), new[0])


def _rules(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    if old.json_type != new.json_type:
        everything = (at(old.path), below(old.path))
        yield Change("type-changed", site, old.json_type, new.json_type, new.reason, everything, everything)
        return
    of = _Pair(site, old, new)
    yield from _headed(old, new, [*of.value("const"), *of.value("pattern"), *of.length()])
    yield from of.range()
    yield from of.precision()
    yield from of.codes()


def _headed(old: FieldNode, new: FieldNode, changes: list[Change]) -> Iterator[Change]:
    """Return what became of the texts as one change: a fixed value or a length shows in the pattern, too."""
    if len(changes) > 1:
        # That a text may not be empty goes without saying beside a pattern or a fixed value, and is not stated there.
        changes = [one for one in changes if {one.old, one.new} != _EMPTY] or changes
    if len(changes) < 2:
        yield from changes
        return
    widens = accepts_all_of(new, old)
    head = min(changes, key=lambda one: ((kind_of(one.kind).sender is SAFE) is not widens, _PRECEDENCE.index(one.kind)))
    yield replace(
        head,
        narrows=tuple(pattern for one in changes for pattern in one.narrows),
        widens=tuple(pattern for one in changes for pattern in one.widens),
        consequences=tuple(replace(one, is_echo=True) for one in changes if one is not head),
    )


class _Pair:
    """A field before and after, of one JSON type."""

    def __init__(self, site: Site, old: FieldNode, new: FieldNode) -> None:
        self.site, self.old, self.new = site, old, new

    def value(self, keyword: Keyword) -> Iterator[Change]:
        """Return the change of a rule that has no order: a fixed value or a pattern."""
        old, new = self.old.constraint(keyword), self.new.constraint(keyword)
        if _value(old) != _value(new):
            move = "added" if old is None else "removed" if new is None else "changed"
            yield self._change(f"{keyword}-{move}", (keyword,), _value(old), _value(new))

    def length(self) -> Iterator[Change]:
        """Return the change of how many characters a text has."""
        yield from self._interval("length", ("min_length", "max_length"), _characters)

    def range(self) -> Iterator[Change]:
        """Return the change of how small and how large a number is."""
        yield from self._interval("range", ("exclusive_minimum", "maximum"), _range)

    def precision(self) -> Iterator[Change]:
        """Return the change of how many decimal places a number has."""
        yield from self._interval("precision", (None, "decimal_places"), _places)

    def _interval(self, name: str, ends: _Ends, told: Callable[[intervals.Interval], str]) -> Iterator[Change]:
        old, new = (
            (_bound(field, ends[0]) if ends[0] else None, _bound(field, ends[1])) for field in (self.old, self.new)
        )
        if move := intervals.moved(old, new):
            words = map(told, intervals.moved_bounds(old, new))
            yield self._change(f"{name}-{move}", tuple(end for end in ends if end), *words)

    def codes(self) -> Iterator[Change]:
        """Return the changes of the codes that rules refuse with, one for each code."""
        turned: dict[tuple[str, str], list[Keyword]] = {}
        for rule in self.new.constraints:
            before = self.old.constraint(rule.keyword)
            if before and before.code != rule.code:
                turned.setdefault((before.code, rule.code), []).append(rule.keyword)
        for codes, keywords in turned.items():
            # The same bodies are refused: no payload's verdict turns by it.
            yield replace(self._change("refusal-code-changed", tuple(keywords), *codes), narrows=(), widens=())

    def _change(self, kind: str, keywords: tuple[Keyword, ...], old: Any, new: Any) -> Change:
        stated = [rule for keyword in keywords for rule in (self.new.constraint(keyword), self.old.constraint(keyword))]
        reason = next((rule.reason for rule in stated if rule), self.new.reason)
        path, same = self.new.path, self.old.type == self.new.type
        narrows, widens = (_refusals(path, field, keywords) for field in (self.new, self.old))
        field_type = self.new.type if same else None
        return Change(kind, self.site, old, new, reason, narrows, widens, field_type)


def _refusals(path: str, field: FieldNode, keywords: tuple[Keyword, ...]) -> tuple[Refusal, ...]:
    stated = (field.constraint(keyword) for keyword in keywords)
    return tuple(dict.fromkeys(at(path, rule.code) for rule in stated if rule))


def _around(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    if old.role != new.role:
        yield Change("role-changed", site, _role(old), _role(new), new.reason)
    if old.sensitive != new.sensitive:
        raised = _ORDER[new.sensitive] > _ORDER[old.sensitive]
        kind = "sensitivity-raised" if raised else "sensitivity-lowered"
        yield Change(kind, site, _masked(old), _masked(new), new.reason, field_type=new.type)


def _value(rule: Constraint | None) -> Any:
    return rule.value if rule else None


def _bound(field: FieldNode, keyword: Keyword) -> Any:
    return _value(field.constraint(keyword))


def _characters(side: intervals.Interval) -> str:
    return intervals.told(side, "character")


def _places(side: intervals.Interval) -> str:
    return intervals.told(side, "decimal place")


def _range(side: intervals.Interval) -> str:
    words = zip(("above", "at most"), side, strict=True)
    return ", ".join(f"{word} {plain_text(bound)}" for word, bound in words if bound is not None) or "any number"


def _masked(field: FieldNode) -> str:
    return f"masked as {field.sensitive}" if field.sensitive else "not masked"


def _role(field: FieldNode) -> str:
    return f"the role {field.role}" if field.role else "no role"


def _in_forms(field: FieldNode) -> dict[str, str]:
    stated = {"label": field.label, "input": field.input, "autocomplete": field.autocomplete}
    return {name: value for name, value in stated.items() if value is not None}


def _notes(field: FieldNode) -> list[str]:
    return [hint.note if hint.pattern is None else f"{hint.note} ({hint.pattern})" for hint in field.hints]


def _reasons(old: FieldNode, new: FieldNode) -> Iterator[list[Reason]]:
    """Return what both fields rest on, and the rules that both have."""
    both = [rule.keyword for rule in new.constraints if old.constraint(rule.keyword)]
    for field in (old, new):
        stated = (field.constraint(keyword) for keyword in both)
        yield [field.reason, *(rule.reason for rule in stated if rule)]


def _marks(reasons: list[Reason]) -> str:
    marks = dict.fromkeys(mark for reason in reasons for mark in (reason.source, *reason.decisions) if mark)
    return ", ".join(marks) or "nothing"
