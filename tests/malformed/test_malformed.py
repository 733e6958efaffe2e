"""Mistakes in the catalogue, and exactly what the maintainer is told: a case is `edit.yaml` and `expected.txt`.

`make update-cases` writes every `expected.txt`; read the difference before it is committed.
"""

import ast
import re
import shutil
from pathlib import Path
from typing import Any, get_args

import projects
import pytest
from expected_files import Expect

from paycat.cache import Cache
from paycat.catalogue.fields import Autocomplete
from paycat.lint.checking import check_folder
from paycat.reporting.findings.as_text import in_one_line
from tests.extremes.large_catalogues import TOO_LARGE

HERE = Path(__file__).parent
SRC = HERE.parents[1] / "src" / "paycat"
CASES = sorted(folder for folder in (HERE / "cases").iterdir() if folder.is_dir())
NO_CODES = {"date-time", "field-type", "json-schema", "no-catalogue", *get_args(Autocomplete)}
KINDS = ({"find", "replace"}, {"content"}, {"bytes_hex"}, {"repeat"}, {"delete"})


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_findings(case: Path, tmp_path: Path, expect: Expect, cache: Cache) -> None:
    shutil.copytree(projects.SCHEMAS, tmp_path / "schemas")
    apply_edits(case, tmp_path / "schemas")
    contract, findings = check_folder(tmp_path / "schemas", cache=cache)
    lines = [in_one_line(found) for found in findings]
    expect(case / "expected.txt", "".join(f"{line}\n" for line in lines))
    assert lines, "a case of this kind has a finding"
    assert (contract is None) == any(" error " in line for line in lines)


def apply_edits(case: Path, folder: Path) -> None:
    """Apply the edits of a case to the catalogue in `folder`, in order."""
    for edit in projects.read_yaml(case / "edit.yaml"):
        file = folder / edit.pop("file")
        assert set(edit) in KINDS, f"{case.name}: no such kind of edit: {sorted(edit)}"
        if "delete" in edit:
            file.unlink()
        else:
            file.write_bytes(_content(edit, file))


def _content(edit: dict[str, Any], file: Path) -> bytes:
    if "bytes_hex" in edit:
        return bytes.fromhex(edit["bytes_hex"])
    if "repeat" in edit:
        return (edit["repeat"]["text"] * edit["repeat"]["count"]).encode()
    if "content" in edit:
        return str(edit["content"]).encode()
    text = file.read_text(encoding="utf-8")
    assert text.count(edit["find"]) == 1, f"{file.name} has {text.count(edit['find'])} times: {edit['find']}"
    return text.replace(edit["find"], edit["replace"]).encode()


def test_every_code_has_a_case() -> None:
    lines = [line for case in CASES for line in (case / "expected.txt").read_text(encoding="utf-8").splitlines()]
    told = {line.split(": ")[0].split()[-1] for line in lines}
    stages = (SRC / stage for stage in ("loading", "catalogue", "contract"))
    stated = {word for stage in stages for file in stage.rglob("*.py") for word in _kebab_words(file)}
    assert stated - told - NO_CODES - set(TOO_LARGE.values()) == set()


def _kebab_words(file: Path) -> set[str]:
    """Return the texts of a module that are written like a code."""
    nodes = ast.walk(ast.parse(file.read_text(encoding="utf-8")))
    texts = {node.value for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    return {text for text in texts if re.fullmatch("(?!x-)[a-z]+(-[a-z]+)+", text)}
