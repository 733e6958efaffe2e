"""What one request needs, for whoever builds a form, and the list of all requests: `generated/requirements/`."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from paycat.catalogue.fields import Audience
from paycat.catalogue.values import DIRECTIONS, Direction
from paycat.contract.dispatch import method_place
from paycat.contract.model import Contract, Method, Request
from paycat.contract.naming import words_in
from paycat.contract.nodes import Condition, Constraint, FieldNode, Group
from paycat.contract.paths import ITEM, path_at, pointer, steps_of
from paycat.contract.sending import path_for, sent_text
from paycat.documents.marks import meaning_of, sentence
from paycat.documents.requirements_format import (
    FormCase,
    FormCondition,
    FormField,
    FormGroup,
    Index,
    IndexEntry,
    InputType,
    Keypad,
    Level,
    Requirements,
)
from paycat.shapes.constraints import KINDS, numbers_within
from paycat.shapes.constraints.number_range import NumberRange
from paycat.shapes.constraints.relations import Relation
from paycat.shapes.decimals import plain_text
from paycat.shapes.json_types import JSON_TYPES
from paycat.shapes.patterns.portable import html_pattern
from paycat.text.json_data import compact

_ADDRESSES = ("notify", "return")
_OF_SYSTEM = ("method", "reference", "metadata", *_ADDRESSES)
_OF_MERCHANT = ("amount", "currency")
_KEYPADS: dict[str, Keypad] = {"digits": "numeric", "email": "email", "tel": "tel", "url": "url"}
_INPUTS: dict[str, InputType] = {"number": "number", "integer": "number", "object": "key_value", "array": "list"}
_DIGITS = re.compile(r"\^\[0-9\](?:[*+]|\{[0-9,]+\})?\$")
_LISTED = re.compile(r"\^\((?:\?:)?([A-Za-z0-9_ -]+(?:\|[A-Za-z0-9_ -]+)+)\)\$")
Json = dict[str, Any]

_CONDITION_CODE = "conditional_required"
_SCHEMAS = "json-schema"
_END_OF_NAME = re.compile(r"[,;:(]")


def requirements(contract: Contract, request: Request) -> Json:
    """Return what a form must know of a request type."""
    method = contract.method(request.method)
    assert method is not None, "a request is of a method of its contract"
    groups = [group for group in request.root.groups() if ITEM not in group.path]
    interface, place = contract.interface, method_place(contract, request.direction)
    operation = interface.creating(request.direction)
    body_schema = f"../../{_SCHEMAS}/{request.direction}/{request.name}.schema.json"
    made = Requirements(
        json_schema_of_file="../requirements.schema.json",
        format_version=4,
        catalogue_version=contract.service.version,
        direction=request.direction,
        method=_without_requests(method),
        currencies=tuple(map(contract.currency, method.currencies)),
        operation=operation,
        path=path_for(interface, operation, request.method) if place.parameter and operation else None,
        body_schema=None if _SCHEMAS in contract.service.packs_off else body_schema,
        groups=tuple(_group(request, group, method.title) for group in groups),
        fields=tuple(_field(contract, request, field) for field in _asked(request)),
        conditions=tuple(made for group in groups for made in _conditions(group)),
        cases=tuple(made for group in groups for made in _cases(contract, group)),
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
                file=f"{request.direction}/{request.name}.json",
            )
            for request, method in requests
            if method
        ),
    )
    return made.written()


def form_checks(contract: Contract) -> dict[str, tuple[str, str]]:
    """Return measure and relation of each constraint that any field has, by its keyword."""
    asked = (field for request in contract.requests() for field in request.root.fields() if ITEM not in field.path)
    stated = {rule.keyword for field in asked for rule in field.constraints}
    return {keyword: kind.form_check for keyword, kind in KINDS.items() if keyword in stated}


def _without_requests(method: Method) -> Method:
    offers: Json = {one: method.offer(one).model_copy(update={"request": None}) for one in DIRECTIONS}
    return method.model_copy(update=offers)


def _as_words(name: str) -> str:
    found = words_in(name) or [name]
    words = " ".join(word if word.isupper() and len(word) > 1 else word.lower() for word in found)
    return words[:1].upper() + words[1:]


def _label(field: FieldNode) -> str:
    """Return the field's name for people: its label, or the beginning of its meaning."""
    return field.label or _END_OF_NAME.split(field.meaning)[0].strip() or _as_words(field.name)


def _key(request: Request, path: str) -> str:
    return ".".join(part for part in (request.direction, request.name, path) if part)


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


def _asked(request: Request) -> Iterator[FieldNode]:
    return (one for one in request.root.fields() if ITEM not in one.path and not one.is_in_case)


def _cases(contract: Contract, group: Group) -> Iterator[FormCase]:
    for case in group.cases:
        given, path = (path_at((*steps_of(group.path), name)) for name in (case.given, case.member))
        errors = _errors(contract, case.field)
        rules = case.field.constraints
        yield FormCase(given=given, value=case.value, path=path, constraints=rules, errors=errors)


def _condition_text(group: Group, condition: Condition) -> str:
    labels = {member.name: _label(member) for member in group.members if isinstance(member, FieldNode)}
    choices = [" together with ".join(labels[name] for name in names) for names in condition.any_of]
    if len(choices) == 1:
        return f"Fill in {choices[0]}."
    return f"Fill in at least one of these: {'; '.join(choices)}."


def _field(contract: Contract, request: Request, field: FieldNode) -> FormField:
    level, json_type, fixed = _level_of(field), field.json_type, field.fixed
    label, meaning = _label(field), sentence(meaning_of(field))
    assert json_type != "any", "a field of a request has a JSON type"
    return FormField(
        field=field,
        pointer=_pointer(field.path),
        group=field.path.rpartition(".")[0],
        level=level,
        value=fixed.text if fixed and level == "fixed" else None,
        label=label,
        help=None if meaning.removesuffix(".").casefold() == label.casefold() else meaning,
        audience=_audience_of(field, request.direction),
        key=_key(request, field.path),
        type=json_type,
        input=_input_of(field),
        inputmode=_keypad_of(field),
        placeholder=None if level == "fixed" else _placeholder(request, field.path),
        options=_options_of(field),
        **_bounds_of(field),
        unique=contract.interface.repeated(request.direction, field) is not None,
        errors=_errors(contract, field),
    )


def _level_of(field: FieldNode) -> Level:
    """Return the requirement level; a known value is fixed, unless the field is conditional."""
    return "fixed" if field.fixed and field.requirement != "conditional" else field.requirement


def _options_of(field: FieldNode) -> tuple[str, ...] | None:
    """Return the texts to choose from if the rules list them, or None."""
    if const := field.fixed:
        return None if _level_of(field) == "fixed" else (str(const.value),)
    if field.json_type == "boolean":
        return ("true", "false")
    if field.choices:
        return tuple(one.value for one in field.choices)
    pattern = field.constraint("pattern")
    listed = _LISTED.fullmatch(str(pattern.value)) if pattern else None
    return tuple(listed[1].split("|")) if listed else None


def _input_of(field: FieldNode) -> InputType:
    """Return the input of the field."""
    if _level_of(field) == "fixed":
        return "hidden"
    if _options_of(field):
        return "select"
    if field.json_type in _INPUTS:
        return _INPUTS[field.json_type]
    stated = _stated(field)
    return "text" if stated == "digits" else stated


def _audience_of(field: FieldNode, direction: Direction) -> Audience:
    """Return who fills a field in: as stated, or by its fixed value, its role and the direction."""
    if field.audience:
        return field.audience
    if _level_of(field) == "fixed" or field.role in _OF_SYSTEM:
        return "system"
    return "payer" if direction == "pay_in" and field.role not in _OF_MERCHANT else "merchant"


def _keypad_of(field: FieldNode) -> Keypad | None:
    """Return the keypad, or None for the usual one."""
    shown = _input_of(field)
    if shown == "number" or (shown == "text" and field.shape == "decimal_text"):
        return "numeric" if isinstance(_numbers(field).stated_step, int) else "decimal"
    return None if shown in ("hidden", "select", "key_value") else _KEYPADS.get(_stated(field))


def _stated(field: FieldNode) -> Any:
    """Return the kind of a text: the stated input, or what format, pattern and role imply."""
    if field.constraint("format") and field.bounds["format"] == "date":
        return "date"
    pattern = field.constraint("pattern")
    if field.input is None and pattern and _DIGITS.fullmatch(str(pattern.value)):
        return "digits"
    return field.input or ("url" if field.role in _ADDRESSES else "text")


def _bounds_of(field: FieldNode) -> dict[str, str]:
    """Return the bounds of the field as attributes of HTML have them."""
    patterns = [rule.kind.compared(rule.value) for rule in field.constraints if rule.kind.relation is Relation.MATCHES]
    numbers = _numbers(field)
    # HTML has no exclusive bounds: the nearest number inside is one where a step determines it.
    ends = {
        "min": numbers.smallest() if numbers.low and (numbers.low.is_included or numbers.stated_step) else None,
        "max": numbers.largest() if numbers.high and (numbers.high.is_included or numbers.stated_step) else None,
        "step": numbers.stated_step,
    }
    found = {"pattern": html_pattern(patterns[0])} if patterns else {}
    return found | {name: plain_text(number) for name, number in ends.items() if number is not None}


def _numbers(field: FieldNode) -> NumberRange:
    accepted = numbers_within(field.bounds)
    is_whole = field.json_type == "integer" and accepted.stated_step is None
    return replace(accepted, stated_step=1) if is_whole else accepted


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
