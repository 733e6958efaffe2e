"""Which cases hold of an object, and what they make of the members inside."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from paycat.catalogue.cases import Given
from paycat.contract.nodes import Case, Group, Node, member_at
from paycat.contract.paths import Steps, steps_of

Decisions = Sequence[tuple[Steps, Case]]
"""Cases that hold, each with the steps to its member from an object, in their order."""

NOTHING: Decisions = ()
_MISSING = object()


def decisions_in(group: Group, value: Any, outer: Decisions = NOTHING) -> Decisions:
    """Return the cases that hold of an object: `outer`, which those around it decided, and its own."""
    return [*outer, *((steps_of(case.member), case) for case in group.cases if holds(case, value))]


def inside(decisions: Decisions, name: str) -> Decisions:
    """Return what is decided about the members of a member."""
    return [(steps[1:], case) for steps, case in decisions if len(steps) > 1 and steps[0] == name]


def about(decisions: Decisions, name: str) -> list[Case]:
    """Return the cases that decide about a member itself."""
    return [case for steps, case in decisions if steps == (name,)]


def requirement_in(member: Node, decisions: Decisions) -> Literal["required", "optional", "absent"]:
    """Return whether an object has a member. What holds a member that is required, is required, too."""
    requirements = {case.requirement for steps, case in decisions if steps == (member.name,)}
    if "absent" in requirements:
        return "absent"
    inner = {case.requirement for steps, case in decisions if steps[0] == member.name}
    return "required" if "required" in {member.requirement, *inner} else "optional"


def holds(case: Case, value: Any) -> bool:
    """Tell whether a case holds of an object."""
    return all(_is_met(given, steps_of(path), value) for path, given in case.given.items())


def as_decided(member: Node, cases: Sequence[Case]) -> Node:
    """Return a member with the rules of the first of the cases about it that states some."""
    field = next((case.field for case in cases if case.field), None)
    return member.model_copy(update={"constraints": field.constraints}) if field else member


def node_in(root: Node, body: Any, pointer_steps: Sequence[str]) -> Node | None:
    """Return the node that steps lead to, as it is in a body; None where there is none."""
    node: Node | None = root
    decided = NOTHING
    for step in pointer_steps:
        if isinstance(node, Group):
            decided = decisions_in(node, body, decided)
            member = member_at(node, (step,))
            node = member and as_decided(member, about(decided, step))
            decided, body = inside(decided, step), body.get(step) if isinstance(body, dict) else None
        else:
            node = node.items if node and step.isdecimal() else None
            body = body[int(step)] if isinstance(body, list) and int(step) < len(body) else None
    return node


def is_taken_away(root: Node, body: Any, steps: Steps) -> bool:
    """Tell whether a case that holds of a body takes away the member at steps, or what it is in."""
    node: Node | None = root
    decided = NOTHING
    for step in steps:
        if isinstance(node, Group):
            decided = decisions_in(node, body, decided)
            if any(case.requirement == "absent" for case in about(decided, str(step))):
                return True
            node, decided = member_at(node, (step,)), inside(decided, str(step))
            body = body.get(step) if isinstance(body, dict) else None
        else:
            node = node.items if node else None
            body = body[step] if isinstance(body, list) and isinstance(step, int) and step < len(body) else None
    return False


def _is_met(given: Given, steps: Iterable[str | int], value: Any) -> bool:
    for step in steps:
        if not isinstance(value, dict):
            return False
        value = value.get(step, _MISSING)
        if value is _MISSING:
            return given.presence == "absent"
    if given.presence:
        return given.presence == "present" and value is not None
    return type(value) is type(given.values[0]) and (value in given.values) is bool(given.one_of)
