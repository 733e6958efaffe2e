"""What values of a choice mean is in every artefact that describes them, in words of the catalogue or of a standard.

The small catalogue `standards`: its request has choices of standards and of plain values, and so has a record.
"""

import json
from pathlib import Path
from typing import Any

import projects
import pytest

from tests.any_catalogue.small_catalogues.catalogues import standards, written

NAMES = ("Côte d’Ivoire", "Bosnia & Herzegovina", "Not its islands.", "Euro", "Norwegian Bokmål")
IN_HTML = {name: name.replace("&", "&amp;") for name in NAMES}


@pytest.fixture(scope="module")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    project = written(standards, tmp_path_factory.mktemp("choices") / "project")
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return project / "generated"


def text_of(file: Path) -> str:
    """Return the text of a file, whatever its layout and its escapes."""
    text = file.read_text(encoding="utf-8")
    if file.suffix == ".json":
        text = json.dumps(json.loads(text), ensure_ascii=False)
    return " ".join(text.replace("\\_", "_").split())


@pytest.mark.parametrize(
    "path",
    [
        *("json-schema/payout/SEPA_TRANSFER.schema.json", "openapi/openapi.json", "openapi/openapi-3.0.json"),
        *("python/src/bank_collections/shared.py", "briefs/payout/SEPA_TRANSFER.md"),
        *("contract/contract.json", "docs/payout/SEPA_TRANSFER.html"),
    ],
)
def test_values_have_their_names(generated: Path, path: str) -> None:
    text = text_of(generated / path)
    names = IN_HTML.values() if path.endswith(".html") else NAMES
    assert [name for name in names if name not in text and name.replace("&", "\\&") not in text] == []


@pytest.mark.parametrize(
    "path", ["docs/records.html", "python/src/bank_collections/records.py", "openapi/openapi.json"]
)
def test_values_of_records_have_their_names(generated: Path, path: str) -> None:
    text = text_of(generated / path)
    assert ("Bosnia &amp; Herzegovina" if path.endswith(".html") else "Bosnia & Herzegovina") in text


def test_forms_label_options_by_their_names(generated: Path) -> None:
    made: Any = json.loads((generated / "json-schema/payout/SEPA_TRANSFER.schema.json").read_text(encoding="utf-8"))
    assert made["properties"]["country"]["x-labels"] == {
        "CI": "Côte d’Ivoire",
        "CW": "Curaçao",
        "BA": "Bosnia & Herzegovina",
        "FRA": "France",
        "TUR": "Turkey",
    }


def test_a_field_without_words_has_those_of_its_type(generated: Path) -> None:
    made: Any = json.loads((generated / "json-schema/payout/SEPA_TRANSFER.schema.json").read_text(encoding="utf-8"))
    described = made["properties"]["tongue"]["description"]
    assert described == "A value. `nb`: Norwegian Bokmål."
