"""A contract and one of its requests in; what a form must know of it, and the list of all requests, out."""

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from paycat.catalogue import fields
from paycat.catalogue.lifecycle import Deprecation
from paycat.catalogue.statement import Reason, Value
from paycat.contract import model, nodes
from paycat.contract.model import Contract, Request
from paycat.contract.nodes import FieldNode
from paycat.contract.paths import ITEM, steps_of
from paycat.contract.pointers import pointer
from paycat.decimals import plain_text
from paycat.documents.marks import field_reasons, marks, meaning_of, sentence
from paycat.documents.requirements.asking import (
    bounds_of,
    condition_text,
    field_label,
    group_label,
    input_of,
    keypad_of,
    level_of,
    null_text,
    options_of,
    required_text,
    rule_text,
    type_text,
)
from paycat.documents.requirements.file_format import (
    Condition,
    Currency,
    Deprecated,
    Entry,
    Example,
    FormField,
    Group,
    Hint,
    Index,
    Method,
    Operation,
    Requirements,
    Rule,
)
from paycat.encoding import compact
from paycat.matching.portable import html_pattern

Json = dict[str, Any]
M = TypeVar("M", bound=Value)

_CONDITION_CODE = "conditional_required"
_SCHEMAS = "json-schema"


def requirements(contract: Contract, request: Request) -> Json:
    """Return what a form must know of a request type."""
    method = contract.method(request.method)
    assert method is not None, "a request is of a method of its contract"
    groups = [group for group in request.root.groups() if ITEM not in group.path]
    made = Requirements(
        json_schema_of_file="../requirements.schema.json",
        catalogue_version=contract.service.version,
        direction=request.direction,
        method=_taken(Method, method),
        currency=_currency(contract, method),
        countries=method.countries,
        countries_complete=method.countries_complete,
        operation=_operation(contract, request),
        body_schema=_body_schema(contract, request),
        groups=tuple(_group(group, method.title) for group in groups),
        fields=tuple(_field(contract, request, field) for field in request.root.fields() if ITEM not in field.path),
        conditions=tuple(made for group in groups for made in _conditions(group)),
        examples=tuple(_taken(Example, sample) for sample in request.samples if not sample.refusals),
    )
    return made.model_dump(mode="json", by_alias=True)


def requirements_index(contract: Contract) -> Json:
    """Return the list of all requests, with the files of their requirements."""
    made = Index(
        json_schema_of_file="index.schema.json",
        catalogue_version=contract.service.version,
        requests=tuple(
            Entry(
                direction=request.direction,
                method=_taken(Method, method),
                currency=method.currency,
                countries=method.countries,
                countries_complete=method.countries_complete,
                file=f"{request.direction}/{request.method}.json",
            )
            for request in contract.requests()
            if (method := contract.method(request.method))
        ),
    )
    return made.model_dump(mode="json", by_alias=True)


def _taken(model: type[M], stated: object) -> M:
    """Return what the file says of something of the contract: the members that it has too."""
    return model.model_validate(stated, from_attributes=True)


def _currency(contract: Contract, method: model.Method) -> Currency:
    return _taken(Currency, next(one for one in contract.currencies if one.code == method.currency))


def _deprecated(stated: Deprecation | None) -> Deprecated | None:
    return _taken(Deprecated, stated) if stated else None


def _operation(contract: Contract, request: Request) -> Operation | None:
    taking = (one for one in contract.interface.operations if one.request == request.direction)
    found = next(taking, None)
    return _taken(Operation, found) if found else None


def _body_schema(contract: Contract, request: Request) -> str | None:
    if _SCHEMAS in contract.service.packs_off:
        return None
    return f"../../{_SCHEMAS}/{request.direction}/{request.method}.schema.json"


def _group(group: nodes.Group, title: str) -> Group:
    label = group_label(group, title)
    errors = {"required": required_text(label)} if group.path and group.requirement == "required" else {}
    if group.conditions:
        errors[_CONDITION_CODE] = " ".join(condition_text(group, one) for one in group.conditions)
    return Group(
        name=group.path,
        pointer=_pointer(group.path),
        label=label,
        meaning=group.meaning,
        required=group.requirement == "required",
        errors=errors,
    )


def _conditions(group: nodes.Group) -> Iterator[Condition]:
    prefix = f"{group.path}." if group.path else ""
    for condition in group.conditions:
        yield Condition(
            group=group.path,
            pointer=_pointer(group.path),
            any_of=tuple(tuple(prefix + name for name in names) for names in condition.any_of),
            code=_CONDITION_CODE,
            text=condition_text(group, condition),
            **_reasons(condition.reason),
        )


def _field(contract: Contract, request: Request, field: FieldNode) -> FormField:
    level, bounds, codes, json_type = level_of(field), bounds_of(field), _codes(field), field.json_type
    assert json_type != "any", "a field of a request has a JSON type"
    return FormField(
        name=field.path,
        pointer=_pointer(field.path),
        group=field.path.rpartition(".")[0],
        level=level,
        required=field.requirement == "required",
        label=field_label(field),
        help=sentence(meaning_of(field)),
        type=json_type,
        input=input_of(field),
        inputmode=keypad_of(field),
        autocomplete=None if level == "fixed" else field.autocomplete,
        placeholder=None if level == "fixed" else _placeholder(request, field.path),
        options=options_of(field),
        option_labels=_option_labels(field),
        **bounds,
        sensitive=field.sensitive,
        hints=tuple(_hint(hint) for hint in field.hints),
        codes=codes,
        errors=_errors(contract, field),
        deprecated=_deprecated(field.deprecated),
        **_reasons(*field_reasons(field)),
    )


def _option_labels(field: FieldNode) -> dict[str, str] | None:
    return {one.value: one.label for one in field.choices if one.label} or None


def _hint(hint: fields.Hint) -> Hint:
    return Hint(note=hint.note, pattern=html_pattern(hint.pattern) if hint.pattern else None)


def _codes(field: FieldNode) -> dict[Rule, str]:
    required: dict[Rule, str] = {"required": "required"} if field.requirement == "required" else {}
    rules = {rule.kind.form_name: rule.code for rule in field.constraints}
    return {**required, "null": "null_not_allowed", "type": "type", **rules}


def _errors(contract: Contract, field: FieldNode) -> dict[str, str]:
    label, meanings = field_label(field), _meanings(contract)
    found = {"required": required_text(label)} if field.requirement == "required" else {}
    found["null_not_allowed"] = null_text(label, required=field.requirement == "required")
    found["type"] = type_text(label, field.json_type)
    for rule in field.constraints:
        text = rule_text(label, rule, meanings)
        found[rule.code] = f"{found[rule.code]} {text}" if found.get(rule.code, text) != text else text
    return found


def _meanings(contract: Contract) -> Mapping[str, str]:
    return {code.code: code.meaning for code in contract.interface.refusal_codes}


def _placeholder(request: Request, path: str) -> str | None:
    for name in ("full", "minimal"):
        value = request.sample(name).at(path)
        if isinstance(value, dict | list):
            return compact(value)
        if value is not None:
            return value if isinstance(value, str) else _as_text(value)
    return None


def _as_text(value: bool | int | float) -> str:
    return str(value).lower() if isinstance(value, bool) else plain_text(value)


def _reasons(*reasons: Reason) -> dict[str, Any]:
    stated = marks(*reasons)
    return {"source": stated.get("x-source"), "decisions": tuple(stated.get("x-decision", ()))}


def _pointer(path: str) -> str:
    return pointer(steps_of(path))
