"""A catalogue and its contract in, everything in them that does not fit together out: one module per rule.

`SETTLING` are the rules that resolving relies on: a request is not settled while one of them finds a fault in what it
rests on. A new rule is a module with `ID`, `NEEDS`, `check`, its codes and its page, and a line here.
"""

from dataclasses import replace
from types import ModuleType
from typing import cast

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic
from paycat.rules import (
    backtracking,
    bounded_patterns,
    component_names,
    countries,
    currencies,
    currency_of_country,
    deprecations,
    errata,
    events,
    examples,
    field_roles,
    file_names,
    gaps,
    identifiers,
    interface_names,
    iso_codes,
    mended_samples,
    mentions,
    method_texts,
    name_case,
    operations,
    parameter_shapes,
    patterns,
    problem_causes,
    real_data,
    reasons,
    refusal_codes,
    retired_names,
    sample_coverage,
    sample_files,
    sample_sizes,
    sample_verdicts,
    selections,
    sensitive_fields,
    served_fields,
    shape_references,
    shapes,
    state_members,
    states,
    uncited_decisions,
    unenforced_prose,
    unknown_ids,
    unused,
    value_rules,
)
from paycat.rules.page import Page, page_of
from paycat.rules.rule import Rule

SETTLING: tuple[Rule, ...] = (file_names, currencies, countries, patterns, backtracking, value_rules)

RULES: tuple[Rule, ...] = (
    *SETTLING,
    identifiers,
    unknown_ids,
    gaps,
    uncited_decisions,
    unused,
    field_roles,
    component_names,
    refusal_codes,
    sample_files,
    sample_verdicts,
    sample_sizes,
    sample_coverage,
    errata,
    mended_samples,
    operations,
    parameter_shapes,
    interface_names,
    problem_causes,
    states,
    events,
    state_members,
    shapes,
    shape_references,
    examples,
    sensitive_fields,
    unenforced_prose,
    name_case,
    mentions,
    method_texts,
    reasons,
    currency_of_country,
    iso_codes,
    real_data,
    bounded_patterns,
    deprecations,
    retired_names,
    served_fields,
    selections,
)


PAGES: tuple[Page, ...] = tuple(page_of(cast(ModuleType, rule)) for rule in RULES)


def check_catalogue(catalogue: Catalogue, contract: Contract, rules: tuple[Rule, ...] = RULES) -> list[Diagnostic]:
    """Return what the rules find; a rule is passed over when a file that it needs could not be wholly understood.

    What is wrong with a table is found with every method that uses it, and told once.
    """
    found = (
        replace(one, severity=page.severity(one.code))
        for page, rule in zip(PAGES, RULES, strict=True)
        if rule in rules and not any(_within(file, need) for need in rule.NEEDS for file in catalogue.unread)
        for one in rule.check(catalogue, contract)
    )
    return list(dict.fromkeys(found))


def _within(file: str, need: str) -> bool:
    return need in ("", file) or file.startswith(f"{need}/")
