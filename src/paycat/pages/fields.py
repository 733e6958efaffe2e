"""The members of a request type as pages show them, and its conditions with the samples that show each."""

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from markupsafe import Markup, escape

from paycat.catalogue.statement import Reason
from paycat.contract.constraint import Constraint
from paycat.contract.model import Request, Sample
from paycat.contract.nodes import Condition, FieldNode, Group, Node
from paycat.contract.paths import ITEM, pointer, steps_of
from paycat.pages.words import limit_of_numbers
from paycat.schemas.marks import joined
from paycat.shapes.constraints.format import FORMS
from paycat.shapes.constraints.length import lengths_of
from paycat.shapes.constraints.relations import Measure, Relation
from paycat.shapes.json_types import JSON_TYPES

_SENSITIVE = {"pan": "card number", "account": "account", "personal": "personal"}
_ONE_CLASS = re.compile(r"\^\[([^\[\]\\^]+)\](?:[*+]|\{[0-9]+(?:,[0-9]*)?\})\$")
"""Rules on texts that are worded together."""
_SIGNS: Mapping[str, str] = {"0-9": "digits", "A-Z": "capital letters A to Z", "a-z": "small letters a to z"}


def outline(request: Request) -> Iterator[tuple[int, Group, Node]]:
    """Yield each member of a request, and what each item of a list is, before what is inside it.

    With it are how many objects and lists are around it, and the object that it is in.
    """
    for member in request.root.members:
        yield from _outline(0, request.root, member)


def _outline(depth: int, parent: Group, node: Node) -> Iterator[tuple[int, Group, Node]]:
    yield depth, parent, node
    owner, inner_nodes = (node, node.members) if isinstance(node, Group) else (parent, (node.items,))
    for inner_node in inner_nodes:
        if inner_node:
            yield from _outline(depth + 1, owner, inner_node)


def shown_name(node: Node) -> str:
    """Return the name of a member, or which list an item is of."""
    return node.name or f"each of {node.path.removesuffix(ITEM).rpartition('.')[2]}"


def inside_of(node: Node) -> Group | None:
    """Return the object whose members are inside a member: its own, or that of each of its items; None for others."""
    while isinstance(node, FieldNode) and node.items:
        node = node.items
    return node if isinstance(node, Group) else None


def listed_items(node: Node) -> FieldNode | None:
    """Return what each item of a list is, unless it is an object; None for what is no list."""
    return node.items if isinstance(node, FieldNode) and isinstance(node.items, FieldNode) else None


def is_fixed(node: Node) -> bool:
    """Return whether a member has one value."""
    return isinstance(node, FieldNode) and node.fixed is not None


def level(node: Node) -> str:
    """Return how necessary a member is: its requirement, or "fixed" for a required member that has only one value."""
    return "fixed" if is_fixed(node) and node.requirement == "required" else node.requirement


def level_note(node: Node, parent: Group) -> str:
    """Return what the level of a member in an object does not say."""
    is_within_optional = parent.path and parent.requirement == "optional"
    return "if the object is sent" if node.requirement == "required" and is_within_optional else ""


def reason_of(node: Node) -> Reason:
    """Return where a member comes from, with where the closedness of an object comes from."""
    return joined(node.reason, node.closed_reason) if isinstance(node, Group) else node.reason


def sensitivity(node: Node) -> str:
    """Return what sensitive data a member has; "" for none."""
    return _SENSITIVE[node.sensitive] if isinstance(node, FieldNode) and node.sensitive else ""


def sensitive_words(request: Request) -> tuple[str, ...]:
    """Return what sensitive data a request has."""
    return tuple(dict.fromkeys(filter(None, map(sensitivity, request.root.fields()))))


def type_name(node: Node) -> str:
    """Return what a member is, without its bounds: its JSON type, the name of its form, or what a list is of."""
    if isinstance(node, Group):
        return "object"
    if node.items:
        contents = "objects" if isinstance(node.items, Group) else "values"
        return f"{JSON_TYPES[node.json_type].title} of {contents}"
    if node.form:
        return FORMS[node.form].title
    if node.type and node.pattern and not _signs_of(node):
        return node.type.replace("_", " ")
    return "text" if node.json_type == "string" else JSON_TYPES[node.json_type].title


def rules_text(field: FieldNode) -> Markup:
    """Return the rules of a field as one sentence, such as "More than 0, at most 2 decimal places."; "" without any.

    A pattern is not in it, unless words say the same.
    """
    other_rules = (rule for rule in field.constraints if rule.kind.measure is not Measure.CHARACTERS)
    limits = (_limit(field, rule) for rule in other_rules if rule != field.pattern)
    words = Markup(", ").join([*_text_limits(field), *limits])
    return Markup("{}{}.").format(words[:1].upper(), words[1:]) if words else words


def _limit(field: FieldNode, rule: Constraint) -> Markup:
    if rule == field.fixed:
        return Markup("always <code>{}</code>").format(rule.text)
    if rule == field.listed:
        return Markup("one of these") if field.choices else escape(rule.phrase.limit)
    is_number = isinstance(rule.value, int | Decimal)
    return escape(limit_of_numbers(rule.phrase.limit) if is_number else rule.phrase.limit)


def _text_limits(field: FieldNode) -> Iterator[str]:
    """Yield how long a text may be and which characters it may have, if any rule says so."""
    length_words = _count(*lengths_of(field.bounds))
    sign_words = _signs_of(field)
    if length_words == "at least 1" and not sign_words:
        yield "not empty"
    elif length_words:
        noun = sign_words or "characters"
        yield f"{length_words} {noun.removesuffix('s') if length_words.split()[-1] == '1' else noun}"
    elif sign_words:
        yield f"{sign_words} only"


def _count(minimum: int, maximum: int | None) -> str:
    if maximum is None:
        return f"at least {minimum:,}" if minimum else ""
    if minimum == maximum:
        return f"{maximum:,}"
    return f"{minimum:,} to {maximum:,}" if minimum else f"at most {maximum:,}"


def pattern_of(field: FieldNode) -> str:
    """Return the pattern of a field as it is written in the catalogue; "" if it has none."""
    return field.pattern.phrase.literal if field.pattern else ""


def _signs_of(field: FieldNode) -> str | None:
    """Return which characters the pattern of a field allows, if it says no more than that."""
    match = _ONE_CLASS.fullmatch(str(field.pattern.value)) if field.pattern else None
    if not match:
        return None
    ranges = re.findall(r"[0-9A-Za-z]-[0-9A-Za-z]", match[1])
    if "".join(ranges) != match[1] or not set(ranges) <= set(_SIGNS):
        return None
    return " and ".join(_SIGNS[sign_range] for sign_range in ranges)


def rule_codes(field: FieldNode) -> list[tuple[str, Reason]]:
    """Return the code of each rule, with where the rule comes from if the field comes from elsewhere."""
    code_pairs = ((rule.code, rule.reason if rule.reason != field.reason else Reason()) for rule in field.constraints)
    return list(dict.fromkeys(code_pairs))


def exact_limit(rule: Constraint) -> tuple[str, str]:
    """Return what a rule requires of a value, and the text of the catalogue or the pattern that ends it, if any."""
    limit, literal = rule.phrase.limit, rule.phrase.literal
    if rule.kind.relation is Relation.MATCHES and not literal:  # A date in words has no exact form.
        return f"{limit}, of the form", str(rule.kind.compared(rule.value))
    return limit, literal


def conditions(request: Request) -> list[tuple[Group, Condition]]:
    """Return the conditions, each with its object, outermost first."""
    return [(group, condition) for group in request.root.groups() for condition in group.conditions]


def conditions_on(node: Node, parent: Group) -> list[Condition]:
    """Return the conditions of an object that name one of its members."""
    return [condition for condition in parent.conditions if node.name in condition.names]


def member_path(group: Group, name: str) -> str:
    """Return the path of a member of a group."""
    return f"{group.path}.{name}" if group.path else name


def unexplained(request: Request) -> list[FieldNode]:
    """Return the conditional fields that no condition names."""
    named_paths = {member_path(group, name) for group, condition in conditions(request) for name in condition.names}
    return [
        field for field in request.root.fields() if field.requirement == "conditional" and field.path not in named_paths
    ]


def samples_with(names: tuple[str, ...], request: Request, group: Group, condition: Condition) -> list[Sample]:
    """Return the valid samples with a combination, if possible without any other."""
    samples = [sample for sample in request.samples if not sample.violations and _has(group, names, sample)]
    other_options = [option for option in condition.any_of if option != names]
    return [sample for sample in samples if not any(_has(group, option, sample) for option in other_options)] or samples


def _has(group: Group, names: tuple[str, ...], sample: Sample) -> bool:
    content = sample.at(group.path)
    return isinstance(content, dict) and all(name in content for name in names)


def samples_without(condition: Condition, request: Request, group: Group) -> list[Sample]:
    """Return the samples that break a condition, as they state."""
    violation_key = ("conditional_required", pointer(steps_of(group.path)))
    breaking_samples = (
        sample
        for sample in request.samples
        if any((violation.code, violation.pointer) == violation_key for violation in sample.violations)
    )
    return [sample for sample in breaking_samples if not any(_has(group, names, sample) for names in condition.any_of)]
