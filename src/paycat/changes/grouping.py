"""Groups changes by their cause: what one edit of a catalogue changes at many places of a contract is one finding."""

import re
from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from paycat.changes.change import ANSWERS, Change, explained, request_at
from paycat.changes.describing import value_text
from paycat.changes.fields import EMPTY
from paycat.changes.taxonomy import CHANGE_TYPES, REGISTER, type_of, types_of
from paycat.changes.taxonomy.change_type import ChangeType
from paycat.contract.model import Contract
from paycat.contract.validate import validate
from paycat.text.characters import same_at_start
from paycat.text.counting import duration
from paycat.text.json_data import json_line

Tie = Literal["method", "place", "line", "object", "type", "need", "condition", "role", "number", "name", "names"]
"""What a change and its cause have in common.

`method`: that one. `place`: the path in the same request or record. `line`: those of both sides. `object`: the cause
is a member of what changed. `type`: it is a member or a condition of what changed, which has the same object type as
before, best one that a use of the type states. `need`: the place, and only whether a text may be empty changed.
`condition`: it decides about the member. `role`: what the method says of the field's role. `number`: the same number
before and after, best in one method. `name`: the cause is about something that the change names. `names`: the same of
all that the change names.
"""


@dataclass(frozen=True, slots=True)
class Cause:
    """Types of changes that may follow from changes of other types, if both have something in common."""

    effects: frozenset[ChangeType]
    tie: Tie
    causes: frozenset[ChangeType]


def _may(effects: Iterable[ChangeType], tie: Tie, causes: Iterable[ChangeType]) -> Cause:
    return Cause(frozenset(effects), tie, frozenset(causes))


def _both(element: str, *actions: str) -> tuple[ChangeType, ...]:
    return tuple(type_of(element, action) for action in actions or ("added", "removed"))


_REQUIREMENTS = types_of("requirement")
_NEEDS = (*_REQUIREMENTS, *_both("condition", "joined", "left"))
_MEMBERS = _both("field", "added-required", "added-optional", "removed")
_GONE = (*_both("field", "removed", "disregarded"), type_of("method", "removed"))
_RENAMED = (type_of("field", "renamed"), type_of("method", "renamed"))
_OF_COUNTRIES = types_of("countries", "country mode")
_CURRENCY = [type_of("currency", "changed"), *types_of("currencies")]
_GAPS = set(types_of("gap")) - {*_both("gap", "added", "reworded")}
_DECISIONS = set(types_of("decision")) - {*_both("decision", "restated", "reworded")}
_SWITCHED = [type_of("decision", "switched")]
_REASON = [type_of("reason", "changed")]
_CLASS = [type_of("class", "renamed")]
_RENAMED_CLASSES = (*_CLASS, type_of("record", "renamed"))
_TEXTS = types_of("words", "hint", "form", "problem title")
_BOUNDS = types_of("length", "items", "range", "precision", "step")
_NUMBERS = types_of(
    "parameter", "header", "limit", "exponent", "retention", "notice", "answer time", "delivery timeout", "tolerance"
)
_OUTSIDE = [change_type for change_type in CHANGE_TYPES.values() if change_type not in REGISTER]
_NOTICED = set(_OUTSIDE) - {*_REASON, type_of("words", "changed"), type_of("order", "changed")}

CAUSES = (
    _may([*_CLASS, type_of("module", "renamed")], "method", types_of("method name")),
    # An object of which a method or a table says something else has a class of its own.
    _may(_CLASS, "type", _OUTSIDE),
    _may([type_of("echo", "changed")], "name", _RENAMED),
    _may([*set(types_of("field")) - {*_RENAMED}, *_NEEDS], "condition", types_of("condition")),
    _may(_REQUIREMENTS, "object", [*_REQUIREMENTS, *_MEMBERS]),
    # By convention, a text that must be sent must not be empty.
    _may(types_of("length"), "need", _NEEDS),
    _may(types_of("const", "choice"), "role", [*_CURRENCY, *_OF_COUNTRIES]),
    _may(types_of("precision"), "role", _CURRENCY),
    _may(types_of("precision"), "name", types_of("exponent")),
    _may(types_of("choice", "known values"), "names", types_of("state", "event", "failure code")),
    # A list in a response may be as long as a parameter says, which has the line of the bound.
    _may(types_of("items"), "line", types_of("parameter")),
    # Texts insert numbers. A contract does not say which, but nobody is broken by a text.
    _may(_TEXTS, "number", _NUMBERS),
    _may(_TEXTS, "number", _BOUNDS),
    # A parameter that names a method accepts the codes of those that there are.
    _may(_both("parameter", "narrowed", "widened"), "names", [*_both("method"), *types_of("direction")]),
    _may(_both("problem"), "name", types_of("repetition")),
    _may(_both("problem", "offered", "withdrawn"), "name", _both("problem")),
    _may(_both("notification", "linked", "unlinked"), "name", _both("notification")),
    _may(types_of("path variable"), "name", types_of("path variable")),
    _may(
        types_of("client method"),
        "name",
        [type_of("operation", "moved"), type_of("answer", "changed"), *types_of("parameter", "operation request")],
    ),
    _may(types_of("transition"), "name", _both("state")),
    _may(_both("move", "narrowed", "widened"), "name", types_of("transition")),
    _may(_both("direction"), "name", types_of("body")),
    _may(_both("event"), "name", [*_both("state"), *_both("state machine")]),
    _may(_REASON, "place", _NOTICED),
    _may(_REASON, "line", _NOTICED),
    _may([type_of("name", "reserved")], "name", [*_GONE, *_RENAMED]),
    _may([type_of("name", "unreserved")], "name", _RENAMED),
    _may([*set(types_of("decision", "meaning")) - {*_SWITCHED}], "place", _SWITCHED),
    _may([type_of("gap", "reworded"), *_both("decision")], "name", _GAPS),
    # A statement that is based on another decision now shows both.
    _may(_OUTSIDE, "name", _DECISIONS),
)
"""The causes of changes, the nearest of each type first. What turns the verdict on a sample is the cause of that."""

_WORDS = re.compile(r"\w+|\W")
_ROLES = {"currency": "currency", "currencies": "currency", "countries": "country", "country mode": "country"}
"""The role of fields that hold what a method states."""


def grouped(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes that follow from no other, in their order, with their consequences."""
    all_changes = list(changes)
    edits = _Edits(old, new, all_changes)
    head_indexes = [edits.head(index) for index in range(len(all_changes))]
    indexes_by_head: dict[int | None, list[int]] = defaultdict(list)
    for index, head_index in enumerate(head_indexes):
        indexes_by_head[head_index].append(index)

    def with_consequences(index: int) -> Change:
        change = all_changes[index]
        effects = (*change.consequences, *map(with_consequences, indexes_by_head[index]))
        is_derived = change.is_derived or (change.type.element == "sample" and head_indexes[index] is not None)
        return change.model_copy(update={"consequences": effects, "is_derived": is_derived})

    return [with_consequences(index) for index in indexes_by_head[None]]


class _Edits:
    """The changes between two contracts, by what others have in common with them."""

    def __init__(self, old: Contract, new: Contract, changes: list[Change]) -> None:
        self.old, self.new, self.changes = old, new, changes
        self._first: dict[Cause, dict[Hashable, int]] = {cause: {} for cause in CAUSES}
        self._rules: dict[Hashable, int] = {}
        self._of_method: dict[str | None, list[int]] = defaultdict(list)
        for index, change in enumerate(changes):
            self._of_method[change.site.method].append(index)
            if change.field_type or change.type in _RENAMED_CLASSES:
                for rule_key in (rule_key for effect in change.all() for rule_key in _rules(effect)):
                    self._rules.setdefault(rule_key, index)
        for cause, index_by_key in self._first.items():
            for index, change in enumerate(changes):
                for key in _stated(change, cause.tie) if change.type in cause.causes else ():
                    index_by_key.setdefault(key, index)

    def head(self, index: int) -> int | None:
        """Return the number of the change that another one follows from, or None."""
        change = self.changes[index]
        if change.type.element == "sample":
            return next((number for number in self._of_method[change.site.method] if self._turns(number, change)), None)
        for cause in _caused_by(change.type):
            indexes, keys = self._first[cause], list(self._sought(change, cause.tie))
            if cause.tie == "names" and not all(key in indexes for key in keys):
                continue
            if (head := next((indexes[key] for key in keys if indexes.get(key, index) != index), None)) is not None:
                return head
        return self._rule_of_type(index)

    def _rule_of_type(self, index: int) -> int | None:
        """Return the first change by the same edit of a field type, unless both are alike, or it has another cause."""
        change = self.changes[index]
        head_index = min((self._rules.get(rule_key, index) for rule_key in _rules(change)), default=index)
        is_alike = head_index == index or likeness(change) == likeness(self.changes[head_index])
        return None if is_alike or self.head(head_index) is not None else head_index

    def _sought(self, change: Change, tie: Tie) -> Iterator[Hashable]:
        """Return what a cause of a change states."""
        match tie:
            case "object" | "condition":
                yield _place(change)
            case "type" if "." not in (change.field_type or "."):  # Not only a member of a type.
                yield from (("use", _place(change)), _place(change))
            case "need" if {change.old, change.new} == EMPTY:
                yield _place(change)
            case "role" if change.type.element == "precision":
                yield "currency", change.site.method
            case "role" if change.values:
                yield from ((field.role, change.site.method) for field in reversed(change.values))
            case "names":
                choice_values = ([choice.value for choice in field.choices] for field in change.values or ())
                old_values, new_values = choice_values if change.values else (change.old, change.new)
                yield from sorted({*old_values} ^ {*new_values})
            case "name":
                yield from self._named(change)
            case "method" | "place" | "line" | "number":
                yield from _stated(change, tie)

    def _named(self, change: Change) -> Iterator[str | None]:
        """Return the names of what a change is about, or rests on."""
        noun, _, name = change.site.path.partition(" ")
        interface = self.new.interface
        if change.type.element == "reason":  # Of a statement that is based on another decision now, both.
            yield from f"{change.old}, {change.new}".split(", ")
        yield from change.reason.decisions
        match change.type.element:
            case "echo":
                yield from (change.old, change.new)
            case "precision":
                methods = (contract.method(change.site.method or "") for contract in (self.old, self.new))
                yield from (currency_code for method in methods if method for currency_code in method.currencies)
            case "problem" | "notification":
                yield from (f"{change.type.element} {change.new or change.old}", str(change.new or change.old))
            case "path variable" if noun == "operation":
                operation = next(
                    candidate for candidate in interface.operations if candidate.id == name.partition(" ")[0]
                )
                yield from operation.parameters
            case "transition" | "move" | "event" | "client method":
                yield from self._named_around(change, name)
            case "gap" | "name" | "direction":
                yield from (change.site.path, *name.split(" "))
            case "decision":
                yield from (f"gap {gap.id}" for gap in (*self.old.gaps, *self.new.gaps) if name in gap.decisions)

    def _named_around(self, change: Change, name: str) -> Iterator[str]:
        """Return the states, transition, operation or parameters that a change around the bodies is about."""
        match change.type.element:
            case "transition":
                machine_name, start, _, end = name.split(" ")
                yield from (f"state {machine_name} {state_name}" for state_name in (start, end))
            case "move" if change.type.action in ("narrowed", "widened"):
                machine_name, _, start, _, end = (change.old or change.new).split(" ")
                yield f"transition {machine_name} {start} -> {end}"
            case "client method":
                yield change.site.path
                operations = (*self.new.interface.operations, *self.old.interface.operations)
                keys = (key for operation in operations if operation.id == name for key in operation.parameters)
                yield from (f"{change.site.path} parameter {key}" for key in keys)
            case "event":
                event_types = (*self.new.interface.event_types, *self.old.interface.event_types)
                event = next(candidate for candidate in event_types if candidate.name == name)
                yield from (f"state {event.state_machine} {event.state}", f"state machine {event.state_machine}")

    def _turns(self, index: int, effect: Change) -> bool:
        """Tell whether a change turns the verdict on a published payload, or would if that had not changed, too."""
        head = self.changes[index]
        if head.type.element == "sample" or head.site.direction not in (None, effect.site.direction):
            return False
        old_rejects, new_rejects = effect.widens, effect.narrows
        if effect.type is type_of("sample", "changed"):
            requests = (
                request_at(contract, effect.site.method, effect.site.direction) for contract in (self.old, self.new)
            )
            old_rejects, new_rejects = (validate(request, effect.old) if request else () for request in requests)
        edits = [head, *head.consequences]
        narrows = [pattern for change in edits for pattern in change.narrows]
        widens = [pattern for change in edits for pattern in change.widens]
        is_tied = any(explained(violation, narrows) for violation in new_rejects if violation not in old_rejects)
        return is_tied or any(explained(violation, widens) for violation in old_rejects if violation not in new_rejects)


@cache
def _caused_by(change_type: ChangeType) -> tuple[Cause, ...]:
    return tuple(cause for cause in CAUSES if change_type in cause.effects)


def _stated(change: Change, tie: Tie) -> Iterator[Hashable]:
    """Return what a change states, by which others follow from it."""
    site = change.site
    match tie:
        case "method":
            yield site.method
        case "place" | "need":
            yield _place(change)
        case "line" if site.location:
            yield site.old_location, site.new_location
        case "object" | "type":
            paths = (site.path.rpartition(".")[0], *change.decides[:1])
            places = [(site.method, site.direction, path) for path in paths]
            yield from (*(("use", place) for place in places if _is_of_use(change)), *places)
        case "condition":
            yield from ((site.method, site.direction, path) for path in change.decides)
        case "role":
            yield _ROLES[change.type.element], site.method
        case "number":
            for number_pair in _renumbered(change.old, change.new):
                yield from ((site.method, number_pair), number_pair)
        case "name" | "names":
            yield from (site.path or site.method or site.direction, site.path.rpartition(" ")[2])
            yield from (change.old, change.new) if change.type.action == "renamed" else ()


def _is_of_use(change: Change) -> bool:
    """Tell whether a change is stated where an object type is used, in either contract; a type states no condition."""
    site, fields = change.site, change.values
    old, new = [field.location for field in fields] if fields else (site.old_location, site.new_location)
    is_of_type = old.path == new.path if old and new else new and change.field_type
    return bool(change.decides) or change.type in _CLASS or not is_of_type


def _place(change: Change) -> Hashable:
    return change.site.method, change.site.direction, change.site.path


def likeness(change: Change) -> str:
    """Return what is equal for changes that are the same at several sites, as an edit of a table makes them."""
    site, place = change.site, change.site.path
    if site.part in ("request", *ANSWERS):
        # A rule of a field type is at every field of that type; an object is closed wherever objects are.
        is_anywhere = site.part == "request" and change.type.element == "object"
        place = "" if is_anywhere else change.field_type or place
    if change.type.element in ("method", "direction", "body"):
        place = site.name
    # A container that begins or ceases to be shared has another class in every request; samples follow by the dozen.
    if change.type in _CLASS and site.path:
        return json_line([change.type.id, site.path])
    if change.type.element == "sample" and change.is_derived:
        return change.type.id
    return json_line([change.type.id, site.part, place, change.old, change.new])


def _rules(change: Change) -> Iterator[Hashable]:
    """Return the rules that a change may be of: what became different in a field type or a class, and one statement."""
    if change.type in _RENAMED_CLASSES:
        yield "class", *_differing(change)
        return
    if change.field_type:
        yield change.field_type, *_differing(change)
    if change.site.location:
        yield change.site.old_location, change.site.new_location, change.type.aspect or change.type.id


def _differing(change: Change) -> tuple[Hashable, Hashable]:
    """Return what is only in the old value and only in the new one, for the rest may differ from field to field."""
    old, new = change.old, change.new
    if change.type is type_of("reason", "changed"):
        old, new = old.split(", "), new.split(", ")
    match old, new:
        case str(), str():
            end_length = same_at_start(old[::-1], new[::-1])
            return old[: len(old) - end_length], new[: len(new) - end_length]
        case dict(), dict():
            old, new = ([[key, value] for key, value in members.items()] for members in (old, new))
    if isinstance(old, list) and isinstance(new, list):
        old, new = [value for value in old if value not in new], [value for value in new if value not in old]
    return json_line(old), json_line(new)


def _renumbered(old: Any, new: Any) -> Iterator[tuple[str, str]]:
    """Return a number before and after, with what belongs to it, if nothing else differs in two values."""
    are_texts = isinstance(old, dict) and isinstance(new, dict)
    pairs = [(old.get(name), new.get(name)) for name in {**old, **new}] if are_texts else [(old, new)]
    parts = {_differing_words(*map(value_text, pair)) for pair in pairs if pair[0] != pair[1]}
    if len(parts) == 1 and all(any(map(str.isdigit, part)) for pair in parts for part in pair):
        yield from parts
    if isinstance(old, int) and isinstance(new, int):  # Texts insert seconds in larger units.
        yield _differing_words(duration(old), duration(new))


def _differing_words(old_text: str, new_text: str) -> tuple[str, str]:
    old_words, new_words = map(_WORDS.findall, (old_text, new_text))
    start = same_at_start(old_words, new_words)
    end = same_at_start(old_words[start:][::-1], new_words[start:][::-1])
    return "".join(old_words[start : len(old_words) - end]), "".join(new_words[start : len(new_words) - end])
