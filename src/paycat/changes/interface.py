"""Compares everything around the bodies: operations, parameters, headers, the service's head, and the currencies."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from operator import attrgetter
from typing import Any

from paycat.catalogue.interface import Operation
from paycat.catalogue.problems import DUPLICATE
from paycat.changes.change import Change
from paycat.changes.elements import (
    DESCRIBED,
    REASON,
    ElementPair,
    Names,
    Rows,
    Shelf,
    compared,
    in_order,
    listed,
    shown_as,
    words,
)
from paycat.changes.fields import ROLE, accepts_all_of, null_changes, rule_changes, telling_text
from paycat.changes.renaming import renamed, renames
from paycat.changes.taxonomy import type_of
from paycat.changes.taxonomy.change_type import BREAKING, RISKY
from paycat.changes.terms import service_changes, term_changes
from paycat.contract.client_calls import client_call
from paycat.contract.interface import Interface, Parameter
from paycat.contract.machines import all_machines
from paycat.contract.model import Contract
from paycat.contract.naming import argument_of

Use = tuple[str, str]
"""What uses a parameter or header, and the key of that."""

_ID = attrgetter("id")
_VARIABLE = re.compile(r"\{[^{}]*\}")
_PROBLEMS = listed(type_of("problem", "offered"), type_of("problem", "withdrawn"))


def _answer(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    texts = (f"{answer.status} {answer.record or 'without content'}" for answer in (pair.old, pair.new))
    yield pair.change(type_of("answer", "changed"), *texts)


_SUCCESS: Rows = {
    "status record": _answer,
    "media_type": type_of("answer media type", "changed"),
    "headers": listed(type_of("answer header", "added"), type_of("answer header", "removed"), "header"),
    "description": words,
}


def interface_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return the changes around the bodies."""
    yield from service_changes(old, new)
    name_changes, renamed_interface = renamed(old.interface, new.interface)
    yield from name_changes
    for comparer in (_operation_changes, _start_changes, _parameter_changes, _header_changes, term_changes):
        yield from comparer(renamed_interface, new.interface)
    yield from _call_changes(old.model_copy(update={"interface": renamed_interface}), new)


def _operation_changes(old: Interface, new: Interface) -> Iterator[Change]:
    records = ({machine.name: machine.record for machine in all_machines(side)} for side in (old, new))
    comparer = _Declared(*({parameter.key: parameter for parameter in version.parameters} for version in (old, new)))
    rows: Rows = {
        "http_method path": _moved,
        "request": shown_as(
            type_of("operation request", "changed"),
            lambda direction: f"{direction} requests" if direction else "no body",
        ),
        "media_type": type_of("request media type", "changed"),
        "moves": _move,
        "identifies": _Identified(*records).changes,
        "serves": words,
        "parameters": comparer.changes,
        "success": _success,
        "problems": _Offered(
            {problem.slug for problem in (*old.problems, *new.problems) if problem.cause == DUPLICATE}
        ).changes,
        "notification": _linked,
        "stability": _stability,
        "tag summary description": words,
        **REASON,
    }
    yield from Shelf("operation", _ID, rows).changes(old.operations, new.operations)


def _moved(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = ((version.http_method, _VARIABLE.sub("{}", version.path)) for version in (pair.old, pair.new))
    if old == new:
        yield pair.change(type_of("path variable", "renamed"), *pair.values("path"))
    else:
        addresses = (f"{version.http_method} {version.path}" for version in (pair.old, pair.new))
        yield pair.change(type_of("operation", "moved"), *addresses)


def _in_both(old: Interface, new: Interface) -> Iterator[ElementPair]:
    """Return the operations that both versions have."""
    old_by_id, shelf = {operation.id: operation for operation in old.operations}, Shelf("operation", _ID, {})
    yield from (shelf.both(old_by_id[version.id], version) for version in new.operations if version.id in old_by_id)


def _call_changes(old: Contract, new: Contract) -> Iterator[Change]:
    """Return which methods of generated clients have another name, are gone, or are new."""
    for pair in _in_both(old.interface, new.interface):
        if _is_whole(old.interface, pair.old) and _is_whole(new.interface, pair.new):
            old_calls, new_calls = _calls(old, pair.old), _calls(new, pair.new)
            gone = ", ".join(call for call in old_calls if call not in new_calls) or None
            more = ", ".join(call for call in new_calls if call not in old_calls) or None
            action = "changed" if gone and more else "removed" if gone else "added"
            yield from [pair.change(type_of("client method", action), gone, more)] if gone or more else ()


def _is_whole(interface: Interface, operation: Operation) -> bool:
    """Return whether the interface has the parameters and the record that an operation names."""
    keys, record_names = (
        {parameter.key for parameter in interface.parameters},
        {record.name for record in interface.records},
    )
    return {*operation.parameters} <= keys and operation.success.record in {None, *record_names}


def _calls(contract: Contract, operation: Operation) -> list[str]:
    call = client_call(contract, operation)
    return [f"{call.resource}.{method}" for method in call.methods]


def _start_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return from which states an operation moves records no longer, or now, too, to the same state as before."""
    for pair in _in_both(old, new):
        if pair.old.moves == pair.new.moves:
            old_moves, new_moves = (_moves(old, pair.old), _moves(new, pair.new))
            for text in [text for text in old_moves if text not in new_moves]:
                yield pair.change(type_of("move", "narrowed"), text)
            for text in [text for text in new_moves if text not in old_moves]:
                yield pair.change(type_of("move", "widened"), None, text)


def _moves(interface: Interface, operation: Operation) -> list[str]:
    return [
        f"{machine.name} from {transition.start} to {transition.end}"
        for machine in interface.state_machines
        for transition in machine.transitions
        if operation.moves.get(machine.name) == transition.end
    ]


def _move(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = (next((f"{name} to {state}" for name, state in moves.items()), None) for moves in pair.values("moves"))
    action = "added" if old is None else "removed" if new is None else "changed"
    yield pair.change(type_of("move", action), old, new)


def _success(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.values("success")
    yield from compared(replace(pair, old=old, new=new), _SUCCESS)


@dataclass(frozen=True, slots=True)
class _Offered:
    """Compares the problems of operations; with one of the `duplicates` an operation rejects repeated references."""

    duplicates: set[str]

    def changes(self, pair: ElementPair, member_names: Names) -> Iterator[Change]:
        """Return what an operation may respond with more or less."""
        for change in _PROBLEMS(pair, member_names):
            slug = str(change.new or change.old)
            if pair.new.request and slug in self.duplicates and change.type.element == "problem":
                action = "rejected" if change.new else "accepted"
                yield pair.change(type_of("repetition", action), change.old, change.new, part=f"problem {slug}")
            else:
                yield change


@dataclass(frozen=True, slots=True)
class _Identified:
    """Compares the records that paths name, by the records of state machines, which may have other names."""

    old: Mapping[str, str]
    new: Mapping[str, str]

    def changes(self, pair: ElementPair, member_names: Names) -> Iterator[Change]:
        """Return that an operation accepts the identifiers of other records."""
        old, new = pair.values("identifies")
        old_records, new_records = map(self.old.get, old.values()), map(self.new.get, new.values())
        texts = [", ".join(filter(None, records)) or None for records in (old_records, new_records)]
        if texts[0] == texts[1]:
            yield from words(pair, member_names)
        else:
            action = "added" if not texts[0] else "removed" if not texts[1] else "changed"
            yield pair.change(type_of("identified record", action), *texts)


def _linked(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.values("notification")
    action = "linked" if old is None else "unlinked" if new is None else "relinked"
    yield pair.change(type_of("notification", action), old, new)


def _stability(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    old, new = pair.values("stability")
    change_type = type_of("stability", "raised") if new == "stable" else type_of("stability", "lowered")
    yield pair.change(change_type, old, new)


class _Declared:
    """The parameters that operations name, by key; one that has the same name on the wire is the same."""

    def __init__(self, old: Mapping[str, Parameter], new: Mapping[str, Parameter]) -> None:
        self.old, self.new = old, new

    def changes(self, pair: ElementPair, member_names: Names) -> Iterator[Change]:
        """Return what an operation takes more, less or instead."""
        old_keys, new_keys = pair.values("parameters")
        wire_names = (
            {key: _position(parameters, key, version.path) for key in version.parameters}
            for parameters, version in ((self.old, pair.old), (self.new, pair.new))
        )
        new_key_by_old = renames(*wire_names)
        old_by_new = {new_key: key for key, new_key in new_key_by_old.items()}
        for key in (key for key in new_keys if key not in old_keys):
            if key not in old_by_new:
                is_required = key in self.new and self.new[key].required
                action = "added-required" if is_required else "added-optional"
                yield pair.change(type_of("parameter", action), None, _wire(self.new, key), part=f"parameter {key}")
            else:
                head = pair.change(type_of("parameter key", "changed"), old_by_new[key], key, part=f"parameter {key}")
                yield head
                if old_by_new[key] in self.old and key in self.new:
                    parameter_pair = ElementPair(
                        head.site, self.old[old_by_new[key]], self.new[key], pair.reason, pair.name
                    )
                    yield from compared(parameter_pair, _SENT)
        for key in (key for key in old_keys if key not in new_keys and key not in new_key_by_old):
            yield pair.change(type_of("parameter", "removed"), _wire(self.old, key), None, part=f"parameter {key}")
        yield from in_order(pair, "parameters", old_keys, new_keys)


def _wire(parameters: Mapping[str, Parameter], key: str) -> str:
    return f"{parameters[key].location_in} {parameters[key].name}" if key in parameters else key


def _position(parameters: Mapping[str, Parameter], key: str, path: str) -> str:
    """Return what a parameter is known by in calls: of a variable of a path its place, of any other the name."""
    variables = [f"path {variable[1:-1]}" for variable in _VARIABLE.findall(path)]
    wire_name = _wire(parameters, key)
    return f"path {variables.index(wire_name)}" if wire_name in variables else wire_name


def _parameter_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of parameters themselves; who begins or ceases to use one has a change of its own."""
    header_keys = {key for side in (old, new) for notification in side.notifications for key in notification.headers}
    sent_keys = {key for side in (old, new) for operation in side.operations for key in operation.parameters}

    def rules(pair: ElementPair, member_names: Names) -> Iterator[Change]:
        if pair.new.key in header_keys:
            yield from compared(pair, _READ)
        if pair.new.key in sent_keys or pair.new.key not in header_keys:
            yield from compared(pair, _SENT)

    value_rows: Rows = {"location_in name required value default": rules, **ROLE}
    rows: Rows = {**value_rows, "python_name": _argument, "description example": words, **REASON}
    changes = _shelf("parameter", rows).changes(old.parameters, new.parameters)
    yield from _without_echoes(changes, _parameter_uses(old) ^ _parameter_uses(new))


def _argument(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    """Compare the argument in Python, which may be stated as it was before."""
    old, new = (argument_of(version.name, version.key, version.python_name) for version in (pair.old, pair.new))
    if old != new and pair.old.name == pair.new.name:
        yield pair.change(type_of("argument", "renamed"), old, new)


def _header_changes(old: Interface, new: Interface) -> Iterator[Change]:
    """Return the changes of headers of answers themselves; their users have changes of their own."""
    rows: Rows = {"name": _header_name, "value": _Value("header").value, **DESCRIBED}
    changes = _shelf("header", rows).changes(old.response_headers, new.response_headers)
    yield from _without_echoes(changes, _header_uses(old) ^ _header_uses(new))


def _header_name(pair: ElementPair, member_names: Names) -> Iterator[Change]:
    if _is_same_header(pair):
        yield from words(pair, member_names)
    else:
        yield pair.change(type_of("header", "renamed"), *pair.values("name"))


def _is_same_header(pair: ElementPair) -> bool:
    old, new = pair.values("name")
    return bool(old.lower() == new.lower())


def _shelf(element: str, rows: Rows) -> Shelf:
    return Shelf(element, attrgetter("key"), rows, moves=("declared", "undeclared"))


def _without_echoes(changes: Iterable[Change], changed_uses: set[Use]) -> Iterator[Change]:
    changed_keys = {key for _, key in changed_uses}
    for change in changes:
        is_declared = change.type.action in ("declared", "undeclared")
        if not is_declared or (change.new or change.old) not in changed_keys:
            yield change


def _parameter_uses(interface: Interface) -> set[Use]:
    uses = {(operation.id, key) for operation in interface.operations for key in operation.parameters}
    return uses | {(notification.name, key) for notification in interface.notifications for key in notification.headers}


def _header_uses(interface: Interface) -> set[Use]:
    uses = {(operation.id, key) for operation in interface.operations for key in operation.success.headers}
    return uses | {(problem.slug, key) for problem in interface.problems for key in problem.headers}


@dataclass(frozen=True, slots=True)
class _Value:
    """Compares the rules of a parameter, or of a header."""

    element: str

    @property
    def rows(self) -> Rows:
        comparer = shown_as(
            type_of(self.element, "changed"), lambda value: "no default" if value is None else f"the default {value}"
        )
        return {"location_in name": self.name, "required": self.need, "value": self.value, "default": comparer}

    def name(self, pair: ElementPair, member_names: Names) -> Iterator[Change]:
        """Compare the name on the wire: a path has none, only a position, and headers have no case."""
        match pair.values("location_in"):
            case "path", "path":
                yield pair.change(type_of("path variable", "renamed"), *pair.values("name"))
            case "header", "header" if _is_same_header(pair):
                yield from words(pair, member_names)
            case _:
                wire_names = (f"{version.location_in} {version.name}" for version in (pair.old, pair.new))
                yield pair.change(type_of(self.element, "renamed"), *wire_names)

    def need(self, pair: ElementPair, member_names: Names) -> Iterator[Change]:
        """Compare whether it must be there."""
        yield pair.change(type_of(self.element, "required" if pair.new.required else "optional"))

    def value(self, pair: ElementPair, member_names: Names) -> Iterator[Change]:
        """Compare which values are accepted: fewer, more, or others."""
        old, new = pair.values("value")
        value_pair = replace(pair, old=old, new=new, reason=new.reason)
        changes = [*null_changes(value_pair), *rule_changes(value_pair)]
        for action in ("narrowed", "widened", "changed"):
            if own_changes := [change for change in changes if action in _effects(change)]:
                texts = _shown(change.old for change in own_changes), _shown(change.new for change in own_changes)
                field_types = {change.field_type for change in own_changes}
                yield replace(pair, site=own_changes[0].site).change(
                    type_of(self.element, action),
                    *texts,
                    narrows=tuple(chain(*(change.narrows for change in own_changes if action != "widened"))),
                    widens=tuple(chain(*(change.widens for change in own_changes if action != "narrowed"))),
                    values=(old, new),
                    field_type=field_types.pop() if len(field_types) == 1 else None,
                )
        if not any(map(_effects, changes)):
            yield from words(pair, member_names)


_SENT, _READ = _Value("parameter").rows, _Value("header").rows
"""How the rules of a parameter are compared: of a request's, and of a notification's, where it is a header."""


def _effects(change: Change) -> set[str]:
    actions = set()
    for action, verdict, (acceptor, rejector) in (
        ("narrowed", change.by_rule("sender"), change.values or (None, None)),
        ("widened", change.by_rule("reader"), (change.values or (None, None))[::-1]),
    ):
        if acceptor and rejector and accepts_all_of(rejector, acceptor):
            continue
        is_known = verdict is BREAKING or (acceptor and rejector and telling_text(acceptor, rejector) is not None)
        actions |= {action} if is_known else {"changed"} if verdict is RISKY else set()
    return actions


def _shown(values: Iterable[Any]) -> str:
    return ", ".join(str(value) for value in values if value is not None) or "anything"
