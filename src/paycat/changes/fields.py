"""Compares two fields of the same path, and what deprecations, meanings and sources say of any node."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, Site
from paycat.changes.sites import at, everything
from paycat.changes.taxonomy import SAFE, Action, BodyChange, ChangeType, Element, type_of
from paycat.changes.texts import accepts_all_of
from paycat.contract.model import Violation
from paycat.contract.nodes import FieldNode, Node
from paycat.shapes.constraints import ASPECTS, KINDS
from paycat.shapes.constraints.aspects import CONST, LENGTH, PATTERN, Aspect
from paycat.shapes.constraints.choice import Choice
from paycat.shapes.constraints.phrase import span

EMPTY = {span(None, None, LENGTH.noun), span(1, None, LENGTH.noun)}
"""The lengths of a text that may be empty, and of one that may not."""

_PRECEDENCE = (
    *(type_of(CONST, move) for move in (Action.ADDED, Action.REMOVED, Action.CHANGED)),
    *(type_of(PATTERN, move) for move in (Action.ADDED, Action.REMOVED)),
    *(type_of(LENGTH, move) for move in (Action.NARROWED, Action.WIDENED, Action.MOVED)),
    type_of(PATTERN, Action.CHANGED),
)
"""Of the changes of a text, which one is the head."""

_OF_NUMBERS = {
    ("integer", "number"): BodyChange.TYPE_WIDENED,
    ("number", "integer"): BodyChange.TYPE_NARROWED,
}
"""The change from one type to another where one of both takes all that the other one takes."""

_OF_FIELDS = {
    *(BodyChange.ROLE_CHANGED, BodyChange.ECHO_CHANGED, BodyChange.MASK_CHANGED, BodyChange.MADE_CHANGED),
    *(BodyChange.DEPRECATED, BodyChange.UNDEPRECATED),
    *(BodyChange.SUNSET_SET, BodyChange.SUNSET_DROPPED, BodyChange.SUNSET_EARLIER, BodyChange.SUNSET_LATER),
}
"""Types of changes that no edit of a field type makes."""

_OF_TEXTS = (CONST, PATTERN, LENGTH)
_ORDER = {None: 0, "personal": 1, "account": 2, "pan": 3}


def field_changes(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the changes of a field's own rules and words; its requirement is the object's business."""
    field_type = new.type if old.type == new.type else None
    for change in _of_field(site, old, new):
        may_be_of_type = field_type and change.type not in _OF_FIELDS
        yield replace(change, field_type=field_type) if may_be_of_type else change


def _of_field(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    rules = [*rule_changes(site, old, new), *_known_values(site, old, new), *_around(site, old, new)]
    if old.type != new.type and site.part == "request":
        types = [one.type or one.shape for one in (old, new)]
        yield Change(BodyChange.FIELD_TYPE_CHANGED, site, types[0], types[1], new.reason, consequences=tuple(rules))
    else:
        yield from rules
    if old.type != new.type and site.part != "request" and old.json_type == new.json_type == "number":
        yield Change(BodyChange.PYTHON_TYPE_CHANGED, site, old.type or None, new.type or None, new.reason)
    yield from about_changes(site, old, new)
    if _in_forms(old) != _in_forms(new):
        yield Change(BodyChange.FORM_CHANGED, site, _in_forms(old), _in_forms(new), new.reason)
    before, after = _in_words(old, new), _in_words(new, old)
    if before != after:
        yield Change(BodyChange.WORDS_CHANGED, site, before, after, new.reason)
    if old.hints != new.hints:
        yield Change(BodyChange.HINT_CHANGED, site, _notes(old), _notes(new), new.reason)


def about_changes(site: Site, old: Node, new: Node) -> Iterator[Change]:
    """Return the changes of a node beside its rules: of its deprecation, its meaning and its source."""
    yield from deprecation_changes(site, old.deprecated, new.deprecated, new.reason)
    if old.meaning != new.meaning:
        yield Change(BodyChange.WORDS_CHANGED, site, old.meaning, new.meaning, new.reason)
    yield from reason_changes(site, *_reasons(old, new))


def reason_changes(site: Site, old: list[Reason], new: list[Reason]) -> Iterator[Change]:
    """Return a change when the same statement rests on something else."""
    if old != new:
        yield Change(BodyChange.REASON_CHANGED, site, _marks(old), _marks(new), new[0])


def null_changes(site: Site, old: Node, new: Node) -> Iterator[Change]:
    """Return the change of whether a node may be null."""
    if old.nullable != new.nullable:
        null = (at(new.path, "null_not_allowed"),)
        of, narrows, widens = (
            (BodyChange.NULLABLE_GAINED, (), null) if new.nullable else (BodyChange.NULLABLE_LOST, null, ())
        )
        yield Change(of, site, old.nullable, new.nullable, new.reason, narrows, widens)


def rule_changes(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the changes of the values that a field accepts, by its type and its constraints."""
    types = old.json_type, new.json_type
    if types[0] != types[1]:
        around = everything(new.path)
        of = _OF_NUMBERS.get(types, BodyChange.TYPE_CHANGED)
        if "any" in types:
            of = BodyChange.SHAPE_DROPPED if new.json_type == "any" else BodyChange.SHAPE_ADDED
        yield Change(of, site, *types, new.reason, around, around, (old, new))
        if types not in _OF_NUMBERS:
            return
    both = _Pair(site, old, new)
    found = {aspect: list(both.changes(aspect)) for aspect in ASPECTS}
    yield from _headed(old, new, [change for aspect in _OF_TEXTS for change in found.pop(aspect)])
    for changes in found.values():
        yield from changes
    yield from both.codes()


def deprecation_changes(
    site: Site, old: Deprecation | None, new: Deprecation | None, reason: Reason
) -> Iterator[Change]:
    """Return the change of a method's or a field's deprecation."""
    if old == new:
        return
    if old is None or new is None:
        of = BodyChange.DEPRECATED if new else BodyChange.UNDEPRECATED
        yield Change(of, site, _described(old), _described(new), new.reason if new else reason)
    elif old.sunset == new.sunset:
        yield Change(BodyChange.WORDS_CHANGED, site, _described(old), _described(new), new.reason)
    else:
        yield Change(_of_sunset(old.sunset, new.sunset), site, old.sunset, new.sunset, new.reason)


def _of_sunset(old: str | None, new: str | None) -> ChangeType:
    if not old:
        return BodyChange.SUNSET_SET
    if not new:
        return BodyChange.SUNSET_DROPPED
    return BodyChange.SUNSET_EARLIER if new < old else BodyChange.SUNSET_LATER


def _described(deprecation: Deprecation | None) -> str | None:
    if deprecation is None:
        return None
    facts = [f"since {deprecation.since}", f"removed from {deprecation.sunset} on" if deprecation.sunset else ""]
    instead = f"use {deprecation.instead} instead" if deprecation.instead else ""
    return ", ".join(fact for fact in (*facts, instead) if fact) + f": {deprecation.note}"


def _headed(old: FieldNode, new: FieldNode, changes: list[Change]) -> Iterator[Change]:
    """Return what became of the texts as one change: a fixed value or a length shows in the pattern, too."""
    if len(changes) > 1 and old.accepts("") is new.accepts(""):
        # That a text may not be empty goes without saying beside a pattern or a fixed value, and is not stated there.
        changes = [one for one in changes if {one.old, one.new} != EMPTY] or changes
    if len(changes) < 2:
        yield from changes
        return
    widens = accepts_all_of(new, old)
    head = min(changes, key=lambda one: ((one.type.sender is SAFE) is not widens, _PRECEDENCE.index(one.type)))
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

    def changes(self, aspect: Aspect) -> Iterator[Change]:
        """Return the change of the constraints of an aspect."""
        old, new = (
            {rule.kind: rule.value for rule in field.constraints if rule.kind.aspect is aspect}
            for field in (self.old, self.new)
        )
        if move := aspect.move(old, new):
            keywords = tuple(keyword for keyword, kind in KINDS.items() if kind.aspect is aspect)
            yield self._change(type_of(aspect, move), keywords, *aspect.described(old, new))

    def codes(self) -> Iterator[Change]:
        """Return the changes of the codes that rules reject with, one for each code."""
        turned: dict[tuple[str, str], list[str]] = {}
        for rule in self.new.constraints:
            before = self.old.constraint(rule.keyword)
            if before and before.code != rule.code:
                turned.setdefault((before.code, rule.code), []).append(rule.keyword)
        for codes, keywords in turned.items():
            # The same bodies are rejected: no payload's verdict turns by it.
            change = self._change(BodyChange.VIOLATION_CODE_CHANGED, tuple(keywords), *codes)
            yield replace(change, narrows=(), widens=(), values=None)

    def _change(self, of: ChangeType, keywords: tuple[str, ...], old: Any, new: Any) -> Change:
        stated = [rule for keyword in keywords for rule in (self.new.constraint(keyword), self.old.constraint(keyword))]
        reason = next((rule.reason for rule in stated if rule), self.new.reason)
        path, same = self.new.path, self.old.type == self.new.type
        narrows, widens = (_violations(path, field, keywords) for field in (self.new, self.old))
        field_type = self.new.type if same else None
        return Change(of, self.site, old, new, reason, narrows, widens, (self.old, self.new), field_type)


def _violations(path: str, field: FieldNode, keywords: tuple[str, ...]) -> tuple[Violation, ...]:
    stated = (field.constraint(keyword) for keyword in keywords)
    return tuple(dict.fromkeys(at(path, rule.code) for rule in stated if rule))


def _known_values(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the change of values to which others may come, and of the order of values."""
    before, after = ([one.value for one in field.choices] for field in (old, new))
    if set(before) == set(after):
        if before != after:
            yield Change(BodyChange.ORDER_CHANGED, site, before, after, new.reason)
    elif not any(field.constraint(Choice.keyword) for field in (old, new)):
        gone, come = set(before) - set(after), set(after) - set(before)
        move = Action.CHANGED if gone and come else Action.REMOVED if gone else Action.ADDED
        yield Change(type_of(Element.KNOWN_VALUES, move), site, before, after, new.reason)


def _around(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    if old.role != new.role:
        yield Change(BodyChange.ROLE_CHANGED, site, _role(old), _role(new), new.reason)
    if old.echo and new.echo:
        if old.echo != new.echo:
            yield Change(BodyChange.ECHO_CHANGED, site, old.echo, new.echo, new.reason)
    elif (origins := (_origin(old), _origin(new))) and origins[0] != origins[1]:
        of = BodyChange.MASK_CHANGED if old.mask != new.mask else BodyChange.MADE_CHANGED
        yield Change(of, site, *origins, new.reason)
    if old.sensitive != new.sensitive:
        raised = _ORDER[new.sensitive] > _ORDER[old.sensitive]
        of = BodyChange.SENSITIVITY_RAISED if raised else BodyChange.SENSITIVITY_LOWERED
        yield Change(of, site, _masked(old), _masked(new), new.reason, field_type=new.type)


def _origin(field: FieldNode) -> str:
    """Return where the value of a member of a record comes from."""
    if field.echo:
        return f"the field {field.echo}"
    if field.mask:
        return f"the end of the field {' or '.join(field.mask)}"
    if field.made:
        return field.made.by or f"{field.made.first}, later {field.made.later}"
    return "a value of its own"


def _masked(field: FieldNode) -> str:
    return f"masked as {field.sensitive}" if field.sensitive else "not masked"


def _role(field: FieldNode) -> str:
    return f"the role {field.role}" if field.role else "no role"


def _in_forms(field: FieldNode) -> dict[str, str]:
    names = ("label", "input", "autocomplete", "audience")
    stated = {name: getattr(field, name) for name in names}
    return {name: value for name, value in stated.items() if value is not None}


def _in_words(field: FieldNode, other: FieldNode) -> dict[str, tuple[str | None, str | None]]:
    """Return what the values of a choice mean, and are called, of those that another choice has, too."""
    both = {one.value for one in other.choices}
    return {one.value: (one.meaning, one.label) for one in field.choices if one.value in both}


def _notes(field: FieldNode) -> list[str]:
    return [hint.note if hint.pattern is None else f"{hint.note} ({hint.pattern})" for hint in field.hints]


def _reasons(old: Node, new: Node) -> Iterator[list[Reason]]:
    """Return what both nodes rest on, and the rules that both have."""
    stated = [
        {rule.keyword: rule for rule in node.constraints} if isinstance(node, FieldNode) else {} for node in (old, new)
    ]
    both = [keyword for keyword in stated[1] if keyword in stated[0]]
    for node, rules in zip((old, new), stated, strict=True):
        yield [node.reason, *(rules[keyword].reason for keyword in both)]


def _marks(reasons: list[Reason]) -> str:
    marks = dict.fromkeys(mark for reason in reasons for mark in (reason.source, *reason.decisions) if mark)
    return ", ".join(marks) or "nothing"
