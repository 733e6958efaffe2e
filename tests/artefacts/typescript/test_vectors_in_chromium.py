"""Every vector of whole catalogues in Chromium; any_catalogue/ has the small ones, and the services."""

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from starter_cases import STARTER

from paycat.contract.model import Contract
from paycat.project.workspace import Workspace, contract_of
from tests.artefacts.typescript.in_chromium import Chromium

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("project", [projects.PROJECT, projects.ROOT], ids=["frozen", "shipped"])
def test_chromium_gives_every_vector_its_verdict(project: Path, chromium: Chromium) -> None:
    contract, _ = contract_of(Workspace(project))
    assert chromium.disagreements(contract, project / "generated", fewest=4000) == []


def test_chromium_gives_every_vector_of_a_starter_its_verdict(
    chromium: Chromium, cli: Callable[..., Any], tmp_path: Path
) -> None:
    project = Path(shutil.copytree(STARTER, tmp_path / "project"))
    made = cli("generate", cwd=project)
    assert (made.code, made.err) == (0, ""), made.out
    contract, _ = contract_of(Workspace(project))
    assert chromium.disagreements(contract, project / "generated", fewest=1000) == []


@pytest.mark.parametrize(
    ("file", "who"), [("typescript/payout/upi.js", "the package"), ("docs/assets/rules/payout.UPI.js", "the page")]
)
def test_a_rule_that_moved_is_noticed(
    file: str, who: str, chromium: Chromium, contract: Contract, project: Path
) -> None:
    edited = project / "generated" / file
    text = edited.read_text(encoding="utf-8")
    assert "9999999999999.99" in text
    edited.write_text(text.replace("9999999999999.99", "9999999999999.98"), encoding="utf-8")
    found = chromium.disagreements(contract, project / "generated", fewest=4000)
    assert {(one[0], one[1].partition(":")[0]) for one in found} == {(who, "payout.UPI.amount")}
