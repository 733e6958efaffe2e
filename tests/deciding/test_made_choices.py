"""A case folder for each choice: `case.yaml` has the commands, `expected.txt` what they print and write.

`edits` are made to the catalogue before. With `leaves_as_it_was` the commands must bring its files back, byte for byte.
With `shows` only lines that begin with the word are kept. What a command writes is laid out as `paycat fmt` does it.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from expected_files import Expect
from jsonschema import Draft202012Validator

from paycat.formatting.files import files_of, format_file
from paycat.output.drift import patch
from paycat.packs.manifest import Pack

CASES = sorted((Path(__file__).parent / "choices").iterdir())
SCHEMA = Draft202012Validator(json.loads((projects.ROOT / "docs/choice.schema.json").read_text(encoding="utf-8")))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_choice(case: Path, tmp_path: Path, cli: Callable[..., Any], expect: Expect) -> None:
    stated = projects.read_yaml(case / "case.yaml")
    project = projects.copied(tmp_path / "project", generated=False)
    schemas = project / "schemas"
    projects.edit(schemas, stated.get("edits", ()))
    before = projects.files_in(schemas)
    shown = []
    for arguments in stated["commands"]:
        there = projects.files_in(schemas)
        ended = cli("decide", *arguments, cwd=project)
        after = projects.files_in(schemas)
        shown.append(f"$ paycat decide {' '.join(map(json.dumps, arguments))}\n{kept(ended.out, stated)}")
        shown += [f"stderr: {line}\n" for line in ended.err.splitlines()]
        written = {path for path, data in after.items() if data != there[path]}
        shown += [f"written: {path}\n" for path in sorted(written)]
        shown.append(f"exit code {ended.code}\n\n")
        assert not written or "--write" in arguments
        assert unformatted(schemas, written) == []
        if "json" in arguments:
            assert [error.message for error in SCHEMA.iter_errors(json.loads(ended.out))] == []
    expect(case / "expected.txt", "".join(shown))
    if stated.get("leaves_as_it_was"):
        assert projects.files_in(schemas) == before


def kept(out: str, stated: dict[str, Any]) -> str:
    """Return the lines of an output that a case shows."""
    return "".join(line for line in out.splitlines(keepends=True) if line.startswith(stated.get("shows", "")))


def unformatted(schemas: Path, written: set[str]) -> list[str]:
    """Return how `paycat fmt` would change the files that were written."""
    files = [
        file
        for file in files_of(schemas, schemas / "generators", Pack)
        if file.path.relative_to(schemas).as_posix() in written
    ]
    formatted = map(format_file, files)
    return [patch(one.file.name, one.before, one.after) for one in formatted if one.finding]


def test_json_is_checked_by_the_schema() -> None:
    assert not SCHEMA.is_valid({"version": 1})
