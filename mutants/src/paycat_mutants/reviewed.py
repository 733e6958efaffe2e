"""Mutants of the generated package that mean the same, for a reason that people stated: there is no proof.

The reason counts only if no vector noticed the mutant. It is found by the module, the function and the change.
"""

import re
from collections.abc import Iterable, Mapping

from paycat.contract.constraint import Constraint
from paycat.contract.dispatch import method_place
from paycat.contract.interface import Parameter
from paycat.contract.model import Contract
from paycat.contract.naming import number_name, number_types
from paycat.contract.nodes import FieldNode, member_at
from paycat.contract.paths import steps_of
from paycat.packages.operations.calls import used_parameters
from paycat.packages.python.rules import number_names, number_rules, runtime_kinds, used_rules
from paycat.shapes.constraints import numbers_within
from paycat.shapes.constraints.pattern import Pattern
from paycat.shapes.constraints.relations import Relation

_SHORTCUT = (
    "by review: a body nests deeper than the limit only if it has more brackets, so that counting them saves work alone"
)
_NEVER_ENDING = (
    "by review: reading a body rejects such an exponent before; this is for other callers, and has a test in the "
    "package"
)
_NOT_FINITE = (
    "by review: reading a body rejects NaN and Infinity before; this is for other callers, and has a test in the "
    "package"
)
_OF_PROGRAMS = (
    "by review: a body has the text of a number; this is for programs that have the number, with a test in the package"
)
_PADDED = "abs(number.adjusted()) > len(number.as_tuple().digits) + _MOST_DIGITS"
_WORDS = "by review: the wording of a violation changes, and not which violations there are"
_UNION = "by review: requests are read by the model of their method; the union is for other callers, and has tests"
_OF_TEXTS = "by review: vectors are read before; this is for callers that have a text, and has a test in the package"
_LARGER = "len(body) > self.largest"
_SAME_TEXT = "by review: equal texts are equal numbers, so that comparing the texts saves work alone"
_BRACKETS = "text.count(b'{') + text.count(b'[') <= levels"

REVIEWED: Mapping[tuple[str, str, str], str] = {
    ("_runtime.json_text", "nests_deeper", f"{_BRACKETS} with Lt"): _SHORTCUT,
    ("_runtime.body", "_number", "without the condition repr(value) != text"): _SAME_TEXT,
    **{
        ("_runtime.parsing", "_document", change): _OF_TEXTS
        for change in (f"never: {_LARGER}", f"always: {_LARGER}", f"{_LARGER} with GtE")
    },
    **{
        ("_runtime.exact_numbers", "_number", change): _NOT_FINITE
        for change in ("never: not number.is_finite()", "without the condition isfinite(value)")
    },
    **{
        ("_runtime.exact_numbers", "_number", change): _NEVER_ENDING
        for change in ("never: abs(number.adjusted()) > _MOST_DIGITS", "abs(number.adjusted()) > _MOST_DIGITS with GtE")
    },
    **{
        ("_runtime.exact_numbers", "_text_of", change): _OF_PROGRAMS
        for change in (
            "never: not number.is_finite()",
            "always: not number.is_finite()",
            f"never: {_PADDED}",
            f"always: {_PADDED}",
            f"{_PADDED} with GtE",
        )
    },
    **{("_runtime.exact_numbers", "", f"_MOST_DIGITS is {digits}"): _NEVER_ENDING for digits in (4299, 4301)},
    **{("_runtime.violations", "", f"_MOST_SUGGESTIONS is {most}"): _WORDS for most in (9, 11)},
    ("_runtime.server.app", "_read", "never: message['type'] == 'http.disconnect'"): (
        "by review: a client that has gone reads no answer"
    ),
    ("requests", "__getattr__", "always: name not in _UNIONS"): _UNION,
    ("_runtime.models", "_errors_without_values", "code == 'union_tag_invalid' with NotEq"): _WORDS,
}


def unused_rule(contract: Contract, module: str, function: str, change: str) -> str:
    """Return why a decision of the runtime or of a type is never reached, or changes nothing; or nothing.

    No request has such a rule, or what a member is in a case has a rule that the member itself has, too.
    """
    if module == "problem_form" and change.startswith("_SENT without"):
        return _unsent(contract, change.partition("without ")[2].strip("'"))
    if module == "value_types" and (reason := _decided(contract, change)):
        return reason
    stated = used_rules(contract) | {*number_names(contract)}
    numbers = {field.json_type for field in number_types(contract).values()}
    stated |= {*numbers, *(["a number"] if numbers - {"string"} else [])}
    of_runtime = runtime_kinds(contract)
    stated |= {"list" for kind in of_runtime if "array" in kind.json_types}
    stated |= {"a rule of the runtime" for _ in of_runtime}
    groups = [group for request in contract.requests() for group in request.root.groups()]
    stated |= {"a case" for group in groups if group.cases}
    combinations = [one for group in groups for condition in group.conditions for one in condition.any_of]
    stated |= {"a combination of several fields" for one in combinations if len(one) > 1}
    places = [method_place(contract, request.direction) for request in contract.requests()]
    stated |= {"a method that the body names" for place in places if place.path}
    stated |= {"a method that anything names" for place in places if place.text}
    for *place, part, rule in _ABOUT_RULES:
        if place == [module, function] and part in change and rule not in stated:
            return f"by review: no request has a rule of this kind, {rule}"
    return ""


def _unsent(contract: Contract, code: str) -> str:
    """Return why no error has the word of a code; or nothing."""
    if "code" not in contract.interface.error_places:
        return "by review: errors have no codes of rejected members"
    rules = used_rules(contract)
    codes = {rule.code for field in contract.fields() for rule in field.constraints} | {"type", "null_not_allowed"}
    codes |= {word for name, word in _WORDS_OF_GROUPS.items() if name in rules}
    return "" if code in codes else "by review: no request has a rule with this code"


_WORDS_OF_GROUPS = {"required": "required", "closed": "unknown_field", "any_of": "conditional_required"}


def _decided(contract: Contract, change: str) -> str:
    """Return why a change of a type is not noticed: its bounds, or another member, decide before; or nothing."""
    for field in number_types(contract).values():
        accepted = numbers_within(field.bounds)
        steps = [rule for rule in field.constraints if rule.kind.relation is Relation.MULTIPLE]
        if accepted.low and accepted.low == accepted.high and _is_of(change, field, steps):
            return "by review: the bounds leave one number, and reject the others first"
    for group in (group for request in contract.requests() for group in request.root.groups()):
        for case in group.cases:
            itself = member_at(group, steps_of(case.member))
            if case.field is None or not isinstance(itself, FieldNode):
                continue
            both = [rule for rule in case.field.constraints if rule in itself.constraints]
            lost = [rule for rule in itself.constraints if itself.limitation(rule)]
            if _is_of(change, case.field, both):
                return "by review: the member itself has the rule, whatever the others are"
            if {*case.given} <= {*group.required} and _is_of(change, itself, lost):
                return "by review: each case has the rule, and a body without the member that decides is rejected"
    return ""


def _is_of(change: str, field: FieldNode, rules: Iterable[Constraint]) -> bool:
    """Return whether a change of a type is one of a field's type, and of one of some of its rules."""
    stated = number_rules(field.model_copy(update={"constraints": tuple(rules)}))
    bounds = [f"Decimal({one.argument!r})" for one in stated if one.is_decimal]
    bounds += [f"{one.function}({one.argument!r}," for one in stated if not one.is_decimal]
    bounds += [f": {one.argument!r} as" for one in stated if not one.is_decimal]
    errors = (f"{one.error!r} as" for one in stated)
    is_named = re.match(rf"{re.escape(number_name(field))}\b", change) is not None
    return is_named and any(one in change for one in (*bounds, *errors))


_ABOUT_RULES = (
    ("_runtime.exact_numbers", "_number", "", "a number"),
    ("_runtime.exact_numbers", "check", "number <= bound", "above"),
    ("_runtime.exact_numbers", "check", "number < bound", "at_least"),
    ("_runtime.exact_numbers", "check", "number > bound", "at_most"),
    ("_runtime.exact_numbers", "check", "number >= bound", "below"),
    ("_runtime.exact_numbers", "check", "remainder", "multiple"),
    ("_runtime.exact_numbers", "read", "number.to_integral_value()", "integer"),
    ("_runtime.exact_numbers", "read", "isinstance(text, str)", "exact_text"),
    ("_runtime.exact_numbers", "read", "_DECIMAL.fullmatch(text)", "exact_text"),
    ("_runtime.exact_numbers", "check", "len(text) < length", "characters_at_least"),
    ("_runtime.exact_numbers", "check", "len(text) > length", "characters_at_most"),
    ("_runtime.exact_numbers", "check", "whole.fullmatch(text)", "value_matches"),
    ("_runtime.exact_numbers", "check", "partition", "places_at_most"),
    ("_runtime.value_rules", "read_list", "", "list"),
    ("_runtime.value_rules", "check", "", "a rule of the runtime"),
    ("_runtime.models", "_combination_errors", "", "any_of"),
    ("_runtime.models", "_combination_errors", "with any", "a combination of several fields"),
    ("_runtime.models", "read", "not found", "any_of"),
    ("_runtime.models", "read", "not decided", "a case"),
    ("_runtime.models", "_case_errors", "", "a case"),
    ("_runtime.parsing", "_model", "self.requests[direction]", "offered"),
    ("_runtime.parsing", "_model", "isinstance(code, Violation)", "a method that the body names"),
    ("_runtime.parsing", "_model", "code not in self.availability", "a method that anything names"),
)
"""Decisions of the runtime, and the rule that a catalogue may lack: module, function, part of the change, rule."""


def unused(contract: Contract, function: str, change: str) -> str:
    """Return why a decision about parameters is never reached: no operation has such a parameter; or nothing."""
    parameters = used_parameters(contract)
    for name, part, kind, is_one in _ABOUT:
        if function == name and part in change and not any(map(is_one, parameters)):
            return f"by review: no parameter is {kind}"
    return ""


def _is_needed(parameter: Parameter) -> bool:
    return parameter.required and parameter.location_in != "path"


def _may_lack(parameter: Parameter) -> bool:
    return not parameter.required


def _is_whole(parameter: Parameter) -> bool:
    return parameter.value.json_type == "integer"


def _has_pattern(parameter: Parameter) -> bool:
    return parameter.value.constraint(Pattern.keyword) is not None


def _has_choices(parameter: Parameter) -> bool:
    return any(rule.kind.relation is Relation.ONE_OF for rule in parameter.value.constraints)


def _has_check(parameter: Parameter) -> bool:
    return any(rule.kind.relation is Relation.CHECKED for rule in parameter.value.constraints)


def _is_plain(parameter: Parameter) -> bool:
    return not _is_whole(parameter) and not _has_pattern(parameter)


def _is_free(parameter: Parameter) -> bool:
    return _is_plain(parameter) and not _has_choices(parameter) and not _has_check(parameter)


def _may_hold_nul(parameter: Parameter) -> bool:
    return parameter.location_in == "query" and _is_free(parameter)


_ABOUT = (
    ("read", "self.required", "required, but in a path", _is_needed),
    ("read", "always: self.required", "optional", _may_lack),
    ("_whole", "", "a whole number", _is_whole),
    ("_text", "self.choices", "a choice", _has_choices),
    ("_text", r"'\x00' in text", "a text without a pattern in a query", _may_hold_nul),
    ("_text", "re.fullmatch", "a text with a pattern", _has_pattern),
    ("_text", "self.check", "a text with check digits", _has_check),
    *(("_text", part, "a text without a pattern", _is_plain) for part in ("condition form", "condition ''")),
    # No text beyond the bounds is a choice, or has the check digits.
    ("_text", "_bounded", "a text without a pattern, choices and check digits", _is_free),
)
