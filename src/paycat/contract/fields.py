"""Resolves a field from what its type, its request table and its method state."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from paycat.catalogue.fields import FieldStatement, FieldType, Hint, Rules, deciding
from paycat.catalogue.forms import FIELD_PATH
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.constraints import Layer, constraints, implied_by, joined, reason_of, with_reason, with_text
from paycat.contract.nodes import Choice, Constraint, FieldNode
from paycat.contract.paths import ITEM
from paycat.contract.setting import Collector, Setting, deprecation, look_of
from paycat.diagnostics import Span, did_you_mean
from paycat.shapes.named import SHAPES, Shape

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
    look = types.get(stated.type) if stated.type else stated
    item_type = types.get(look.of or "") if look else None
    return not any(one and one.stated("fixed") for one in (stated, look, item_type))


def _resolved(setting: Setting, path: str) -> FieldNode | None:
    stated = setting.stated(path)
    span, report = stated[-1].stated.at(key=True), setting.collector.report
    if not FIELD_PATH.holds(path):
        report("bad-path", span, f"{path!r} is not a dotted path of lower-case names")
        return None
    _reject_loosening(setting, path, stated)
    if _latest(stated, "requirement") == "absent":
        return None
    own = deciding([one.stated.value for one in stated])
    found = {"requirement": _latest(stated, "requirement"), "type": own, "meaning": _latest(stated, "meaning")}
    missing = [key for key, one in found.items() if one is None]
    if missing:
        listed = " and no ".join(missing)
        hint = did_you_mean(path, setting.table.value.fields)
        report("incomplete-field", span, f"the field {path!r} has no {listed}", hint if "mean" in hint else "")
    look = look_of(setting.basis.types, [one.stated for one in stated])
    if own and look is None:
        name, types = own.type or "", setting.basis.types.value.types
        report("unknown-type", _location(stated, "type"), f"unknown field type {name!r}", did_you_mean(name, types))
    if missing or look is None or look.value.shape is None:
        return None
    _reject_vague_country(setting, stated, look)
    return _field(setting, path, look, SHAPES[look.value.shape], stated)


def _field(
    setting: Setting, path: str, look: Stated[Rules], shape: Shape, stated: list[Layer[FieldStatement]]
) -> FieldNode:
    """Return a field that looks like a field type, or like the statement that has the shape itself."""
    own = joined(*(one.reason for one in reversed(stated)))
    reason = joined(own, look.value.reason)
    of_look = Layer(look, reason_of(look.value, own))
    layers: list[Layer[Rules]] = [*([of_look] if isinstance(look.value, FieldType) else []), *stated]
    requirement = _latest(stated, "requirement")
    if requirement == "conditional" and _is_undecided(setting, path, own):
        requirement = "optional"
    items = item_of(setting, path, of_look)
    return FieldNode(
        kind="field",
        name=path.rpartition(".")[2],
        path=path,
        type=look.name if isinstance(look.value, FieldType) else "",
        shape=shape.name,
        requirement=requirement,
        meaning=_latest(stated, "meaning"),
        constraints=_rules(setting, layers, of_look, shape, is_sent=requirement != "optional"),
        role=_latest(stated, "role"),
        sensitive=_latest(stated, "sensitive") or look.value.sensitive or (items.sensitive if items else None),
        label=_latest(stated, "label"),
        input=_latest(stated, "input") or look.value.input,
        autocomplete=_latest(stated, "autocomplete") or look.value.autocomplete,
        audience=_latest(stated, "audience") or look.value.audience,
        hints=tuple(hint for layer in layers for hint in _hints(layer)),
        choices=_choices(layers),
        items=items,
        deprecated=deprecation(_latest(stated, "deprecated"), own),
        reason=reason,
        location=stated[-1].stated.at(key=True),
    )


def item_of(setting: Setting, path: str, look: Layer[Rules]) -> FieldNode | None:
    """Return what the items of a list are that looks like a statement: values of its type `of`; None where no list.

    Every item is a value, so a text is not empty unless the convention says so.
    """
    types, of = setting.basis.types, look.stated.value.of
    if of is None:
        return None
    if of not in types.value.types:
        message, hint = f"unknown field type {of!r}", did_you_mean(of, types.value.types)
        setting.collector.report("unknown-type", look.stated.at("of"), message, hint)
        return None
    field_type = types.value.types[of]
    layers = [Layer(Stated(types, ("types", of), field_type), reason_of(field_type, look.reason))]
    return FieldNode(
        kind="field",
        name="",
        path=f"{path}{ITEM}",
        type=of,
        shape=field_type.shape,
        requirement="required",
        meaning=field_type.meaning,
        constraints=_rules(setting, layers, layers[0], SHAPES[field_type.shape], is_sent=True),
        sensitive=field_type.sensitive,
        hints=tuple(_hints(layers[0])),
        choices=_choices(layers),
        reason=layers[0].reason,
        location=layers[0].stated.at(key=True),
    )


def _rules(
    setting: Setting, layers: Sequence[Layer[Rules]], look: Layer[Rules], shape: Shape, *, is_sent: bool
) -> tuple[Constraint, ...]:
    """Return the constraints; a text that is always sent has at least one character, unless the convention says so.

    `look` states the shape.
    """
    implied = implied_by(shape.implied, look)
    rules = tuple(constraints(layers, implied, setting.known_values, setting.exponent).values())
    if shape.json_type == "string" and is_sent:
        service = setting.basis.service
        return with_text(rules, service.value.conventions.required_text, service.at("conventions", "required_text"))
    return rules


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


def _reject_vague_country(setting: Setting, stated: list[Layer[FieldStatement]], look: Stated[Rules]) -> None:
    fixed = _latest(stated, "fixed")
    location = _location(stated, "fixed", "value") if fixed else look.at("fixed", "value")
    fixed = fixed or look.value.stated("fixed")
    if fixed and fixed.value == "method.country" and len(setting.method.value.countries) > 1:
        countries = setting.method.at("countries", key=True)
        message = "a field is fixed to method.country, which means one country, and the method names several"
        hint = "name one country, or state the field's own value"
        setting.collector.report("vague-country", countries, message, hint)
    if fixed and fixed.value.startswith("method.") and fixed.value not in setting.known_values:
        hint = did_you_mean(fixed.value, setting.known_values)
        setting.collector.report("unknown-value", location, f"unknown value {fixed.value!r}", hint)
