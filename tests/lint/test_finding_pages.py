"""The pages of findings that no rule reports: their codes are those of the source, and their examples are true.

Their files in `cases/` are as those of rules (`test_rules.py`), without `passing`. In a file with `command` the project
was generated before the edits; the command is run after them, and the findings that it prints are expected.
"""

import ast
import json
import re
import shlex
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import projects
import pytest
from case_files import Case
from expected_files import Expect
from finding_cases import FILES, LOCATED, command_of, failing, sections_of
from starter_cases import STARTER, edited, found_in, in_lines, reject_untrue
from test_rules import PAGES as OF_RULES

from docs.pages.rules import rules_page
from paycat.diagnostics import Diagnostic, Severity, Span
from paycat.lint.rule import FindingPage, pages
from paycat.project.drift import DriftKind
from paycat.reporting.explaining.explain import explain_finding

SRC, MUTANTS = projects.ROOT / "src" / "paycat", projects.ROOT / "mutants" / "src"
PRINTED = re.compile(r"(\S+) (error|warning) ([a-z-]+): .*")
REPORTING = {
    "finding",
    "Diagnostic",
    "report",
    "rejected",
    "_finding",
    "_reject",
    "system_errors_as",
    "NothingComparedError",
}
"""Functions whose first arguments are a code."""

PAGES = pages()
OF_NO_RULE = [page for page in PAGES if page not in OF_RULES]
each_page = pytest.mark.parametrize("page", OF_NO_RULE, ids=lambda page: f"{page.id}-{page.slug}")


@pytest.fixture(scope="session")
def generated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The starter project, generated."""
    project = shutil.copytree(STARTER, tmp_path_factory.mktemp("starter") / "project")
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return project


@pytest.fixture
def edited_of(page: FindingPage, tmp_path: Path, request: pytest.FixtureRequest) -> dict[Case, Path]:
    """The project after the edits of each case of a page."""
    base = request.getfixturevalue("generated") if command_of(page) else STARTER
    return {case: edited(tmp_path / case.name, case.edits, base) for case in failing(page)}


def test_every_page_has_a_file_and_every_file_a_page() -> None:
    assert [file.name for file in FILES] == sorted(f"{page.slug}.yaml" for page in PAGES)
    for page in OF_NO_RULE:
        assert {"failing"} <= sections_of(page) <= {"command", "failing", *LOCATED}, page.slug
        assert failing(page), page.slug


@each_page
def test_failing(page: FindingPage, edited_of: dict[Case, Path], cli: Callable[..., Any], expect: Expect) -> None:
    for case, project in edited_of.items():
        found = reported(command_of(page), project, cli)
        expect(case.expected, in_lines(found))
        assert {one.code for one in found} & set(page.codes), case.name


def reported(command: str | None, project: Path, cli: Callable[..., Any]) -> tuple[Diagnostic, ...]:
    """Return what is found in a project: by a command, or by checking."""
    if command is None:
        return found_in(project)
    ended = cli(*shlex.split(command), cwd=project)
    assert ended.code in (1, 2, 4), ended
    return tuple(printed(ended.out))


def printed(text: str) -> Iterator[Diagnostic]:
    """Return the findings that a command printed, as lines or as JSON."""
    if text.startswith("{"):
        for one in json.loads(text)["findings"]:
            location = Span(one["path"], one["line"] or 0, one["column"] or 0)
            yield Diagnostic(one["code"], location, one["message"], one["help"] or "", Severity(one["severity"]))
        return
    for line in text.splitlines():
        if found := PRINTED.fullmatch(line):
            yield Diagnostic(found[3], Span(found[1]), line.partition(": ")[2], "", Severity(found[2]))


@each_page
def test_the_example_is_true(page: FindingPage, edited_of: dict[Case, Path]) -> None:
    made = [(case.expects, project) for case, project in edited_of.items()]
    reject_untrue(page.example, command_of(page), made)


def test_pages_are_whole() -> None:
    for page in PAGES:
        for text in (page.what, page.why, page.example, page.fix):
            assert text, page.id
            assert "\t" not in text
        assert page.what.endswith("."), page.id
        assert page.why.endswith("."), page.id
        assert page.fix.endswith("."), page.id
        assert page.warnings | page.allowable | page.help.keys() <= set(page.codes), page.id


def test_ids_and_codes_are_unique() -> None:
    ids = [page.id for page in PAGES]
    assert all(re.fullmatch("R-[0-9]{2,3}", number) for number in ids)
    for words in (ids, [page.slug for page in PAGES], [code for page in PAGES for code in page.codes]):
        assert [word for word, count in Counter(words).items() if count > 1] == []


def test_every_code_is_on_a_page_and_every_page_is_of_codes_that_are_reported() -> None:
    """Codes of rules are looked up when they are reported, and every one of them is in a case."""
    reported = {code for folder in (SRC, MUTANTS) for file in folder.rglob("*.py") for code in codes_in(file)}
    reported |= {f"drift-{kind}" for kind in DriftKind if kind not in (DriftKind.CONFLICT, DriftKind.LINE_ENDINGS)}
    assert reported - {code for page in PAGES for code in page.codes} == set(), "these findings have no page"
    assert {code for page in OF_NO_RULE for code in page.codes} - reported == set(), "nothing reports these"


def codes_in(file: Path) -> Iterator[str]:
    """Return the codes that a module reports: first arguments of reporting functions."""
    tree = ast.parse(file.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and name_of(node.func) in REPORTING:
            yield from (text for argument in node.args[:2] for text in texts_of(argument))


def name_of(node: ast.AST) -> str | None:
    """Return the name that a node ends with."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else None


def texts_of(node: ast.AST) -> Iterator[str]:
    """Return the text that a node stands for, or the two of a choice, where they are written like codes."""
    branches = (node.body, node.orelse) if isinstance(node, ast.IfExp) else (node,)
    for branch in branches:
        text = branch.value if isinstance(branch, ast.Constant) else None
        if isinstance(text, str) and re.fullmatch("[a-z]+(-[a-z]+)*", text):
            yield text


def test_pages_are_found_by_id_name_and_code() -> None:
    assert [page.id for page in PAGES] == sorted(page.id for page in PAGES)
    for page in PAGES:
        for word in (page.id, page.slug, *page.codes):
            assert explain_finding(word), word
    assert explain_finding("no-such-thing") == ()


def test_the_document_holds_every_page() -> None:
    assert (projects.ROOT / "docs" / "rules.md").read_text(encoding="utf-8") == rules_page(PAGES), "run `make docs`"
