"""Compares two values of the same path: their rules, the texts that both accept, and what people read of any node."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Location
from paycat.changes.change import Change, at, everything
from paycat.changes.taxonomy import type_of, types_of
from paycat.changes.taxonomy.change_type import SAFE, ChangeType
from paycat.changes.things import Names, Rows, Thing, compared, reason_changes, shown_as
from paycat.contract.nodes import FieldNode, Node
from paycat.shapes.constraints import ASPECTS, KINDS, is_decimal_text, patterns_of
from paycat.shapes.constraints.aspects import CONST, LENGTH, PATTERN, Aspect
from paycat.shapes.constraints.decimal_text import text_lost
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import span
from paycat.shapes.patterns.compiled import pattern_of
from paycat.shapes.patterns.side_by_side import Answer
from paycat.shapes.patterns.texts import Texts, has_all_of, text_of_one, texts

EMPTY = {span(None, None, LENGTH.noun), span(1, None, LENGTH.noun)}
"""The lengths of a text that may be empty, and of one that may not."""

_PRECEDENCE = (
    *(type_of(CONST.name, move) for move in ("added", "removed", "changed")),
    *(type_of(PATTERN.name, move) for move in ("added", "removed")),
    *(type_of(LENGTH.name, move) for move in ("narrowed", "widened", "moved")),
    type_of(PATTERN.name, "changed"),
)
_RANKS = {type: rank for rank, type in enumerate(_PRECEDENCE)}
"""Of the changes of a text, which one is the head: the first of these."""

_OF_NUMBERS = {
    ("integer", "number"): type_of("type", "widened"),
    ("number", "integer"): type_of("type", "narrowed"),
}
"""The change from one type to another where one of both takes all that the other one takes."""

_OF_FIELDS = types_of("role", "echo", "mask", "made", "sunset", "")
"""Types of changes that no edit of a field type makes."""

_MATCHING = (one.aspect for one in KINDS.values() if one.relation is Relation.MATCHES and not one.is_implied_by_shape)
_OF_TEXTS = tuple(dict.fromkeys((CONST, *_MATCHING, LENGTH)))
_ORDER = {None: 0, "personal": 1, "account": 2, "pan": 3}
ROLE: Rows = {"role": shown_as(type_of("role", "changed"), lambda role: f"the role {role}" if role else "no role")}
_FORM = "label input autocomplete audience"


def field_changes(thing: Thing) -> Iterator[Change]:
    """Return the changes of a field's own rules and words; its requirement is the object's business."""
    old, new = thing.old, thing.new
    rules = [*rule_changes(thing), *compared(thing, _AROUND)]
    if old.type != new.type and thing.site.part == "request":
        types = (old.type_or_shape, new.type_or_shape)
        yield thing.change(type_of("field type", "changed"), *types, consequences=tuple(rules))
        rules = []
    elif old.type != new.type and _is_exact(old) and _is_exact(new):
        rules.append(thing.change(type_of("python type", "changed"), old.type or None, new.type or None))
    for change in (*rules, *about_changes(thing), *compared(thing, _WORDS)):
        may_be_of_type = old.type == new.type and change.type not in _OF_FIELDS
        yield change.model_copy(update={"field_type": new.type}) if may_be_of_type else change


def _is_exact(field: FieldNode) -> bool:
    """Tell whether models of answers read the number as the type of its field type."""
    return field.json_type == "number" or field.shape == "decimal_text"


def about_changes(thing: Thing) -> Iterator[Change]:
    """Return the changes of a node beside its rules: of its deprecation, its meaning and its source."""
    yield from compared(thing, _ABOUT)
    nodes: tuple[Node, Node] = (thing.old, thing.new)
    rules = [{one.keyword: one for one in node.constraints} if isinstance(node, FieldNode) else {} for node in nodes]
    both = [keyword for keyword in rules[1] if keyword in rules[0]]
    reasons = (
        [node.reason, *(stated[keyword].reason for keyword in both)] for node, stated in zip(nodes, rules, strict=True)
    )
    yield from reason_changes(thing, *reasons)


def deprecation_changes(thing: Thing, names: Names = ()) -> Iterator[Change]:
    """Return the change of a method's, a record's or a field's deprecation."""
    old, new = thing.values("deprecated")
    thing = replace(thing, reason=new.reason) if new else thing
    if old is None or new is None:
        yield thing.change(type_of("", "deprecated" if new else "undeprecated"), _described(old), _described(new))
    elif old.sunset == new.sunset:
        yield thing.change(type_of("words", "changed"), _described(old), _described(new))
    else:
        later = "earlier" if old.sunset and new.sunset and new.sunset < old.sunset else "later"
        move = "set" if not old.sunset else later if new.sunset else "dropped"
        yield thing.change(type_of("sunset", move), old.sunset, new.sunset)


def null_changes(thing: Thing) -> Iterator[Change]:
    """Return the change of whether a node may be null."""
    old, new = thing.values("nullable")
    if old != new:
        null = (at(thing.new.path, "null_not_allowed"),)
        narrows, widens = ((), null) if new else (null, ())
        yield thing.change(type_of("nullable", "gained" if new else "lost"), old, new, narrows=narrows, widens=widens)


def rule_changes(thing: Thing) -> Iterator[Change]:
    """Return the changes of the values that a field accepts, by its type and its constraints."""
    old, new = thing.old, thing.new
    types = old.json_type, new.json_type
    if types[0] != types[1]:
        around = everything(new.path)
        of = _OF_NUMBERS.get(types, type_of("type", "changed"))
        if "any" in types:
            of = type_of("shape", "dropped" if new.json_type == "any" else "added")
        yield thing.change(of, *types, narrows=around, widens=around, values=(old, new))
        if types not in _OF_NUMBERS:
            return
    found = {aspect: list(_of_aspect(thing, aspect)) for aspect in ASPECTS}
    yield from _headed(old, new, [change for aspect in _OF_TEXTS for change in found.pop(aspect)])
    for changes in found.values():
        yield from changes
    yield from _codes(thing)


def telling_text(one: FieldNode, other: FieldNode) -> str | None:
    """Return a text that a field accepts and another one rejects; None where there is none, or none is known."""
    are_texts = one.json_type == other.json_type == "string"
    if are_texts and is_decimal_text(one.bounds):
        return text_lost(one.bounds, other.bounds).text
    if not are_texts:
        return None
    told = (text_of_one(accepted, some) for accepted in texts_of(one) for some in texts_of(other))
    return next((text for text in told if text is not None and one.accepts(text)), None)


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Return whether it is proven that the new field accepts every text that the old one accepts."""
    if not old.json_type == new.json_type == "string":
        return False
    if values := _values(old):
        return all(new.accepts(one) for one in values)
    if is_decimal_text(new.bounds):
        return text_lost(old.bounds, new.bounds) == Answer(None)
    return all(any(has_all_of(some, before) for before in texts_of(old)) for some in texts_of(new))


def texts_of(field: FieldNode) -> list[Texts]:
    """Return the texts of each pattern of a field; it accepts what is in all of them."""
    if values := _values(field):
        return [texts(pattern_of(values), 0, None)]
    return [texts(one, *lengths_of(field.bounds)) for one in patterns_of(field.bounds) or (None,)]


def _values(field: FieldNode) -> list[str]:
    """Return the values of which a text must be one, as far as its other rules accept them."""
    rule = field.fixed or field.listed
    values = () if rule is None else rule.value if isinstance(rule.value, tuple) else (rule.value,)
    return [one for one in values if isinstance(one, str) and field.accepts(one)]


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
    head = min(changes, key=lambda one: ((one.type.sender is SAFE) is not widens, _RANKS.get(one.type, len(_RANKS))))
    update = {
        "narrows": tuple(pattern for one in changes for pattern in one.narrows),
        "widens": tuple(pattern for one in changes for pattern in one.widens),
        "consequences": tuple(one.model_copy(update={"is_derived": True}) for one in changes if one is not head),
    }
    yield head.model_copy(update=update)


def _of_aspect(thing: Thing, aspect: Aspect) -> Iterator[Change]:
    """Return the change of the constraints of an aspect."""
    old, new = (
        [(rule.kind, rule.value) for rule in field.constraints if rule.kind.aspect is aspect]
        for field in (thing.old, thing.new)
    )
    if move := aspect.move(old, new):
        keywords = tuple(keyword for keyword, kind in KINDS.items() if kind.aspect is aspect)
        shown = (
            [(rule.kind, rule.shown) for rule in field.constraints if rule.kind.aspect is aspect]
            for field in (thing.old, thing.new)
        )
        yield _rule_change(thing, type_of(aspect.name, move), keywords, *aspect.described(*shown))


def _codes(thing: Thing) -> Iterator[Change]:
    """Return the changes of the codes that rules reject with, one for each code."""
    turned: dict[tuple[str, str], list[str]] = {}
    for rule in thing.new.constraints:
        before = thing.old.constraint(rule.keyword)
        if before and before.code != rule.code:
            turned.setdefault((before.code, rule.code), []).append(rule.keyword)
    for codes, keywords in turned.items():
        # The same bodies are rejected: no payload's verdict turns by it.
        change = _rule_change(thing, type_of("violation code", "changed"), tuple(keywords), *codes)
        yield change.model_copy(update={"narrows": (), "widens": (), "values": None})


def _rule_change(thing: Thing, of: ChangeType, keywords: tuple[str, ...], old: Any, new: Any) -> Change:
    fields = thing.new, thing.old
    stated = [rule for keyword in keywords for field in fields if (rule := field.constraint(keyword))]
    narrows, widens = (
        tuple(dict.fromkeys(at(field.path, rule.code) for keyword in keywords if (rule := field.constraint(keyword))))
        for field in fields
    )
    other = [one for one in keywords if len({*(field.bounds.get(one) for field in fields)}) > 1]
    new_place, old_place = (_place(field, other or keywords) for field in fields)
    site = thing.site.model_copy(update={"old_location": old_place, "new_location": new_place})
    return replace(thing, site=site, reason=stated[0].reason if stated else thing.reason).change(
        of,
        old,
        new,
        narrows=narrows,
        widens=widens,
        values=(thing.old, thing.new),
        field_type=thing.new.type if thing.old.type == thing.new.type else None,
    )


def _place(field: FieldNode, keywords: Iterable[str]) -> Location:
    """Return where the first constraint of some is stated, or else the field."""
    stated = (rule.location for keyword in keywords if (rule := field.constraint(keyword)))
    return next(filter(None, stated), field.location)


def _known_values(thing: Thing, names: Names) -> Iterator[Change]:
    """Return the change of values to which others may come, and of the order of values."""
    before, after = ([one.value for one in choices] for choices in thing.values("choices"))
    if set(before) == set(after):
        if before != after:
            yield thing.change(type_of("order", "changed"), before, after)
    elif not any(field.listed for field in (thing.old, thing.new)):
        gone, come = set(before) - set(after), set(after) - set(before)
        move = "changed" if gone and come else "removed" if gone else "added"
        yield thing.change(type_of("known values", move), before, after)


def _origin(thing: Thing, names: Names) -> Iterator[Change]:
    """Return the change of where the value of a member of a record comes from."""
    old, new = thing.old, thing.new
    if old.echo and new.echo:
        if old.echo != new.echo:
            yield thing.change(type_of("echo", "changed"), old.echo, new.echo)
    elif _made(old) != _made(new):
        yield thing.change(type_of("mask" if old.mask != new.mask else "made", "changed"), _made(old), _made(new))


def _made(field: FieldNode) -> str:
    if field.echo:
        return f"the field {field.echo}"
    if field.mask:
        return f"the end of the field {' or '.join(field.mask)}"
    if field.made:
        return field.made.by or f"{field.made.first}, later {field.made.later}"
    return "a value of its own"


def _sensitivity(thing: Thing, names: Names) -> Iterator[Change]:
    old, new = thing.values("sensitive")
    move = "raised" if _ORDER[new] > _ORDER[old] else "lowered"
    shown = (f"masked as {one}" if one else "not masked" for one in (old, new))
    yield thing.change(type_of("sensitivity", move), *shown, field_type=thing.new.type)


def _in_forms(thing: Thing, names: Names) -> Iterator[Change]:
    shown = ({name: getattr(one, name) for name in _FORM.split()} for one in (thing.old, thing.new))
    stated = ({name: value for name, value in one.items() if value is not None} for one in shown)
    yield thing.change(type_of("form", "changed"), *stated)


def _in_words(thing: Thing, names: Names) -> Iterator[Change]:
    """Compare what the values of a choice mean, and are called, of those that both have."""
    old, new = ({one.value: (one.meaning, one.label) for one in choices} for choices in thing.values("choices"))
    before, after = ({value: one[value] for value in one if value in other} for one, other in ((old, new), (new, old)))
    if before != after:
        yield thing.change(type_of("words", "changed"), before, after)


_ABOUT: Rows = {"deprecated": deprecation_changes, "meaning": type_of("words", "changed")}
_AROUND: Rows = {
    "choices": _known_values,
    **ROLE,
    "echo mask made": _origin,
    "sensitive": _sensitivity,
}
_WORDS: Rows = {
    _FORM: _in_forms,
    "choices": _in_words,
    "hints": shown_as(
        type_of("hint", "changed"),
        lambda hints: [one.note if one.pattern is None else f"{one.note} ({one.pattern})" for one in hints],
    ),
}
