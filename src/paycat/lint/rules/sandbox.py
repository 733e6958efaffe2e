"""Rules on the sandbox: its moves are transitions, a reference names one outcome, and everything can be tried."""

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace
from itertools import product

from paycat.catalogue.interface import Operation, StateMachine
from paycat.catalogue.problems import UNPROVOKED, Code, Problem
from paycat.catalogue.reading import Stated
from paycat.catalogue.sandbox import Course, Outcome, Sandbox
from paycat.contract.machines import machine_of
from paycat.contract.naming import snake
from paycat.contract.uses import item_record, parameters_of, use_of
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import Stage, rule
from paycat.lint.rules.states import is_sound, reached
from paycat.shapes.constraints.relations import as_key
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.counting import counted
from paycat.text.json_data import compact

_NEEDS = ("interface", "requests", "methods", "types.yaml")
_MORE = (20, 6)
"""So many characters of a sender's own may follow the key of an outcome and a hyphen; fewer in a short field."""


@rule("sandbox", needs=_NEEDS, stage=Stage.STATEMENTS)
def unknown_courses(context: RuleContext) -> Iterator[Diagnostic]:
    """Report courses of no state machine."""
    machine_by_name = context.catalogue.states.value.state_machines
    for course in context.stated(Course):
        if course.name not in machine_by_name:
            yield course.unknown("unknown-course", "there is no state machine", course.name, machine_by_name, key=True)


@rule("sandbox", needs=_NEEDS)
def courses(context: RuleContext) -> Iterator[Diagnostic]:
    """Report courses that no transitions allow, those that end too early, and state machines without a course."""
    machine_by_name, place_by_course = context.catalogue.states.value.state_machines, {}
    for course in context.stated(Course):
        place_by_course[course.name] = course.at(key=True)
        machine = machine_by_name.get(course.name)
        if machine and (finding := _wrong_move(course, course.value.moves, machine)):
            yield finding
        elif (
            machine
            and is_sound(machine)
            and not _is_settled(context, machine, state := _end(machine, course.value.moves))
        ):
            message = f"the course of {machine.name!r} ends in {state!r}, but more is to happen"
            yield course.finding("unfinished-course", message, "moves")
    for sandbox in context.stated(Sandbox):
        machines = (machine for machine in machine_by_name.values() if is_sound(machine))
        moving = {machine.name for machine in machines if not _is_settled(context, machine, machine.initial)}
        for name in moving - place_by_course.keys():
            message = f"the state machine {name!r} has no course: its transactions stay in their first state"
            place = sandbox.at("courses", key=True)
            yield Diagnostic("missing-course", place, message, rests_on=tuple(place_by_course.values()))


@rule("sandbox", needs=_NEEDS)
def outcomes(context: RuleContext) -> Iterator[Diagnostic]:
    """Report outcomes that cannot happen, or not as they are stated."""
    for outcome in context.stated(Outcome):
        yield from _parts(context, outcome)
        yield from _moves(context, outcome)
        yield from _response(context, outcome)


def _parts(context: RuleContext, outcome: Stated[Outcome]) -> Iterator[Diagnostic]:
    value = outcome.value
    if value.moves is None and value.problem is None and value.delay_seconds is None and not value.answer_lost:
        yield outcome.finding("outcome-without-effect", f"nothing happens for {outcome.name!r}", key=True)
    reason_by_key = {}
    machine = context.catalogue.states.value.state_machines.get(value.state_machine or "")
    if machine and machine.follows:
        reason_by_key["state_machine"] = "no request leads to a record of it at once"
    if value.failure is not None and not value.moves:
        reason_by_key["failure"] = "nothing fails without a move"
    if value.times is not None and value.problem is None:
        reason_by_key["times"] = "there is no `problem`"
    for key in ("moves", "answer_lost") if value.problem is not None and value.times is None else ():
        if getattr(value, key) not in (None, False):
            reason_by_key[key] = "every request receives the problem"
    if value.field is not None and value.value is None:
        reason_by_key["field"] = "there is no `value`"
    for key, reason in reason_by_key.items():
        yield outcome.finding("misplaced-outcome-key", f"`{key}` has no effect, as {reason}", key, key=True)


def _moves(context: RuleContext, outcome: Stated[Outcome]) -> Iterator[Diagnostic]:
    failure_codes, value = context.catalogue.problems.value.failure_codes, outcome.value
    if value.failure is not None and value.failure not in failure_codes:
        lacking_phrase = "there is no failure code"
        yield outcome.unknown("unknown-failure-code", lacking_phrase, value.failure, failure_codes, "failure")
    if value.moves is None:
        return
    machines = _machines(context, value)
    faults = {machine.name: finding for machine in machines if (finding := _wrong_move(outcome, value.moves, machine))}
    if faults:
        fault = next(iter(faults.values()))
        name = next((machine.name for machine in machines if machine.name not in faults), None)
        yield replace(fault, help=f"write `state_machine: {name}` if it is for {name!r} alone") if name else fault
        return
    for machine in machines if value.failure else ():
        course = next((candidate.value for candidate in context.stated(Course) if candidate.name == machine.name), None)
        state = _end(machine, value.moves)
        if course and _end(machine, course.moves) == state:
            message = f"the outcome fails in {state!r}, but the course of {machine.name!r} ends there without a failure"
            yield outcome.finding("failure-of-success", message, "failure")


def _response(context: RuleContext, outcome: Stated[Outcome]) -> Iterator[Diagnostic]:
    operations, value = context.catalogue.operations.value.operations.values(), outcome.value
    problems = context.catalogue.problems.value.problems
    problem = problems.get(value.problem or "")
    # Where several problems have one cause, one of them is wrong, which was reported.
    causes = [candidate.cause for candidate in problems.values()]
    if problem and problem.cause not in UNPROVOKED and causes.count(problem.cause) == 1:
        message = f"a request can provoke the problem {problem.slug!r} by itself"
        yield outcome.finding("provoked-problem", message, "problem")
    elif problem and any(problem.slug in operation.problems for operation in operations):
        directions = {machine.direction for machine in _machines(context, value)}
        for operation in operations:
            is_legible = all(slug in problems for slug in operation.problems)  # An unknown name was meant for one.
            is_asked = operation.is_creating and operation.request in directions
            if is_asked and is_legible and problem.slug not in operation.problems:
                message = f"the operation {operation.id!r} does not respond with the problem {problem.slug!r}"
                yield outcome.finding("unoffered-problem", message, "problem")
    most = context.catalogue.rulebook.value.limits.answer_seconds.value
    if value.delay_seconds and value.delay_seconds > most:
        message = f"the response takes {counted(value.delay_seconds, 'second')}, but the service responds within {most}"
        yield outcome.finding("late-response", message, "delay_seconds")


@rule("sandbox", needs=_NEEDS)
def references(context: RuleContext) -> Iterator[Diagnostic]:
    """Report references that name several outcomes, and those that a request does not accept."""
    all_outcomes = [outcome for outcome in context.stated(Outcome) if outcome.value.value is None]
    yield from _selected(context)
    for outcome in all_outcomes:
        longer_names = [candidate.name for candidate in all_outcomes if candidate.name.startswith(f"{outcome.name}-")]
        if longer_names:
            message = f"a reference that begins with {longer_names[0]!r} begins with {outcome.name!r}, too"
            yield outcome.finding("ambiguous-outcome", message, key=True)
    machines_by_outcome = {outcome.name: _machines(context, outcome.value) for outcome in all_outcomes}
    directions = {name: {machine.direction for machine in machines} for name, machines in machines_by_outcome.items()}
    naming = context.once(_naming)
    yield from _unnamed(context, [outcome for outcome in all_outcomes if directions[outcome.name].isdisjoint(naming)])
    reported_directions = set()
    for request, field in context.different_fields:
        if field.role != "reference" or request.direction in reported_directions:
            continue
        meant_outcomes = [outcome for outcome in all_outcomes if request.direction in directions[outcome.name]]
        # A field accepts the key of an outcome, alone and with more characters of some kind.
        misfits = [
            outcome
            for outcome in meant_outcomes
            if not field.accepts(outcome.name)
            or not any(field.accepts(f"{outcome.name}-{sign * count}") for sign, count in product("0aA", _MORE))
        ]
        if misfits:
            reported_directions.add(request.direction)
            suffix = f" and {counted(len(misfits) - 1, 'more key')}" if len(misfits) > 1 else ""
            beginning = f"{field.path!r} of {request.phrase} does not accept {misfits[0].name!r}"
            message = f"{beginning}{suffix} with a hyphen and {_MORE[-1]} more characters"
            yield misfits[0].finding("unfit-reference", message, key=True)


def _selected(context: RuleContext) -> Iterator[Diagnostic]:
    """Report outcomes that no value of a request selects, and those that another one is selected before."""
    names_by_selection: dict[tuple[str | None, Hashable], set[str]] = defaultdict(set)
    for outcome in (candidate for candidate in context.stated(Outcome) if candidate.value.value is not None):
        path, value = outcome.value.field, outcome.value.value
        machines = _machines(context, outcome.value)
        directions, machine_names = {machine.direction for machine in machines}, {machine.name for machine in machines}
        fields = [
            field
            for request, field in context.request_fields
            if request.direction in directions and (field.role == "reference" if path is None else field.path == path)
        ]
        # A field with the role reference is what an outcome without a field means.
        earlier_names = names_by_selection[None if fields and fields[0].role == "reference" else path, as_key(value)]
        if not fields:
            selector = f"the field {path!r}" if path else "a reference"
            message = f"no request has {selector} whose value selects the outcome"
            hint = "name a field of the requests that the outcome is for" if path else ""
            yield outcome.finding("outcome-without-reference", message, "field" if path else "value", help=hint)
        elif not any(JSON_TYPES[field.json_type].holds(value) and field.accepts(value) for field in fields):
            message = f"no request accepts {compact(value)} as {fields[0].path!r}"
            yield outcome.finding("unfit-reference", message, "value", help="choose a value that one accepts")
        elif earlier_names & machine_names:
            yield outcome.finding("ambiguous-outcome", "the same value selects another outcome", "value")
        earlier_names |= machine_names


def _unnamed(context: RuleContext, stated_outcomes: list[Stated[Outcome]]) -> Iterator[Diagnostic]:
    """Report outcomes of requests that have no reference; those of no request at all were reported."""
    directions = {offer.direction for offer in context.offers.values() if offer.supported}
    pairs = ((outcome, _machines(context, outcome.value)) for outcome in stated_outcomes)
    unnamed = [outcome for outcome, machines in pairs if directions & {machine.direction for machine in machines}]
    if unnamed:
        suffix = f" and {counted(len(unnamed) - 1, 'more outcome')}" if len(unnamed) > 1 else ""
        message = f"no request has a reference that could name {unnamed[0].name!r}{suffix}"
        yield unnamed[0].finding("outcome-without-reference", message, key=True)


@rule("sandbox-coverage", stage=Stage.LACKING)
def coverage(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of states, failure codes and problems that no test can reach in the sandbox.

    Without a reference no request names an outcome: whoever tests moves the records.
    """
    directions = context.once(_naming)
    if context.catalogue.sandbox is None or not directions:
        return
    outcome_values = [outcome.value for outcome in context.stated(Outcome)]
    for machine in (candidate for candidate in context.stated(StateMachine) if candidate.value.direction in directions):
        applying_outcomes = [outcome for outcome in outcome_values if outcome.state_machine in (None, machine.name)]
        machine_courses = [course.value for course in context.stated(Course) if course.name == machine.name]
        moves = [*(course.moves for course in machine_courses), *(outcome.moves or () for outcome in applying_outcomes)]
        entered_states = {state for states in moves for state in states}
        entered_states |= {operation.value.moves.get(machine.name, "") for operation in context.stated(Operation)}
        for name in machine.value.by_name.keys() - {machine.value.initial, *entered_states}:
            message = f"nothing in the sandbox leads to the state {name!r} of {machine.name!r}"
            yield machine.finding("untried-state", message, "states", name, key=True)
    failure_codes = {outcome.failure for outcome in outcome_values}
    for code in context.stated(Code):
        if code.path[0] == "failure_codes" and code.name not in failure_codes:
            message = f"no outcome of the sandbox has the failure code {code.name!r}"
            yield code.finding("untried-failure", message, key=True)
    tried_problems = {outcome.problem for outcome in outcome_values}
    for problem in context.stated(Problem):
        is_untried = problem.value.cause in UNPROVOKED and problem.name not in tried_problems
        if is_untried and not problem.at(key=True).is_shipped:
            message = f"no request can provoke the problem {problem.name!r}, and no outcome of the sandbox has it"
            yield problem.finding("untried-problem", message, key=True)


@rule("sandbox-coverage", stage=Stage.LACKING)
def examples(context: RuleContext) -> Iterator[Diagnostic]:
    """Warn of operations of which the sandbox knows no more than the example of their response."""
    contract = context.contract
    operation_by_id = {operation.id: operation for operation in contract.interface.operations}
    for statement in context.stated(Operation):
        operation = operation_by_id[statement.name]
        if use_of(contract, operation).is_example:
            message = f"nothing states what {statement.name!r} does, so the sandbox responds with an example"
            record = contract.interface.answer_record(operation)
            items = [record_name for member in record.members if (record_name := item_record(member))] if record else []
            hint = ""
            if operation.http_method == "GET" and len(items) == 1 and machine_of(contract.interface, items[0]):
                texts = (
                    query for query in parameters_of(contract, operation, "query") if query.value.json_type == "string"
                )
                name = next((snake(query.name) for query in texts), "cursor")
                hint = f"for a list with pages, the next `{name}` is the member `next_{name}` of its record"
            yield statement.finding("only-an-example", message, key=True, help=hint)


def _naming(context: RuleContext) -> set[str]:
    return {field.offer.direction for field in context.of_role("reference")}


def _machines(context: RuleContext, outcome: Outcome) -> list[StateMachine]:
    """Return the state machines whose transactions an outcome is for; unknown ones were reported.

    No request leads to a record of a machine that follows another one.
    """
    machines = context.catalogue.states.value.state_machines.values()
    return [machine for machine in machines if outcome.state_machine in (None, machine.name) and not machine.follows]


def _wrong_move(
    statement: Stated[Course] | Stated[Outcome], moves: Iterable[str], machine: StateMachine
) -> Diagnostic | None:
    """Return the finding of the first move that is no transition, or None; the machine's own faults were reported."""
    state, reachable_states = machine.initial, reached(machine) if is_sound(machine) else set()
    for index, next_state in enumerate(moves):
        if next_state in machine.by_name.keys() - reachable_states or not reachable_states:
            return None
        ends = dict.fromkeys(transition.end for transition in machine.transitions if transition.start == state)
        if next_state not in machine.by_name:
            lacking_phrase = f"the state machine {machine.name!r} has no state"
            return statement.unknown("unknown-move", lacking_phrase, next_state, machine.by_name, "moves", index)
        if next_state not in ends:
            message = f"no transition of {machine.name!r} leads from {state!r} to {next_state!r}"
            hint = f"{state!r} is followed by {', '.join(map(repr, ends))}" if ends else f"nothing follows {state!r}"
            return statement.finding("illegal-move", message, "moves", index, help=hint)
        state = next_state
    return None


def _end(machine: StateMachine, moves: tuple[str, ...]) -> str:
    return moves[-1] if moves else machine.initial


def _is_settled(context: RuleContext, machine: StateMachine, state: str) -> bool:
    """Return whether nothing more is expected: an operation moves on, or at most a move to a final state is left."""
    ends = {transition.end for transition in machine.transitions if transition.start == state}
    is_left = any(operation.value.moves.get(machine.name) in ends for operation in context.stated(Operation))
    return not ends or is_left or (len(ends) == 1 and all(machine.by_name[end].final for end in ends))
