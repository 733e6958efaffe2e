"""A generated contract is current if its content is: lines may move, and nothing inside a payload is a line."""

import json
from pathlib import Path
from typing import Any

import pytest

from paycat.conformance.run.output_folder import reject_stale
from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError


def stale(contract: Contract, project: Path, edit: Any) -> bool:
    """Return whether the generated contract is stale after an edit of its JSON."""
    file = project / "generated" / "contract" / "contract.json"
    stated = json.loads(file.read_text(encoding="utf-8"))
    edit(stated)
    file.write_text(json.dumps(stated), encoding="utf-8")
    try:
        reject_stale(contract, project / "generated", "generated")
    except FindingsError as error:
        return "stale-artefacts" in {one.code for one in error.diagnostics}
    return False


def test_a_line_that_moved_is_no_change(contract: Contract, project: Path) -> None:
    def edit(stated: Any) -> None:
        method = stated["methods"][0]
        method["location"] = f"{method['location'].partition(':')[0]}:999:1"

    assert not stale(contract, project, edit)


@pytest.mark.parametrize("member", ["location", "order"])
def test_a_payload_that_was_edited_is_stale(contract: Contract, project: Path, member: str) -> None:
    def edit(stated: Any) -> None:
        offer = next(one["offers"]["pay_in"] for one in stated["methods"] if one["offers"]["pay_in"].get("request"))
        offer["request"]["samples"][0]["payload"][member] = "edited by hand"

    assert stale(contract, project, edit)
