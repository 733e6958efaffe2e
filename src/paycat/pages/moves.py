"""How an operation moves a record: from which states, and to which one."""

from dataclasses import dataclass

from paycat.catalogue.interface import Operation, State, StateMachine
from paycat.catalogue.problems import CONFLICT, Problem
from paycat.contract.model import Contract


@dataclass(frozen=True, slots=True)
class Move:
    """A move by an operation: the state machine, the states that it leads from, the end, and the problem in others."""

    machine: StateMachine
    starts: tuple[str, ...]
    end: State
    problem: Problem | None


def move_of(contract: Contract, operation: Operation) -> Move | None:
    """Return how an operation moves a record; None if it moves none."""
    interface = contract.interface
    for name, state in operation.moves.items():
        machine = interface.state_machine(name)
        starts = tuple(transition.start for transition in machine.transitions if transition.end == state)
        problems = (problem for problem in interface.problems if problem.cause == CONFLICT)
        return Move(machine, starts, machine.by_name[state], next(problems, None))
    return None


def moving_operations(contract: Contract, machine: StateMachine, state: str) -> list[Operation]:
    """Return the operations that move records of a state machine to a state."""
    operations = contract.interface.operations
    return [operation for operation in operations if operation.moves.get(machine.name) == state]
