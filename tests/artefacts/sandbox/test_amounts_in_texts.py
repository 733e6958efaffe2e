"""An amount in a text comes back as it was sent, with every digit, also from an object inside the request."""

from pathlib import Path

import projects
import pytest

from tests.any_catalogue.small_catalogues.catalogues import Catalogue, amounts_in_objects
from tests.artefacts.sandbox import sandboxes

AMOUNTS = {"5000.00": 201, "5000": 201, "1.5": 201, "0.99": 422, "5000.01": 422, "1.500": 422, "01": 422, "1e3": 422}
"""Amounts of pounds, of which the method takes from 1 to 5,000, and the status of the answer."""


@pytest.fixture(scope="module")
def catalogue() -> Catalogue:
    made = Catalogue()
    amounts_in_objects(made)
    return made


def test_it_comes_back_as_it_was_sent(catalogue: Catalogue, tmp_path: Path) -> None:
    project = catalogue.write(tmp_path / "project")
    ended = projects.paycat("generate", cwd=project)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    minimal = catalogue.files["samples/payout/SEPA_TRANSFER.yaml"]["samples"]["minimal"]["payload"]
    with sandboxes.running(project, tmp_path) as sandbox:
        for number, (amount, status) in enumerate(AMOUNTS.items()):
            body = {**minimal, "end_to_end_id": f"amount-{number}", "instructed": {"amount": amount, "currency": "GBP"}}
            answer = sandbox.http.post("/v1/refunds", json=body)
            assert answer.status_code == status, amount
            if status == 201:
                kept = sandbox.http.get(f"/v1/refunds/{answer.json()['id']}").json()
                assert answer.json()["amount"] == kept["amount"] == amount
        wrong = sandbox.http.post("/v1/refunds", json={**minimal, "instructed": {"amount": 5, "currency": "GBP"}})
    assert [(one["pointer"], one["code"]) for one in wrong.json()["errors"]] == [("#/instructed/amount", "type")]
