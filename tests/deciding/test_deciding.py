"""Another choice: what the preview says is what happens once it is made."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.checking import check_folder, settled_folder
from paycat.contract.judge import judge
from paycat.contract.model import Contract

CHOICE = "any_of: [[recipient.upi_id], [recipient.wallet_uid], [recipient.ifsc_code], [recipient.phone]]"
TURN = (
    r"(?m)^(\w+)\.(\w+): .* (refused now|accepted now|refused otherwise)\n"
    r".*\n  payload +(.*)\n  before +(.*)\n  after +(.*)$"
)
CHOICES = {
    "another combination": ("D-28", CHOICE),
    "a longer number": ("D-30", "length: 1..25"),
    "a shorter number": ("D-33", "length: 9"),
    "unknown fields": ("D-16", "value: ignore"),
    "empty texts": ("D-17", "value: any", "--at", "schemas/catalogue.yaml:34"),
    "a smaller maximum": ("D-64", "value: 1000"),
}


def contract_of(project: Path) -> Contract:
    contract, found = check_folder(project / "schemas")
    assert contract is not None, found
    return contract


def test_a_preview_writes_nothing(project: Path, cli: Callable[..., Any]) -> None:
    before = projects.files_in(project)
    assert cli("decide", "D-28", CHOICE, cwd=project).code in (0, 1)
    assert projects.files_in(project) == before


def test_write_makes_the_edit_that_was_shown(project: Path, cli: Callable[..., Any]) -> None:
    shown = cli("decide", "D-28", CHOICE, cwd=project)
    written = cli("decide", "D-28", CHOICE, "--write", cwd=project)
    patch = shown.out[: shown.out.index("payout.UPI: ")]
    assert written.out.startswith(patch)
    before = projects.SCHEMAS / "methods" / "UPI.yaml"
    changed = [
        path
        for path, data in projects.files_in(project / "schemas").items()
        if data != (projects.SCHEMAS / path).read_bytes()
    ]
    assert changed == ["methods/UPI.yaml"]
    removed = [line[1:] for line in patch.splitlines() if re.match(r"-[^-]", line)]
    added = [line[1:] for line in patch.splitlines() if re.match(r"\+[^+]", line)]
    lines = before.read_text(encoding="utf-8").split("\n")
    after = (project / "schemas" / "methods" / "UPI.yaml").read_text(encoding="utf-8").split("\n")
    assert [line for line in lines if line not in after] == [line for line in removed if line not in after]
    assert [line for line in after if line not in lines] == [line for line in added if line not in lines]


@pytest.mark.parametrize("arguments", CHOICES.values(), ids=CHOICES)
def test_examples_turn_as_they_are_told(arguments: tuple[str, ...], project: Path, cli: Callable[..., Any]) -> None:
    """Each payload that is shown gets the two verdicts that are told, from contracts before and after."""
    told = cli("decide", *arguments, "--write", cwd=project)
    before = contract_of(projects.ROOT)
    after, _ = settled_folder(project / "schemas")
    assert after is not None
    found = re.findall(TURN, told.out)
    assert found
    for direction, method, turn, payload, was, now in found:
        verdicts = []
        for contract in (before, after):
            [request] = [one for one in contract.requests(direction) if one.method == method]
            refusals = judge(request, json.loads(payload))
            verdicts.append(", ".join(f"{one.code} at {one.pointer}" for one in refusals) or "accepted")
        assert verdicts == [was, now]
        assert (was == "accepted", now == "accepted") == {
            "refused now": (True, False),
            "accepted now": (False, True),
            "refused otherwise": (False, False),
        }[turn]


def test_a_choice_that_was_made_can_be_made_back(project: Path, cli: Callable[..., Any]) -> None:
    cli("decide", "D-30", "length: 1..25", "--write", cwd=project)
    cli("decide", "D-30", "length: 1..20", "--write", cwd=project)
    assert projects.files_in(project / "schemas") == projects.files_in(projects.SCHEMAS)
