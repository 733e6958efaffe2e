"""A request type in; the same without what no vector depends on, its words and places, out.

An edit of a description, or of a line above, then makes no vector anew.
"""

from paycat.contract.model import FieldNode, Group, Request
from paycat.contract.values import Place

_NOWHERE = Place(path="", line=0)
_WORDLESS = {"meaning": "", "label": None, "input": None, "autocomplete": None, "hints": ()}


def bare(request: Request) -> Request:
    """Return the request type without meanings, what forms are told, hints and places."""
    samples = tuple(sample.model_copy(update={"meaning": "", "place": _NOWHERE}) for sample in request.samples)
    return request.model_copy(update={"root": _bare_group(request.root), "samples": samples})


def _bare_group(group: Group) -> Group:
    members = tuple(map(_bare_member, group.members))
    conditions = tuple(condition.model_copy(update={"place": _NOWHERE}) for condition in group.conditions)
    update = {"members": members, "conditions": conditions, "meaning": "", "place": _NOWHERE}
    return group.model_copy(update=update)


def _bare_member(member: FieldNode | Group) -> FieldNode | Group:
    return _bare_group(member) if isinstance(member, Group) else _bare_field(member)


def _bare_field(field: FieldNode) -> FieldNode:
    choices = tuple(one.model_copy(update={"meaning": "", "label": None}) for one in field.choices)
    items = _bare_member(field.items) if field.items else None
    return field.model_copy(update={**_WORDLESS, "place": _NOWHERE, "choices": choices, "items": items})
