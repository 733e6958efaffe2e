"""Resolves a field from what its type, its request table and its method state."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from paycat.cache import Cache
from paycat.catalogue.fields import Rules, deciding
from paycat.catalogue.forms import FIELD_PATH
from paycat.catalogue.reading import Stated
from paycat.catalogue.statement import Reason
from paycat.contract.layout import Statements, layout_of_table
from paycat.contract.nodes import FieldNode
from paycat.contract.stated_fields import StatedField, stated_fields
from paycat.contract.stated_offers import StatedOffer, deprecation
from paycat.contract.values import Layer, joined, loosest, merged, reason_of, value_node
from paycat.diagnostics import Diagnostic, did_you_mean

_OF_TYPE = ("meaning", "sensitive", "input", "autocomplete", "audience")
"""The keys that a field has of its type, unless it states them."""

_STRENGTH = {"optional": 1, "conditional": 2, "required": 3}


def resolved_fields(offer: StatedOffer, cache: Cache) -> dict[str, FieldNode]:
    """Return the fields of a request type by path: the table's in order, then the method's own; objects have none."""
    shared_by_path, fields_by_path = shared_fields(offer, cache), {}
    _reject_faulty_objects(offer)
    for path, stated_field in stated_fields(offer).items():
        if path in shared_by_path and _is_same(stated_field.statements, shared_by_path[path].statements):
            fields_by_path[path] = shared_by_path[path].field
            offer.findings.extend(shared_by_path[path].findings)
        else:
            fields_by_path[path] = _resolved(offer, stated_field)
    return {path: field for path, field in fields_by_path.items() if field}


def _reject_faulty_objects(offer: StatedOffer) -> None:
    for path, statements in offer.layout.objects.items():
        field, last_statement = StatedField(offer, path, statements), statements[-1]
        _reject_loosening(offer, field)
        if not FIELD_PATH.holds(last_statement.name):
            message = f"{last_statement.name!r} is not a dotted path of member names"
            offer.report("bad-path", last_statement.at(key=True), message, f"write {FIELD_PATH.advice}")
        elif field.latest("requirement") is None:
            message = f"the field {last_statement.name!r} has no requirement"
            offer.report("incomplete-field", last_statement.at(key=True), message)


@dataclass(frozen=True, slots=True)
class SharedField:
    """A field of several methods, what is stated of it, and what is wrong with it."""

    statements: Statements
    field: FieldNode | None
    findings: Sequence[Diagnostic]


def shared_fields(offer: StatedOffer, cache: Cache) -> Mapping[str, SharedField]:
    """Return the fields that are the same for all methods that state nothing of them.

    The currencies of these methods have as many decimals. No condition names such a field, and no value in it is fixed:
    that may be the method's.
    """
    if offer.known_table is None or len(offer.currencies) > 1:
        return {}
    return cache.of(_shared_fields, offer, basis=(offer.basis, offer.table, offer.exponent()))


def _shared_fields(offer: StatedOffer) -> Mapping[str, SharedField]:
    types_by_name, shared_by_path = offer.basis.types.value.types, {}
    for path, statements in layout_of_table(offer.basis.types, offer.table).fields.items():
        separate_offer = replace(offer, findings=[])
        field = StatedField(separate_offer, path, statements)
        item_type = types_by_name.get(field.look.value.of or "") if field.look else None
        fixed_rule = field.rule("fixed") or (item_type and item_type.rule("fixed"))
        is_conditional = any(statement.value.requirement == "conditional" for statement in statements)
        if not is_conditional and not fixed_rule and not field.limited_in:
            shared_by_path[path] = SharedField(statements, _resolved(separate_offer, field), separate_offer.findings)
    return shared_by_path


def _is_same(left: Statements, right: Statements) -> bool:
    return len(left) == len(right) and all(old.value is new.value for old, new in zip(left, right, strict=True))


def _resolved(offer: StatedOffer, field: StatedField) -> FieldNode | None:
    last_statement, report, path = field.statements[-1], offer.report, field.path
    span, name = last_statement.at(key=True), last_statement.name
    if not FIELD_PATH.holds(path):
        report("bad-path", span, f"{name!r} is not a dotted path of member names", f"write {FIELD_PATH.advice}")
        return None
    _reject_loosening(offer, field)
    if field.is_absent:
        return None
    type_statement = deciding([statement.value for statement in field.statements])
    meaning = field.latest("meaning") or (type_statement and type_statement.type)  # A type has a meaning.
    values_by_key = {"requirement": field.latest("requirement"), "type": type_statement, "meaning": meaning}
    missing_keys = [key for key, value in values_by_key.items() if value is None]
    if missing_keys:
        missing_text = " and no ".join(missing_keys)
        types = offer.basis.types  # A member that a type states is a new one: no other was meant.
        known_fields = layout_of_table(types, offer.table).fields if last_statement.source is not types else ()
        hint = did_you_mean(path, [known_path for known_path in known_fields if known_path != path])
        report("incomplete-field", span, f"the field {name!r} has no {missing_text}", hint if "mean" in hint else "")
    look, type_source = field.look, field.last("type")
    if type_statement and look is None and type_source:
        report("unknown-type", type_source.at("type"), *_unknown_type(offer, type_statement.type or ""))
    if missing_keys or look is None or look.value.shape is None:
        return None
    _reject_vague_facts(offer, field)
    if (item_type_name := look.value.of) and item_type_name not in offer.basis.types.value.types:
        report("unknown-type", look.at("of"), *_unknown_type(offer, item_type_name))
    nodes = [*_in_currencies(field, look).values()]
    return nodes[0].model_copy(update={"constraints": loosest(nodes)}) if len(nodes) > 1 else nodes[0]


def cases_of(offer: StatedOffer, path: str) -> dict[str, FieldNode]:
    """Return what a field is in each currency of its method, by code; nothing where it is the same in all."""
    field = StatedField(offer, path, offer.layout.statements(path))
    node_by_code = _in_currencies(field, field.look) if field.look and len(field.currencies) > 1 else {}
    first_constraints = next((node.constraints for node in node_by_code.values()), ())
    if all(node.constraints == first_constraints for node in node_by_code.values()):
        return {}
    # A schema has them beside those of a currency.
    common_rules = loosest([*node_by_code.values()])
    rules_by_code = {code: merged(node.constraints, common_rules) for code, node in node_by_code.items()}
    return {code: node_by_code[code].model_copy(update={"constraints": rules}) for code, rules in rules_by_code.items()}


def _in_currencies(field: StatedField, look: Stated[Rules]) -> dict[str, FieldNode]:
    """Return what a field is in each currency that decides about it; by "" where none does."""
    return {currency_code: _in_currency(field, look, currency_code) for currency_code in field.currencies or ("",)}


def _in_currency(field: StatedField, look: Stated[Rules], currency_code: str) -> FieldNode:
    """Return a field as it is in a currency of its method; "" for a field about which none decides."""
    limit_layers = field.limits(currency_code)
    own_reason = joined(*(layer.reason for layer in reversed(field.reasoned)))
    requirement = field.latest("requirement")
    if requirement == "conditional" and _is_undecided(field, own_reason):
        requirement = "optional"
    node = field.offer.resolver(currency_code).node(
        value_node(field.path, joined(own_reason, look.value.reason), field.statements[-1].at(key=True)),
        Layer(look, reason_of(look.value, own_reason)),
        [*field.reasoned, *limit_layers],
        requirement=requirement,
        **{key: field.latest(key) for key in ("python_name", "role", "label")},
        **{key: field.latest(key) or getattr(look.value, key) for key in _OF_TYPE},
        deprecated=deprecation(field.latest("deprecated"), own_reason),
    )
    if limit_layers:  # A limit in a currency is rejected by the code of the field's own.
        own_codes = {rule.keyword: rule.code for rule in _in_currency(field, look, "").constraints}
        rules = (rule.model_copy(update={"code": own_codes.get(rule.keyword, rule.code)}) for rule in node.constraints)
        return node.model_copy(update={"constraints": tuple(rules)})
    return node


def _unknown_type(offer: StatedOffer, type_name: str) -> tuple[str, str]:
    return f"unknown field type {type_name!r}", did_you_mean(type_name, offer.basis.types.value.types)


def _is_undecided(field: StatedField, reason: Reason) -> bool:
    """Tell whether no condition names a field, and a decision that it rests on only records an open gap."""
    conditions, gaps = field.offer.statement.conditions, field.offer.basis.registers.value.gaps.values()
    named_paths = {path for condition in conditions for paths in condition.any_of for path in paths}
    open_decision_ids = {decision_id for gap in gaps if gap.state == "open" for decision_id in gap.decisions}
    return field.path not in named_paths and not open_decision_ids.isdisjoint(reason.decisions)


def _reject_loosening(offer: StatedOffer, field: StatedField) -> None:
    """Report what makes a field less needed than a type, or the table, states below."""
    level = ""
    for index, statement in enumerate(field.statements):
        value = statement.value
        is_looser = level in _STRENGTH and value.requirement and _STRENGTH.get(value.requirement, 0) < _STRENGTH[level]
        if is_looser and offer.basis.service.value.source and value.reason == Reason():
            is_of_type = field.statements[index - 1].source is offer.basis.types
            offer.report(
                "loosened-field",
                statement.at("requirement"),
                f"the {'type' if is_of_type else 'table'} makes {statement.name!r} {level}, "
                f"and here it becomes {value.requirement}",
                "give the source or the decision that allows it",
            )
        level = value.requirement or level


def _reject_vague_facts(offer: StatedOffer, field: StatedField) -> None:
    fixed_rule, method = field.rule("fixed"), offer.method.value
    fact_name = fixed_rule.value if fixed_rule else ""
    if fact_name == "method.country" and not method.has_country:
        count = "several" if method.countries else "none"
        message = f"a field is fixed to method.country, which means one country, and the method names {count}"
        hint = "name one country, or state the field's own value"
        offer.report("vague-country", offer.method.at("countries", key=True), message, hint)
    elif fixed_rule and fact_name.startswith("method.") and fact_name not in offer.known_values:
        hint = did_you_mean(fact_name, offer.known_values) or "state the value itself: there is one body for all"
        offer.report("unknown-value", fixed_rule.value_span, f"unknown value {fact_name!r}", hint)
