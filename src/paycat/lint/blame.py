"""What is wrong with samples whose verdict differs from the one that they state, and which statements cause that."""

import json
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from paycat.catalogue import iso
from paycat.catalogue.constraints import Constrained, Ruled
from paycat.catalogue.methods import MethodStatement
from paycat.contract.constraint import Constraint
from paycat.contract.model import Violation
from paycat.contract.nodes import FieldNode, Group
from paycat.contract.paths import pointer, steps, steps_of, value_of
from paycat.contract.stated_offers import StatedOffer
from paycat.diagnostics import Span
from paycat.lint.context import RuleContext
from paycat.lint.verdicts import SampleVerdict
from paycat.shapes.json_types import JSON_TYPES
from paycat.text.characters import in_latin, odd_character
from paycat.text.json_data import holds_path
from paycat.text.near_names import near_name

_FEWEST = 3
"""So many samples that break one statement are right, rather than the statement; fewer if no sample keeps it."""
_LONGEST = 60
_CODE: tuple[str | int, ...] = ("method_code",)
_COUNTRIES: tuple[str | int, ...] = ("countries",)
_OF_NAMES = {"required": 1, "unknown_field": 2, "conditional_required": 3}
"""Codes of violations that follow when a member has another name, in the order in which they are described."""


@dataclass(frozen=True, slots=True, eq=False)
class Fault:
    """A violation that a sample does not state: what is wrong, and the statement that causes it, if one does."""

    verdict: SampleVerdict
    violation: Violation
    words: str
    cause: Span | None
    meant: str = ""
    """The member that an unknown one was most likely meant for."""

    @property
    def name(self) -> str:
        """The name of the member."""
        return "".join(steps(self.violation.pointer)[-1:])

    @property
    def is_of_names(self) -> bool:
        """Whether it follows when a member has another name."""
        return self.violation.code in _OF_NAMES

    @property
    def span(self) -> Span:
        """The place of the member in the sample."""
        return self.verdict.member_at(self.violation.pointer)


def faults(context: RuleContext) -> list[Fault]:
    """Return the violations that samples do not state, but for codes that are not listed, which are reported."""
    listed_codes = context.catalogue.problems.value.violation_codes
    all_faults = [
        _fault(context, verdict, violation)
        for verdict in context.verdicts
        if all(breach.code in listed_codes for breach in (*verdict.sample.violations, *verdict.violations))
        for violation in sorted(verdict.violations, key=lambda breach: _OF_NAMES.get(breach.code, 0))
        if violation not in verdict.sample.violations
    ]
    slips = {(fault.verdict, fault.meant) for fault in all_faults if fault.name != in_latin(fault.name) == fault.meant}
    return [replace(fault, cause=None) if (fault.verdict, fault.name) in slips else fault for fault in all_faults]


def blamed(context: RuleContext, all_faults: list[Fault], suspects: frozenset[Span]) -> Mapping[Span, list[Fault]]:
    """Return the statements that most of the samples that they are about break, and their faults.

    One of the `suspects` is to blame if any sample breaks it.
    """
    faults_by_cause: dict[Span, list[Fault]] = defaultdict(list)
    for fault in all_faults:
        if fault.cause is not None:
            faults_by_cause[fault.cause].append(fault)
    pairs = faults_by_cause.items()
    return {cause: peers for cause, peers in pairs if cause in suspects or _is_to_blame(context, cause, peers)}


def _is_to_blame(context: RuleContext, cause: Span, caused_faults: list[Fault]) -> bool:
    """Return whether more samples break a statement than keep it, of those that have the member that it is about."""
    pointers: dict[str, set[str]] = defaultdict(set)
    for fault in caused_faults:
        pointers[_whose(context, cause, fault.verdict)].add(fault.violation.pointer)
    breakers = {(fault.verdict.source.name, fault.verdict.sample.name) for fault in caused_faults}
    keeper_count = sum(
        any(_has(verdict.sample.payload, location) for location in pointers.get(_whose(context, cause, verdict), ()))
        for verdict in context.verdicts
        if (verdict.source.name, verdict.sample.name) not in breakers
    )
    return (len(breakers) >= _FEWEST and len(breakers) > keeper_count) or (len(breakers) > 1 and not keeper_count)


def _whose(context: RuleContext, cause: Span, verdict: SampleVerdict) -> str:
    """Return whose samples count for a statement: those of its request table, or else those of one samples file."""
    table = context.offer(verdict.request).known_table
    return cause.path if table and table.name == cause.path else verdict.source.name


def _has(payload: Any, json_pointer: str) -> bool:
    try:
        value_of(payload, json_pointer)
    except (LookupError, TypeError):
        return False
    return True


def _fault(context: RuleContext, verdict: SampleVerdict, violation: Violation) -> Fault:
    if violation.code == "unknown_field":
        return _unknown(context, verdict, violation)
    words, cause = _explained(context, verdict, violation)
    return Fault(verdict, violation, f"{words} (code {violation.code} at {violation.pointer})", cause)


def _explained(context: RuleContext, verdict: SampleVerdict, violation: Violation) -> tuple[str, Span | None]:
    request, json_pointer = verdict.request, violation.pointer
    path_text = f"`{'.'.join(steps(json_pointer)) or 'the body'}`"
    node = request.node_at(json_pointer, verdict.sample.payload)
    place = node.location if node and node.path else None
    match violation.code:
        case "required":
            return f"{path_text} is missing", place
        case "null_not_allowed":
            return f"{path_text} is null", None
        case "conditional_required" if isinstance(node, Group):
            conditions = [*node.unmet(_value(verdict.sample.payload, json_pointer))]
            wording = "; and ".join(", or ".join(map(" and ".join, condition.any_of)) for condition in conditions)
            return f"{path_text} needs {wording}", conditions[0].location if conditions else None
    if not isinstance(node, FieldNode):
        return f"{path_text} must be an object", None
    value = _value(verdict.sample.payload, json_pointer)
    broken_rules = (rule for rule in node.constraints if rule.code == violation.code and not rule.holds(value))
    broken_rule = next(broken_rules, None)
    if violation.code == "type" or broken_rule is None:
        stated_field = context.stated_field(request, node)
        look = stated_field.look if stated_field else None
        shape_place = look.at("shape") if look else context.catalogue.types.at("types", node.type, "shape")
        noun = next((json_type.noun for json_type in JSON_TYPES.values() if json_type.holds(value)), "null")
        return f"{path_text} must be {JSON_TYPES[node.json_type].noun}, but is {noun}", shape_place
    is_slip = isinstance(value, str) and not value.isascii() and broken_rule.holds(in_latin(value))
    cause = None if is_slip else _of_rule(context, verdict, node, broken_rule)
    return f"{path_text} {broken_rule.phrase.whole_must}{_shown(node, value)}", cause


def _unknown(context: RuleContext, verdict: SampleVerdict, violation: Violation) -> Fault:
    """Return the fault of a member that is no field; a field that no sample has was probably renamed."""
    *outer_names, wrong_name = steps(violation.pointer)
    request, payload = verdict.request, _value(verdict.sample.payload, pointer(outer_names))
    group = node if isinstance(node := request.node_at(pointer(outer_names)), Group) else request.root
    absent_members = [member for member in group.members if not isinstance(payload, dict) or member.name not in payload]
    samples = [peer.sample.payload for peer in context.verdicts if peer.source is verdict.source]
    meant_name = near_name(in_latin(wrong_name), [member.name for member in absent_members]) or ""
    fields = [member for member in absent_members if isinstance(member, FieldNode)]
    idle_fields = [field for field in fields if not any(holds_path(sample, steps_of(field.path)) for sample in samples)]
    renamed_fields = [member for member in idle_fields if member.name == meant_name or len(idle_fields) == 1]
    cause = renamed_fields[0].location if renamed_fields and wrong_name.isascii() else None
    oddity = "" if wrong_name.isascii() else f" (it has {odd_character(wrong_name)})"
    hint = f"{oddity}, but `{'.'.join((*outer_names, meant_name))}` is" if meant_name else oddity
    words = f"`{'.'.join((*outer_names, wrong_name))}` is no field of the request{hint}"
    return Fault(verdict, violation, words, cause, meant_name)


def _of_rule(context: RuleContext, verdict: SampleVerdict, field: FieldNode, constraint: Constraint) -> Span | None:
    stated_rule = context.once(_rules).get(constraint.location or field.location)
    if stated_rule is None:
        return None
    offer = context.offer(verdict.request)
    if (fact_path := _facts(offer.method.value).get(str(stated_rule.value))) is None:
        return stated_rule.value_span
    return None if _is_confirmed(offer, fact_path) else offer.method.at(*fact_path)


def _rules(context: RuleContext) -> Mapping[Span, Ruled]:
    return {rule.value_span: rule for owner in context.stated(Constrained) for rule in owner.value.rules.values()}


def _facts(method: MethodStatement) -> Mapping[str, tuple[str | int, ...]]:
    """Return where a method states what a field may be fixed to, and the currency whose decimal places it has."""
    currency_path, country = method.place_of_currency(), (*_COUNTRIES, 0) if len(method.countries) == 1 else _COUNTRIES
    path_by_fact = {"method.method_code": _CODE, "method.currency": currency_path, "method.country": country}
    return {**path_by_fact, "currency": currency_path}


def _is_confirmed(offer: StatedOffer, fact_path: tuple[str | int, ...]) -> bool:
    """Return whether what else its file states says the same as a fact of a method: then its samples are wrong."""
    method = offer.method.value
    if fact_path == _CODE:
        return method.generated_name == offer.name
    all_exist = all(map(iso.country_name, method.countries))
    currencies = set(method.codes_of_currencies)
    return all_exist and not any(currencies.isdisjoint(iso.currencies_in(country)) for country in method.countries)


def _value(payload: Any, json_pointer: str) -> Any:
    return value_of(payload, json_pointer) if _has(payload, json_pointer) else None


def _shown(field: FieldNode, value: Any) -> str:
    """Return the value that is there instead; none of a field that is sensitive."""
    if field.sensitive or isinstance(value, dict | list):
        return ""
    value_text = json.dumps(value, ensure_ascii=False)
    oddity = odd_character(value_text)
    cut_text = value_text if len(value_text) <= _LONGEST else f"{value_text[:_LONGEST]}…"
    return f", but is {cut_text}{f' (it has {oddity})' if oddity else ''}"
