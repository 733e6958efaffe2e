"""The digest of the catalogue that a contract was made of: what changes it, and what does not."""

import json
from pathlib import Path

import projects
import pytest

from paycat.catalogue.formatting import files_of, format_file
from paycat.contract.model import Contract
from paycat.lint.checking import check_folder
from paycat.packs.manifest import Pack


def digest(project: Path) -> str:
    contract, findings = check_folder(project / "schemas")
    assert contract is not None, findings
    return contract.digest


def test_published_contract_has_the_digest(contract: Contract) -> None:
    published = json.loads((projects.GENERATED / "contract" / "contract.json").read_text(encoding="utf-8"))
    assert len(contract.digest) == 64
    assert published["digest"] == contract.digest


def test_layout_comments_and_releases_do_not_change_it(contract: Contract, tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    for file in files_of(project / "schemas", project / "generators", Pack):
        text = format_file(file, has_modeline=False).after
        file.path.write_text(f"# About {file.name}.\n\n{text}\n# The end.\n", encoding="utf-8")
    (project / "schemas" / "releases.md").write_text("## 0.1.0\n\nOther words.\n", encoding="utf-8")
    assert digest(project) == contract.digest


@pytest.mark.parametrize(
    ("file", "old", "new", "is_same"),
    [
        ("methods/UPI.yaml", "method_code: UPI", 'method_code: "UPI"', True),
        ("methods/UPI.yaml", "currency: INR\ncountries: [IN]\n", "countries: [IN]\ncurrency: INR\n", True),
        ("methods/UPI.yaml", "note: Instant", "note: Prompt", False),
        (
            "interface/rules.yaml",
            "auth: bearerAuth\ncredentials:\n  bearerAuth:\n",
            "auth:\n    name: bearerAuth\n",
            True,
        ),
    ],
)
def test_what_a_file_says_changes_it(
    contract: Contract, tmp_path: Path, file: str, old: str, new: str, is_same: bool
) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    path = project / "schemas" / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    assert (digest(project) == contract.digest) is is_same


def test_the_order_of_a_table_changes_it(contract: Contract, tmp_path: Path) -> None:
    project = projects.copied(tmp_path / "project", generated=False)
    path = project / "schemas" / "currencies.yaml"
    head, *entries = path.read_text(encoding="utf-8").split("\n  ")
    last = entries.pop().rstrip("\n")
    path.write_text("\n  ".join([head, last, *entries]) + "\n", encoding="utf-8")
    assert digest(project) != contract.digest
