"""Deliberate breaks of a template, a builder or a decision: what a developer runs then goes red, and names the rule.

A case is `break.yaml`: what it is `about`, and `steps`. A step has `edits` of a copy of the checkout (or none), the
command that is `run` there, with the copy's own paycat, the exit `code`, and what it `says`.
"""

import shutil
from pathlib import Path
from subprocess import CompletedProcess

import projects
import pytest
from targets import one_of_each_kind

KINDS = ("templates", "builders", "decisions")
EDITED = {"templates": "generators/", "builders": "src/paycat/", "decisions": "schemas/"}
CHOSEN = ("parsing-null-code-missing", "openapi-combination-dropped", "closed-objects")
"""One of each kind; `make test-deep` runs the others."""
BREAKS = [case for kind in KINDS for case in sorted((Path(__file__).parent / kind).iterdir())]


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy of the checkout: what is edited, what is generated, and the tool itself, as it was compiled."""
    for name in ("src", "generators", "docs"):
        shutil.copytree(projects.ROOT / name, tmp_path / name)
    return projects.copied(tmp_path)


def paycat(checkout: Path, arguments: str) -> CompletedProcess[str]:
    """Run the checkout's own paycat, which finds its generators beside itself."""
    return projects.paycat(*arguments.split(), cwd=checkout, PYTHONPATH=str(checkout / "src"))


PACKS_OFF = ("docs", "editor")
"""What no break shows in, and takes a while to make."""


@pytest.mark.parametrize(
    "case", one_of_each_kind(BREAKS, CHOSEN, lambda case: case.name), ids=lambda case: f"{case.parent.name}/{case.name}"
)
def test_break_is_named(case: Path, checkout: Path) -> None:
    projects.switch_off(checkout, PACKS_OFF)
    for step in projects.read_yaml(case / "break.yaml")["steps"]:
        projects.edit(checkout, step.get("edits", []))
        ended = paycat(checkout, step["run"])
        assert (ended.returncode, ended.stderr) == (step["code"], ""), ended.stdout + ended.stderr
        assert [words for words in step.get("says", []) if words not in ended.stdout] == [], ended.stdout


def test_what_is_not_broken_is_green(checkout: Path) -> None:
    """A copy that nobody edited makes what is committed, so cases are red for what they edit.

    One engine is asked here; tests/conformance asks every one about the same files.
    """
    before = projects.files_in(checkout / "generated")
    for run in ("generate", "conform --engine models"):
        ended = paycat(checkout, run)
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    assert ended.stdout.endswith(" 0 disagreements\n")
    assert projects.files_in(checkout / "generated") == before


@pytest.mark.parametrize("case", BREAKS, ids=lambda case: f"{case.parent.name}/{case.name}")
def test_a_break_finds_what_it_edits(case: Path, checkout: Path) -> None:
    """What moves or changes its name takes its break with it; the deep tests would tell an issue later."""
    for step in projects.read_yaml(case / "break.yaml")["steps"]:
        projects.edit(checkout, step.get("edits", []))


def test_every_kind_has_breaks_of_its_own() -> None:
    assert {case.parent.name for case in BREAKS} == set(KINDS)
    for case in BREAKS:
        first, *later = projects.read_yaml(case / "break.yaml")["steps"]
        assert all(edit["file"].startswith(EDITED[case.parent.name]) for edit in first["edits"]), case
        assert any(step["code"] == 1 and step["says"] for step in (first, *later)), case
