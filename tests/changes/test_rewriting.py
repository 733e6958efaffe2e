"""What `paycat fmt` writes in place of keys of earlier versions says the same: the diff of the contracts is empty."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects

from paycat.changes.compare import compare
from paycat.contract.model import Contract
from paycat.lint.checking import resolved_folder

SHARED = """\
  sender:
    meaning: The party that sends the money
    source: "§2.3"
    decision: [D-18, D-27]
    python_name: payer
    shared: Sender
"""
MEMBERS = """\
  sender.full_name: { requirement: required, type: person_name, meaning: Sender's full name }
  sender.address: { requirement: optional, type: address, meaning: Sender's address, source: "§2.4" }
"""


def test_an_object_type_in_place_of_a_shared_container(tmp_path: Path, cli: Callable[..., Any]) -> None:
    """The key itself gave the object a component of its own; all else is as it was."""
    project = projects.copied(tmp_path / "project", generated=False)
    types, table = project / "schemas/types.yaml", project / "schemas/requests/payout.yaml"
    types.write_text(types.read_text().partition("  sender:\n")[0])
    stated = table.read_text().replace("  sender: { requirement: optional, type: sender }\n", MEMBERS)
    table.write_text(stated.replace("containers:\n", f"containers:\n{SHARED}"))
    assert cli("fmt", cwd=project).code == 0
    after = contract_of(project)
    assert "  sender: { requirement: required, type: sender, python_name: payer, source: " in table.read_text()
    assert "  sender:\n    shape: object\n" in types.read_text()
    table.write_text(stated.replace("containers:\n", f"containers:\n{SHARED}").replace("    shared: Sender\n", ""))
    types.write_text(types.read_text().partition("  sender:\n")[0])
    found = compare(contract_of(project), after)
    assert found.faults == ()
    assert {(one.type.id, one.new) for one in found.changes} == {("class-renamed", "Sender")}


def contract_of(project: Path) -> Contract:
    contract, found = resolved_folder(project / "schemas")
    assert contract is not None, found
    return contract
