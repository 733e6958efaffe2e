"""The field table of a request type, and its conditions with the samples that show each."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paycat.catalogue.statement import Reason
from paycat.contract.model import Request, Sample
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group, Node
from paycat.contract.paths import ITEM, steps_of
from paycat.contract.pointers import pointer
from paycat.documents.marks import joined
from paycat.shapes.json_types import JSON_TYPES

_SENSITIVE = {"pan": "card number", "account": "account", "personal": "personal"}


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the field table. `inside` is the path of the container, "" for the request itself."""

    node: Node
    name: str
    inside: str
    level: str
    level_note: str
    type: str
    sensitive: str
    reason: Reason


def field_rows(request: Request) -> Iterator[Row]:
    """Yield a row for each container and field, a container before its members."""
    for member in request.root.members:
        yield from _rows(request.root, member)


def _rows(parent: Group, node: Node) -> Iterator[Row]:
    if isinstance(node, Group):
        yield _group_row(parent, node)
        for member in node.members:
            yield from _rows(node, member)
    else:
        yield _field_row(parent, node)
        if isinstance(node.items, Group):
            for member in node.items.members:
                yield from _rows(node.items, member)
        elif node.items:
            yield from _rows(parent, node.items)


def _group_row(parent: Group, group: Group) -> Row:
    return Row(
        node=group,
        name=group.name,
        inside=parent.path,
        level=group.requirement,
        level_note=_level_note(parent, group),
        type="object; members that are not listed are rejected" if group.closed else "object",
        sensitive="",
        reason=joined(group.reason, group.closed_reason),
    )


def _field_row(parent: Group, field: FieldNode) -> Row:
    is_fixed = field.constraint("const") is not None
    return Row(
        node=field,
        name=field.name or f"each of {field.path.removesuffix(ITEM)}",
        inside=parent.path if field.name else "",
        level="fixed" if is_fixed else field.requirement,
        level_note=_level_note(parent, field) or (field.requirement if is_fixed else ""),
        type=type_text(field),
        sensitive=_SENSITIVE[field.sensitive] if field.sensitive else "",
        reason=field.reason,
    )


def _level_note(parent: Group, member: Node) -> str:
    is_inner = member.requirement == "required" and parent.path and parent.requirement == "optional"
    return "if the object is sent" if is_inner else ""


def sensitive_words(request: Request) -> tuple[str, ...]:
    """Return what sensitive data a request has."""
    return tuple(dict.fromkeys(_SENSITIVE[one.sensitive] for one in request.root.fields() if one.sensitive))


_ONE_CLASS = re.compile(r"\^\[([^\[\]\\^]+)\](?:[*+]|\{[0-9]+(?:,[0-9]*)?\})\$")
_SIGNS: Mapping[str, str] = {"0-9": "digits", "A-Z": "capital letters A to Z", "a-z": "small letters a to z"}


def type_text(field: FieldNode) -> str:
    """Return a field's JSON type with its bounds, such as "text of 1 to 20 digits"."""
    if field.items:
        of = "objects" if isinstance(field.items, Group) else "values"
        return f"{JSON_TYPES[field.json_type].title} of {of}"
    if field.json_type != "string":
        return JSON_TYPES[field.json_type].title
    if formats := field.constraint("format"):
        return str(formats.value).replace("-", " and ")
    if field.constraint("const") or field.choices:
        return "text"
    pattern = field.constraint("pattern")
    signs = (_class_text(str(pattern.value)) if pattern else None) or "characters"
    least, most = field.constraint("min_length"), field.constraint("max_length")
    count = _count(int(least.number) if least else 0, int(most.number) if most else None)
    if count == "at least 1" and signs == "characters":
        return "text, not empty"
    if count:
        return f"text of {count} {signs.removesuffix('s') if count.split()[-1] == '1' else signs}"
    return "text" if signs == "characters" else f"text of {signs}"


def _count(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least}" if least else ""
    if least == most:
        return str(most)
    return f"{least} to {most}" if least else f"at most {most}"


def rule_text(rule: Constraint) -> str:
    """Return what a rule requires of a value; the page shows a pattern or a fixed value after it."""
    signs = _class_text(rule.phrase.literal)
    return f"{signs} only:" if signs else rule.phrase.limit


def _class_text(pattern: str) -> str | None:
    """Return which characters a pattern of one class allows; None for any other pattern."""
    found = _ONE_CLASS.fullmatch(pattern)
    if not found:
        return None
    ranges = re.findall(r"[0-9A-Za-z]-[0-9A-Za-z]", found[1])
    if "".join(ranges) != found[1] or not set(ranges) <= set(_SIGNS):
        return None
    return " and ".join(_SIGNS[one] for one in ranges)


@dataclass(frozen=True, slots=True)
class ConditionView:
    """A condition of a container, the samples for each of its combinations, and the samples that break it."""

    group: Group
    condition: Condition
    combinations: tuple[tuple[tuple[str, ...], list[Sample]], ...]
    rejected: list[Sample]


def condition_views(request: Request) -> Iterator[ConditionView]:
    """Yield the conditions, outermost container first."""
    for group in request.root.groups():
        for condition in group.conditions:
            combinations = tuple((names, _samples(request, group, condition, names)) for names in condition.any_of)
            rejected = [one for one in request.samples if _breaks(group, condition, one)]
            yield ConditionView(group, condition, combinations, rejected)


def member_path(group: Group, name: str) -> str:
    """Return the path of a member of a group."""
    return f"{group.path}.{name}" if group.path else name


def unexplained(request: Request) -> list[FieldNode]:
    """Return the conditional fields that no condition names."""
    explained = {
        member_path(group, name)
        for group in request.root.groups()
        for condition in group.conditions
        for names in condition.any_of
        for name in names
    }
    return [one for one in request.root.fields() if one.requirement == "conditional" and one.path not in explained]


def _samples(request: Request, group: Group, condition: Condition, names: tuple[str, ...]) -> list[Sample]:
    """Return the valid samples with a combination, if possible without any other."""
    valid = [one for one in request.samples if not one.violations and _has(group, names, one)]
    others = [other for other in condition.any_of if other != names]
    return [one for one in valid if not any(_has(group, other, one) for other in others)] or valid


def _has(group: Group, names: tuple[str, ...], sample: Sample) -> bool:
    sent = sample.at(group.path)
    return isinstance(sent, dict) and all(name in sent for name in names)


def _breaks(group: Group, condition: Condition, sample: Sample) -> bool:
    at = pointer(steps_of(group.path))
    is_stated = any(one.pointer == at and one.code == "conditional_required" for one in sample.violations)
    return is_stated and not any(_has(group, names, sample) for names in condition.any_of)
