"""The benchmarks run, and the catalogue that they grow is a catalogue like any other. Nothing is timed."""

import importlib.util
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import projects
import pytest
from targets import deep

from paycat.contract.model import Contract, Request
from paycat.lint.checking import check_folder

SCRIPTS = projects.ROOT / "benchmarks"
STARTER = projects.HERE / "bank_collections"
ENGINE = "jsonschema-rs"


def script(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a script of benchmarks/."""
    command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
    return subprocess.run(command, env=projects.environ(), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def contract() -> Contract:
    """The contract of the catalogue that the benchmarks multiply: the shipped one, whatever it states."""
    return checked(projects.ROOT)


def checked(project: Path) -> Contract:
    """Return the contract of a project, which has no errors."""
    contract, findings = check_folder(project / "schemas")
    assert contract is not None, findings
    return contract


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module that puts the table together."""
    monkeypatch.syspath_prepend(SCRIPTS)
    return importlib.import_module("table")


@pytest.fixture(scope="module")
def doubled(contract: Contract, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with every method twice, and what these tests read of it generated; the tables need all of it."""
    project = tmp_path_factory.mktemp("doubled") / "project"
    made = script("synthetic.py", str(2 * len(contract.methods)), project)
    assert (made.returncode, made.stderr) == (0, "")
    packs = {pack.name for pack in projects.GENERATORS.iterdir()}
    projects.switch_off(project, sorted(packs - {"conformance", "contract", "json-schema"}))
    generated = projects.paycat("generate", "--project", project, cwd=project)
    assert (generated.returncode, generated.stderr) == (0, "")
    return project


def test_the_catalogue_is_sound(contract: Contract, doubled: Path, cli: Callable[..., Any]) -> None:
    ended = cli("check", "--project", doubled)
    assert (ended.code, ended.err) == (0, "")
    methods, requests = 2 * len(contract.methods), 2 * len(list(contract.requests()))
    assert ended.out.splitlines()[-1].startswith(f"{methods} methods, {requests} requests, ")
    assert "\n0 errors, " in ended.out, "decisions about one method are warned of where its copy rests on them"


def test_an_engine_agrees_on_it(doubled: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--engine", ENGINE, "--project", doubled)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.splitlines()[-1].endswith(" vectors, 0 disagreements")


def test_a_copy_differs_in_its_code_alone(contract: Contract, doubled: Path) -> None:
    folder = doubled / "generated" / "json-schema"
    for request in contract.requests():
        first, second = (
            (folder / request.direction / f"{code}.schema.json").read_text()
            for code in (request.method, f"{request.method}_2")
        )
        code, component = request.method, request.root.component
        prefix = component.removesuffix(f"{'PayIn' if request.direction == 'pay_in' else 'Payout'}Request")
        second = re.sub(rf"\b{code}_2\b", code, second)
        assert re.sub(rf"\b{prefix}2(?=Pay)", prefix, second) == first, component


def test_varied_methods_have_different_requests(contract: Contract, tmp_path: Path) -> None:
    folders = [tmp_path / name for name in ("first", "second")]
    for folder in folders:
        made = script("synthetic.py", str(4 * len(contract.methods)), folder, "--varied")
        assert (made.returncode, made.stderr) == (0, "")
    assert projects.files_in(folders[0]) == projects.files_in(folders[1]), "the same seed makes the same project"
    varied = checked(folders[0])
    own = {tuple(_own_fields(contract, request)) for request in varied.requests()}
    methods = [method for method in varied.methods if method.offer("pay_in").request or method.offer("payout").request]
    assert all(own), "each request has a field that no method of the catalogue has"
    assert len(own) > len(methods) * 0.9, "hardly two methods have the same fields"
    assert any(request.root.conditions for request in varied.requests())


def _own_fields(contract: Contract, request: Request) -> list[str]:
    """Return the names and bounds of the fields that are in no request of the catalogue."""
    known = {field.path for one in contract.requests() for field in one.root.fields()}
    return [
        json.dumps([field.name, field.requirement, *map(str, field.bounds.items())])
        for field in request.root.fields()
        if field.path not in known
    ]


@pytest.mark.parametrize(
    "name",
    [
        *("bench.py", "changes.py", "imports.py", "payloads.py", "sandbox.py", "services.py", "synthetic.py"),
        *("typescript.py", "watching.py"),
    ],
)
def test_a_script_says_what_it_does(name: str) -> None:
    ended = script(name, "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Usage:" in ended.stdout


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("--version", 1), ("`check`, nothing changed", 2), ("last file", 1)),
        *(pytest.param(text, 2, marks=deep) for text in ("OpenAPI alone", "to the stub")),
    ],
)
def test_rows_of_each_kind_run(text: str, number: int) -> None:
    """All rows take two minutes: `make bench` runs them."""
    ended = script("bench.py", STARTER, "--quick", "--only", text)
    assert ended.returncode == 0, ended.stderr
    _, _, *rows = (line for line in ended.stdout.splitlines() if line.startswith("|"))
    assert len(rows) == number
    figure = r"\d+(\.\d+)? (s|ms|µs)( \(.+\))?"
    for row in rows:
        work, methods, paycat, _, peer, ratio, must, holds = row.removeprefix("| ").removesuffix(" |").split(" | ")
        if "FastAPI" in paycat and not importlib.util.find_spec("fastapi"):
            assert paycat.startswith("not run: "), row
            continue
        assert re.fullmatch(figure, paycat), row
        assert methods in ("4", "8", "12"), row
        assert (ratio == "–") == (peer == "–"), row
        assert ratio == "–" or float(ratio) > 0, row
        assert (holds == "–") == (must == "–"), row
        assert "×" not in must or ratio != "–", f"{work} has a ratio to keep, and nothing that it is a ratio to"


def test_the_typescript_package_is_measured() -> None:
    ended = script("typescript.py", "--rounds", "1", "--times", "200")
    assert ended.returncode == 0, ended.stderr
    lines = (line for line in ended.stdout.splitlines() if line.startswith("| "))
    rows = [line.removeprefix("| ").removesuffix(" |").split(" | ") for line in lines]
    kinds, validate, *others, _, first, further = rows
    assert (len(kinds), len(others)) == (len(validate), 4)
    for of_accepted in ([row[1:4] for row in (validate, *others)], [row[4:7] for row in (validate, *others)]):
        assert all(re.fullmatch(r"\d+\.\d µs", cost) and float(a) > 0 and float(b) > 0 for cost, a, b in of_accepted)
    for row in (first, further):
        assert re.fullmatch(r"\d+\.\d kB", row[1]), row


@pytest.mark.parametrize(
    ("ours", "theirs", "limit", "holds"),
    [
        ([1, 2, 9], [], {"seconds": 2}, True),
        ([1, 2.1, 9], [], {"seconds": 2}, False),
        ([1, 2, 3], [2, 2, 2], {"ratio": 1}, True),
        ([1, 2, 3], [2, 1, 1], {"ratio": 1}, False),
        ([3], [1], {"seconds": 3, "ratio": 2.9}, False),
        ([1, 1, 1], [2], {"ratio": 0.5, "mib": 100}, True),
        ([1, 1, 1], [2], {"ratio": 0.5, "mib": 99}, False),
    ],
)
def test_a_limit_holds_for_medians(
    table: ModuleType, ours: list[float], theirs: list[float], limit: dict[str, float], *, holds: bool
) -> None:
    costs = [table.Cost(cpu, 100) for cpu in ours]
    measured = table.Measured(costs, [table.Cost(cpu) for cpu in theirs], "peer")
    assert table.Limit(**limit).holds(measured) is holds
    assert table.cells(measured, table.Limit(**limit))[-1] == ("yes" if holds else "**no**")


def test_a_section_of_the_results_replaces_itself_alone(table: ModuleType, tmp_path: Path) -> None:
    file = tmp_path / "results.md"
    for title, text in (("One", "first"), ("Two", "second"), ("One", "third")):
        table.write_section(title, text, file)
    assert file.read_text() == "# Results\n\n## One\n\nthird\n\n## Two\n\nsecond\n"


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("synthetic.py", ("1", "folder"), "the catalogue itself has"),
        ("synthetic.py", ("1000", projects.ROOT), "there is something in"),
        ("bench.py", ("--only", "watch", "--write"), "leave out --only"),
    ],
)
def test_a_mistake_is_wrong_usage(name: str, arguments: tuple[str, ...], message: str) -> None:
    ended = script(name, *arguments)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
