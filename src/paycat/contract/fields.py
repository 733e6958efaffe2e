"""Resolves a field from what its type, its request table and its method state."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paycat.catalogue.fields import FieldStatement, FieldType, Hint, Rules
from paycat.catalogue.forms import FIELD_PATH
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.constraints import Layer, constraints, joined, reason_of, with_reason, with_text
from paycat.contract.nodes import Choice, Constraint, FieldNode
from paycat.contract.paths import ITEM
from paycat.contract.setting import Collector, Setting, deprecation
from paycat.diagnostics import Span, did_you_mean
from paycat.shapes.named import SHAPES

_STRENGTH = {"optional": 1, "conditional": 2, "required": 3}


def resolved_fields(setting: Setting) -> dict[str, FieldNode]:
    """Return the fields of a request type by path: the table's in order, then the method's own."""
    paths = dict.fromkeys((*setting.table.value.fields, *setting.offer.fields))
    resolved = {path: _reused(setting, path) for path in paths}
    return {path: field for path, field in resolved.items() if field}


def _reused(setting: Setting, path: str) -> FieldNode | None:
    """Return a field as it was resolved for another method, if it is the same for this one."""
    shared, key = setting.basis.shared, (setting.table.name, path, setting.exponent)
    if path in setting.offer.fields or not (key in shared or _is_of_table(setting, path)):
        return _resolved(setting, path)
    if key not in shared:
        alone = replace(setting, collector=Collector())
        shared[key] = _resolved(alone, path), alone.collector.found
    field, found = shared[key]
    setting.collector.found += found
    return field


def _is_of_table(setting: Setting, path: str) -> bool:
    """Return whether a field of which methods state nothing is the same for all whose currency has as many decimals.

    No condition names it, and no value in it is fixed: that may be the method's.
    """
    stated = setting.table.value.fields[path]
    if stated.requirement == "conditional":
        return False
    types = setting.basis.types.value.types
    field_type = types.get(stated.type or "")
    item_type = types.get(field_type.of or "") if field_type else None
    return not any(one and one.stated("fixed") for one in (stated, field_type, item_type))


def _resolved(setting: Setting, path: str) -> FieldNode | None:
    stated = setting.stated(path)
    span, report = stated[-1].stated.at(key=True), setting.collector.report
    if not FIELD_PATH.holds(path):
        report("bad-path", span, f"{path!r} is not a dotted path of lower-case names")
        return None
    _reject_loosening(setting, path, stated)
    if _latest(stated, "requirement") == "absent":
        return None
    missing = [key for key in ("requirement", "type", "meaning") if _latest(stated, key) is None]
    if missing:
        listed = " and no ".join(missing)
        hint = did_you_mean(path, setting.table.value.fields)
        report("incomplete-field", span, f"the field {path!r} has no {listed}", hint if "mean" in hint else "")
    types = setting.basis.types.value.types
    name = _latest(stated, "type")
    if name and name not in types:
        report("unknown-type", _location(stated, "type"), f"unknown field type {name!r}", did_you_mean(name, types))
    if missing or name not in types:
        return None
    _reject_vague_country(setting, stated, types[name])
    return _field(setting, path, types[name], stated)


def _field(setting: Setting, path: str, field_type: FieldType, stated: list[Layer[FieldStatement]]) -> FieldNode:
    own = joined(*(one.reason for one in reversed(stated)))
    reason = joined(own, field_type.reason)
    type_reason = reason_of(field_type, own)
    of_type = Stated(setting.basis.types, ("types", _latest(stated, "type")), field_type)
    layers: list[Layer[Rules]] = [Layer(of_type, type_reason), *stated]
    requirement = _latest(stated, "requirement")
    if requirement == "conditional" and _is_undecided(setting, path, own):
        requirement = "optional"
    items = item_of(setting, path, _latest(stated, "type"), type_reason)
    return FieldNode(
        kind="field",
        name=path.rpartition(".")[2],
        path=path,
        type=_latest(stated, "type"),
        shape=field_type.shape,
        requirement=requirement,
        meaning=_latest(stated, "meaning"),
        constraints=_rules(setting, layers, field_type, is_sent=requirement != "optional"),
        role=_latest(stated, "role"),
        sensitive=_latest(stated, "sensitive") or field_type.sensitive or (items.sensitive if items else None),
        label=_latest(stated, "label"),
        input=_latest(stated, "input") or field_type.input,
        autocomplete=_latest(stated, "autocomplete") or field_type.autocomplete,
        audience=_latest(stated, "audience") or field_type.audience,
        hints=tuple(hint for layer in layers for hint in _hints(layer)),
        choices=_choices(layers),
        items=items,
        deprecated=deprecation(_latest(stated, "deprecated"), own),
        reason=reason,
        location=stated[-1].stated.at(key=True),
    )


def item_of(setting: Setting, path: str, name: str, reason: Reason) -> FieldNode | None:
    """Return what the items are of a list of the type `name`: values of the type that `of` names; None where no list.

    Every item is a value, so a text is not empty unless the convention says so.
    """
    types = setting.basis.types
    of = types.value.types[name].of
    if of is None:
        return None
    if of not in types.value.types:
        message, hint = f"unknown field type {of!r}", did_you_mean(of, types.value.types)
        setting.collector.report("unknown-type", types.at("types", name, "of"), message, hint)
        return None
    field_type = types.value.types[of]
    layers = [Layer(Stated(types, ("types", of), field_type), reason_of(field_type, reason))]
    return FieldNode(
        kind="field",
        name="",
        path=f"{path}{ITEM}",
        type=of,
        shape=field_type.shape,
        requirement="required",
        meaning=field_type.meaning,
        constraints=_rules(setting, layers, field_type, is_sent=True),
        sensitive=field_type.sensitive,
        hints=tuple(_hints(layers[0])),
        choices=_choices(layers),
        reason=layers[0].reason,
        location=layers[0].stated.at(key=True),
    )


def _rules(
    setting: Setting, layers: Sequence[Layer[Rules]], field_type: FieldType, *, is_sent: bool
) -> tuple[Constraint, ...]:
    """Return the constraints; a text that is always sent has at least one character, unless the convention says so."""
    rules = constraints(layers, SHAPES[field_type.shape].implied, setting.known_values, setting.exponent)
    if field_type.json_type == "string" and is_sent:
        service = setting.basis.service
        place = service.at("conventions", "required_text")
        return with_text(tuple(rules.values()), service.value.conventions.required_text, place)
    return tuple(rules.values())


def _is_undecided(setting: Setting, path: str, reason: Reason) -> bool:
    """Tell whether no condition names a field, and a decision that it rests on only records an open gap."""
    named = {name for condition in setting.offer.conditions for names in condition.any_of for name in names}
    gaps = setting.basis.registers.value.gaps.values()
    undecided = {decision for gap in gaps if gap.state == "open" for decision in gap.decisions}
    return path not in named and not undecided.isdisjoint(reason.decisions)


def _latest(stated: Sequence[Layer[FieldStatement]], key: str) -> Any:
    return next((value for one in reversed(stated) if (value := getattr(one.stated.value, key)) is not None), None)


def _location(stated: Sequence[Layer[FieldStatement]], key: str, *below: str) -> Span:
    return next(one.stated.at(key, *below) for one in reversed(stated) if getattr(one.stated.value, key) is not None)


def _hints(layer: Layer[Rules]) -> list[Hint]:
    # The section that lists a field does not state the hints on its values.
    ours = Reason(decisions=layer.reason.decisions)
    return [with_reason(hint, ours) for hint in layer.stated.value.hints]


def _choices(layers: Sequence[Layer[Rules]]) -> tuple[Choice, ...]:
    """Return what the values mean: those of the last list."""
    for layer in reversed(layers):
        if listed := layer.stated.value.stated("values"):
            ours = reason_of(listed, layer.reason)
            return tuple(
                Choice(value=name, meaning=one.meaning, label=one.label, reason=reason_of(one, ours))
                for name, one in listed.value.items()
            )
    return ()


def _reject_loosening(setting: Setting, path: str, stated: list[Layer[FieldStatement]]) -> None:
    if len(stated) < 2:
        return
    table, method = (one.stated.value.requirement for one in stated)
    loosened = table in _STRENGTH and method and _STRENGTH.get(method, 0) < _STRENGTH[table]
    if loosened and not (stated[1].stated.value.source or stated[1].stated.value.decision):
        setting.collector.report(
            "loosened-field",
            stated[1].stated.at("requirement"),
            f"the table makes {path!r} {table}, and here it becomes {method}",
            "give the source or the decision that allows it",
        )


def _reject_vague_country(setting: Setting, stated: list[Layer[FieldStatement]], field_type: FieldType) -> None:
    fixed = _latest(stated, "fixed")
    location = _location(stated, "fixed", "value") if fixed else _type_location(setting, stated, "fixed", "value")
    fixed = fixed or field_type.stated("fixed")
    if fixed and fixed.value == "method.country" and len(setting.method.value.countries) > 1:
        countries = setting.method.at("countries", key=True)
        message = "a field is fixed to method.country, which means one country, and the method names several"
        hint = "name one country, or state the field's own value"
        setting.collector.report("vague-country", countries, message, hint)
    if fixed and fixed.value.startswith("method.") and fixed.value not in setting.known_values:
        hint = did_you_mean(fixed.value, setting.known_values)
        setting.collector.report("unknown-value", location, f"unknown value {fixed.value!r}", hint)


def _type_location(setting: Setting, stated: Sequence[Layer[FieldStatement]], *below: str) -> Span:
    return setting.basis.types.at("types", _latest(stated, "type"), *below)
