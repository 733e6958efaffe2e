"""Another choice: what the preview says is what happens once it is made."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest

from paycat.contract.model import Contract
from paycat.contract.validate import validate
from paycat.lint.checking import check_folder, resolved_folder

CHOICE = "any_of: [[recipient.upi_id], [recipient.wallet_uid], [recipient.ifsc_code], [recipient.phone]]"
TURN = re.compile(
    r"^  (?:proof|shown by) +(?:(\w+) (\w+): )?(accepted before, rejected now|rejected before, accepted now): "
    r"([^{]*?);?\n +from [^{]*\n +(\{.*)$",
    re.MULTILINE,
)
CHOICES = {
    "another combination": ("D-28", CHOICE),
    "a longer number": ("D-30", "length: 1..25"),
    "a shorter number": ("D-33", "length: 9"),
    "unknown fields": ("D-16", "value: ignore"),
    "empty texts": ("D-17", "value: any", "--at", "schemas/catalogue.yaml:33"),
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
    patch = shown.out[: shown.out.index("the catalogue (")]
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
def test_examples_turn_as_they_are_shown(arguments: tuple[str, ...], project: Path, cli: Callable[..., Any]) -> None:
    """Each payload that is shown gets the two verdicts that are shown, from contracts before and after."""
    shown = cli("decide", *arguments, "--write", cwd=project)
    before = contract_of(projects.PROJECT)
    after, _ = resolved_folder(project / "schemas")
    assert after is not None
    found = TURN.findall(shown.out)
    assert found
    for *_, turn, rejected, payload in found:
        body = json.loads(payload)
        requests = [
            [one for one in contract.requests() if one.method == body["method_code"]] for contract in (before, after)
        ]
        verdicts = {
            old.direction: tuple(
                ", ".join(f"{one.code} at {one.pointer}" for one in validate(request, body)) for request in (old, new)
            )
            for old, new in zip(*requests, strict=True)
        }
        turned = ("", rejected) if turn.startswith("accepted") else (rejected, "")
        assert turned in verdicts.values(), (turn, payload, verdicts)


def test_a_choice_that_was_made_can_be_made_back(project: Path, cli: Callable[..., Any]) -> None:
    cli("decide", "D-30", "length: 1..25", "--write", cwd=project)
    cli("decide", "D-30", "length: 1..20", "--write", cwd=project)
    assert projects.files_in(project / "schemas") == projects.files_in(projects.SCHEMAS)


def test_comments_and_line_ends_stay(project: Path, cli: Callable[..., Any]) -> None:
    file = project / "schemas" / "methods" / "UPI.yaml"
    text = file.read_text(encoding="utf-8")
    marked = text.replace(
        "        - [recipient.upi_id]\n", "        # as usual\n        - [recipient.upi_id] # keep me\n"
    )
    assert marked != text
    file.write_bytes(marked.replace("\n", "\r\n").encode())
    cli("decide", "D-28", CHOICE, "--write", cwd=project)
    after = file.read_bytes().decode()
    assert after.count("# as usual\r\n") == after.count("# keep me\r\n") == 1
    assert after.count("\n") == after.count("\r\n")
    contract, _ = resolved_folder(project / "schemas")
    assert contract is not None
    [request] = [one for one in contract.requests("payout") if one.method == "UPI"]
    [recipient] = [group for group in request.root.groups() if group.path == "recipient"]
    assert [len(one.any_of) for one in recipient.conditions] == [4]
