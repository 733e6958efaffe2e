"""Resolves a field from what its type, its request table and its method state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from paycat.catalogue.fields import CurrencyLimits, FieldStatement, Rules, deciding
from paycat.catalogue.forms import FIELD_PATH
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.layout import Statements, layout_of_table
from paycat.contract.nodes import FieldNode
from paycat.contract.setting import Collector, Setting, deprecation, limits_in
from paycat.contract.values import Layer, Origin, joined, look_of, loosest, merged, reason_of
from paycat.diagnostics import Diagnostic, Span, did_you_mean

_OF_TYPE = ("meaning", "sensitive", "input", "autocomplete", "audience")
"""The keys that a field has of its type, unless it states them."""

_STRENGTH = {"optional": 1, "conditional": 2, "required": 3}


def resolved_fields(setting: Setting) -> dict[str, FieldNode]:
    """Return the fields of a request type by path: the table's in order, then the method's own; objects have none."""
    shared, resolved = shared_fields(setting), {}
    _reject_faulty_objects(setting)
    for path, stated in setting.layout.fields.items():
        if path in shared and _is_same(stated, shared[path].stated):
            resolved[path] = shared[path].field
            setting.collector.found += shared[path].found
        else:
            resolved[path] = _resolved(setting, path, setting.layers(stated))
    return {path: field for path, field in resolved.items() if field}


def _reject_faulty_objects(setting: Setting) -> None:
    """Report what is wrong with what is stated of the objects that have a type, not with what is inside."""
    for use in setting.layout.objects.values():
        stated, name = setting.layers(use.stated), use.stated[-1].name
        span = use.stated[-1].at(key=True)
        _reject_loosening(setting, stated)
        if not FIELD_PATH.holds(name):
            message = f"{name!r} is not a dotted path of member names"
            setting.collector.report("bad-path", span, message, f"write {FIELD_PATH.advice}")
        elif _latest(stated, "requirement") is None:
            setting.collector.report("incomplete-field", span, f"the field {name!r} has no requirement")


@dataclass(frozen=True, slots=True)
class SharedField:
    """A field of several methods, what is stated of it, and what is wrong with it."""

    stated: Statements
    field: FieldNode | None
    found: Sequence[Diagnostic]


def shared_fields(setting: Setting) -> Mapping[str, SharedField]:
    """Return the fields that are the same for all methods that state nothing of them.

    The currencies of these methods have as many decimals. No condition names such a field, and no value in it is fixed:
    that may be the method's.
    """
    if setting.table_name not in setting.basis.requests or len(setting.currencies) > 1:
        return {}
    return setting.cache.of(_shared_fields, setting, by=(setting.basis, setting.table, setting.exponent))


def _shared_fields(setting: Setting) -> Mapping[str, SharedField]:
    types, shared = setting.basis.types.value.types, {}
    for path, stated in layout_of_table(setting.basis.types, setting.table).fields.items():
        look = look_of(setting.basis.types, stated)
        item_type = types.get(look.value.of or "") if look else None
        values = [*(one.value for one in stated), *([look.value] if look else []), item_type]
        is_fixed = any(one and one.stated("fixed") for one in values)
        is_conditional = any(one.value.requirement == "conditional" for one in stated)
        if not is_conditional and not is_fixed and not any(one.value.by_currency for one in stated):
            alone = replace(setting, collector=Collector())
            shared[path] = SharedField(stated, _resolved(alone, path, setting.layers(stated)), alone.collector.found)
    return shared


def _is_same(stated: Statements, other: Statements) -> bool:
    return len(stated) == len(other) and all(one.value is two.value for one, two in zip(stated, other, strict=True))


def _resolved(setting: Setting, path: str, stated: list[Layer[FieldStatement]]) -> FieldNode | None:
    span, report, name = stated[-1].stated.at(key=True), setting.collector.report, stated[-1].stated.name
    if not FIELD_PATH.holds(path):
        report("bad-path", span, f"{name!r} is not a dotted path of member names", f"write {FIELD_PATH.advice}")
        return None
    _reject_loosening(setting, stated)
    if _latest(stated, "requirement") == "absent":
        return None
    own = deciding([one.stated.value for one in stated])
    meaning = _latest(stated, "meaning") or (own and own.type)  # A type has a meaning.
    found = {"requirement": _latest(stated, "requirement"), "type": own, "meaning": meaning}
    missing = [key for key, one in found.items() if one is None]
    if missing:
        listed = " and no ".join(missing)
        types = setting.basis.types  # A member that a type states is a new one: no other was meant.
        known = layout_of_table(types, setting.table).fields if stated[-1].stated.source is not types else ()
        hint = did_you_mean(path, [one for one in known if one != path])
        report("incomplete-field", span, f"the field {name!r} has no {listed}", hint if "mean" in hint else "")
    look = look_of(setting.basis.types, [one.stated for one in stated])
    if own and look is None:
        report("unknown-type", _location(stated, "type"), *_unknown_type(setting, own.type or ""))
    if missing or look is None or look.value.shape is None:
        return None
    _reject_vague_facts(setting, stated, look)
    _reject_missing_currency(setting, stated, look)
    if (of := look.value.of) and of not in setting.basis.types.value.types:
        report("unknown-type", look.at("of"), *_unknown_type(setting, of))
    return _field(setting, path, look, stated)


def cases_of(setting: Setting, path: str) -> dict[str, FieldNode]:
    """Return what a field is in each currency of its method, by code; nothing where it is the same in all."""
    stated = setting.stated(path)
    look = look_of(setting.basis.types, [one.stated for one in stated])
    if look is None or len(setting.currencies) < 2 or not _differs(setting, look, stated):
        return {}
    found = {code: _in_currency(setting, path, look, stated, code) for code in setting.currencies}
    alike = found[setting.currencies[0]].constraints
    if all(one.constraints == alike for one in found.values()):
        return {}
    # A schema has them beside those of a currency.
    always = loosest([*found.values()])
    both = {code: merged(one.constraints, always) for code, one in found.items()}
    return {code: found[code].model_copy(update={"constraints": constraints}) for code, constraints in both.items()}


def _differs(setting: Setting, look: Stated[Rules], stated: Sequence[Layer[FieldStatement]]) -> bool:
    """Return whether a currency decides about a field: about its limits, or about its decimal places."""
    rules = (one.value.stated("decimal_places") for one in (*(layer.stated for layer in reversed(stated)), look))
    places = next((rule for rule in rules if rule), None)
    return any(one.stated.value.by_currency for one in stated) or bool(places and places.value == "currency")


def _field(setting: Setting, path: str, look: Stated[Rules], stated: list[Layer[FieldStatement]]) -> FieldNode:
    """Return a field that looks like a field type, or like the statement that has the shape itself.

    Where the currency decides about it, it accepts what it accepts in any of them.
    """
    if not setting.currencies or not _differs(setting, look, stated):
        return _in_currency(setting, path, look, stated, "")
    found = [_in_currency(setting, path, look, stated, code) for code in setting.currencies]
    return found[0].model_copy(update={"constraints": loosest(found)}) if len(found) > 1 else found[0]


def _in_currency(
    setting: Setting, path: str, look: Stated[Rules], stated: list[Layer[FieldStatement]], code: str
) -> FieldNode:
    """Return a field as it is in a currency of its method; "" for a field about which none decides."""
    limits = [limit for one in stated if (limit := limits_in(one, code))]
    if limits:  # A limit in a currency is rejected by the code of the field's own.
        codes = {rule.keyword: rule.code for rule in _in_currency(setting, path, look, stated, "").constraints}
        made = _node(setting, path, look, stated, code, limits)
        rules = (rule.model_copy(update={"code": codes.get(rule.keyword, rule.code)}) for rule in made.constraints)
        return made.model_copy(update={"constraints": tuple(rules)})
    return _node(setting, path, look, stated, code, limits)


def _node(
    setting: Setting,
    path: str,
    look: Stated[Rules],
    stated: list[Layer[FieldStatement]],
    code: str,
    limits: Sequence[Layer[CurrencyLimits]],
) -> FieldNode:
    own = joined(*(one.reason for one in reversed(stated)))
    requirement = _latest(stated, "requirement")
    if requirement == "conditional" and _is_undecided(setting, path, own):
        requirement = "optional"
    return setting.resolver_in(code).node(
        Origin(path, joined(own, look.value.reason), stated[-1].stated.at(key=True)),
        Layer(look, reason_of(look.value, own)),
        [*stated, *limits],
        requirement=requirement,
        **{key: _latest(stated, key) for key in ("python_name", "role", "label")},
        **{key: _latest(stated, key) or getattr(look.value, key) for key in _OF_TYPE},
        deprecated=deprecation(_latest(stated, "deprecated"), own),
    )


def _unknown_type(setting: Setting, name: str) -> tuple[str, str]:
    return f"unknown field type {name!r}", did_you_mean(name, setting.basis.types.value.types)


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


def _reject_loosening(setting: Setting, stated: Sequence[Layer[FieldStatement]]) -> None:
    """Report what makes a field less needed than a type, or the table, states below."""
    for number, above in enumerate(stated):
        below, own = _latest(stated[:number], "requirement"), above.stated.value
        loosened = below in _STRENGTH and own.requirement and _STRENGTH.get(own.requirement, 0) < _STRENGTH[below]
        if loosened and not (own.source or own.decision):
            is_of_type = stated[number - 1].stated.source is setting.basis.types
            setting.collector.report(
                "loosened-field",
                above.stated.at("requirement"),
                f"the {'type' if is_of_type else 'table'} makes {above.stated.name!r} {below}, "
                f"and here it becomes {own.requirement}",
                "give the source or the decision that allows it",
            )


def _reject_vague_facts(setting: Setting, stated: list[Layer[FieldStatement]], look: Stated[Rules]) -> None:
    fixed = _latest(stated, "fixed")
    location = _location(stated, "fixed", "value") if fixed else look.at("fixed", "value")
    fixed = fixed or look.value.stated("fixed")
    method, named = setting.method.value, fixed.value if fixed else ""
    if named == "method.country" and len(method.countries) != 1 and method.country_way != "sent":
        names = "several" if method.countries else "none"
        message = f"a field is fixed to method.country, which means one country, and the method names {names}"
        hint = "name one country, or state the field's own value"
        setting.collector.report("vague-country", setting.method.at("countries", key=True), message, hint)
    elif named == "method.currency" and not method.codes_of_currencies:
        _report_no_currency(setting)
    elif named.startswith("method.") and named not in setting.known_values:
        hint = did_you_mean(named, setting.known_values)
        setting.collector.report("unknown-value", location, f"unknown value {named!r}", hint)


def _reject_missing_currency(setting: Setting, stated: list[Layer[FieldStatement]], look: Stated[Rules]) -> None:
    """Report a field that has the decimal places of the method's currency, where the method has none."""
    rules = (one.value.stated("decimal_places") for one in (*(layer.stated for layer in reversed(stated)), look))
    places = next((rule for rule in rules if rule), None)
    if places and places.value == "currency" and not setting.method.value.codes_of_currencies:
        _report_no_currency(setting)


def _report_no_currency(setting: Setting) -> None:
    """Report that a field refers to the method's currency; once, however many do."""
    message = f"fields of its {setting.direction} request refer to the method's currency, and it has none"
    hint = "add its `currency`, or state the fields without it"
    setting.collector.report("no-currency", setting.method.at("method_code", key=True), message, hint)
