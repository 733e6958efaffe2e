"""What follows from the states of records, and from what the service makes: members and transitions."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from paycat.catalogue.derived.value import Derivation, in_words, unstated
from paycat.catalogue.interface import StateMachine
from paycat.catalogue.shapes import Member

if TYPE_CHECKING:
    from paycat.catalogue.reading import Catalogue

_TIMES = ("created", "changed", "completed")


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


def made_members(catalogue: "Catalogue") -> Iterator[Derivation]:
    """Yield the shapes of members that are a time or the state of the record, where they have none."""
    machines = catalogue.states.value.state_machines.values()
    states_by_record = {machine.record: [*machine.by_name] for machine in machines}
    for name, record in catalogue.records.value.records.items():
        path: tuple[str, ...] = ("records", name)
        for member_path, key, value in _shapes(path, record.members, states_by_record.get(name)):
            place = catalogue.records.at(*member_path, "made")
            yield Derivation(catalogue.records.name, (*member_path, key), value, place)


def _shapes(
    path: tuple[str, ...], members: Mapping[str, Member], states: list[str] | None
) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    for name, member in members.items():
        member_path = (*path, "members", name)
        way = member.made.by if member.made and not (member.shape or member.type or member.echo) else None
        if way in _TIMES:
            yield member_path, "shape", "date_time"
        elif way == "state" and states and not member.listed:
            yield from ((member_path, key, value) for key, value in _choice(states).items())
        yield from _shapes(member_path, member.members, None)


def _choice(states: list[str]) -> dict[str, Any]:
    return {"shape": "choice", "open": True, "values": states}
