"""Artefacts that are JSON and not what they should be: each is a finding of the command that reads it.

The first of each kind was found by fuzzing; every member of a contract was then put to it with ten odd values.
"""

import json
import re
import shutil
from collections.abc import Iterator
from functools import reduce
from itertools import cycle
from operator import getitem
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.changes.revisions import read_contract
from paycat.diagnostics import FindingsError
from tests.conftest import Cli

CONTRACT = "generated/contract/contract.json"


@pytest.fixture(scope="module")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The small project, generated."""
    project = projects.small(tmp_path_factory.mktemp("small") / "project")
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return project


@pytest.mark.parametrize(
    ("member", "stated"), [("choices", 5), ("reason", []), ("variants", {}), ("open", "maybe"), ("location", [])]
)
def test_a_record_with_a_member_that_is_none(member: str, stated: Any, small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    [*nodes] = (one for one in objects(contract["interface"]["records"]) if "shape" in one)
    nodes[-1][member] = stated
    rejected(contract, "this is not a contract: interface.records.", "new", small, cli)


ODD = ([], {}, 5, "x", None, 1.5, True, -1, "", [1], {"a": 1})


@pytest.mark.deep
def test_a_contract_with_an_odd_value_anywhere(small: Path) -> None:
    """Each place of a contract has an odd value in turn; the contract is read, or there is a finding."""
    contract = json.loads((small / CONTRACT).read_text())
    by_place = {"/".join(re.sub(r"\d+", "*", str(step)) for step in steps): steps for steps in places(contract)}
    rejected_ones = 0
    for odd, (*above, last) in zip(cycle(ODD), by_place.values()):
        holder = reduce(getitem, above, contract)
        kept, holder[last] = holder[last], odd
        try:
            read_contract(json.dumps(contract).encode(), CONTRACT)
        except FindingsError:
            rejected_ones += 1
        holder[last] = kept
    assert 500 < rejected_ones < len(by_place)


@pytest.mark.parametrize("bound", [-1, 1.5, "x"])
def test_a_record_with_a_bound_that_cannot_be(bound: Any, small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    next(rule for rule in rules(contract["interface"]) if rule["keyword"] == "max_length")["value"] = bound
    rejected(contract, "this is not a contract: max_length of ", "new", small, cli)


@pytest.mark.parametrize("stated", [1.5, [1], {"a": 1}, "none"])
def test_a_contract_with_a_shape_that_is_none(stated: Any, project: Path, cli: Cli) -> None:
    contract = json.loads((project / "generated/contract/contract.json").read_text())
    contract["interface"]["records"][0]["body"]["members"][0]["shape"] = stated
    (project / "base.json").write_text(json.dumps(contract))
    ended = cli("diff", "generated/contract/contract.json", "base.json", cwd=project)
    assert (ended.code, ended.err) == (4, "")
    assert "error bad-contract: this is not a contract: interface.records.0.body." in ended.out


ODD_BOUNDS = {
    "const": [1, 1.5],
    "pattern": ["", "[", "x", "^(?=a)$", "^(a$", "^[a-z]{1,100000}$", 0, 2**63, 1.5],
    "min_length": ["x", -1, 1.5, 2**53, 2**63],
    "max_length": ["x", -1, 1.5, 2**53, 2**63],
    "exclusive_minimum": ["x"],
    "maximum": ["x"],
    "decimal_places": ["x", -1, 1.5, 2**53],
}


@pytest.mark.parametrize(
    ("keyword", "value"), [(keyword, value) for keyword, odd in ODD_BOUNDS.items() for value in odd]
)
@pytest.mark.parametrize("side", ["old", "new"])
def test_a_contract_with_a_bound_that_cannot_be(keyword: str, value: Any, side: str, small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    next(rule for rule in rules(contract["methods"]) if rule["keyword"] == keyword)["value"] = value
    rejected(contract, f"this is not a contract: {keyword} of ", side, small, cli)


@pytest.mark.parametrize("keyword", [None, "", 5, "longest"])
def test_a_contract_with_a_bound_of_nothing_known(keyword: Any, small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    rule = next(rule for rule in rules(contract["methods"]) if isinstance(rule["value"], str))
    del rule["keyword"]
    rule |= {} if keyword is None else {"keyword": keyword}
    rejected(contract, "this is not a contract: ", "new", small, cli)


@pytest.mark.parametrize("side", ["old", "new"])
@pytest.mark.parametrize("key", ["members", "any_of"])
def test_a_contract_with_nothing_in_a_list_that_holds_something(key: str, side: str, small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    next(one for one in objects(contract["methods"]) if key in one)[key] = []
    rejected(contract, "this is not a contract: ", side, small, cli)


def test_a_contract_without_the_limit_of_bodies(small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    contract["interface"]["limits"] = []
    rejected(contract, "this is not a contract: it has no limit body_bytes", "old", small, cli)


def rejected(contract: Any, words: str, side: str, project: Path, cli: Cli) -> None:
    """Compare a contract with the project's, on one side; it is a finding."""
    (project / "odd.json").write_text(json.dumps(contract))
    sides = ("odd.json", CONTRACT) if side == "old" else (CONTRACT, "odd.json")
    ended = cli("diff", *sides, cwd=project)
    assert (ended.code, ended.err) == (4, "")
    assert "odd.json error bad-contract: " + words in ended.out


def objects(value: Any) -> Iterator[dict[str, Any]]:
    """Yield every object in a JSON value, the outermost first."""
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from objects(inner)


def places(value: Any, *above: Any) -> Iterator[tuple[Any, ...]]:
    """Yield the steps to every value inside a JSON value."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, held in inner:
        yield (*above, step)
        yield from places(held, *above, step)


def rules(methods: Any) -> Iterator[dict[str, Any]]:
    """Yield every rule of every field."""
    return (one for one in objects(methods) if {"keyword", "value", "code"} <= one.keys())


def test_a_part_whose_contract_cannot_be(small: Path, cli: Cli) -> None:
    contract = json.loads((small / CONTRACT).read_text())
    next(rule for rule in rules(contract["methods"]) if rule["keyword"] == "pattern")["value"] = "["
    part = small / "part"
    shutil.copytree(small / "generated", part)
    (part / "contract/contract.json").write_text(json.dumps(contract))
    ended = cli("conform", "--generated", part, cwd=small)
    shutil.rmtree(part)
    assert (ended.code, ended.err) == (1, "")
    assert "error bad-contract: this is not a contract: pattern of " in ended.out


@pytest.mark.parametrize("document", [[], {}, {"paths": [], "components": {}}])
def test_a_document_that_is_no_openapi(document: Any, project: Path, cli: Cli) -> None:
    (project / "generated/openapi/openapi.json").write_text(json.dumps(document))
    ended = cli("conform", "--engine", "openapi", cwd=project)
    assert (ended.code, ended.err) == (1, "")
    assert "error document-broken: the OpenAPI document" in ended.out


def test_a_document_without_operations(project: Path, cli: Cli) -> None:
    (project / "generated/openapi/openapi.json").write_text(json.dumps({"paths": {}, "components": {}}))
    ended = cli("conform", "--engine", "openapi", cwd=project)
    assert (ended.code, ended.err) == (1, "")
    assert "the document does not say how POST /v1/payins is sent" in ended.out
