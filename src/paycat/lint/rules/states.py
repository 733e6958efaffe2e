"""Rules on state machines, the events of their states, and the records that contain a state."""

from collections.abc import Iterator

from paycat.catalogue.interface import EventType, Notification, Operation, StateMachine, leading
from paycat.catalogue.reading import Stated
from paycat.contract.paths import reachable
from paycat.diagnostics import Diagnostic, did_you_mean
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.lint.rules.agreement import first_other
from paycat.lint.rules.example_members import is_misspelt
from paycat.yaml.nodes import node_at


@rule("states", needs=["interface/states.yaml"])
def states(context: RuleContext) -> Iterator[Diagnostic]:
    """Report unknown states, transitions out of final states, and states without a way in or out."""
    for state_machine in context.stated(StateMachine):
        yield from _unknown(context, state_machine) or _transitions(state_machine)
        yield from _unknown_followed(context, state_machine)


def is_sound(machine: StateMachine) -> bool:
    """Return whether a machine names only states that it has."""
    named_states = {state for transition in machine.transitions for state in (transition.start, transition.end)}
    return {machine.initial, *named_states} <= machine.by_name.keys()


def _unknown(context: RuleContext, state_machine: Stated[StateMachine]) -> list[Diagnostic]:
    """Return the states that the machine names and does not have, each where it is named first."""
    finding_by_name: dict[str, Diagnostic] = {}
    for reference in context.references("state"):
        is_own = reference.stated.path[:2] == state_machine.path and reference.path[0] != "follows"
        if is_own and reference.name not in state_machine.value.by_name:
            message = f"the state machine {state_machine.name!r} has no state {reference.name!r}"
            hint = did_you_mean(reference.name, state_machine.value.by_name)
            finding_by_name.setdefault(reference.name, Diagnostic("unknown-state", reference.span, message, hint))
    return list(finding_by_name.values())


def _unknown_followed(context: RuleContext, state_machine: Stated[StateMachine]) -> Iterator[Diagnostic]:
    """Report states of other machines that do not exist; machines that do not were reported."""
    machines = context.catalogue.states.value.state_machines
    for name, state in state_machine.value.follows.items():
        if name in machines and state not in machines[name].by_name:
            message = f"the state machine {name!r} has no state {state!r}"
            hint = did_you_mean(state, machines[name].by_name)
            yield state_machine.finding("unknown-state", message, "follows", name, help=hint)


@rule("following-machines", needs=["interface/states.yaml", "interface/operations.yaml"], stage=Stage.SAMPLES)
def following_machines(context: RuleContext) -> Iterator[Diagnostic]:
    """Report machines whose records come from two places or from none, or are created by an operation, too."""
    machines = context.catalogue.states.value.state_machines
    for state_machine in context.stated(StateMachine):
        machine, chain = state_machine.value, leading(state_machine.value, machines)
        if machine.follows and machine.direction is not None:
            message = f"a record of {machine.name!r} is made from a request, or when another record enters a state"
            yield state_machine.finding("unfit-machine", message, "follows", key=True, help="remove one of both")
        elif not machine.follows and machine.direction is None:
            message = f"nothing states where the records of {machine.name!r} come from"
            hint = "write `direction`, or `follows` with another state machine and its state"
            yield state_machine.finding("unfit-machine", message, key=True, help=hint)
        elif machine.follows and chain[-1].follows.keys() & {leader.name for leader in chain}:
            names = " → ".join([*(leader.name for leader in chain), *chain[-1].follows])
            message = f"{names} follow each other in a circle, so none ever has a record"
            yield state_machine.finding("unfit-machine", message, "follows", key=True, help="follow another one")
    following_records = {
        machine.record: machine.name for machine in machines.values() if machine.follows and not machine.direction
    }
    state_machines = {state_machine.value.record: state_machine for state_machine in context.stated(StateMachine)}
    for operation in context.stated(Operation):
        record, request = operation.value.success.record, operation.value.request
        origin = state_machines.get(record or "") if operation.value.is_creating else None
        if origin and origin.value.direction not in (None, request) and request in context.catalogue.directions:
            message = f"{operation.name!r} makes the records of {origin.name!r} from {request} requests"
            yield origin.finding("unfit-machine", message, "direction", help=f"write `direction: {request}`")
        if operation.value.request and record in following_records:
            message = f"the service itself makes the records of {following_records[record]!r}, but this creates one"
            yield operation.finding("created-follower", message, "success", "record", help="answer with another record")


def _transitions(state_machine: Stated[StateMachine]) -> Iterator[Diagnostic]:
    machine = state_machine.value
    for index, transition in enumerate(machine.transitions):
        if machine.by_name[transition.start].final:
            message = f"the state {transition.start!r} is final, but a transition leaves it"
            yield state_machine.finding("final-state-left", message, "transitions", index, "from")
    left_states = {transition.start for transition in machine.transitions if transition.start != transition.end}
    entered_states = reached(machine)
    for state_name, state in machine.by_name.items():
        if not state.final and state_name not in left_states:
            message = f"no transition leads from the state {state_name!r} to another one"
            yield state_machine.finding("state-without-move", message, "states", state_name, key=True)
        if state_name not in entered_states:
            message = f"no transitions lead from {machine.initial!r} to the state {state_name!r}"
            yield state_machine.finding("unreachable-state", message, "states", state_name, key=True)


def reached(machine: StateMachine) -> set[str]:
    """Return the states that transitions lead to, and the first one."""
    transitions = machine.transitions
    return {*reachable([machine.initial], lambda state: (move.end for move in transitions if move.start == state))}


@rule("events", needs=["interface/states.yaml", "interface/events.yaml"])
def events(context: RuleContext) -> Iterator[Diagnostic]:
    """Report events of unknown or never entered states, and states with no event or several."""
    machine_by_name = context.catalogue.states.value.state_machines
    event_by_state: dict[tuple[str, str], Stated[EventType]] = {}
    is_certain = all(event.value.state_machine in machine_by_name for event in context.stated(EventType))
    is_certain = is_certain and all(map(is_sound, machine_by_name.values()))
    for event in context.stated(EventType):
        machine_name, state = event.value.state_machine, event.value.state
        if machine_name not in machine_by_name or not is_sound(machine_by_name[machine_name]):
            continue  # An unknown machine, or one that names unknown states, was reported.
        first_event = event_by_state.setdefault((machine_name, state), event)
        if state not in machine_by_name[machine_name].by_name:
            is_certain, phrase = False, f"the state machine {machine_name!r} has no state"
            yield event.unknown("unknown-event-state", phrase, state, machine_by_name[machine_name].by_name, "state")
        elif first_event is not event:
            is_certain = False
            yield _repeated(context, event, first_event)
    announced_machines = {machine_name for machine_name, _ in event_by_state}
    announced_machines |= {notification.value.state_machine for notification in context.stated(Notification)}
    for state_machine in context.stated(StateMachine) if is_certain else ():
        if state_machine.name in announced_machines:
            yield from _unmatched(state_machine, event_by_state)


def _repeated(context: RuleContext, event: Stated[EventType], first_event: Stated[EventType]) -> Diagnostic:
    """Report an event at its state machine if one other machine lacks it, and otherwise at its state."""
    state = event.value.state
    pairs = {(peer.value.state_machine, peer.value.state) for peer in context.stated(EventType)}
    machines = context.catalogue.states.value.state_machines
    names = [name for name, machine in machines.items() if state in machine.by_name and (name, state) not in pairs]
    message = f"the state {state!r} already has the event {first_event.name!r}"
    if len(names) == 1:
        return event.finding("repeated-event", message, "state_machine", help=f"did you mean {names[0]!r}?")
    return event.finding("repeated-event", message, "state")


def _unmatched(
    state_machine: Stated[StateMachine], event_by_state: dict[tuple[str, str], Stated[EventType]]
) -> Iterator[Diagnostic]:
    machine = state_machine.value
    initial_state, entered_states = machine.initial, machine.entered_states
    for state in machine.by_name:
        is_announced = state != initial_state or bool(machine.follows)
        if state in entered_states and is_announced and (state_machine.name, state) not in event_by_state:
            message = f"the state {state!r} of {state_machine.name!r} can be entered, but has no event"
            yield state_machine.finding("missing-event", message, "states", state, key=True)
    event = event_by_state.get((state_machine.name, initial_state))
    if event and initial_state not in entered_states:
        message = f"no transition enters the first state {initial_state!r}, so this event is never sent"
        yield event.finding("event-never-sent", message, "state")


@rule("state-members", needs=["interface/states.yaml", "interface/records.yaml"], stage=Stage.STATEMENTS)
def state_members(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that do not exist, and lists of states that differ from the machine's."""
    records = context.catalogue.records
    for state_machine in context.stated(StateMachine):
        member_name, own_states = state_machine.value.member, state_machine.value.by_name
        record = records.value.records.get(state_machine.value.record)
        if record is None or not record.members or not is_sound(state_machine.value):
            continue  # An unknown record, one without members or unknown states were reported.
        member = record.members.get(member_name)
        if member is None and is_misspelt(record, member_name):
            continue  # The examples show that the record has it by another name, which is reported.
        if member is None and node_at(state_machine.source.own_node, (*state_machine.path, "member")) is None:
            message = f"no member of the record has the state of {state_machine.name!r}"
            place = records.at("records", state_machine.value.record, key=True)
            yield Diagnostic("unknown-member", place, message, "write `made: state` at the one that has it")
        elif member is None:
            lacking_phrase = f"the record {state_machine.value.record!r} has no member"
            yield state_machine.unknown("unknown-member", lacking_phrase, member_name, record.members, "member")
        elif member.listed != tuple(own_states):
            values, state_list = ", ".join(member.listed) or "no states", ", ".join(own_states)
            message = f"the member {member_name!r} lists {values}, but the state machine has the states {state_list}"
            shape = Stated(records, ("records", state_machine.value.record, "members", member_name), member)
            yield Diagnostic("state-list", first_other(shape, own_states), message, f"write `values: [{state_list}]`")
