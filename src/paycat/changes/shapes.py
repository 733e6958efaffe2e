"""An object of a request in; what decides which bodies it accepts, and nothing else of it, out."""

from collections.abc import Hashable

from paycat.contract.model import FieldNode, Group


def shape(member: FieldNode | Group) -> Hashable:
    """Return a value that is equal for two objects or fields when they refuse the same in every body."""
    if isinstance(member, FieldNode):
        rules = tuple((rule.keyword, rule.value, rule.code) for rule in member.constraints)
        items = shape(member.items) if member.items else None
        return member.name, member.requirement == "required", member.json_type, rules, items
    conditions = frozenset(condition.any_of for condition in member.conditions)
    inside = frozenset(map(shape, member.members))
    return member.name, member.requirement == "required", member.closed, conditions, inside
