"""The rules: each function that `rule` decorates in a module of this folder is one."""

from importlib import import_module
from pkgutil import iter_modules

from paycat.lint.rule import Rule

_MODULES = [import_module(f"{__name__}.{module.name}") for module in iter_modules(__path__)]

RULES: tuple[Rule, ...] = tuple(rule for module in _MODULES for rule in vars(module).values() if isinstance(rule, Rule))
