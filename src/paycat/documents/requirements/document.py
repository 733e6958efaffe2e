"""What a form must know of a request, and the list of all requests."""

import re
from collections.abc import Iterator
from typing import Any

from paycat.catalogue.directions import DIRECTIONS
from paycat.contract.model import Contract, Method, Request
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group
from paycat.contract.paths import ITEM, steps_of
from paycat.contract.pointers import pointer
from paycat.contract.sent_texts import sent_text
from paycat.documents.marks import meaning_of, sentence
from paycat.documents.requirements.asking import audience_of, bounds_of, input_of, keypad_of, level_of, options_of
from paycat.documents.requirements.file_format import (
    FormCondition,
    FormField,
    FormGroup,
    Index,
    IndexEntry,
    Requirements,
)
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.json_encoding import compact

Json = dict[str, Any]

_CONDITION_CODE = "conditional_required"
_SCHEMAS = "json-schema"
_END_OF_NAME = re.compile(r"[,;:(]")


def requirements(contract: Contract, request: Request) -> Json:
    """Return what a form must know of a request type."""
    method = contract.method(request.method)
    assert method is not None, "a request is of a method of its contract"
    groups = [group for group in request.root.groups() if ITEM not in group.path]
    body_schema = f"../../{_SCHEMAS}/{request.direction}/{request.method}.schema.json"
    made = Requirements(
        json_schema_of_file="../requirements.schema.json",
        format_version=3,
        catalogue_version=contract.service.version,
        direction=request.direction,
        method=_without_requests(method),
        currency=contract.currency(method.currency),
        operation=contract.interface.creating(request.direction),
        body_schema=None if _SCHEMAS in contract.service.packs_off else body_schema,
        groups=tuple(_group(request, group, method.title) for group in groups),
        fields=tuple(_field(contract, request, field) for field in request.root.fields() if ITEM not in field.path),
        conditions=tuple(made for group in groups for made in _conditions(group)),
        examples=tuple(sample for sample in request.samples if not sample.violations),
    )
    return made.written()


def requirements_index(contract: Contract) -> Json:
    """Return the list of all requests, with the files of their requirements."""
    requests = ((request, contract.method(request.method)) for request in contract.requests())
    made = Index(
        json_schema_of_file="index.schema.json",
        format_version=2,
        catalogue_version=contract.service.version,
        requests=tuple(
            IndexEntry(
                direction=request.direction,
                method=_without_requests(method),
                file=f"{request.direction}/{request.method}.json",
            )
            for request, method in requests
            if method
        ),
    )
    return made.written()


def _without_requests(method: Method) -> Method:
    offers: Json = {one: method.offer(one).model_copy(update={"request": None}) for one in DIRECTIONS}
    return method.model_copy(update=offers)


def _as_words(name: str) -> str:
    words = name.replace("_", " ")
    return words[:1].upper() + words[1:]


def _label(field: FieldNode) -> str:
    """Return the field's name for people: its label, or the beginning of its meaning."""
    return field.label or _END_OF_NAME.split(field.meaning)[0].strip() or _as_words(field.name)


def _key(request: Request, path: str) -> str:
    return ".".join(part for part in (request.direction, request.method, path) if part)


def _group(request: Request, group: Group, title: str) -> FormGroup:
    label = _as_words(group.name) if group.path else title
    errors = {"required": f"{label} is required."} if group.path and group.requirement == "required" else {}
    if group.conditions:
        errors[_CONDITION_CODE] = " ".join(_condition_text(group, one) for one in group.conditions)
    return FormGroup(
        path=group.path,
        pointer=_pointer(group.path),
        label=label,
        key=_key(request, group.path),
        meaning=group.meaning,
        required=group.requirement == "required",
        errors=errors,
    )


def _conditions(group: Group) -> Iterator[FormCondition]:
    for condition in group.conditions:
        yield FormCondition(
            **dict(condition),
            group=group.path,
            pointer=_pointer(group.path),
            code=_CONDITION_CODE,
            text=_condition_text(group, condition),
        )


def _condition_text(group: Group, condition: Condition) -> str:
    labels = {member.name: _label(member) for member in group.members if isinstance(member, FieldNode)}
    choices = [" together with ".join(labels[name] for name in names) for names in condition.any_of]
    if len(choices) == 1:
        return f"Fill in {choices[0]}."
    return f"Fill in at least one of these: {'; '.join(choices)}."


def _field(contract: Contract, request: Request, field: FieldNode) -> FormField:
    level, json_type, fixed = level_of(field), field.json_type, field.fixed
    assert json_type != "any", "a field of a request has a JSON type"
    return FormField(
        field=field,
        pointer=_pointer(field.path),
        group=field.path.rpartition(".")[0],
        level=level,
        value=fixed.text if fixed and level == "fixed" else None,
        label=_label(field),
        help=_help(field),
        audience=audience_of(field, request.direction),
        key=_key(request, field.path),
        type=json_type,
        input=input_of(field),
        inputmode=keypad_of(field),
        placeholder=None if level == "fixed" else _placeholder(request, field.path),
        options=options_of(field),
        **bounds_of(field),
        errors=_errors(contract, field),
    )


def _help(field: FieldNode) -> str | None:
    """Return what a field means; None where that is its label."""
    text = sentence(meaning_of(field))
    return None if text.removesuffix(".").casefold() == _label(field).casefold() else text


def _errors(contract: Contract, field: FieldNode) -> dict[str, str]:
    label, is_object, is_required = _label(field), field.json_type == "object", field.requirement == "required"
    noun = "an object with members of your own" if is_object else JSON_TYPES[field.json_type].noun
    found = {"required": f"{label} is required."} if is_required else {}
    found["null_not_allowed"] = f"{label} must not be null{'' if is_required else '; leave it out'}."
    found["type"] = f"{label} must be {noun}."
    for rule in field.constraints:
        text = _rule_text(contract, label, rule)
        found[rule.code] = f"{found[rule.code]} {text}" if found.get(rule.code, text) != text else text
    return found


def _rule_text(contract: Contract, label: str, rule: Constraint) -> str:
    """Return the error for a broken rule; a code that is not the usual one of its rule has a meaning of its own."""
    meanings = {code.code: code.meaning for code in contract.interface.violation_codes}
    if rule.has_own_code and rule.code in meanings:
        return f"{label}: {meanings[rule.code]}"
    return f"{label} {rule.phrase.asked}."


def _placeholder(request: Request, path: str) -> str | None:
    for name in ("full", "minimal"):
        value = request.sample(name).at(path)
        if isinstance(value, dict | list):
            return compact(value)
        if value is not None:
            return sent_text(value)
    return None


def _pointer(path: str) -> str:
    return pointer(steps_of(path))
