"""A request type in, the rows of its field table out: each container and field, in the order of the field table."""

from collections.abc import Iterator
from dataclasses import dataclass

from paycat.contract.interface import Code
from paycat.contract.lifecycle import Deprecation
from paycat.contract.model import Choice, Contract, FieldNode, Group, Hint, Request
from paycat.contract.paths import ITEM
from paycat.contract.values import Reason
from paycat.pages.rule_texts import rule_text, type_text

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
