"""Which modules of a package must be imported anew, when most of them are as they were in a package imported before.

A module is executed again when a character of it is another, or when it imports, by way of others, from a module whose
code is another. Another docstring or comment is no other code; the module that has it is executed all the same.
"""

import ast
from collections.abc import Mapping
from functools import cache

Modules = Mapping[str, str]
"""Source texts by the names of the modules; a package is called as it is, without `__init__`."""

_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def imported_anew(before: Modules, after: Modules) -> set[str]:
    """Return the modules to execute, and those that are gone."""
    packages = {name.rpartition(".")[0] for name in after}
    names = before.keys() | after.keys()
    changed = {name for name in names if before.get(name) != after.get(name)}
    other = {name for name in changed if _code(before.get(name)) != _code(after.get(name))}
    using = {
        name: _imports(text, name if name in packages else name.rpartition(".")[0]) for name, text in after.items()
    }
    while more := {name for name in after.keys() - other if using[name] & other}:
        other |= more
    return changed | other


@cache
def _code(text: str | None) -> str:
    """Return what a module does, told apart from all that does something else."""
    try:
        tree = ast.parse((text or "").encode())
    except (SyntaxError, ValueError, RecursionError):
        return text or ""
    for node in ast.walk(tree):
        if isinstance(node, _DOCUMENTED):
            node.body = [one for one in node.body if not _is_text(one)]
    return f"{text is None} {ast.dump(tree)}"


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


@cache
def _imports(text: str, package: str) -> frozenset[str]:
    """Return the names that a module of a package may import, be they modules or not."""
    try:
        tree = ast.parse(text.encode())
    except (SyntaxError, ValueError, RecursionError):
        return frozenset()
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom):
            above = package.split(".")[: 1 - node.level or None] if node.level else []
            origin = ".".join([*above, *([node.module] if node.module else [])])
            found |= {origin, *(f"{origin}.{one.name}" for one in node.names)}
    return frozenset(found)
