"""A reference and an amount that a request lacks are not invented, and two requests without one are two payments."""

from pathlib import Path

import projects

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, optional_roles
from tests.artefacts.sandbox import sandboxes


def test_what_a_request_lacks_is_not_invented(tmp_path: Path) -> None:
    catalogue = Catalogue()
    optional_roles(catalogue)
    project = catalogue.write(tmp_path / "project")
    ended = projects.paycat("generate", cwd=project)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    minimal = {
        machine: catalogue.files[f"samples/{path}.yaml"]["samples"]["minimal"]["payload"]
        for machine, path in (("refund", "payout/SEPA_TRANSFER"), ("collection", "pay_in/SEPA_DEBIT"))
    }
    with sandboxes.running(project, tmp_path) as sandbox:
        refunds = [sandbox.http.post("/v1/refunds", json=minimal["refund"]) for _ in range(2)]
        collection = sandbox.http.post("/v1/collections", json=minimal["collection"])
    assert [one.status_code for one in refunds] == [201, 201]
    assert [one.json()["end_to_end_id"] for one in refunds] == [None, None]
    assert collection.status_code == 201
    assert "amount" not in collection.json()
