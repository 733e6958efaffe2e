"""Rules on state machines, the events of their states, and the records that contain a state."""

from collections.abc import Iterator

from paycat.catalogue.interface import EventType, Machine
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.statements import Stated


@rule("states", needs=["interface/states.yaml"])
def states(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown states, transitions out of final states, and states without a way in or out."""
    for machine in context.stated(Machine):
        yield from _unknown(context, machine) or _transitions(machine)


def _is_sound(machine: Machine) -> bool:
    """Return whether a machine names only states that it has."""
    named = {machine.initial, *(state for move in machine.transitions for state in (move.start, move.end))}
    return named <= machine.by_name.keys()


def _unknown(context: RuleContext, machine: Stated[Machine]) -> list[Diagnostic]:
    """Return the states that the machine names and does not have, each where it is named first."""
    found: dict[str, Diagnostic] = {}
    for one in context.references("state"):
        if one.stated.path[:2] == machine.path and one.name not in machine.value.by_name:
            message = f"the machine {machine.name!r} has no state {one.name!r}"
            hint = did_you_mean(one.name, machine.value.by_name)
            found.setdefault(one.name, Diagnostic("unknown-state", one.span, message, hint))
    return list(found.values())


def _transitions(stated: Stated[Machine]) -> Iterator[Diagnostic]:
    machine = stated.value
    for index, move in enumerate(machine.transitions):
        if machine.by_name[move.start].final:
            message = f"the state {move.start!r} is final, so no move leads out of it"
            yield stated.finding("final-state-left", message, "transitions", index, "from")
    left, reached = {move.start for move in machine.transitions}, _reached(machine)
    for name, state in machine.by_name.items():
        if not state.final and name not in left:
            message = f"no move leads out of the state {name!r}"
            yield stated.finding("state-without-move", message, "states", name, key=True)
        if name not in reached:
            message = f"no moves lead from {machine.initial!r} to the state {name!r}"
            yield stated.finding("unreachable-state", message, "states", name, key=True)


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
    machines = context.catalogue.states.value.machines
    seen: dict[tuple[str, str], Stated[EventType]] = {}
    certain = all(event.value.machine in machines for event in context.stated(EventType))
    certain = certain and all(map(_is_sound, machines.values()))
    for event in context.stated(EventType):
        name, state = event.value.machine, event.value.state
        if name not in machines or not _is_sound(machines[name]):
            continue  # An unknown machine, or one that names unknown states, was reported.
        first = seen.setdefault((name, state), event)
        if state not in machines[name].by_name:
            certain, hint = False, did_you_mean(state, machines[name].by_name)
            message = f"the machine {name!r} has no state {state!r}"
            yield event.finding("unknown-event-state", message, "state", help=hint)
        elif first is not event:
            certain = False
            yield event.finding("repeated-event", f"the state {state!r} already has the event {first.name!r}", "state")
    for machine in context.stated(Machine) if certain else ():
        yield from _unmatched(machine, seen)


def _unmatched(machine: Stated[Machine], seen: dict[tuple[str, str], Stated[EventType]]) -> Iterator[Diagnostic]:
    initial, ends = machine.value.initial, {move.end for move in machine.value.transitions}
    for state in machine.value.by_name:
        if state in ends and state != initial and (machine.name, state) not in seen:
            message = f"the state {state!r} of {machine.name!r} can be entered, but has no event"
            yield machine.finding("missing-event", message, "states", state, key=True)
    event = seen.get((machine.name, initial))
    if event and initial not in ends:
        message = f"{initial!r} is the first state and no move enters it, so the event is never sent"
        yield event.finding("event-never-sent", message, "state")


@rule("state-members", needs=["interface/states.yaml", "interface/records.yaml"])
def state_members(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that do not exist, and lists of states that differ from the machine's."""
    records = context.catalogue.records
    for machine in context.stated(Machine):
        name, states = machine.value.member, machine.value.by_name
        record = records.value.records.get(machine.value.record)
        if record is None or not record.members or not _is_sound(machine.value):
            continue  # An unknown record, one without members or unknown states were reported.
        member = record.members.get(name)
        if member is None:
            message = f"the record {machine.value.record!r} has no member {name!r}"
            yield machine.finding("unknown-member", message, "member", help=did_you_mean(name, record.members))
        elif member.values != tuple(states):
            lists, listed = ", ".join(member.values) or "no states", ", ".join(states)
            message = f"the member {name!r} lists {lists}, but its machine has the states {listed}"
            place = records.at("records", machine.value.record, "members", name, "values")
            yield Diagnostic("state-list", place, message, f"write `values: [{listed}]`")
