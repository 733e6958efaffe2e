"""What people read of a contract: a method as tables in the terminal, and a violation as a sentence."""

from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from paycat.catalogue.lifecycle import ReservedField, ReservedMethod
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Method, Request, Violation
from paycat.contract.nodes import Condition, FieldNode, Group
from paycat.contract.paths import pointer, steps, value_of
from paycat.diagnostics import did_you_mean
from paycat.reporting.terminal import Column, Terminal
from paycat.schemas.marks import deprecation_text, joined, meaning_of, reasons_of
from paycat.text.counting import counted

_NARROWEST = 140
_MUST = {"required": "is required", "unknown_field": "must be left out in this case"}
_COLUMNS: Mapping[str, Column] = {"field": "word", "level": "word", "rules": "text", "meaning": "text", "from": "text"}


def print_method(contract: Contract, method: Method) -> None:
    """Print what a method is, and for each direction its fields, constraints and conditions."""
    console = Terminal(narrowest_width=_NARROWEST)
    console.print(Text.assemble((method.code, "bold"), f" {method.title}. {method.note}."), soft_wrap=True)
    if method.deprecated:
        console.print(deprecation_text(method.deprecated), soft_wrap=True)
    for currency in map(contract.currency, method.currencies):
        console.print(f"{currency.code} ({currency.name}, {counted(currency.exponent, 'decimal place')})")
    console.print(f"countries: {method.named_countries}")
    for direction, offer in method.offers.items():
        offer_text = f" {offer.availability}{_in_brackets(offer.reason)}"
        console.print(Text.assemble("\n", (direction, "bold"), offer_text))
        if offer.request is None:
            continue
        console.print_table(_COLUMNS, map(_row, offer.request.root.fields()))
        for group in offer.request.root.groups():
            for condition in group.conditions:
                choices_text = f"{_choices([condition])}{_in_brackets(condition.reason)}"
                console.print(f"{group.path or 'the request'} needs at least one of: {choices_text}", soft_wrap=True)


def _row(field: FieldNode) -> tuple[str, ...]:
    phrases = (constraint.phrase for constraint in field.constraints)
    rules_text = ", ".join((field.type_or_shape, *(f"{phrase.limit} {phrase.literal}".rstrip() for phrase in phrases)))
    return field.path, field.requirement, rules_text, meaning_of(field), _because(joined(*reasons_of(field)))


def _choices(conditions: Iterable[Condition]) -> str:
    return " | ".join(" + ".join(names) for condition in conditions for names in condition.any_of)


def _in_brackets(reason: Reason) -> str:
    return f" ({_because(reason)})" if reason != Reason() else ""


def _because(reason: Reason) -> str:
    return ", ".join(citation for citation in (reason.source or "", *reason.decisions) if citation)


def describe_violation(
    contract: Contract, request: Request | None, violation: Violation, sent_code: Any = None, body: Any = None
) -> tuple[str, str]:
    """Return which field violates what, and where that comes from or what to do; without any value of the payload.

    `sent_code` is the method code of the payload, where it matches no request; `body` is the payload, where it does.
    """
    if request is None:
        problem_meanings = {problem.slug: problem.when for problem in contract.interface.problems}
        code_meanings = {code.code: code.meaning for code in contract.interface.violation_codes}
        meaning = {**problem_meanings, **code_meanings}.get(violation.code, violation.code)
        return f"{violation.pointer} {meaning}", _reserved(contract.reserved.method(str(sent_code)))
    match request.node_at(violation.pointer, body):
        case Group() as group:
            return _at_group(group, violation, body)
        case FieldNode() as field:
            rule = next((rule for rule in field.constraints if rule.code == violation.code), None)
            null_text = "must not be null" if field.requirement == "required" else "must not be null; leave it out"
            must_by_code = {**_MUST, "type": f"must be a JSON {field.json_type}"}
            must = rule.phrase.whole_must if rule else must_by_code.get(violation.code, null_text)
            return f"{field.path} ({field.meaning}) {must}", _because(rule.reason if rule else field.reason)
    return _at_unknown_member(contract, request, violation)


def _at_group(group: Group, violation: Violation, body: Any) -> tuple[str, str]:
    if violation.code == "conditional_required":
        name, conditions = group.path or "the body", [*group.unmet(value_of(body, violation.pointer))]
        needs = ", and one of: ".join(_choices([condition]) for condition in conditions)
        reason = joined(*(condition.reason for condition in conditions))
        return f"{name} ({group.meaning}) needs one of: {needs}", _because(reason)
    must = {**_MUST, "type": "must be a JSON object"}.get(violation.code, "must not be null")
    return f"{group.path} ({group.meaning}) {must}", _because(group.reason)


def _at_unknown_member(contract: Contract, request: Request, violation: Violation) -> tuple[str, str]:
    *parent_steps, name = steps(violation.pointer)
    reserved_field = contract.reserved.field(".".join((*parent_steps, name)), request.method)
    if isinstance(group := request.node_at(pointer(parent_steps)), Group):
        hint = _reserved(reserved_field) or did_you_mean(name, [member.name for member in group.members])
        return f"{request.method or request.direction} lists no {name!r} here", hint
    return f"{request.method or request.direction} lists no {violation.pointer}", ""


def _reserved(reservation: ReservedField | ReservedMethod | None) -> str:
    if reservation is None:
        return ""
    if reservation.now:
        return f"it was renamed to {reservation.now!r} in version {reservation.since}"
    return f"it was removed in version {reservation.since}: {reservation.meaning}"
