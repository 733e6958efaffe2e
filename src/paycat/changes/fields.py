"""Two fields of the same path in; what one says otherwise than the other out."""

from collections.abc import Iterator
from typing import Any

from paycat.changes import intervals, lifecycle
from paycat.changes.change import Change, Site
from paycat.changes.refusals import at, below
from paycat.contract.model import Constraint, FieldNode, Keyword, Refusal
from paycat.contract.values import Reason

_OF_TEXTS: tuple[Keyword, ...] = ("const", "pattern", "min_length", "max_length")
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
    yield from of.value("const")
    yield from of.value("pattern")
    yield from of.interval("length", "min_length", "max_length")
    yield from of.interval("range", "exclusive_minimum", "maximum")
    yield from of.interval("precision", None, "decimal_places")
    yield from of.codes()


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

    def interval(self, name: str, least: Keyword | None, most: Keyword) -> Iterator[Change]:
        """Return the change of an interval: of lengths, of numbers, of decimal places."""
        keywords = tuple(keyword for keyword in (least, most) if keyword)
        old, new = (
            (_value(field.constraint(least)) if least else None, _value(field.constraint(most)))
            for field in (self.old, self.new)
        )
        if move := intervals.moved(old, new):
            above = "above" if name == "range" else ""
            told = (_interval(bounds, above) for bounds in intervals.moved_bounds(old, new))
            yield self._change(f"{name}-{move}", keywords, *told)

    def codes(self) -> Iterator[Change]:
        """Return the changes of the code that a rule refuses with."""
        for rule in self.new.constraints:
            before = self.old.constraint(rule.keyword)
            if before and before.code != rule.code:
                yield self._change("refusal-code-changed", (rule.keyword,), before.code, rule.code)

    def _told_by(self, keywords: tuple[Keyword, ...]) -> tuple[Keyword, ...]:
        """Return the rules whose refusals show a change: of a text the first rule is told that is broken."""
        moved = tuple(rule for rule in _OF_TEXTS if _value_of(self.old, rule) != _value_of(self.new, rule))
        return moved if set(keywords) & set(moved) else keywords

    def _change(self, kind: str, keywords: tuple[Keyword, ...], old: Any, new: Any) -> Change:
        stated = [rule for keyword in keywords for rule in (self.new.constraint(keyword), self.old.constraint(keyword))]
        reason = next((rule.reason for rule in stated if rule), self.new.reason)
        path, same = self.new.path, self.old.type == self.new.type
        narrows, widens = (_refusals(path, field, self._told_by(keywords)) for field in (self.new, self.old))
        field_type = self.new.type if same else None
        return Change(kind, self.site, old, new, reason, narrows, widens, field_type)


def _value_of(field: FieldNode, keyword: Keyword) -> Any:
    return _value(field.constraint(keyword))


def _refusals(path: str, field: FieldNode, keywords: tuple[Keyword, ...]) -> tuple[Refusal, ...]:
    stated = (field.constraint(keyword) for keyword in keywords)
    return tuple(dict.fromkeys(at(path, rule.code) for rule in stated if rule))


def _around(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    if old.role != new.role:
        yield Change("role-changed", site, old.role, new.role, new.reason)
    if old.sensitive != new.sensitive:
        raised = _ORDER[new.sensitive] > _ORDER[old.sensitive]
        kind = "sensitivity-raised" if raised else "sensitivity-lowered"
        yield Change(kind, site, old.sensitive, new.sensitive, new.reason, field_type=new.type)


def _value(rule: Constraint | None) -> Any:
    return rule.value if rule else None


def _interval(interval: intervals.Interval, above: str) -> str:
    least, most = interval
    if above and least is not None:
        return f"above {least}" if most is None else f"above {least}, at most {most}"
    return intervals.told(interval)


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
