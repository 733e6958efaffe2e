"""Mistakes of new maintainers, written down with their places before paycat was run on any of them.

A case is `edit.yaml`: a comment with what was done, and edits of a copy of the frozen catalogue. A `‸` marks each line
where the first error may be; it is taken out before the edit is made. Two findings at most describe one mistake.
"""

import shutil
from pathlib import Path

import projects
import pytest
from expected_files import Expect

from paycat.cache import Cache
from paycat.diagnostics import Severity
from paycat.lint.checking import check_folder
from paycat.reporting.findings.as_text import in_one_line

CASES = sorted((Path(__file__).parent / "cases").iterdir())
MARK = "‸"
MISSED = {
    "phone-hint-sixteen-digits": "a hint is not compared with the standard that its words name",
    "signature-with-equals-sign": "an example is not compared with the form that a scheme gives a header",
    "inr-decision-of-upi": "a decision about another method is a warning: a method that was copied may cite it",
}
"""What paycat does not find, and why."""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_the_first_error_is_where_the_mistake_is(
    case: Path, tmp_path: Path, expect: Expect, cache: Cache, request: pytest.FixtureRequest
) -> None:
    if reason := MISSED.get(case.name):
        request.applymarker(pytest.mark.xfail(reason=reason))
    folder = tmp_path / "schemas"
    shutil.copytree(projects.SCHEMAS, folder)
    edits = projects.read_yaml(case / "edit.yaml")
    projects.edit(folder, edits)
    marked = {line for file in sorted({edit["file"] for edit in edits}) for line in unmarked(folder, file)}
    assert marked, "no place is marked"
    _, found = check_folder(folder, cache=cache)
    listed = "\n".join(in_one_line(one) for one in found)
    expect(case / "expected.txt", "".join(f"{line}\n" for line in listed.splitlines()))
    assert found, "nothing is found"
    assert found[0].severity is Severity.ERROR, listed
    assert (found[0].span.path.removeprefix("schemas/"), found[0].span.line) in marked, listed
    assert len(found) <= 2, listed


def unmarked(folder: Path, file: str) -> list[tuple[str, int]]:
    """Take the marks out of a file, and return the lines where they were."""
    data = (folder / file).read_bytes()
    lines = [(file, number) for number, line in enumerate(data.split(b"\n"), start=1) if MARK.encode() in line]
    (folder / file).write_bytes(data.replace(MARK.encode(), b""))
    return lines
