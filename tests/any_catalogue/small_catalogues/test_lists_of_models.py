"""A program makes a list of models: it is held against the same rules as a list of JSON data."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.any_catalogue.small_catalogues.catalogues import shapes, written

PROGRAM = """
import json, sys
from pydantic import ValidationError
from bank_collections.sepa_transfer import SepaTransferPayoutLines as Line, SepaTransferPayoutRequest as Request
payload, items = json.loads(sys.argv[1]), json.loads(sys.argv[2])
payload["lines"] = [Line(**item) for item in items]
try:
    print(json.dumps(Request(**payload).model_dump(mode="json")["lines"]))
except ValidationError as error:
    print(json.dumps([one["type"] for one in error.errors()]))
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project of every shape, with its Python package."""
    project = written(shapes, tmp_path_factory.mktemp("shapes") / "project")
    made = projects.paycat("generate", "--packs", "python", "--to", "made", cwd=project)
    assert (made.returncode, made.stderr) == (0, ""), made.stdout
    return project


@pytest.mark.parametrize(
    ("items", "said"),
    [
        ([{"sku": "a"}, {"sku": "b"}], [{"sku": "a"}, {"sku": "b"}]),
        (
            [{"sku": "a", "price": 1}, {"sku": "a", "price": 1.5}],
            [{"sku": "a", "price": 1}, {"sku": "a", "price": 1.5}],
        ),
        ([{"sku": "a", "price": 1}, {"sku": "a", "price": 1.0}], ["unique_items"]),
        ([{"sku": "a"}, {"sku": "a"}], ["unique_items"]),
        ([], ["too_short"]),
    ],
)
def test_a_list_of_models(items: Any, said: Any, project: Path) -> None:
    samples = projects.read_yaml(project / "schemas/samples/payout/SEPA_TRANSFER.yaml")["samples"]
    arguments = (json.dumps(samples["minimal"]["payload"]), json.dumps(items))
    command = [sys.executable, "-c", PROGRAM, *arguments]
    ended = subprocess.run(command, cwd=project / "made/python/src", capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert json.loads(ended.stdout) == said
