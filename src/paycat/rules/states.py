"""Rules on state machines, the events of their states, and the records that carry a state."""

from collections.abc import Iterator

from paycat.catalogue.interface import Machine
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.rules.context import RuleContext
from paycat.rules.rule import rule


@rule("states", needs=["interface/states.yaml"])
def states(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown states, moves out of final states, and states without a way in or out."""
    for name, machine in context.catalogue.states.value.machines.items():
        unknown = _unknown(context, name, machine)
        yield from unknown or _moves(context, name, machine)


def _is_sound(machine: Machine) -> bool:
    """Return whether a machine names only states that it has."""
    named = {machine.initial, *(state for move in machine.transitions for state in (move.start, move.end))}
    return named <= machine.by_name.keys()


def _unknown(context: RuleContext, name: str, machine: Machine) -> list[Diagnostic]:
    """Return the states that the machine names and does not have, each where it is named first."""
    found: dict[str, Diagnostic] = {}
    for one in context.references("state"):
        if one.stated.path[:2] == ("machines", name) and one.name not in machine.by_name:
            message = f"the machine {name!r} has no state {one.name!r}"
            hint = did_you_mean(one.name, machine.by_name)
            found.setdefault(one.name, Diagnostic("unknown-state", one.span, message, hint))
    return list(found.values())


def _moves(context: RuleContext, name: str, machine: Machine) -> Iterator[Diagnostic]:
    source = context.catalogue.states
    for index, move in enumerate(machine.transitions):
        if machine.by_name[move.start].final:
            message = f"the state {move.start!r} is final, so no move leads out of it"
            place = source.at("machines", name, "transitions", index, "from")
            yield Diagnostic("final-state-left", place, message, "remove the move, or `final: true` of the state")
    left = {move.start for move in machine.transitions}
    reached = _reached(machine)
    for state, stated in machine.by_name.items():
        place = source.at("machines", name, "states", state, key=True)
        if not stated.final and state not in left:
            message = f"no move leads out of the state {state!r}"
            yield Diagnostic("state-without-move", place, message, "add the move, or `final: true`")
        if state not in reached:
            message = f"no moves lead from {machine.initial!r} to the state {state!r}"
            yield Diagnostic("unreachable-state", place, message, "add the move, or remove the state")


def _reached(machine: Machine) -> set[str]:
    reached, waiting = {machine.initial}, [machine.initial]
    while waiting:
        state = waiting.pop()
        new = {move.end for move in machine.transitions if move.start == state} - reached
        reached |= new
        waiting += new
    return reached


@rule("events", needs=["interface/states.yaml", "interface/events.yaml"])
def events(context: RuleContext) -> Iterator[Diagnostic]:
    """Report events of unknown or never entered states, and states with no event or several."""
    source, machines = context.catalogue.events, context.catalogue.states.value.machines
    seen: dict[tuple[str, str], str] = {}
    certain = all(event.machine in machines for event in source.value.types.values())
    certain = certain and all(map(_is_sound, machines.values()))
    for name, event in source.value.types.items():
        machine, place = machines.get(event.machine), source.at("types", name, "state")
        if machine is None or not _is_sound(machine):
            continue  # An unknown machine, or one that names unknown states, was reported.
        first = seen.setdefault((event.machine, event.state), name)
        if event.state not in machine.by_name:
            certain, hint = False, did_you_mean(event.state, machine.by_name)
            message = f"the machine {event.machine!r} has no state {event.state!r}"
            yield Diagnostic("unknown-event-state", place, message, hint)
        elif first != name:
            certain = False
            message = f"the state {event.state!r} has the event {first!r} already"
            yield Diagnostic("repeated-event", place, message, "keep one of the two")
    if certain:
        yield from _unmatched(context, seen)


def _unmatched(context: RuleContext, seen: dict[tuple[str, str], str]) -> Iterator[Diagnostic]:
    source = context.catalogue.states
    for name, machine in source.value.machines.items():
        ends = {move.end for move in machine.transitions}
        for state in machine.by_name:
            if state in ends and state != machine.initial and (name, state) not in seen:
                message = f"the state {state!r} of {name!r} can be entered, and has no event"
                place = source.at("machines", name, "states", state, key=True)
                yield Diagnostic("missing-event", place, message, "add it to `types` in interface/events.yaml")
        event = seen.get((name, machine.initial))
        if event and machine.initial not in ends:
            message = f"{machine.initial!r} is the first state and no move enters it, so the event is never sent"
            place = context.catalogue.events.at("types", event, "state")
            yield Diagnostic("event-never-sent", place, message, "remove the event")


@rule("state-members", needs=["interface/states.yaml", "interface/records.yaml"])
def state_members(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that do not exist, and lists of states that differ from the machine's."""
    source, records = context.catalogue.states, context.catalogue.records
    for name, machine in source.value.machines.items():
        record = records.value.records.get(machine.record)
        if record is None or not record.members or not _is_sound(machine):
            continue  # An unknown record, one without members or unknown states were reported.
        member = record.members.get(machine.member)
        listed = ", ".join(machine.by_name)
        if member is None:
            message = f"the record {machine.record!r} has no member {machine.member!r}"
            hint = did_you_mean(machine.member, record.members)
            yield Diagnostic("unknown-member", source.at("machines", name, "member"), message, hint)
        elif member.values != tuple(machine.by_name):
            has = f"lists {', '.join(member.values)}" if member.values else "lists no states"
            message = f"the member {machine.member!r} {has}, and its machine has the states {listed}"
            place = records.at("records", machine.record, "members", machine.member, "values")
            yield Diagnostic("state-list", place, message, f"write `values: [{listed}]`")
