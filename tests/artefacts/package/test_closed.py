"""The runtime of the generated package is a closed package: it imports itself and libraries, and no catalogue."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

import projects

from paycat.packs.reading import COPIED

RUNTIME = projects.GENERATORS / "python" / "runtime"
HEADER = "Part of paycat's runtime, copied unchanged. Do not edit."
LIBRARIES = {
    *("anyio", "dbos", "h11", "httpx", "psycopg", "pydantic", "pydantic_core", "sqlalchemy", "standardwebhooks"),
    *("starlette", "tenacity", "uvicorn"),
}
"""What the extras of the package name, and what these bring with them."""


def trees() -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules of the runtime."""
    for path in sorted(RUNTIME.rglob("*.py")):
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def test_every_file_says_what_it_is() -> None:
    for path in RUNTIME.rglob("*"):
        if path.suffix in COPIED:
            first, second, *_ = path.read_text(encoding="utf-8").splitlines()
            assert HEADER in (second if first.startswith("<!doctype") else first), path
    for path, tree in trees():
        assert ast.get_docstring(tree), path


def test_it_imports_only_itself_and_libraries() -> None:
    found = set()
    for path, tree in trees():
        inside = len(path.relative_to(RUNTIME).parts)
        for node in ast.walk(tree):
            match node:
                case ast.ImportFrom(level=level) if level:
                    assert level <= inside, f"{path}:{node.lineno} leads out of the runtime"
                case ast.ImportFrom(module=module):
                    found.add(str(module).partition(".")[0])
                case ast.Import(names=names):
                    found |= {one.name.partition(".")[0] for one in names}
    assert found - set(sys.stdlib_module_names) <= LIBRARIES


def test_it_imports_modules_that_it_has() -> None:
    """Where the package has it, another name could be one of a generated module."""
    for path, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.level:
                around = path.parents[node.level - 1].joinpath(*(node.module or "").split("."))
                names = [around / one.name for one in node.names] if around.is_dir() else [around]
                known = [one for one in names if one.with_suffix(".py").is_file() or (one / "__init__.py").is_file()]
                assert known or (around / "__init__.py").is_file(), f"{path}:{node.lineno}"
