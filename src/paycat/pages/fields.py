"""A request type in, the rows of its field table out: each container and field, in the order of the field table."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from paycat.catalogue.fields import Hint
from paycat.catalogue.interface import Code
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import Choice, Constraint, FieldNode, Group
from paycat.contract.paths import ITEM
from paycat.shapes.json_types import JSON_TYPES

_SENSITIVE = {"pan": "card number", "account": "account", "personal": "personal"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule in words; `shown` is the pattern or fixed value after them, `reason` is None where it is the field's."""

    text: str
    shown: str
    code: Code
    reason: Reason | None


@dataclass(frozen=True, slots=True)
class Row:
    """A row of the field table. `inside` is the path of the container, "" for the request itself."""

    path: str
    name: str
    inside: str
    is_group: bool
    level: str
    level_note: str
    type: str
    rules: tuple[Rule, ...]
    meaning: str
    hints: tuple[Hint, ...]
    choices: tuple[Choice, ...]
    sensitive: str
    deprecated: Deprecation | None
    reason: Reason


def field_rows(contract: Contract, request: Request) -> tuple[Row, ...]:
    """Return a row for each container and field, a container before what is inside."""
    return tuple(_rows(contract, request.root))


def sensitive_words(request: Request) -> tuple[str, ...]:
    """Return the kinds of sensitive values that a request has, in words."""
    return tuple(dict.fromkeys(_SENSITIVE[one.sensitive] for one in request.root.fields() if one.sensitive))


def _rows(contract: Contract, group: Group) -> Iterator[Row]:
    for member in group.members:
        if isinstance(member, Group):
            yield _of_group(group, member)
            yield from _rows(contract, member)
        else:
            yield from _with_items(contract, group, member)


def _with_items(contract: Contract, group: Group, field: FieldNode) -> Iterator[Row]:
    yield _of_field(contract, group, field)
    if isinstance(field.items, Group):
        yield from _rows(contract, field.items)
    elif field.items:
        yield from _with_items(contract, group, field.items)


def _of_group(parent: Group, group: Group) -> Row:
    return Row(
        path=group.path,
        name=group.name,
        inside=parent.path,
        is_group=True,
        level=group.requirement,
        level_note=_level_note(parent, group),
        type="object; members that are not listed are refused" if group.closed else "object",
        rules=(),
        meaning=group.meaning,
        hints=(),
        choices=(),
        sensitive="",
        deprecated=group.deprecated,
        reason=_joined(group.reason, group.closed_reason),
    )


def _of_field(contract: Contract, parent: Group, field: FieldNode) -> Row:
    codes = {code.code: code for code in contract.interface.refusal_codes}
    rules = (
        Rule(
            text=rule_text(rule),
            shown=rule.phrase.literal,
            code=codes[rule.code],
            reason=rule.reason if rule.reason != field.reason else None,
        )
        for rule in field.constraints
    )
    return Row(
        path=field.path,
        name=field.name or f"each of {field.path.removesuffix(ITEM)}",
        inside=parent.path if field.name else "",
        is_group=False,
        level="fixed" if field.constraint("const") else field.requirement,
        level_note=_level_note(parent, field),
        type=type_text(field),
        rules=tuple(rules),
        meaning=field.meaning,
        hints=field.hints,
        choices=field.choices,
        sensitive=_SENSITIVE[field.sensitive] if field.sensitive else "",
        deprecated=field.deprecated,
        reason=field.reason,
    )


def _level_note(parent: Group, member: FieldNode | Group) -> str:
    """Return what the badge alone does not say of the level."""
    fixed = isinstance(member, FieldNode) and member.constraint("const") is not None
    required = member.requirement == "required"
    if required and parent.path and parent.requirement == "optional":
        return "where the object is sent"
    return member.requirement if fixed else ""


def _joined(*reasons: Reason) -> Reason:
    source = next((reason.source for reason in reasons if reason.source), None)
    decisions = dict.fromkeys(decision for reason in reasons for decision in reason.decisions)
    return Reason(source=source, decisions=tuple(sorted(decisions)))


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
    signs = (class_text(str(pattern.value)) if pattern else None) or "characters"
    least, most = field.constraint("min_length"), field.constraint("max_length")
    count = _count(int(least.number) if least else 0, int(most.number) if most else None)
    if count == "at least 1" and signs == "characters":
        return "text, not empty"
    if count:
        return f"text of {count} {signs.removesuffix('s') if count.split()[-1] == '1' else signs}"
    return "text" if signs == "characters" else f"text of {signs}"


def rule_text(rule: Constraint) -> str:
    """Return what a rule asks of a value; of a pattern or fixed value the words before it."""
    signs = class_text(rule.phrase.literal)
    return f"{signs} only:" if signs else rule.phrase.limit


def class_text(pattern: str) -> str | None:
    """Return which characters a pattern of one class allows, in words; None for any other pattern."""
    found = _ONE_CLASS.fullmatch(pattern)
    if not found:
        return None
    ranges = re.findall(r"[0-9A-Za-z]-[0-9A-Za-z]", found[1])
    if "".join(ranges) != found[1] or not set(ranges) <= set(_SIGNS):
        return None
    return " and ".join(_SIGNS[one] for one in ranges)


def _count(least: int, most: int | None) -> str:
    if most is None:
        return f"at least {least}" if least else ""
    if least == most:
        return str(most)
    return f"{least} to {most}" if least else f"at most {most}"
