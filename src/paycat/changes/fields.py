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
from paycat.contract.problem_form import ERROR_WORDS
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
_RANKS = {change_type: rank for rank, change_type in enumerate(_PRECEDENCE)}
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


def field_changes(pair: ElementPair) -> Iterator[Change]:
    """Return the changes of a field's own rules and words; its requirement is the object's business."""
    old, new = pair.old, pair.new
    changes = [*rule_changes(pair), *compared(pair, _AROUND)]
    if old.type != new.type and pair.site.part == "request":
        type_names = (old.type_or_shape, new.type_or_shape)
        yield pair.change(type_of("field type", "changed"), *type_names, consequences=tuple(changes))
        changes = []
    elif old.type != new.type and _is_exact(old) and _is_exact(new):
        changes.append(pair.change(type_of("python type", "changed"), old.type or None, new.type or None))
    for change in (*changes, *about_changes(pair), *compared(pair, _WORDS)):
        may_be_of_type = old.type == new.type and change.type not in _OF_FIELDS
        yield change.model_copy(update={"field_type": new.type}) if may_be_of_type else change


def _is_exact(field: FieldNode) -> bool:
    """Tell whether models of answers read the number as the type of its field type."""
    return field.json_type == "number" or field.shape == "decimal_text"


def about_changes(pair: ElementPair) -> Iterator[Change]:
    """Return the changes of a node beside its rules: of its deprecation, its meaning and its source."""
    yield from compared(pair, _ABOUT)
    versions: tuple[Node, Node] = (pair.old, pair.new)
    version_rules = [version.constraints if isinstance(version, FieldNode) else () for version in versions]
    old_by_keyword, new_by_keyword = ({rule.keyword: rule.reason for rule in rules} for rules in version_rules)
    keywords = [keyword for keyword in new_by_keyword if keyword in old_by_keyword]
    old_reasons, new_reasons = ([side[keyword] for keyword in keywords] for side in (old_by_keyword, new_by_keyword))
    yield from reason_changes(pair, [pair.old.reason, *old_reasons], [pair.new.reason, *new_reasons])


def deprecation_changes(pair: ElementPair, member_names: Names = ()) -> Iterator[Change]:
    """Return the change of a method's, a record's or a field's deprecation."""
    old, new = pair.values("deprecated")
    pair = replace(pair, reason=new.reason) if new else pair
    if old is None or new is None:
        yield pair.change(type_of("", "deprecated" if new else "undeprecated"), _described(old), _described(new))
    elif old.sunset == new.sunset:
        yield pair.change(type_of("words", "changed"), _described(old), _described(new))
    else:
        shift = "earlier" if old.sunset and new.sunset and new.sunset < old.sunset else "later"
        action = "set" if not old.sunset else shift if new.sunset else "dropped"
        yield pair.change(type_of("sunset", action), old.sunset, new.sunset)


def null_changes(pair: ElementPair) -> Iterator[Change]:
    """Return the change of whether a node may be null."""
    old, new = pair.values("nullable")
    if old != new:
        patterns = (at(pair.new.path, "null_not_allowed"),)
        narrows, widens = ((), patterns) if new else (patterns, ())
        yield pair.change(type_of("nullable", "gained" if new else "lost"), old, new, narrows=narrows, widens=widens)


def rule_changes(pair: ElementPair) -> Iterator[Change]:
    """Return the changes of the values that a field accepts, by its type and its constraints."""
    old, new = pair.old, pair.new
    json_types = old.json_type, new.json_type
    if json_types[0] != json_types[1]:
        # Beside the type of a number, each range and step is a change of its own.
        patterns = (at(new.path, "type"),) if json_types in _OF_NUMBERS else everything(new.path)
        change_type = _OF_NUMBERS.get(json_types, type_of("type", "changed"))
        if "any" in json_types:
            change_type = type_of("shape", "dropped" if new.json_type == "any" else "added")
        yield pair.change(change_type, *json_types, narrows=patterns, widens=patterns, values=(old, new))
        if json_types not in _OF_NUMBERS:
            return
    changes_by_aspect = {aspect: list(_of_aspect(pair, aspect)) for aspect in ASPECTS}
    yield from _headed(old, new, [change for aspect in _OF_TEXTS for change in changes_by_aspect.pop(aspect)])
    for changes in changes_by_aspect.values():
        yield from changes
    yield from _codes(pair)


def telling_text(acceptor: FieldNode, rejector: FieldNode) -> str | None:
    """Return a text that a field accepts and another one rejects; None where there is none, or none is known."""
    are_texts = acceptor.json_type == rejector.json_type == "string"
    if are_texts and is_decimal_text(acceptor.bounds):
        return text_lost(acceptor.bounds, rejector.bounds).text
    if not are_texts:
        return None
    candidates = (text_of_one(own_texts, others) for own_texts in texts_of(acceptor) for others in texts_of(rejector))
    return next((text for text in candidates if text is not None and acceptor.accepts(text)), None)


def accepts_all_of(new: FieldNode, old: FieldNode) -> bool:
    """Return whether it is proven that the new field accepts every text that the old one accepts."""
    if not old.json_type == new.json_type == "string":
        return False
    if values := _values(old):
        return all(new.accepts(text) for text in values)
    sides = ([rule.value for rule in side.constraints if rule.kind.relation is Relation.CHECKED] for side in (new, old))
    new_checks, old_checks = sides
    if new_checks not in ([], old_checks):  # A pattern says nothing of check digits.
        return False
    if is_decimal_text(new.bounds):
        return text_lost(old.bounds, new.bounds) == Shortest(None)
    return all(any(has_all_of(new_texts, old_texts) for old_texts in texts_of(old)) for new_texts in texts_of(new))


def texts_of(field: FieldNode) -> list[Texts]:
    """Return the texts of each pattern of a field; it accepts what is in all of them."""
    if values := _values(field):
        return [texts(pattern_of(values), 0, None)]
    return [texts(pattern, *lengths_of(field.bounds)) for pattern in patterns_of(field.bounds) or (None,)]


def _values(field: FieldNode) -> list[str]:
    """Return the values of which a text must be one, as far as its other rules accept them."""
    return [value for value in field.known_values if isinstance(value, str) and field.accepts(value)]


def _described(deprecation: Deprecation | None) -> str | None:
    if deprecation is None:
        return None
    facts = [f"since {deprecation.since}", f"removed from {deprecation.sunset} on" if deprecation.sunset else ""]
    replacement = f"use {deprecation.instead} instead" if deprecation.instead else ""
    return ", ".join(fact for fact in (*facts, replacement) if fact) + f": {deprecation.note}"


def _headed(old: FieldNode, new: FieldNode, changes: list[Change]) -> Iterator[Change]:
    """Return what became of the texts as one change: a fixed value or a length shows in the pattern, too."""
    if len(changes) > 1 and old.accepts("") is new.accepts(""):
        # That a text may not be empty goes without saying beside a pattern or a fixed value, and is not stated there.
        changes = [change for change in changes if {change.old, change.new} != EMPTY] or changes
    if len(changes) < 2:
        yield from changes
        return
    is_wider = accepts_all_of(new, old)
    head = min(
        changes, key=lambda change: ((change.type.sender is SAFE) is not is_wider, _RANKS.get(change.type, len(_RANKS)))
    )
    update = {
        "narrows": tuple(pattern for change in changes for pattern in change.narrows),
        "widens": tuple(pattern for change in changes for pattern in change.widens),
        "consequences": tuple(
            change.model_copy(update={"is_derived": True}) for change in changes if change is not head
        ),
    }
    yield head.model_copy(update=update)


def _of_aspect(pair: ElementPair, aspect: Aspect) -> Iterator[Change]:
    old, new = ([rule for rule in field.constraints if rule.kind.aspect is aspect] for field in (pair.old, pair.new))
    if move := aspect.move(*([(rule.kind, rule.value) for rule in rules] for rules in (old, new))):
        keywords = tuple(keyword for keyword, kind in KINDS.items() if kind.aspect is aspect)
        rule_texts = ([(rule.kind, rule.shown) for rule in rules] for rules in (old, new))
        yield _rule_change(pair, type_of(aspect.name, move), keywords, *aspect.described(*rule_texts))


def _codes(pair: ElementPair) -> Iterator[Change]:
    keywords_by_codes: dict[tuple[str, str], list[str]] = {}
    for rule in pair.new.constraints:
        old_rule = pair.old.constraint(rule.keyword)
        if old_rule and old_rule.code != rule.code:
            keywords_by_codes.setdefault((old_rule.code, rule.code), []).append(rule.keyword)
    for codes, keywords in keywords_by_codes.items():
        # The same bodies are rejected: no payload's verdict turns by it.
        change = _rule_change(pair, type_of("violation code", "changed"), tuple(keywords), *codes)
        yield change.model_copy(update={"narrows": (), "widens": (), "values": None})


def _rule_change(pair: ElementPair, change_type: ChangeType, keywords: tuple[str, ...], old: Any, new: Any) -> Change:
    fields = pair.new, pair.old
    rules = [rule for keyword in keywords for field in fields if (rule := field.constraint(keyword))]
    narrows, widens = (
        tuple(dict.fromkeys(at(field.path, rule.code) for keyword in keywords if (rule := field.constraint(keyword))))
        for field in fields
    )
    moved_keywords = [keyword for keyword in keywords if len({*(field.bounds.get(keyword) for field in fields)}) > 1]
    new_location, old_location = (_place(field, moved_keywords or keywords) for field in fields)
    site = pair.site.model_copy(update={"old_location": old_location, "new_location": new_location})
    return replace(pair, site=site, reason=rules[0].reason if rules else pair.reason).change(
        change_type,
        old,
        new,
        narrows=narrows,
        widens=widens,
        values=(pair.old, pair.new),
        field_type=pair.new.type if pair.old.type == pair.new.type else None,
    )


def _place(field: FieldNode, keywords: Iterable[str]) -> Location:
    locations = (rule.location for keyword in keywords if (rule := field.constraint(keyword)))
    return next(filter(None, locations), field.location)


def _known_values(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Return the change of values to which others may come, and of the order of values."""
    old_values, new_values = ([choice.value for choice in choices] for choices in pair.values("choices"))
    if set(old_values) == set(new_values):
        if old_values != new_values:
            yield pair.change(type_of("order", "changed"), old_values, new_values)
    elif not any(version.listed for version in (pair.old, pair.new)):
        removed_values, added_values = set(old_values) - set(new_values), set(new_values) - set(old_values)
        action = "changed" if removed_values and added_values else "removed" if removed_values else "added"
        yield pair.change(type_of("known values", action), old_values, new_values)


def _origin(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Return the change of where the value of a member of a record comes from."""
    old, new = pair.old, pair.new
    if old.echo and new.echo:
        if (old.echoed_move, old.echo) != (new.echoed_move, new.echo):
            yield pair.change(type_of("echo", "changed"), _echoed(old), _echoed(new))
    elif _made(old) != _made(new) and not _is_of_error(old) and not _is_of_error(new):
        yield pair.change(type_of("mask" if old.mask != new.mask else "made", "changed"), _made(old), _made(new))


def _echoed(field: FieldNode) -> str:
    return f"{field.echo} of {field.echoed_move} requests" if field.echoed_move else str(field.echo)


def _is_of_error(field: FieldNode) -> bool:
    """Return whether a member has what errors say, of which the places are compared."""
    return field.made is not None and field.made.by in ERROR_WORDS


def _made(field: FieldNode) -> str:
    if field.echo:
        return f"the field {_echoed(field)}"
    if field.mask:
        return f"the end of the field {' or '.join(field.mask)}"
    if field.made:
        return field.made.by or f"{field.made.first}, later {field.made.later}"
    return "a value of its own"


def _sensitivity(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.values("sensitive")
    action = "raised" if _ORDER[new] > _ORDER[old] else "lowered"
    labels = (f"masked as {sensitivity}" if sensitivity else "not masked" for sensitivity in (old, new))
    yield pair.change(type_of("sensitivity", action), *labels, field_type=pair.new.type)


def _in_forms(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    forms = ({name: getattr(version, name) for name in _FORM.split()} for version in (pair.old, pair.new))
    stated_forms = ({name: value for name, value in form.items() if value is not None} for form in forms)
    yield pair.change(type_of("form", "changed"), *stated_forms)


def _in_words(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = ({choice.value: (choice.meaning, choice.label) for choice in side} for side in pair.values("choices"))
    old_words = {value: words for value, words in old.items() if value in new}
    new_words = {value: words for value, words in new.items() if value in old}
    if old_words != new_words:
        yield pair.change(type_of("words", "changed"), old_words, new_words)


_ABOUT: Rows = {"deprecated": deprecation_changes, "meaning": type_of("words", "changed")}
_AROUND: Rows = {"choices": _known_values, **ROLE, "echo echoed_move mask made": _origin, "sensitive": _sensitivity}
_WORDS: Rows = {
    _FORM: _in_forms,
    "choices": _in_words,
    "hints": shown_as(
        type_of("hint", "changed"),
        lambda hints: [hint.note if hint.pattern is None else f"{hint.note} ({hint.pattern})" for hint in hints],
    ),
}
