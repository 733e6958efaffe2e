"""Groups changes by their cause: what one edit of a catalogue changes at many places of a contract is one finding.

A change states something that the catalogue says, such as the currency of a method or the line of a field, and it may
follow from other statements. A change that follows from a statement that changed is a consequence of that change.
Nothing is dropped.
"""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import takewhile
from typing import Literal

from paycat.changes.change import ANSWERS, Change
from paycat.changes.fields import EMPTY
from paycat.changes.sites import explained, field_at, request_at
from paycat.changes.taxonomy import type_of
from paycat.contract.model import Contract
from paycat.contract.validate import validate
from paycat.encoding import json_line
from paycat.shapes.constraints.aspects import CHOICE, CONST, LENGTH, PRECISION

Subject = Literal[
    "site",
    "line",
    "requirement",
    "condition",
    "rule",
    "members",
    "role",
    "exponent",
    "name",
    "path variable",
    "thing",
    "gone",
    "renamed",
    "gap",
    "decision",
]
Statement = tuple[Subject, Hashable]
"""What a catalogue states: what it is about, then what distinguishes it."""


_IN_WORDS = {type_of("reason", "changed"), type_of("words", "changed"), type_of("order", "changed")}
_ROLES = {"currency": "currency", "countries": "country", "country mode": "country"}
_NAMED = {"state", "event", "failure code"}
_THINGS = {"state", "state machine", "problem", "notification"}
_USED = {"offered", "withdrawn", "linked", "unlinked"}
_OF_ITSELF = {type_of("gap", "added"), type_of("gap", "reworded")}
_OF_ITSELF |= {type_of("decision", "restated"), type_of("decision", "reworded")}
"""Changes of gaps and decisions that nothing follows from."""


def grouped(old: Contract, new: Contract, changes: Iterable[Change]) -> list[Change]:
    """Return the changes that follow from no other, in their order, with their consequences."""
    found = list(changes)
    causes = _Causes(old, new, found)
    heads = [causes.head(index) for index in range(len(found))]
    below: dict[int | None, list[int]] = defaultdict(list)
    for index, head in enumerate(heads):
        below[head].append(index)

    def with_consequences(index: int) -> Change:
        change = found[index]
        following = (*change.consequences, *map(with_consequences, below[index]))
        is_echo = change.is_echo or (change.type.element == "sample" and heads[index] is not None)
        return replace(change, consequences=following, is_echo=is_echo)

    return [with_consequences(index) for index in below[None]]


class _Causes:
    """The statements that changed between two contracts, and the change of each."""

    def __init__(self, old: Contract, new: Contract, changes: list[Change]) -> None:
        self.old, self.new, self.changes = old, new, changes
        self._currencies = {method.code: method.currency for method in (*old.methods, *new.methods)}
        self._answers = [(f"gap {gap.id}", gap.decisions) for gap in (*old.gaps, *new.gaps)]
        self._names = {name for change in changes for name in _names(change)}
        self._heads: dict[Statement, int] = {}
        self._of_method: dict[str | None, list[int]] = defaultdict(list)
        for index, change in enumerate(changes):
            self._of_method[change.site.method].append(index)
            for statement in _stated(change):
                self._heads.setdefault(statement, index)

    def head(self, index: int) -> int | None:
        """Return the number of the change that another one follows from, or None."""
        change = self.changes[index]
        if change.type.element == "sample":
            return next((one for one in self._of_method[change.site.method] if self._turns(one, change)), None)
        known = (self._heads.get(statement, index) for statement in self._causes(change))
        return next((one for one in known if one != index), self._rule_of_type(index))

    def _rule_of_type(self, index: int) -> int | None:
        """Return the first change by the same edit of a field type, unless both are alike, or it has another cause."""
        change = self.changes[index]
        first = min((self._heads.get(statement, index) for statement in _rules(change)), default=index)
        if first == index or is_alike(self.changes[first], change) or self.head(first) is not None:
            return None
        return first

    def _causes(self, change: Change) -> Iterator[Statement]:
        """Return the statements that a change may follow from, the nearest first."""
        if change.site.part in ("request", *ANSWERS):
            yield from self._of_body(change)
        yield from self._of_interface(change)
        if change.type is type_of("reason", "changed"):
            yield "site", (change.site.method, change.site.direction, change.site.path)
            yield "line", change.site.location
        yield from self._of_registers(change)

    def _of_body(self, change: Change) -> Iterator[Statement]:
        request, path = _request(change), change.site.path
        if change.type is type_of("echo", "changed"):
            yield from (("renamed", field) for field in (change.old, change.new))
        is_member = change.type.element == "field" and change.type is not type_of("field", "renamed")
        if is_member or change.type.element == "requirement" or change.type.action in ("joined", "left"):
            yield "condition", (*request, path)
        if change.type.element == "requirement":
            yield "members", (*request, path)
        match change.type.aspect:
            case aspect if aspect is LENGTH and {change.old, change.new} == EMPTY:
                # By convention, a text that must be sent must not be empty.
                yield "requirement", (*request, path)
            case aspect if aspect is CONST:
                fields = (field_at(contract, change.site) for contract in (self.new, self.old))
                yield from (("role", (field.role, change.site.method)) for field in fields if field)
            case aspect if aspect is PRECISION:
                yield "role", ("currency", change.site.method)
                yield "exponent", self._currencies.get(change.site.method or "")
        if change.type.aspect is CHOICE or change.type.element == "known values":
            fields = (field_at(contract, change.site) for contract in (self.old, self.new))
            before, after = ({one.value for one in field.choices} if field else set() for field in fields)
            if before ^ after <= self._names:
                yield from (("name", name) for name in sorted(before ^ after))

    def _of_interface(self, change: Change) -> Iterator[Statement]:
        noun, _, name = change.site.path.partition(" ")
        if change.type.action in _USED:
            yield "thing", f"{change.type.element} {change.new or change.old}"
        elif change.type is type_of("path variable", "renamed") and noun == "operation":
            operation = next(one for one in self.new.interface.operations if one.id == name)
            yield from (("path variable", f"parameter {key}") for key in operation.parameters)
        elif change.type.element == "transition":
            state_machine, start, _, end = name.split(" ")
            yield from (("thing", f"state {state_machine} {state}") for state in (start, end))
        elif change.type.element == "event" and change.type.action in ("added", "removed"):
            version = self.new if change.type.action == "added" else self.old
            event = next(one for one in version.interface.event_types if one.name == name)
            yield from (
                ("thing", f"state {event.state_machine} {event.state}"),
                ("thing", f"state machine {event.state_machine}"),
            )

    def _of_registers(self, change: Change) -> Iterator[Statement]:
        words = change.site.path.split(" ")
        if change.type is type_of("name", "reserved"):
            yield from (("gone", word) for word in words)
        elif change.type is type_of("name", "unreserved"):
            yield from (("renamed", word) for word in words)
        elif change.type is type_of("gap", "reworded"):
            yield "gap", change.site.path
        elif change.type.element == "decision" and change.type.action in ("added", "removed"):
            yield from (("gap", gap) for gap, decisions in self._answers if words[-1] in decisions)
        elif change.site.part != "catalogue":
            # A statement that is based on another decision now shows both.
            both = f"{change.old}, {change.new}".split(", ")
            based = both if change.type is type_of("reason", "changed") else change.reason.decisions
            yield from (("decision", decision) for decision in based)

    def _turns(self, index: int, sample: Change) -> bool:
        """Tell whether a change turns the verdict on a published payload, or would if that had not changed, too."""
        head = self.changes[index]
        if head.type.element == "sample" or head.site.direction not in (None, sample.site.direction):
            return False
        before, after = sample.widens, sample.narrows
        if sample.type is type_of("sample", "changed"):
            requests = (request_at(contract, sample.site) for contract in (self.old, self.new))
            before, after = (validate(request, sample.old) if request else () for request in requests)
        every = [head, *head.consequences]
        narrows = [pattern for one in every for pattern in one.narrows]
        widens = [pattern for one in every for pattern in one.widens]
        turned = any(explained(one, narrows) for one in after if one not in before)
        return turned or any(explained(one, widens) for one in before if one not in after)


def _stated(change: Change) -> Iterator[Statement]:
    """Return the statements of the catalogue that a change is of."""
    site, element, action = change.site, change.type.element, change.type.action
    request = _request(change)
    if site.part != "catalogue" and change.type not in _IN_WORDS:
        yield "site", (site.method, site.direction, site.path)
        if site.location:
            yield "line", site.location
    yield from (("condition", (*request, path)) for path in change.decides)
    yield from _rules(change)
    if element == "requirement" or action in ("joined", "left"):
        yield "requirement", (*request, site.path)
    if element == "requirement" or (element == "field" and action in ("added-required", "added-optional", "removed")):
        yield "members", (*request, site.path.rpartition(".")[0])
    if site.method and element in _ROLES:
        yield "role", (_ROLES[element], site.method)
    yield from (("name", name) for name in _names(change))
    yield from _stated_elsewhere(change)


def is_alike(one: Change, other: Change) -> bool:
    """Return whether two changes are shown as one at several sites."""
    same = ((change.type.id, change.site.part, json_line([change.old, change.new])) for change in (one, other))
    return next(same) == next(same)


def _rules(change: Change) -> Iterator[Statement]:
    """Return the rules that a change may be of: what became different in a field type, and one line of a table."""
    if change.field_type:
        yield "rule", (change.field_type, *_differing(change))
        if line := change.site.location:
            yield "rule", (line, change.type.aspect or change.type.id)


def _differing(change: Change) -> tuple[Hashable, Hashable]:
    """Return what is only in the old value and only in the new one, for the rest may differ from field to field."""
    old, new = change.old, change.new
    if change.type is type_of("reason", "changed"):
        old, new = old.split(", "), new.split(", ")
    match old, new:
        case str(), str():
            end = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(old[::-1], new[::-1], strict=False)))
            return old[: len(old) - end], new[: len(new) - end]
        case dict(), dict():
            old, new = ([[key, value] for key, value in one.items()] for one in (old, new))
    if isinstance(old, list) and isinstance(new, list):
        old, new = [one for one in old if one not in new], [one for one in new if one not in old]
    return json_line(old), json_line(new)


def _stated_elsewhere(change: Change) -> Iterator[Statement]:
    site, element, action = change.site, change.type.element, change.type.action
    if element == "exponent":
        yield "exponent", site.path.rpartition(" ")[2]
    elif change.type is type_of("path variable", "renamed"):
        yield "path variable", site.path
    elif element in _THINGS and action in ("added", "removed"):
        yield "thing", site.path
    elif element in ("field", "method") and action in ("removed", "disregarded"):
        yield "gone", site.path or site.method
    elif element in ("field", "method") and action == "renamed":
        for name in (change.old, change.new):
            yield from (("gone", name), ("renamed", name))
    elif element == "gap" and change.type not in _OF_ITSELF:
        yield "gap", site.path
    elif element == "decision" and change.type not in _OF_ITSELF:
        yield "decision", site.path.rpartition(" ")[2]


def _names(change: Change) -> Iterator[str]:
    """Return the names of states, events and failure codes that came, went or changed."""
    if change.type.element in _NAMED:
        yield change.site.path.rpartition(" ")[2]
        yield from [str(change.old)] if change.type is type_of("event", "renamed") else []


def _request(change: Change) -> tuple[Hashable, ...]:
    return change.site.part, change.site.method, change.site.direction
