"""What follows for transitions and for members of records from states, fields, and what the service makes."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from paycat.catalogue.derived.value import Derivation, field_tables, in_words, unstated
from paycat.catalogue.interface import StateMachine, leading
from paycat.catalogue.shapes import Member

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_TIMES = ("created", "changed", "completed")
_OF_RECORD = len(("records", "NAME", "members", "MEMBER"))


def states(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield where state machines begin, which members have their states, and what transitions mean."""
    source = catalogue.states
    for name, machine in source.value.state_machines.items():
        path = ("state_machines", name)
        first_state = next((state.name for state in machine.states), "")
        yield from unstated(source, path, machine, member=_member(catalogue, machine), initial=first_state)
        for index, transition in enumerate(machine.transitions):
            end_state = machine.by_name.get(transition.end)
            meaning = end_state.meaning if end_state else in_words(transition.end)
            yield from unstated(source, (*path, "transitions", index), transition, meaning=meaning)


def _member(catalogue: "Catalogue", machine: StateMachine) -> str:
    record = catalogue.records.value.records.get(machine.record)
    members = record.members.items() if record else ()
    return next((name for name, member in members if member.made and member.made.by == "state"), "status")


def members(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield what members mean that repeat a field, and the shapes of those that are a time or the state of a record."""
    source, machines = catalogue.records, catalogue.states.value.state_machines.values()
    states_by_record = {machine.record: [*machine.by_name] for machine in machines}
    operations = catalogue.operations.value.operations.values()
    directions = {operation.success.record: operation.request for operation in operations if operation.is_creating}
    directions |= {machine.record: machine.direction for machine in machines}
    followed = {machine.record: leading(machine, catalogue.states.value.state_machines)[1:] for machine in machines}
    all_directions = {*catalogue.directions, *directions.values(), None}
    meanings_by_direction = {direction: _meanings(catalogue, direction) for direction in all_directions}
    for name, record in source.value.records.items():
        meanings = meanings_by_direction[directions.get(name)]
        for leader in reversed(followed.get(name, [])):
            meanings = dict(_meanings_in(catalogue, leader.record, meanings, ()))
        for path, member in _members(("records", name), record.members):
            if member.echoed_path and not member.type:
                moving = meanings_by_direction.get(member.echoed_move, {}) if member.echoed_move else meanings
                meaning = moving.get(member.echoed_path) or in_words(path[-1])
                yield from unstated(source, path, member, meaning=meaning)
            way = member.made.by if member.made and not (member.shape or member.type or member.echo) else None
            if way in _TIMES:
                yield from unstated(source, path, member, shape="date_time")
            elif way == "state" and len(path) == _OF_RECORD and name in states_by_record and not member.listed:
                choice = {"shape": "choice", "open": True, "values": states_by_record[name]}
                yield from unstated(source, path, member, **choice)


def _members(path: tuple[str, ...], members: Mapping[str, Member]) -> Iterator[tuple[tuple[str, ...], Member]]:
    for name, member in members.items():
        yield (*path, "members", name), member
        yield from _members((*path, "members", name), member.members)


def _meanings_in(
    catalogue: "Catalogue", record_name: str, meanings: Mapping[str, str], outer_names: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    """Yield what the members of a record mean, by path; `meanings` are those of what they repeat."""
    record, types = catalogue.records.value.records.get(record_name), catalogue.types.value.types
    for name, member in record.members.items() if record and record_name not in outer_names else ():
        of_type = types[member.type].meaning if member.type in types else None
        if meaning := member.meaning or of_type or meanings.get(member.echoed_path or ""):
            yield name, meaning
        inner_meanings = _meanings_in(catalogue, member.record or "", meanings, (*outer_names, record_name))
        yield from ((f"{name}.{path}", meaning) for path, meaning in inner_meanings)


def _meanings(catalogue: "Catalogue", direction: str | None) -> dict[str, str]:
    """Return what the fields of requests mean, by path; of several of the same path, one of the direction if it can."""
    types, meanings = catalogue.types.value.types, dict[str, str]()
    for _, fields in sorted(field_tables(catalogue), key=lambda table: table[0] != direction):
        for path, field in fields.items():
            if meaning := field.meaning or (types[field.type].meaning if field.type in types else None):
                meanings.setdefault(path, meaning)
    return meanings
