"""`make update-cases`: what tests found is written once, and what changed is printed, in one process and in several."""

from collections.abc import Callable
from pathlib import Path

import projects
import pytest
from expected_files import as_shown

RUNNER = """
import pytest
from case_files import cases_in
from pathlib import Path

HERE = Path(__file__).parent

@pytest.mark.parametrize("name", ["as-it-was", "new", "other"])
def test_case(name, expect):
    expect(HERE / "cases" / name / "expected.txt", f"found of {name}\\n")

def test_formats(expect):
    expect.all_of(HERE / "cases" / "formats", {".txt": "text\\n", ".json": "{}\\n"})

@pytest.mark.slow
@pytest.mark.parametrize("word", ["one", "two"])
def test_a_part(word, expect):
    expect.part(HERE.parents[1] / "PAGE.md", f"{word}: 1\\n", f"{word}: 2\\n")
    assert word == "one", "what was found before is written"

@pytest.mark.parametrize("case", cases_in(HERE / "cases.yaml", required=["edits"]), ids=lambda case: case.name)
def test_text_of_a_file(case, expect):
    expect(case.expected, f"found of {case.name}\\n")

def test_without_expected_files():
    raise AssertionError("it does not run")
"""
CASES = """\
# Cases of a file, in which several processes write.
cases:
  as-it-was:
    edits: []
    expected: |
      found of as-it-was

  # A comment.
  second:
    edits: [ ]
{second}
  third:  # Another.
    edits: []
    expected: |
      {third}

"""
CONTRADICTING = """
import pytest

@pytest.mark.parametrize("word", ["one", "two"])
def test_case(word, expect, request):
    expect(request.path.parent / "expected.txt", word)
"""
BEFORE = {
    "PAGE.md": "one: 1\ntwo: 1\n",
    "tests/kind/cases/as-it-was/expected.txt": "found of as-it-was\n",
    "tests/kind/cases/other/expected.txt": "found before\r\n",
    "tests/kind/cases/formats/expected.txt": "text\n",
    "tests/kind/cases/formats/expected.xml": "<text/>\n",
    "tests/kind/cases.yaml": CASES.format(second="", third="found before"),
}
AFTER = {
    "PAGE.md": "one: 2\ntwo: 2\n",
    "tests/kind/cases/as-it-was/expected.txt": "found of as-it-was\n",
    "tests/kind/cases/new/expected.txt": "found of new\n",
    "tests/kind/cases/other/expected.txt": "found of other\n",
    "tests/kind/cases/formats/expected.txt": "text\n",
    "tests/kind/cases/formats/expected.json": "{}\n",
    "tests/kind/cases.yaml": CASES.format(second="    expected: |\n      found of second\n", third="found of third"),
}
PRINTED = """\
.: 1 changed
  changed PAGE.md
tests/kind: 2 added, 2 changed, 1 removed
  added   cases/formats/expected.json
  removed cases/formats/expected.xml
  added   cases/new/expected.txt
  changed cases/other/expected.txt
  changed cases.yaml: second, third
"""

Pytest = Callable[..., tuple[int, str]]


@pytest.fixture
def folder(pytester: pytest.Pytester) -> Path:
    """A folder with one kind of tests, whose expected files are old."""
    (pytester.path / "pytest.ini").write_text("[pytest]\nmarkers = slow\naddopts = -m 'not slow'\n")
    for name, text in {**BEFORE, "tests/kind/test_kind.py": RUNNER}.items():
        file = pytester.path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
    (pytester.path / "tests/kind/cases/new").mkdir()
    return pytester.path


@pytest.fixture
def run(pytester: pytest.Pytester, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Pytest:
    """Run pytest there, in this process unless it starts several; return how it ended, and what it printed."""
    monkeypatch.setenv("PYTHONPATH", str(projects.HERE))

    def ran(*arguments: str) -> tuple[int, str]:
        run_pytest = pytester.runpytest_subprocess if "2" in arguments else pytester.runpytest_inprocess
        ended = run_pytest("-p", "expected_files", *arguments)
        return int(ended.ret), ended.stdout.str()

    return ran


def expected(folder: Path) -> dict[str, str]:
    files = [folder / "PAGE.md", *folder.rglob("expected.*"), *folder.rglob("cases.yaml")]
    return {file.relative_to(folder).as_posix(): file.read_bytes().decode() for file in files}


@pytest.mark.parametrize("processes", ["0", "2"])
def test_what_tests_found_is_written_and_printed(processes: str, run: Pytest, folder: Path) -> None:
    code, printed = run("-n", processes, "-m", "", "--update-cases")
    assert code == 1, "one test fails for another reason"
    assert "it does not run" not in printed
    assert expected(folder) == AFTER
    assert PRINTED in printed
    code, printed = run("-m", "", "--update-cases", "-k", "not test_a_part")
    assert (code, "\nnothing changed\n" in printed) == (0, True)
    assert expected(folder) == AFTER


def test_without_an_update_every_difference_fails_and_nothing_is_written(run: Pytest, folder: Path) -> None:
    code, printed = run("-m", "", "-k", "not without", "-vv")
    assert code == 1
    assert expected(folder) == BEFORE
    passed = [line for line in printed.splitlines() if "PASSED" in line]
    assert [line.partition("::")[2].split()[0] for line in passed] == [
        "test_case[as-it-was]",
        "test_text_of_a_file[as-it-was]",
    ]
    assert "run `make update-cases`" in printed


def test_slow_tests_are_left_out_as_ever(run: Pytest, folder: Path) -> None:
    run("--update-cases")
    assert expected(folder)["PAGE.md"] == BEFORE["PAGE.md"]


def test_two_tests_that_expect_different_texts_fail(run: Pytest, folder: Path) -> None:
    (folder / "tests/kind/test_kind.py").write_text(CONTRADICTING)
    code, printed = run("--update-cases")
    assert code == 1
    assert "tests/kind/expected.txt: two tests expect different texts of it" in printed
    assert (folder / "tests/kind/expected.txt").read_text() == "one"


@pytest.mark.parametrize(
    ("shown", "printed", "now"),
    [
        ("a\nb\n", "a\nb\n", "a\nb\n"),
        ("a\n", "b\n", "b\n"),
        ("a\n...\nz\n", "a\nm\nn\nz\n", "a\n...\nz\n"),
        ("a\n...\nz\n", "b\nm\nz\n", "b\n...\nz\n"),
        ("...\nz\n", "m\ny\n", "...\ny\n"),
    ],
)
def test_what_a_document_leaves_out_stays_left_out(shown: str, printed: str, now: str) -> None:
    assert as_shown(shown, printed) == now
