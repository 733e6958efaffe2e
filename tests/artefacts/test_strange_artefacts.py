"""Artefacts that are JSON and not what they should be: each is a finding of the command that reads it.

The first of each kind was found by fuzzing.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Cli


@pytest.mark.parametrize("stated", [1.5, [1], {"a": 1}, "none"])
def test_a_contract_with_a_schema_that_is_none(stated: Any, project: Path, cli: Cli) -> None:
    contract = json.loads((project / "generated/contract/contract.json").read_text())
    contract["interface"]["records"][0]["json_schema"]["type"] = stated
    (project / "base.json").write_text(json.dumps(contract))
    ended = cli("diff", "generated/contract/contract.json", "base.json", cwd=project)
    assert (ended.code, ended.err) == (1, "")
    assert "error bad-contract: this is no contract: the schema of" in ended.out


@pytest.mark.parametrize("document", [[], {}, {"paths": [], "components": {}}])
def test_a_document_that_is_no_openapi(document: Any, project: Path, cli: Cli) -> None:
    (project / "generated/openapi/openapi.json").write_text(json.dumps(document))
    ended = cli("conform", "--engine", "openapi", cwd=project)
    assert (ended.code, ended.err) == (1, "")
    assert "error document-broken: the OpenAPI document" in ended.out


def test_a_document_without_operations(project: Path, cli: Cli) -> None:
    (project / "generated/openapi/openapi.json").write_text(json.dumps({"paths": {}, "components": {}}))
    ended = cli("conform", "--engine", "openapi", cwd=project)
    assert (ended.code, ended.err) == (1, "")
    assert "ValueError: no request body of POST /v1/payins names a component of" in ended.out
