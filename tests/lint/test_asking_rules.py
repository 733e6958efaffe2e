"""Rules ask what the contract's resolver knows of values, also what lost: none of these resolves a value again."""

from pathlib import Path
from types import ModuleType

import projects
import pytest
from counted_calls import calls_of

from paycat.catalogue.reading import read_catalogue
from paycat.contract.resolve import resolve
from paycat.contract.values import Resolver
from paycat.lint.context import RuleContext
from paycat.lint.rule import Rule
from paycat.lint.rules import agreement, possible_values, samples


@pytest.mark.parametrize("module", [agreement, possible_values, samples], ids=lambda module: module.__name__)
@pytest.mark.parametrize("schemas", [projects.SCHEMAS, projects.SMALL / "schemas"], ids=["frozen", "small"])
def test_rules_make_no_node(schemas: Path, module: ModuleType) -> None:
    catalogue, _ = read_catalogue(schemas)
    assert catalogue
    context = RuleContext(catalogue)
    context.contract, _ = resolve(catalogue, shape_values=context.values)
    rules = [one for one in vars(module).values() if isinstance(one, Rule)]
    assert rules
    assert calls_of(lambda: [list(one.check(context)) for one in rules], Resolver.node) == 0
