"""Rules on operations that move a record: the state, the record, the problem of a conflict, and members from bodies."""

from collections.abc import Iterator

from paycat.catalogue.interface import Operation
from paycat.catalogue.problems import CONFLICT
from paycat.catalogue.reading import Stated
from paycat.catalogue.shapes import Member, Shaped
from paycat.contract.uses import parameters_of
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.text.counting import counted


@rule("moves", needs=["interface/operations.yaml", "interface/states.yaml", "interface/problems.yaml"])
def moves(context: RuleContext) -> Iterator[Diagnostic]:
    """Report moves that no transition allows, of no record that the path names, by GET, or without their problem."""
    for operation in context.stated(Operation):
        for machine_name, state in operation.value.moves.items():
            yield from _target(context, operation, machine_name, state)
            yield from _identified(context, operation, machine_name)
        if "moves" in operation.value.model_fields_set and not operation.value.moves:
            message, hint = "`moves` names no state machine", "name one and its state, or remove `moves`"
            yield operation.finding("unknown-moved-machine", message, "moves", help=hint)
        if operation.value.moves and operation.value.http_method == "GET":
            message = "a GET request only reads, but the operation moves a record"
            yield operation.finding("reading-move", message, "http_method")
        if operation.value.moves:
            yield from _unanswered(context, operation)


def _target(context: RuleContext, operation: Stated[Operation], machine_name: str, state: str) -> Iterator[Diagnostic]:
    machines = context.catalogue.states.value.state_machines
    machine, place = machines.get(machine_name), ("moves", machine_name)
    if machine is None:
        lacking_phrase = "there is no state machine"
        yield operation.unknown("unknown-moved-machine", lacking_phrase, machine_name, machines, *place, key=True)
    elif state not in machine.by_name:
        lacking_phrase = f"the state machine {machine_name!r} has no state"
        yield operation.unknown("unknown-moved-state", lacking_phrase, state, machine.by_name, *place)
    elif state not in {transition.end for transition in machine.transitions}:
        message = f"no transition of {machine_name!r} leads to {state!r}"
        yield operation.finding("move-without-transition", message, *place)


def _identified(context: RuleContext, operation: Stated[Operation], machine_name: str) -> Iterator[Diagnostic]:
    """Report a path that names no record, several, or one of another state machine, as other operations read it."""
    operations = (other for other in context.contract.interface.operations if other.id == operation.name)
    parameters = [parameter for other in operations for parameter in parameters_of(context.contract, other, "path")]
    if machine_name not in context.catalogue.states.value.state_machines:
        return  # An unknown name was reported.
    if len(parameters) != 1:
        message = f"the path names {counted(len(parameters), 'record')}, but the operation moves exactly one"
        yield operation.finding("unidentified-move", message, "path")
        return
    others = (other for other in context.contract.interface.operations if not other.moves)
    names = {name for other in others if parameters[0].key in other.parameters for name in other.identifies.values()}
    if names and machine_name not in names:
        message = f"{parameters[0].name!r} identifies records of {', '.join(sorted(names))}, not of {machine_name!r}"
        yield operation.finding("unidentified-move", message, "path")


def _unanswered(context: RuleContext, operation: Stated[Operation]) -> Iterator[Diagnostic]:
    problems, slugs = context.catalogue.problems.value.problems, operation.value.problems
    slug = next((slug for slug, problem in problems.items() if problem.cause == CONFLICT), "")
    if slug not in slugs and all(listed in problems for listed in slugs):  # An unknown one may be meant for it.
        message = "no problem of the operation answers for a record whose state does not allow the move"
        problem_text = f"`{slug}`" if slug else f"a problem with `cause: {CONFLICT}`"
        yield operation.finding(
            "missing-conflict-problem", message, "problems", key=True, help=f"add {problem_text} to its `problems`"
        )


@rule("moves", needs=["interface/operations.yaml", "interface/states.yaml", "interface/records.yaml"])
def moved_echoes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that repeat a body by which no operation moves their record."""
    machines = context.catalogue.states.value.state_machines
    directions_by_record: dict[str, set[str]] = {}
    for operation in context.stated(Operation):
        for machine_name in operation.value.moves:
            if machine_name in machines and operation.value.request:
                record_name = machines[machine_name].record
                directions_by_record.setdefault(record_name, set()).add(operation.value.request)
    for shape in context.stated(Shaped):
        direction = shape.value.echoed_move
        is_own_member = isinstance(shape.value, Member) and shape.path[0] == "records" and len(shape.path) == 4
        directions = directions_by_record.get(str(shape.path[1]), ()) if is_own_member else ()
        if direction is not None and direction not in directions:
            message = f"no operation moves a record that has this member by the body of {direction!r}"
            place = ("echo", direction)
            yield shape.finding("echo-without-move", message, *place, key=True)
