"""The members of a request type as pages show them, and its conditions with the samples that show each."""

import re
from collections.abc import Iterator, Mapping

from paycat.catalogue.statement import Reason
from paycat.contract.model import Request, Sample
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group, Node
from paycat.contract.paths import ITEM, pointer, steps_of
from paycat.documents.marks import joined
from paycat.shapes.constraints.format import FORMS
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.json_types import JSON_TYPES

_SENSITIVE = {"pan": "card number", "account": "account", "personal": "personal"}
_ONE_CLASS = re.compile(r"\^\[([^\[\]\\^]+)\](?:[*+]|\{[0-9]+(?:,[0-9]*)?\})\$")
_SIGNS: Mapping[str, str] = {"0-9": "digits", "A-Z": "capital letters A to Z", "a-z": "small letters a to z"}


def outline(request: Request) -> Iterator[tuple[int, Group, Node]]:
    """Yield each member of a request, and what each item of a list is, before what is inside it.

    With it are how many objects and lists are around it, and the object that it is in.
    """
    for member in request.root.members:
        yield from _outline(0, request.root, member)


def _outline(depth: int, parent: Group, node: Node) -> Iterator[tuple[int, Group, Node]]:
    yield depth, parent, node
    owner, inside = (node, node.members) if isinstance(node, Group) else (parent, (node.items,))
    for inner in inside:
        if inner:
            yield from _outline(depth + 1, owner, inner)


def shown_name(node: Node) -> str:
    """Return the name of a member, or which list an item is of."""
    return node.name or f"each of {node.path.removesuffix(ITEM)}"


def is_fixed(node: Node) -> bool:
    """Return whether a member has one value."""
    return isinstance(node, FieldNode) and node.fixed is not None


def level(node: Node) -> str:
    """Return the requirement level of a member; one with one value is fixed."""
    return "fixed" if is_fixed(node) else node.requirement


def level_note(node: Node, parent: Group) -> str:
    """Return what the level of a member in an object does not say."""
    if node.requirement == "required" and parent.path and parent.requirement == "optional":
        return "if the object is sent"
    return node.requirement if is_fixed(node) else ""


def reason_of(node: Node) -> Reason:
    """Return where a member comes from, with where the closedness of an object comes from."""
    return joined(node.reason, node.closed_reason) if isinstance(node, Group) else node.reason


def sensitivity(node: Node) -> str:
    """Return what sensitive data a member has; "" for none."""
    return _SENSITIVE[node.sensitive] if isinstance(node, FieldNode) and node.sensitive else ""


def sensitive_words(request: Request) -> tuple[str, ...]:
    """Return what sensitive data a request has."""
    return tuple(dict.fromkeys(filter(None, map(sensitivity, request.root.fields()))))


def type_text(field: Node) -> str:
    """Return a member's JSON type with its bounds, such as "text of 1 to 20 digits"."""
    if isinstance(field, Group):
        return "object; members that are not listed are rejected" if field.closed else "object"
    if field.items:
        of = "objects" if isinstance(field.items, Group) else "values"
        return f"{JSON_TYPES[field.json_type].title} of {of}"
    if field.json_type != "string":
        return JSON_TYPES[field.json_type].title
    if formats := field.constraint("format"):
        return FORMS[str(formats.value)].title
    if is_fixed(field) or field.choices:
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
    signs = _class_text(str(rule.value)) if rule.phrase.literal else None
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


def exact_limit(rule: Constraint) -> tuple[str, str]:
    """Return what a rule requires of a value, and the text of the catalogue or the pattern that ends it, if any."""
    limit, literal = rule.phrase.limit, rule.phrase.literal
    if rule.kind.relation is Relation.MATCHES and not literal:  # A date in words has no exact form.
        return f"{limit}, of the form", str(rule.kind.compared(rule.value))
    return limit, literal


def conditions(request: Request) -> list[tuple[Group, Condition]]:
    """Return the conditions, each with its object, outermost first."""
    return [(group, condition) for group in request.root.groups() for condition in group.conditions]


def member_path(group: Group, name: str) -> str:
    """Return the path of a member of a group."""
    return f"{group.path}.{name}" if group.path else name


def unexplained(request: Request) -> list[FieldNode]:
    """Return the conditional fields that no condition names."""
    stated = ((group, names) for group, condition in conditions(request) for names in condition.any_of)
    explained = {member_path(group, name) for group, names in stated for name in names}
    return [one for one in request.root.fields() if one.requirement == "conditional" and one.path not in explained]


def samples_with(names: tuple[str, ...], request: Request, group: Group, condition: Condition) -> list[Sample]:
    """Return the valid samples with a combination, if possible without any other."""
    valid = [one for one in request.samples if not one.violations and _has(group, names, one)]
    others = [other for other in condition.any_of if other != names]
    return [one for one in valid if not any(_has(group, other, one) for other in others)] or valid


def _has(group: Group, names: tuple[str, ...], sample: Sample) -> bool:
    sent = sample.at(group.path)
    return isinstance(sent, dict) and all(name in sent for name in names)


def samples_without(condition: Condition, request: Request, group: Group) -> list[Sample]:
    """Return the samples that break a condition, as they state."""
    broken = ("conditional_required", pointer(steps_of(group.path)))
    stated = (one for one in request.samples if any((it.code, it.pointer) == broken for it in one.violations))
    return [one for one in stated if not any(_has(group, names, one) for names in condition.any_of)]
