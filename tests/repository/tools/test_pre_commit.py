"""The hooks, installed by pre-commit itself. Two tests make an environment, which all four hooks share."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import ci_page
import projects
import pytest
import repositories
from repositories import BREAKING, HARMLESS, MISTAKE, MISTAKEN, MOVED, VERSION, committed, git, ran

FMT, CHECK, GENERATE, DIFF = "paycat-fmt", "paycat-check", "paycat-generate", "paycat-diff"
NAMES = {FMT: "paycat fmt", CHECK: "paycat check", GENERATE: "paycat generate --check", DIFF: "paycat diff"}
NOT_PINNED = ("paycat", "pip", "setuptools", "wheel")
"""What an environment has of itself."""
ADDRESS = "https://git.example.com/payments/paycat"
QUICK = {"PIP_NO_COMPILE": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1", "PYTHONDONTWRITEBYTECODE": ""}
"""Modules are compiled when a hook imports them, once for all hooks, and not all that are installed."""


def outcomes(printed: str) -> dict[str, str]:
    """Return how each hook ended."""
    found = dict(re.findall(r"^(paycat[\w -]*?)\.{3,}.*?(Passed|Failed|Skipped)$", printed, re.MULTILINE))
    return {identity: found[name] for identity, name in NAMES.items() if name in found}


def test_every_hook_is_on_the_page() -> None:
    hooks = projects.read_yaml(projects.ROOT / ".pre-commit-hooks.yaml")
    assert {hook["id"]: hook["name"] for hook in hooks} == NAMES
    [text] = ci_page.blocks("pre-commit", "yaml")
    assert re.findall(r"- id: (.*)", text) == list(NAMES)
    assert hooks[-1]["entry"] == "paycat diff --need-base"


def test_hooks_are_tried_from_the_repository(published: Path, repository: Path, tmp_path: Path) -> None:
    ended = ran("pre-commit", "try-repo", published, "--all-files", cwd=repository, TMPDIR=str(tmp_path), **QUICK)
    assert outcomes(ended.stdout) == dict.fromkeys(NAMES, "Passed"), ended.stdout
    assert ended.returncode == 0


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Path]:
    """Where pre-commit keeps its environments; they are large, and go with the test."""
    yield tmp_path / "home"
    shutil.rmtree(tmp_path / "home")


def test_a_branch_with_the_hooks_of_the_page(published: Path, repository: Path, home: Path) -> None:
    """The block of the page, then one edit after the other, each run on what is staged."""
    config = ci_page.written("pre-commit", repository)
    text = config.read_text(encoding="utf-8")
    assert (text.count(ADDRESS), text.count(f"rev: {VERSION}\n")) == (1, 1)
    config.write_text(text.replace(ADDRESS, published.as_uri()), encoding="utf-8")
    planted = projects.plant_modules(repository)
    committed(repository)

    def run(*only: str) -> tuple[dict[str, str], str]:
        git(repository, "add", "--all")
        ended = ran("pre-commit", "run", *only, cwd=repository, PRE_COMMIT_HOME=str(home), **QUICK)
        found = outcomes(ended.stdout)
        assert (ended.returncode != 0) == ("Failed" in found.values()), ended.stdout
        return found, ended.stdout

    (repository / "README.md").write_text("No part of the catalogue.\n", encoding="utf-8")
    assert run()[0] == dict.fromkeys(NAMES, "Skipped")
    assert versions(home) <= pins()
    assert not planted.exists(), planted.read_text(encoding="utf-8")

    git(repository, "switch", "--quiet", "--create", "branch")
    projects.edit(repository, [HARMLESS])
    found, printed = run()
    assert found == dict.fromkeys(NAMES, "Passed") | {GENERATE: "Failed"}, printed
    assert re.search(r"^generated error drift-changed: ", printed, re.MULTILINE)
    committed(repository)

    repositories.changed(repository, BREAKING)
    found, printed = run()
    assert found == dict.fromkeys(NAMES, "Passed") | {DIFF: "Failed"}, printed
    assert "mandate.reference" in printed

    # Whoever holds the version instead passes once it says so.
    hook = f"id: {DIFF}\n"
    projects.edit(repository, [{"file": config.name, "find": hook, "replace": f"{hook}        args: [--enforce]\n"}])
    found, printed = run(DIFF)
    assert (found, "version-not-moved" in printed) == ({DIFF: "Failed"}, True), printed
    repositories.changed(repository, MOVED)
    assert run(DIFF)[0] == {DIFF: "Passed"}

    projects.edit(repository, [MISTAKE])
    found, printed = run(CHECK)
    assert (found, MISTAKEN in printed) == ({CHECK: "Failed"}, True), printed
    assert not planted.exists(), planted.read_text(encoding="utf-8")


def versions(home: Path) -> set[str]:
    """Return what the one environment below a folder holds, pip and paycat itself aside."""
    [python] = home.glob("repo*/py_env-*/bin/python")
    command = [str(python), "-m", "pip", "list", "--format=freeze", *(f"--exclude={name}" for name in NOT_PINNED)]
    return named(subprocess.run(command, capture_output=True, text=True, check=True).stdout)


def pins() -> set[str]:
    """Return what requirements/constraints.txt names."""
    return named((projects.ROOT / "requirements" / "constraints.txt").read_text(encoding="utf-8"))


def named(text: str) -> set[str]:
    """Return `name==version` for each line of a list, with one spelling of each name."""
    return {
        re.sub(r"[-_.]+(?=.*==)", "-", line.partition(" ")[0]).lower() for line in text.splitlines() if "==" in line
    }
