"""Compares two fields of the same path, and what deprecations, meanings and sources say of any node."""

from collections.abc import Iterator
from typing import Any

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason
from paycat.changes.change import Change, Site, change_of
from paycat.changes.sites import at, everything
from paycat.changes.taxonomy import SAFE, ChangeType, type_of
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
    *(type_of(CONST.name, move) for move in ("added", "removed", "changed")),
    *(type_of(PATTERN.name, move) for move in ("added", "removed")),
    *(type_of(LENGTH.name, move) for move in ("narrowed", "widened", "moved")),
    type_of(PATTERN.name, "changed"),
)
"""Of the changes of a text, which one is the head."""

_OF_NUMBERS = {
    ("integer", "number"): type_of("type", "widened"),
    ("number", "integer"): type_of("type", "narrowed"),
}
"""The change from one type to another where one of both takes all that the other one takes."""

_OF_FIELDS = {
    *(type_of("role", "changed"), type_of("echo", "changed"), type_of("mask", "changed"), type_of("made", "changed")),
    *(type_of("", "deprecated"), type_of("", "undeprecated")),
    *(type_of("sunset", "set"), type_of("sunset", "dropped"), type_of("sunset", "earlier"), type_of("sunset", "later")),
}
"""Types of changes that no edit of a field type makes."""

_OF_TEXTS = (CONST, PATTERN, LENGTH)
_ORDER = {None: 0, "personal": 1, "account": 2, "pan": 3}


def field_changes(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the changes of a field's own rules and words; its requirement is the object's business."""
    field_type = new.type if old.type == new.type else None
    for change in _of_field(site, old, new):
        may_be_of_type = field_type and change.type not in _OF_FIELDS
        yield change.model_copy(update={"field_type": field_type}) if may_be_of_type else change


def _of_field(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    rules = [*rule_changes(site, old, new), *_known_values(site, old, new), *_around(site, old, new)]
    if old.type != new.type and site.part == "request":
        yield change_of(
            type_of("field type", "changed"), site, old.type, new.type, new.reason, consequences=tuple(rules)
        )
    else:
        yield from rules
    if old.type != new.type and site.part != "request" and old.json_type == new.json_type == "number":
        yield change_of(type_of("python type", "changed"), site, old.type or None, new.type or None, new.reason)
    yield from about_changes(site, old, new)
    if _in_forms(old) != _in_forms(new):
        yield change_of(type_of("form", "changed"), site, _in_forms(old), _in_forms(new), new.reason)
    before, after = _in_words(old, new), _in_words(new, old)
    if before != after:
        yield change_of(type_of("words", "changed"), site, before, after, new.reason)
    if old.hints != new.hints:
        yield change_of(type_of("hint", "changed"), site, _notes(old), _notes(new), new.reason)


def about_changes(site: Site, old: Node, new: Node) -> Iterator[Change]:
    """Return the changes of a node beside its rules: of its deprecation, its meaning and its source."""
    yield from deprecation_changes(site, old.deprecated, new.deprecated, new.reason)
    if old.meaning != new.meaning:
        yield change_of(type_of("words", "changed"), site, old.meaning, new.meaning, new.reason)
    yield from reason_changes(site, *_reasons(old, new))


def reason_changes(site: Site, old: list[Reason], new: list[Reason]) -> Iterator[Change]:
    """Return a change when the same statement rests on something else."""
    if old != new:
        yield change_of(type_of("reason", "changed"), site, _marks(old), _marks(new), new[0])


def null_changes(site: Site, old: Node, new: Node) -> Iterator[Change]:
    """Return the change of whether a node may be null."""
    if old.nullable != new.nullable:
        null = (at(new.path, "null_not_allowed"),)
        of, narrows, widens = (
            (type_of("nullable", "gained"), (), null) if new.nullable else (type_of("nullable", "lost"), null, ())
        )
        yield change_of(of, site, old.nullable, new.nullable, new.reason, narrows, widens)


def rule_changes(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the changes of the values that a field accepts, by its type and its constraints."""
    types = old.json_type, new.json_type
    if types[0] != types[1]:
        around = everything(new.path)
        of = _OF_NUMBERS.get(types, type_of("type", "changed"))
        if "any" in types:
            of = type_of("shape", "dropped") if new.json_type == "any" else type_of("shape", "added")
        yield change_of(of, site, *types, new.reason, around, around, (old, new))
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
        of = type_of("", "deprecated") if new else type_of("", "undeprecated")
        yield change_of(of, site, _described(old), _described(new), new.reason if new else reason)
    elif old.sunset == new.sunset:
        yield change_of(type_of("words", "changed"), site, _described(old), _described(new), new.reason)
    else:
        yield change_of(_of_sunset(old.sunset, new.sunset), site, old.sunset, new.sunset, new.reason)


def _of_sunset(old: str | None, new: str | None) -> ChangeType:
    if not old:
        return type_of("sunset", "set")
    if not new:
        return type_of("sunset", "dropped")
    return type_of("sunset", "earlier") if new < old else type_of("sunset", "later")


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
    update = {
        "narrows": tuple(pattern for one in changes for pattern in one.narrows),
        "widens": tuple(pattern for one in changes for pattern in one.widens),
        "consequences": tuple(one.model_copy(update={"is_derived": True}) for one in changes if one is not head),
    }
    yield head.model_copy(update=update)


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
            yield self._change(type_of(aspect.name, move), keywords, *aspect.described(old, new))

    def codes(self) -> Iterator[Change]:
        """Return the changes of the codes that rules reject with, one for each code."""
        turned: dict[tuple[str, str], list[str]] = {}
        for rule in self.new.constraints:
            before = self.old.constraint(rule.keyword)
            if before and before.code != rule.code:
                turned.setdefault((before.code, rule.code), []).append(rule.keyword)
        for codes, keywords in turned.items():
            # The same bodies are rejected: no payload's verdict turns by it.
            change = self._change(type_of("violation code", "changed"), tuple(keywords), *codes)
            yield change.model_copy(update={"narrows": (), "widens": (), "values": None})

    def _change(self, of: ChangeType, keywords: tuple[str, ...], old: Any, new: Any) -> Change:
        stated = [rule for keyword in keywords for rule in (self.new.constraint(keyword), self.old.constraint(keyword))]
        reason = next((rule.reason for rule in stated if rule), self.new.reason)
        path, same = self.new.path, self.old.type == self.new.type
        narrows, widens = (_violations(path, field, keywords) for field in (self.new, self.old))
        field_type = self.new.type if same else None
        return change_of(of, self.site, old, new, reason, narrows, widens, (self.old, self.new), field_type)


def _violations(path: str, field: FieldNode, keywords: tuple[str, ...]) -> tuple[Violation, ...]:
    stated = (field.constraint(keyword) for keyword in keywords)
    return tuple(dict.fromkeys(at(path, rule.code) for rule in stated if rule))


def _known_values(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    """Return the change of values to which others may come, and of the order of values."""
    before, after = ([one.value for one in field.choices] for field in (old, new))
    if set(before) == set(after):
        if before != after:
            yield change_of(type_of("order", "changed"), site, before, after, new.reason)
    elif not any(field.constraint(Choice.keyword) for field in (old, new)):
        gone, come = set(before) - set(after), set(after) - set(before)
        move = "changed" if gone and come else "removed" if gone else "added"
        yield change_of(type_of("known values", move), site, before, after, new.reason)


def _around(site: Site, old: FieldNode, new: FieldNode) -> Iterator[Change]:
    if old.role != new.role:
        yield change_of(type_of("role", "changed"), site, _role(old), _role(new), new.reason)
    if old.echo and new.echo:
        if old.echo != new.echo:
            yield change_of(type_of("echo", "changed"), site, old.echo, new.echo, new.reason)
    elif (origins := (_origin(old), _origin(new))) and origins[0] != origins[1]:
        of = type_of("mask", "changed") if old.mask != new.mask else type_of("made", "changed")
        yield change_of(of, site, *origins, new.reason)
    if old.sensitive != new.sensitive:
        raised = _ORDER[new.sensitive] > _ORDER[old.sensitive]
        of = type_of("sensitivity", "raised") if raised else type_of("sensitivity", "lowered")
        yield change_of(of, site, _masked(old), _masked(new), new.reason, field_type=new.type)


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
