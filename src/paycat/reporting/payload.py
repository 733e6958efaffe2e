"""A refusal in words: which field, what it holds, what is wanted, and where that comes from."""

from typing import Any

from paycat.catalogue.lifecycle import RetiredField, RetiredMethod
from paycat.catalogue.statement import Reason
from paycat.contract.model import Contract, Refusal, Request
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.paths import has_path
from paycat.contract.pointers import pointer, steps
from paycat.diagnostics import did_you_mean


def refusal_text(contract: Contract, request: Request | None, refusal: Refusal, code: Any = None) -> tuple[str, str]:
    """Return what is refused and what to do; no value of the payload is repeated.

    `code` is what the payload has as method code.
    """
    if request is None:
        meanings = {problem.slug: problem.when for problem in contract.interface.problems}
        codes = {code.code: code.meaning for code in contract.interface.refusal_codes}
        text = {**meanings, **codes}.get(refusal.code, refusal.code)
        gone = contract.retired.method(str(code))
        return f"{refusal.pointer} {text}", _retired(gone) if gone else ""
    for group in request.root.groups():
        if has_path(refusal.pointer, group.path):
            return _about_group(group, refusal)
    for field in request.root.fields():
        if has_path(refusal.pointer, field.path):
            return _about_field(field, refusal)
    return _unknown(contract, request, refusal)


def _about_field(field: FieldNode, refusal: Refusal) -> tuple[str, str]:
    rule = next((rule for rule in field.constraints if rule.code == refusal.code), None)
    null = "must not be null" if field.requirement == "required" else "must not be null; leave it out"
    told = {"required": "is required", "type": f"must be a JSON {field.json_type}"}
    wanted = rule.phrase.whole_must if rule else told.get(refusal.code, null)
    return f"{field.path} ({field.meaning}) {wanted}", _because(rule.reason if rule else field.reason)


def _about_group(group: Group, refusal: Refusal) -> tuple[str, str]:
    if refusal.code == "conditional_required":
        choices = " | ".join(" + ".join(names) for condition in group.conditions for names in condition.any_of)
        reason = group.conditions[0].reason
        return f"{group.path or 'the body'} ({group.meaning}) needs one of: {choices}", _because(reason)
    wanted = {"required": "is required", "type": "must be a JSON object"}.get(refusal.code, "must not be null")
    return f"{group.path} ({group.meaning}) {wanted}", _because(group.reason)


def _unknown(contract: Contract, request: Request, refusal: Refusal) -> tuple[str, str]:
    gone = contract.retired.field(".".join(steps(refusal.pointer)), request.method)
    *parent, name = steps(refusal.pointer)
    for group in request.root.groups():
        if has_path(pointer(parent), group.path):
            names = [member.name for member in group.members]
            return f"{request.method} lists no {name!r} here", _retired(gone) if gone else did_you_mean(name, names)
    return f"{request.method} lists no {refusal.pointer}", ""


def _retired(gone: RetiredField | RetiredMethod) -> str:
    if gone.now:
        return f"it was renamed to {gone.now!r} in version {gone.since}"
    return f"it was retired in version {gone.since}: {gone.meaning}"


def _because(reason: Reason) -> str:
    return ", ".join(part for part in (reason.source or "", *reason.decisions) if part)
