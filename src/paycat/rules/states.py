"""A state machine names only states that it has, and all of them can be reached and are left as they say.

Why: receivers book money by states. A state that is called final and is left, or that is never reached, is read wrongly
by somebody.

Example: in schemas/interface/states.yaml

    states:
      ...
      collected:
        meaning: The account was debited. The debtor may still claim the money back.
        final: true
      ...
    transitions:
      ...
      - { from: collected, to: charged_back, meaning: The debtor claimed the money back. }

is found as

    schemas/interface/states.yaml:30:17 error final-state-left: the state 'collected' is final, so no move leads out of
      it; remove the move, or `final: true` of the state

Fix: correct the name, add or remove the move, or change `final`.
"""

from collections.abc import Iterator

from paycat.catalogue.interface import Machine
from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, did_you_mean

ID = "R-42"
UNKNOWN = "unknown-state"
FINAL_LEFT = "final-state-left"
DEAD_END = "state-without-move"
UNREACHED = "unreachable-state"
NEEDS: tuple[str, ...] = ("interface/states.yaml",)


def check(catalogue: Catalogue, contract: Contract) -> Iterator[Diagnostic]:
    """Report unknown states, moves out of final states, and states without a way in or out."""
    for name, machine in catalogue.states.value.machines.items():
        unknown = _unknown(catalogue, name, machine)
        yield from unknown or _moves(catalogue, name, machine)


def is_sound(machine: Machine) -> bool:
    """Tell whether a machine names only states that it has."""
    named = {machine.initial, *(state for move in machine.transitions for state in (move.start, move.end))}
    return named <= machine.states.keys()


def _unknown(catalogue: Catalogue, name: str, machine: Machine) -> list[Diagnostic]:
    """Return the states that the machine names and does not have, each where it is named first."""
    source = catalogue.states
    stated = [(machine.initial, source.at("machines", name, "initial"))]
    for index, move in enumerate(machine.transitions):
        stated.append((move.start, source.at("machines", name, "transitions", index, "from")))
        stated.append((move.end, source.at("machines", name, "transitions", index, "to")))
    found: dict[str, Diagnostic] = {}
    for state, place in stated:
        if state not in machine.states:
            message = f"the machine {name!r} has no state {state!r}"
            found.setdefault(state, Diagnostic(UNKNOWN, place, message, did_you_mean(state, machine.states)))
    return list(found.values())


def _moves(catalogue: Catalogue, name: str, machine: Machine) -> Iterator[Diagnostic]:
    source = catalogue.states
    for index, move in enumerate(machine.transitions):
        if machine.states[move.start].final:
            message = f"the state {move.start!r} is final, so no move leads out of it"
            place = source.at("machines", name, "transitions", index, "from")
            yield Diagnostic(FINAL_LEFT, place, message, "remove the move, or `final: true` of the state")
    left = {move.start for move in machine.transitions}
    reached = _reached(machine)
    for state, stated in machine.states.items():
        place = source.at("machines", name, "states", state, key=True)
        if not stated.final and state not in left:
            message = f"no move leads out of the state {state!r}"
            yield Diagnostic(DEAD_END, place, message, "add the move, or `final: true`")
        if state not in reached:
            message = f"no moves lead from {machine.initial!r} to the state {state!r}"
            yield Diagnostic(UNREACHED, place, message, "add the move, or remove the state")


def _reached(machine: Machine) -> set[str]:
    reached, waiting = {machine.initial}, [machine.initial]
    while waiting:
        state = waiting.pop()
        new = {move.end for move in machine.transitions if move.start == state} - reached
        reached |= new
        waiting += new
    return reached
