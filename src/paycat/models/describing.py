"""A group of a request or a record's schema in, the docstrings of its model and of the model's fields out.

`help()` shows a class's own docstring alone, and editors show a field's: so both say the same of each field.
"""

import textwrap
from collections.abc import Mapping
from typing import Any

from paycat.contract.interface import Record
from paycat.contract.model import FieldNode, Group
from paycat.contract.values import Reason
from paycat.documents.json_schema import combinations_text
from paycat.documents.marks import field_reasons, group_reasons, meaning_of, sentence, sourced

_WIDTH = 84  # Docstrings stand four columns in.
_LEVELS = {
    "required": "Required.",
    "optional": "Optional.",
    "conditional": "Needed in some combinations.",
}


def group_text(group: Group) -> str:
    """Return what a group is, where that comes from, its combinations, and a line for each of its members."""
    text = " ".join((sourced(meaning_of(group), *group_reasons(group)), *map(combinations_text, group.conditions)))
    return _with_members(text, {member.name: member_text(member) for member in group.members})


def record_text(record: Record, properties: Mapping[str, Any]) -> str:
    """Return what a record is, where that comes from, and a line for each member that its schema describes."""
    described = {name: node for name, node in properties.items() if isinstance(node, dict) and "description" in node}
    text = sourced(record.body.meaning or record.name, record.reason)
    return _with_members(text, {name: _described(node) for name, node in described.items()})


def _described(node: Mapping[str, Any]) -> str:
    return sourced(
        node["description"], Reason(source=node.get("x-source"), decisions=tuple(node.get("x-decision", ())))
    )


def _with_members(text: str, members: Mapping[str, str]) -> str:
    lines = [_filled(f"{name}: {told}", 4) for name, told in members.items()]
    return "\n".join((_filled(text, 0), *(("", "Attributes:", *lines) if lines else ())))


def _filled(text: str, indent: int) -> str:
    begin = " " * indent
    return textwrap.fill(
        text,
        _WIDTH,
        initial_indent=begin,
        subsequent_indent=begin * 2,
        break_long_words=False,
        break_on_hyphens=False,
    )


def member_text(member: FieldNode | Group) -> str:
    """Return a member's meaning, level, rules, sensitivity and hints, and the source and decisions of them all."""
    if isinstance(member, Group):
        return sourced(f"{sentence(member.meaning)} {_LEVELS[member.requirement]}", member.reason)
    parts = [sentence(meaning_of(member)), _LEVELS[member.requirement]]
    if member.constraints:
        rules = "; ".join(rule.phrase.whole_limit for rule in member.constraints)
        parts.append(f"{rules[:1].upper()}{rules[1:]}.")
    if member.sensitive:
        parts.append(f"Sensitive ({member.sensitive}): masked in `repr`.")
    parts += [f"Hint: {sentence(hint.note)}" for hint in member.hints]
    return sourced(" ".join(parts), *field_reasons(member))
