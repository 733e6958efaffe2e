"""Things whose names in generated files might be the same: they have two names, or a finding names the second thing."""

import ast
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import Any

import projects
import pytest
import yaml

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, Data

Cli = Callable[..., Any]

CASES: dict[str, Data] = projects.read_yaml(Path(__file__).with_name("names.yaml"))
_CODES = ("minimum", "maximum", "max_items", "exclusive_minimum", "decimal_places")
_IMPORT_ALL = """
import importlib, pkgutil, bank_collections
from bank_collections import requests
for module in pkgutil.walk_packages(bank_collections.__path__, "bank_collections."):
    if not module.name.endswith("__main__"):
        importlib.import_module(module.name)
for direction, methods in requests.REQUESTS.items():
    for method in methods:
        requests.model_of(direction, method).model_json_schema()
for name in bank_collections.__all__:
    getattr(bank_collections, name)
"""


@pytest.mark.parametrize("name", CASES)
def test_no_two_things_have_one_name(name: str, tmp_path: Path, cli: Cli) -> None:
    case = CASES[name]
    project = made_of(case).write(tmp_path / "project")
    checked = cli("check", cwd=project)
    found = [line for line in checked.out.splitlines() if " error " in line]
    if "finding" in case:
        assert found
        assert any(case["finding"] in line for line in found), found
        return
    assert found == []
    generated = cli("generate", "--packs", "python", "--to", "made", cwd=project)
    assert (generated.code, generated.err) == (0, ""), generated.out
    package = project / "made" / "python" / "src"
    assert list(bound_twice(package / "bank_collections")) == []
    imported = subprocess.run(
        [sys.executable, "-c", _IMPORT_ALL], cwd=package, capture_output=True, text=True, check=False
    )
    assert (imported.returncode, imported.stderr) == (0, "")
    for path, text in case.get("has", {}).items():
        assert text in (package / path).read_text(encoding="utf-8")


def made_of(case: Data) -> Catalogue:
    """Return the small catalogue of a case."""
    catalogue = Catalogue()
    catalogue.only("SEPA_TRANSFER")
    catalogue.without_invalid_samples()
    codes = catalogue.files["interface/problems.yaml"]["violation_codes"]
    codes |= {code: {"meaning": "It is.", "source": "§1"} for code in _CODES if code not in codes}
    catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["full"]["payload"] |= case.get("full", {})
    for file, data in case.get("set", {}).items():
        merge(catalogue.files[file], data)
    operations = catalogue.files["interface/operations.yaml"]["operations"]
    for old, new in case.get("copies", {}).items():
        operations[new] = {**deepcopy(operations[old]), "path": f"/v2/refunds/{{id}}/{new}"}
    for old, new in case.get("replace", {}).items():
        catalogue.files = {
            file.replace(old, new): yaml.safe_load(written(data).replace(old, new))
            for file, data in catalogue.files.items()
        }
    return catalogue


def merge(data: Data, further: Data) -> None:
    """Put into nested data what it lacks."""
    for key, value in further.items():
        if isinstance(value, dict) and isinstance(data.get(key), dict):
            merge(data[key], value)
        else:
            data[key] = deepcopy(value)


def written(data: Data) -> str:
    """Return data as YAML with long lines."""
    return yaml.safe_dump(data, sort_keys=False, allow_unicode=True, width=1000)


def bound_twice(package: Path) -> Iterator[str]:
    """Yield the names that a module or a class of a package binds more than once."""
    for file in sorted(package.rglob("*.py")):
        if "_runtime" in file.parts:
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        bodies = [tree.body, *(node.body for node in ast.walk(tree) if isinstance(node, ast.ClassDef))]
        for body in bodies:
            for name, count in Counter(names for one in body for names in bound(one)).items():
                if count > 1:
                    yield f"{file.name}: {name}"


def bound(statement: ast.stmt) -> Iterator[str]:
    """Yield the names that a statement binds; of a condition, those of its first branch."""
    match statement:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            yield statement.name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            yield from ((one.asname or one.name).partition(".")[0] for one in names)
        case ast.If(body=body):
            for one in body:
                yield from bound(one)
