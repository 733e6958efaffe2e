"""What a catalogue must keep to: rules, and the pages that explain their findings."""

from types import ModuleType

from paycat.rules import (
    countries_and_currencies,
    examples,
    interface_names,
    lifecycle,
    method_texts,
    methods,
    names,
    operations,
    patterns,
    problems,
    provenance,
    real_data,
    registers,
    samples,
    sensitive_fields,
    shape_references,
    shapes,
    states,
    unenforced_prose,
    value_rules,
)
from paycat.rules.rule import Rule

_MODULES: tuple[ModuleType, ...] = (
    countries_and_currencies,
    examples,
    interface_names,
    lifecycle,
    method_texts,
    methods,
    names,
    operations,
    patterns,
    problems,
    provenance,
    real_data,
    registers,
    samples,
    sensitive_fields,
    shape_references,
    shapes,
    states,
    unenforced_prose,
    value_rules,
)

RULES: tuple[Rule, ...] = tuple(one for module in _MODULES for one in vars(module).values() if isinstance(one, Rule))
