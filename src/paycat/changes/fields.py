"""Compares two values of the same path: their rules, the texts that both accept, and what people read of any node."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Location
from paycat.changes.change import Change, at, everything
from paycat.changes.elements import ElementPair, Names, Rows, compared, reason_changes, shown_as
from paycat.changes.taxonomy import type_of, types_of
from paycat.changes.taxonomy.change_type import SAFE, ChangeType
from paycat.contract.nodes import FieldNode, Node
from paycat.shapes.constraints import ASPECTS, KINDS, is_decimal_text, patterns_of
from paycat.shapes.constraints.aspects import CONST, LENGTH, PATTERN, Aspect
from paycat.shapes.constraints.decimal_text import text_lost
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.constraints.statement import span
from paycat.shapes.patterns.compiled import pattern_of
from paycat.shapes.patterns.side_by_side import Shortest
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

_OF_NUMBERS = {("integer", "number"): type_of("type", "widened"), ("number", "integer"): type_of("type", "narrowed")}
"""The change from one type to another where one of both takes all that the other one takes."""

_OF_FIELDS = types_of("role", "echo", "mask", "made", "sunset", "")
"""Types of changes that no edit of a field type makes."""

_MATCHING = (
    kind.aspect for kind in KINDS.values() if kind.relation is Relation.MATCHES and not kind.is_implied_by_shape
)
_OF_TEXTS = tuple(dict.fromkeys((CONST, *_MATCHING, LENGTH)))
_ORDER = {None: 0, "personal": 1, "account": 2, "pan": 3}
ROLE: Rows = {"role": shown_as(type_of("role", "changed"), lambda role: f"the role {role}" if role else "no role")}
_FORM = "label input autocomplete audience"


def field_changes(field: ElementPair) -> Iterator[Change]:
    """Return the changes of a field's own rules and words; its requirement is the object's business."""
    old, new = field.old, field.new
    rules = [*rule_changes(field), *compared(field, _AROUND)]
    if old.type != new.type and field.site.part == "request":
        types = (old.type_or_shape, new.type_or_shape)
        yield field.change(type_of("field type", "changed"), *types, consequences=tuple(rules))
        rules = []
    elif old.type != new.type and _is_exact(old) and _is_exact(new):
        rules.append(field.change(type_of("python type", "changed"), old.type or None, new.type or None))
    for change in (*rules, *about_changes(field), *compared(field, _WORDS)):
        may_be_of_type = old.type == new.type and change.type not in _OF_FIELDS
        yield change.model_copy(update={"field_type": new.type}) if may_be_of_type else change


def _is_exact(field: FieldNode) -> bool:
    """Tell whether models of answers read the number as the type of its field type."""
    return field.json_type == "number" or field.shape == "decimal_text"


def about_changes(node: ElementPair) -> Iterator[Change]:
    """Return the changes of a node beside its rules: of its deprecation, its meaning and its source."""
    yield from compared(node, _ABOUT)
    versions: tuple[Node, Node] = (node.old, node.new)
    rules = [version.constraints if isinstance(version, FieldNode) else () for version in versions]
    old, new = ({rule.keyword: rule.reason for rule in of_version} for of_version in rules)
    both = [keyword for keyword in new if keyword in old]
    before, after = ([version[keyword] for keyword in both] for version in (old, new))
    yield from reason_changes(node, [node.old.reason, *before], [node.new.reason, *after])


def deprecation_changes(pair: ElementPair, names: Names = ()) -> Iterator[Change]:
    """Return the change of a method's, a record's or a field's deprecation."""
    old, new = pair.values("deprecated")
    pair = replace(pair, reason=new.reason) if new else pair
    if old is None or new is None:
        yield pair.change(type_of("", "deprecated" if new else "undeprecated"), _described(old), _described(new))
    elif old.sunset == new.sunset:
        yield pair.change(type_of("words", "changed"), _described(old), _described(new))
    else:
        later = "earlier" if old.sunset and new.sunset and new.sunset < old.sunset else "later"
        move = "set" if not old.sunset else later if new.sunset else "dropped"
        yield pair.change(type_of("sunset", move), old.sunset, new.sunset)


def null_changes(node: ElementPair) -> Iterator[Change]:
    """Return the change of whether a node may be null."""
    old, new = node.values("nullable")
    if old != new:
        null = (at(node.new.path, "null_not_allowed"),)
        narrows, widens = ((), null) if new else (null, ())
        yield node.change(type_of("nullable", "gained" if new else "lost"), old, new, narrows=narrows, widens=widens)


def rule_changes(field: ElementPair) -> Iterator[Change]:
    """Return the changes of the values that a field accepts, by its type and its constraints."""
    old, new = field.old, field.new
    types = old.json_type, new.json_type
    if types[0] != types[1]:
        patterns = everything(new.path)
        of = _OF_NUMBERS.get(types, type_of("type", "changed"))
        if "any" in types:
            of = type_of("shape", "dropped" if new.json_type == "any" else "added")
        yield field.change(of, *types, narrows=patterns, widens=patterns, values=(old, new))
        if types not in _OF_NUMBERS:
            return
    by_aspect = {aspect: list(_of_aspect(field, aspect)) for aspect in ASPECTS}
    yield from _headed(old, new, [change for aspect in _OF_TEXTS for change in by_aspect.pop(aspect)])
    for changes in by_aspect.values():
        yield from changes
    yield from _codes(field)


def telling_text(accepting: FieldNode, rejecting: FieldNode) -> str | None:
    """Return a text that a field accepts and another one rejects; None where there is none, or none is known."""
    are_texts = accepting.json_type == rejecting.json_type == "string"
    if are_texts and is_decimal_text(accepting.bounds):
        return text_lost(accepting.bounds, rejecting.bounds).text
    if not are_texts:
        return None
    candidates = (text_of_one(accepted, some) for accepted in texts_of(accepting) for some in texts_of(rejecting))
    return next((text for text in candidates if text is not None and accepting.accepts(text)), None)


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Return whether it is proven that the new field accepts every text that the old one accepts."""
    if not old.json_type == new.json_type == "string":
        return False
    if values := _values(old):
        return all(new.accepts(text) for text in values)
    if is_decimal_text(new.bounds):
        return text_lost(old.bounds, new.bounds) == Shortest(None)
    return all(any(has_all_of(some, before) for before in texts_of(old)) for some in texts_of(new))


def texts_of(field: FieldNode) -> list[Texts]:
    """Return the texts of each pattern of a field; it accepts what is in all of them."""
    if values := _values(field):
        return [texts(pattern_of(values), 0, None)]
    return [texts(pattern, *lengths_of(field.bounds)) for pattern in patterns_of(field.bounds) or (None,)]


def _values(field: FieldNode) -> list[str]:
    """Return the values of which a text must be one, as far as its other rules accept them."""
    rule = field.fixed or field.listed
    values = () if rule is None else rule.value if isinstance(rule.value, tuple) else (rule.value,)
    return [value for value in values if isinstance(value, str) and field.accepts(value)]


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
        changes = [change for change in changes if {change.old, change.new} != EMPTY] or changes
    if len(changes) < 2:
        yield from changes
        return
    widens = accepts_all_of(new, old)
    head = min(
        changes, key=lambda change: ((change.type.sender is SAFE) is not widens, _RANKS.get(change.type, len(_RANKS)))
    )
    update = {
        "narrows": tuple(pattern for change in changes for pattern in change.narrows),
        "widens": tuple(pattern for change in changes for pattern in change.widens),
        "consequences": tuple(
            change.model_copy(update={"is_derived": True}) for change in changes if change is not head
        ),
    }
    yield head.model_copy(update=update)


def _of_aspect(field: ElementPair, aspect: Aspect) -> Iterator[Change]:
    old, new = ([rule for rule in side.constraints if rule.kind.aspect is aspect] for side in (field.old, field.new))
    if move := aspect.move(*([(rule.kind, rule.value) for rule in rules] for rules in (old, new))):
        keywords = tuple(keyword for keyword, kind in KINDS.items() if kind.aspect is aspect)
        shown = ([(rule.kind, rule.shown) for rule in rules] for rules in (old, new))
        yield _rule_change(field, type_of(aspect.name, move), keywords, *aspect.described(*shown))


def _codes(field: ElementPair) -> Iterator[Change]:
    turned: dict[tuple[str, str], list[str]] = {}
    for rule in field.new.constraints:
        before = field.old.constraint(rule.keyword)
        if before and before.code != rule.code:
            turned.setdefault((before.code, rule.code), []).append(rule.keyword)
    for codes, keywords in turned.items():
        # The same bodies are rejected: no payload's verdict turns by it.
        change = _rule_change(field, type_of("violation code", "changed"), tuple(keywords), *codes)
        yield change.model_copy(update={"narrows": (), "widens": (), "values": None})


def _rule_change(field: ElementPair, of: ChangeType, keywords: tuple[str, ...], old: Any, new: Any) -> Change:
    versions = field.new, field.old
    rules = [rule for keyword in keywords for version in versions if (rule := version.constraint(keyword))]
    narrows, widens = (
        tuple(
            dict.fromkeys(at(version.path, rule.code) for keyword in keywords if (rule := version.constraint(keyword)))
        )
        for version in versions
    )
    changed = [keyword for keyword in keywords if len({*(version.bounds.get(keyword) for version in versions)}) > 1]
    new_place, old_place = (_place(version, changed or keywords) for version in versions)
    site = field.site.model_copy(update={"old_location": old_place, "new_location": new_place})
    return replace(field, site=site, reason=rules[0].reason if rules else field.reason).change(
        of,
        old,
        new,
        narrows=narrows,
        widens=widens,
        values=(field.old, field.new),
        field_type=field.new.type if field.old.type == field.new.type else None,
    )


def _place(field: FieldNode, keywords: Iterable[str]) -> Location:
    locations = (rule.location for keyword in keywords if (rule := field.constraint(keyword)))
    return next(filter(None, locations), field.location)


def _known_values(field: ElementPair, names: Names) -> Iterator[Change]:
    """Return the change of values to which others may come, and of the order of values."""
    before, after = ([choice.value for choice in choices] for choices in field.values("choices"))
    if set(before) == set(after):
        if before != after:
            yield field.change(type_of("order", "changed"), before, after)
    elif not any(version.listed for version in (field.old, field.new)):
        gone, come = set(before) - set(after), set(after) - set(before)
        move = "changed" if gone and come else "removed" if gone else "added"
        yield field.change(type_of("known values", move), before, after)


def _origin(member: ElementPair, names: Names) -> Iterator[Change]:
    """Return the change of where the value of a member of a record comes from."""
    old, new = member.old, member.new
    if old.echo and new.echo:
        if old.echo != new.echo:
            yield member.change(type_of("echo", "changed"), old.echo, new.echo)
    elif _made(old) != _made(new):
        yield member.change(type_of("mask" if old.mask != new.mask else "made", "changed"), _made(old), _made(new))


def _made(field: FieldNode) -> str:
    if field.echo:
        return f"the field {field.echo}"
    if field.mask:
        return f"the end of the field {' or '.join(field.mask)}"
    if field.made:
        return field.made.by or f"{field.made.first}, later {field.made.later}"
    return "a value of its own"


def _sensitivity(field: ElementPair, names: Names) -> Iterator[Change]:
    old, new = field.values("sensitive")
    move = "raised" if _ORDER[new] > _ORDER[old] else "lowered"
    shown = (f"masked as {sensitivity}" if sensitivity else "not masked" for sensitivity in (old, new))
    yield field.change(type_of("sensitivity", move), *shown, field_type=field.new.type)


def _in_forms(field: ElementPair, names: Names) -> Iterator[Change]:
    members = ({name: getattr(version, name) for name in _FORM.split()} for version in (field.old, field.new))
    shown = ({name: value for name, value in version.items() if value is not None} for version in members)
    yield field.change(type_of("form", "changed"), *shown)


def _in_words(field: ElementPair, names: Names) -> Iterator[Change]:
    old, new = ({choice.value: (choice.meaning, choice.label) for choice in of} for of in field.values("choices"))
    before = {value: words for value, words in old.items() if value in new}
    after = {value: words for value, words in new.items() if value in old}
    if before != after:
        yield field.change(type_of("words", "changed"), before, after)


_ABOUT: Rows = {"deprecated": deprecation_changes, "meaning": type_of("words", "changed")}
_AROUND: Rows = {"choices": _known_values, **ROLE, "echo mask made": _origin, "sensitive": _sensitivity}
_WORDS: Rows = {
    _FORM: _in_forms,
    "choices": _in_words,
    "hints": shown_as(
        type_of("hint", "changed"),
        lambda hints: [hint.note if hint.pattern is None else f"{hint.note} ({hint.pattern})" for hint in hints],
    ),
}
