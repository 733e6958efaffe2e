"""The rule on names that a record lists, and on what a problem sends: they are those of their registers."""

import itertools
from collections.abc import Collection, Iterator, Mapping, Sequence

from paycat.catalogue.interface import Problem
from paycat.catalogue.shapes import Member, Shaped
from paycat.contract.interface import Interface
from paycat.contract.nodes import Constraint, FieldNode, Node
from paycat.contract.paths import Steps
from paycat.counting import listed
from paycat.diagnostics import Diagnostic
from paycat.lint.context import RuleContext
from paycat.lint.rule import rule
from paycat.lint.rules.agreement import key_of
from paycat.lint.shaped_values import is_without_value
from paycat.lint.statements import Stated


@rule("agreement", needs=["interface/records.yaml", "interface/events.yaml", "interface/problems.yaml"])
def listed_names(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members that list events or codes, but not all that there are, or others."""
    registers = dict(_registers(context.contract.interface))
    for shape in context.stated(Shaped):
        for called, names in registers.items():
            values = shape.value.values
            # A list of them has at least half of the names, and at least half of its values are names.
            if 2 * len(set(values) & set(names)) >= max(len(values), len(names), 1):
                yield from _different(shape, called, names)


def _registers(interface: Interface) -> Iterator[tuple[str, list[str]]]:
    """Return what records may list, by what it is called."""
    for machine in interface.state_machines:
        events = {one.name: one.state for one in interface.event_types if one.state_machine == machine.name}
        entered = {move.end for move in machine.transitions}
        if entered - {machine.initial} <= set(events.values()):  # Else an event is missing, which is reported.
            sent = [name for name, state in events.items() if state in entered or state != machine.initial]
            yield f"an event of {machine.name!r}", sent
    yield "a failure code", [one.code for one in interface.failure_codes]
    yield "a violation code", [one.code for one in interface.violation_codes]


def _different(shape: Stated[Shaped], called: str, names: Sequence[str]) -> Iterator[Diagnostic]:
    values = shape.value.values
    other, missing = [one for one in values if one not in names], [one for one in names if one not in values]
    if other or missing:
        parts = [f"lists {listed(map(repr, other))}, which is not {called}"] if other else []
        parts += [f"does not list {listed(map(repr, missing))}, which is {called}"] if missing else []
        hint = f"write `values: [{', '.join(names)}]`"
        message = f"the member {shape.name!r} {' and '.join(parts)}"
        yield shape.finding("other-names", message, *first_other(values, names), help=hint)


def first_other(values: Sequence[str], names: Collection[str]) -> Steps:
    """Return the path to the first of `values` that is not among the names; to the whole list if each is."""
    others = (index for index, one in enumerate(values) if one not in names)
    return ("values", *itertools.islice(others, 1))


@rule("agreement", needs=["interface/records.yaml", "interface/problems.yaml"])
def problem_values(context: RuleContext) -> Iterator[Diagnostic]:
    """Report members of the record of problems that do not hold what a problem sends."""
    yield from unheld_members(context).values()


def unheld_members(context: RuleContext) -> Mapping[Steps, Diagnostic]:
    """Return a finding for each member that does not hold the status, title or type of a problem (RFC 9457)."""
    interface, name = context.contract.interface, context.contract.interface.problem_record
    record = next((one for one in interface.records if one.name == name), None)
    stated = {one.path: one for one in context.stated(Member)}
    found: dict[Steps, Diagnostic] = {}
    for node in record.members if record else ():
        member = stated["records", name, "members", node.name]
        broken = (_broken(node, problem, interface) for problem in interface.problems)
        constraint, value = next(filter(None, broken), (None, ""))
        if constraint and not member.value.takes_echoed and not is_without_value(context, member):
            message = f"a problem has the {node.name} {value!r}, but this value {constraint.phrase.whole_must}"
            found[member.path] = member.finding("narrower-value", message, *key_of(member, constraint))
    return found


def _broken(node: Node, problem: Problem, interface: Interface) -> tuple[Constraint, str | int] | None:
    """Return the constraint that what a problem sends in a member does not keep, and what it sends."""
    sent: dict[str, str | int] = {
        "status": problem.status,
        "title": problem.title,
        "type": interface.problem_base + problem.slug,
    }
    if not isinstance(node, FieldNode) or node.name not in sent:
        return None
    value = sent[node.name]
    fitting = ("string",) if isinstance(value, str) else ("integer", "number")
    broken = (one for one in node.constraints if node.json_type in fitting and not one.holds(value))
    return next(((one, value) for one in broken), None)
