"""The benchmarks run, and the catalogue that they grow is a catalogue like any other. Nothing is timed."""

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.contract.model import Contract
from paycat.lint.checking import check_folder

SCRIPTS = projects.ROOT / "benchmarks"
ENGINE = "jsonschema-rs"


def script(name: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a script of benchmarks/."""
    command = [sys.executable, str(SCRIPTS / name), *map(str, arguments)]
    return subprocess.run(command, env=projects.environ(), capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def contract() -> Contract:
    """The contract of the catalogue that the benchmarks multiply: the shipped one, whatever it states."""
    contract, findings = check_folder(projects.ROOT / "schemas")
    assert contract is not None, findings
    return contract


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


@pytest.mark.parametrize(
    "name", ["changes.py", "conformance.py", "imports.py", "payloads.py", "synthetic.py", "watching.py"]
)
def test_a_script_says_what_it_does(name: str) -> None:
    ended = script(name, "--help")
    assert (ended.returncode, ended.stderr) == (0, "")
    assert "Usage:" in ended.stdout


def test_the_tables_are_complete(contract: Contract) -> None:
    ended = script("conformance.py", "--quick", "--engine", ENGINE)
    assert ended.returncode == 0, ended.stderr
    rows = dict(line.strip("| ").split(" | ", 1) for line in ended.stdout.splitlines() if line.count(" | ") >= 2)
    few = len(contract.methods)
    assert re.fullmatch(rf"{few} methods, [0-9,]+ vectors \| {2 * few} methods, [0-9,]+ vectors", rows["command"])
    for command in ("check", "generate", f"conform, {ENGINE}"):
        assert re.fullmatch(r"\d+\.\d s, \d+ MiB \| \d+\.\d s, \d+ MiB, \d+\.\d\d × a vector", rows[command]), command
    for measured in (f"{ENGINE}: is_valid", "the package: parse", "bare Starlette", "the stub"):
        assert re.fullmatch(r"\d+\.\d\d \| \d+\.\d\d", rows[measured]), measured


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("synthetic.py", ("1", "folder"), "the catalogue itself has"),
        ("synthetic.py", ("1000", projects.ROOT), "there is something in"),
        ("conformance.py", ("--engine", "none-such"), "no such engine here: none-such"),
    ],
)
def test_a_mistake_is_wrong_usage(name: str, arguments: tuple[str, ...], message: str) -> None:
    ended = script(name, *arguments)
    assert ended.returncode == 2
    assert message in ended.stderr
    assert "Traceback" not in ended.stderr
