"""What a request table and a method say of a field in; the settled field out."""

from collections.abc import Sequence
from typing import Any

from paycat.catalogue.fields import FieldType, Hint, Rules
from paycat.catalogue.forms import FIELD_PATH
from paycat.catalogue.statement import Reason, place_of
from paycat.contract.constraints import Layer, constraints, joined, reason_of, with_reason, with_text
from paycat.contract.nodes import Choice, FieldNode
from paycat.contract.paths import ITEM
from paycat.contract.setting import Said, Setting, deprecation
from paycat.diagnostics import Span, did_you_mean
from paycat.shapes.named import SHAPES

_STRENGTH = {"optional": 1, "conditional": 2, "required": 3}


def settled_fields(setting: Setting) -> dict[str, FieldNode]:
    """Return the fields of a request type by path: the table's in order, then the method's own."""
    paths = dict.fromkeys((*setting.table.value.fields, *setting.offer.fields))
    settled = {path: _settled(setting, path, setting.said(path)) for path in paths}
    return {path: field for path, field in settled.items() if field}


def _settled(setting: Setting, path: str, said: list[Said]) -> FieldNode | None:
    span, report = said[-1].span, setting.collector.report
    if not FIELD_PATH.holds(path):
        report("bad-path", span, f"{path!r} is not a dotted path of lower-case names")
        return None
    _refuse_loosening(setting, path, said)
    if _latest(said, "requirement") == "absent":
        return None
    missing = [key for key in ("requirement", "type", "meaning") if _latest(said, key) is None]
    if missing:
        listed = " and no ".join(missing)
        hint = did_you_mean(path, setting.table.value.fields)
        report("incomplete-field", span, f"the field {path!r} has no {listed}", hint if "mean" in hint else "")
    types = setting.catalogue.types.value.types
    name = _latest(said, "type")
    if name and name not in types:
        report("unknown-type", _place(said, "type"), f"unknown field type {name!r}", did_you_mean(name, types))
    if missing or name not in types:
        return None
    _refuse_vague_country(setting, said, types[name])
    return _field(setting, path, types[name], said)


def _field(setting: Setting, path: str, field_type: FieldType, said: list[Said]) -> FieldNode:
    own = joined(*(one.reason for one in reversed(said)))
    reason = joined(own, reason_of(field_type, Reason()))
    type_reason = reason_of(field_type, own)
    layers = [Layer(field_type, type_reason), *(Layer(one.statement, one.reason) for one in said)]
    requirement = _latest(said, "requirement")
    if requirement == "conditional" and _is_undecided(setting, path, own):
        requirement = "optional"
    rules = constraints(layers, SHAPES[field_type.shape], setting.known_values, setting.exponent)
    if field_type.json_type == "string" and requirement != "optional":
        rules = with_text(rules, setting.catalogue.service.value.conventions.required_text)
    items = item_of(setting, path, _latest(said, "type"), type_reason)
    return FieldNode(
        kind="field",
        name=path.rpartition(".")[2],
        path=path,
        type=_latest(said, "type"),
        shape=field_type.shape,
        requirement=requirement,
        meaning=_latest(said, "meaning"),
        constraints=rules,
        role=_latest(said, "role"),
        sensitive=_latest(said, "sensitive") or field_type.sensitive or (items.sensitive if items else None),
        label=_latest(said, "label"),
        input=_latest(said, "input") or field_type.input,
        autocomplete=_latest(said, "autocomplete") or field_type.autocomplete,
        hints=tuple(hint for layer in layers for hint in _hints(layer)),
        choices=_choices(layers),
        items=items,
        deprecated=deprecation(_latest(said, "deprecated"), own),
        reason=reason,
        place=place_of(said[-1].span),
    )


def item_of(setting: Setting, path: str, name: str, reason: Reason) -> FieldNode | None:
    """Return what the items are of a list of the type `name`: values of the type that `of` names; None where no list.

    Every item is a value, so a text is not empty unless the convention says so.
    """
    types = setting.catalogue.types.value.types
    field_type = types[name]
    if field_type.of is None:
        return None
    if field_type.of not in types:
        message, hint = f"unknown field type {field_type.of!r}", did_you_mean(field_type.of, types)
        setting.collector.report("unknown-type", setting.catalogue.types.at("types", name, "of"), message, hint)
        return None
    of, here = types[field_type.of], f"{path}{ITEM}"
    item_reason = reason_of(of, reason)
    layers = [Layer(of, item_reason)]
    rules = constraints(layers, SHAPES[of.shape], setting.known_values, setting.exponent)
    if of.json_type == "string":
        rules = with_text(rules, setting.catalogue.service.value.conventions.required_text)
    return FieldNode(
        kind="field",
        name="",
        path=here,
        type=field_type.of,
        shape=of.shape,
        requirement="required",
        meaning=of.meaning,
        constraints=rules,
        sensitive=of.sensitive,
        hints=tuple(_hints(layers[0])),
        choices=_choices(layers),
        reason=item_reason,
        place=place_of(setting.catalogue.types.at("types", field_type.of, key=True)),
    )


def _is_undecided(setting: Setting, path: str, reason: Reason) -> bool:
    """Tell whether no condition names a field, and a decision that it rests on only records an open gap."""
    named = {name for condition in setting.offer.conditions for names in condition.any_of for name in names}
    gaps = setting.catalogue.registers.value.gaps.values()
    undecided = {decision for gap in gaps if gap.state == "open" for decision in gap.decisions}
    return path not in named and not undecided.isdisjoint(reason.decisions)


def _latest(said: Sequence[Said], key: str) -> Any:
    return next((value for one in reversed(said) if (value := getattr(one.statement, key)) is not None), None)


def _place(said: Sequence[Said], key: str, *below: str) -> Span:
    return next(one.at(key, *below) for one in reversed(said) if getattr(one.statement, key) is not None)


def _hints(layer: Layer) -> list[Hint]:
    # The section that lists a field does not state what is known of such values besides.
    hints = layer.rules.hints if isinstance(layer.rules, Rules) else ()
    ours = Reason(decisions=layer.reason.decisions)
    return [with_reason(hint, ours) for hint in hints]


def _choices(layers: Sequence[Layer]) -> tuple[Choice, ...]:
    """Return what the values mean: those of the last list."""
    for layer in reversed(layers):
        if listed := layer.rules.stated("values"):
            ours = reason_of(listed, layer.reason)
            return tuple(
                Choice(value=name, meaning=one.meaning, label=one.label, reason=reason_of(one, ours))
                for name, one in listed.value.items()
            )
    return ()


def _refuse_loosening(setting: Setting, path: str, said: list[Said]) -> None:
    if len(said) < 2:
        return
    table, method = (one.statement.requirement for one in said)
    loosened = table in _STRENGTH and method and _STRENGTH.get(method, 0) < _STRENGTH[table]
    if loosened and not (said[1].statement.source or said[1].statement.decision):
        setting.collector.report(
            "loosened-field",
            said[1].at("requirement"),
            f"the table makes {path!r} {table}, and here it becomes {method}",
            "give the source or the decision that allows it",
        )


def _refuse_vague_country(setting: Setting, said: list[Said], field_type: FieldType) -> None:
    fixed = _latest(said, "fixed")
    place = _place(said, "fixed", "value") if fixed else _type_place(setting, said, "fixed", "value")
    fixed = fixed or field_type.stated("fixed")
    if fixed and fixed.value == "method.country" and len(setting.method.value.countries) > 1:
        countries = setting.method.at("countries", key=True)
        message = "a field is fixed to method.country, which stands for one country, and the method names several"
        hint = "name one country, or state the field's own value"
        setting.collector.report("vague-country", countries, message, hint)
    if fixed and fixed.value.startswith("method.") and fixed.value not in setting.known_values:
        hint = did_you_mean(fixed.value, setting.known_values)
        setting.collector.report("unknown-value", place, f"unknown value {fixed.value!r}", hint)


def _type_place(setting: Setting, said: Sequence[Said], *below: str) -> Span:
    return setting.catalogue.types.at("types", _latest(said, "type"), *below)
