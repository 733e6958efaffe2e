"""Every command as a person meets it: what is typed in, what is printed and the exit code out.

The file of a command in `cases/` has cases with `command`, and with `edits` of a copy of the project, in which the
command runs. `$PROJECT` stands for its path, and large numbers, digests and versions are masked. A case called
`generate-` has a project whose packs are switched off but for two, so that it is quick and another pack does not change
it. A line `...` of what is expected stands for lines that another case has. `make update-cases` writes what is
expected; read the difference before it is committed.
"""

import re
import shlex
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from case_files import Case, cases_in
from expected_files import Expect, as_shown
from system_programs import needed

from paycat import __version__

CASES = [
    case
    for file in sorted((Path(__file__).parent / "cases").iterdir())
    for case in cases_in(file, required=["command"], optional=["edits"])
]
COMMANDS = (
    "check",
    "generate",
    "conform",
    "validate",
    "show",
    "explain",
    "gaps",
    "init",
    "fmt",
    "new",
    "watch",
    "preview",
    "pins",
    "serve",
    "diff",
    "changelog",
    "release",
)
WRITING = ("generate", "init", "fmt", "new")


READING = ("validate", "show", "explain", "gaps", "check", "conform")


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that commands read, in which nothing is edited."""
    return projects.copied(tmp_path_factory.mktemp("shared") / "project")


@pytest.fixture(scope="session")
def small(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that makes the contract and the JSON Schemas alone, generated."""
    project = projects.copied(tmp_path_factory.mktemp("small"), generated=False)
    off = sorted({pack.name for pack in projects.GENERATORS.iterdir()} - {"contract", "json-schema"})
    projects.switch_off(project, off)
    ended = projects.paycat("generate", cwd=project)
    assert (ended.returncode, ended.stderr) == (0, "")
    return project


ASK_OTHER_PROGRAMS = ("conform", "conform-disagreement")
"""Cases that run ajv among the engines; slow as tests/conformance is."""


@pytest.mark.parametrize(
    "case",
    [pytest.param(one, id=one.name, marks=[pytest.mark.slow] * (one.name in ASK_OTHER_PROGRAMS)) for one in CASES],
)
def test_case(case: Case, shared: Path, small: Path, tmp_path: Path, cli: Callable[..., Any], expect: Expect) -> None:
    if "no-repository" in case.name:
        needed("git")  # It says that there is none.
    command = case.stated["command"]
    read_alone = command.startswith(READING) and not command.startswith(WRITING) and not case.edits
    project = shared if read_alone else tmp_path / "project"
    if case.name.startswith("generate-"):
        shutil.copytree(small, project)
    elif project is not shared:
        projects.copied(project)
    projects.edit(project, case.edits)
    before = projects.state(project)
    text = told(cli(*shlex.split(command), cwd=project), project)
    expect(case.expected, as_shown(case.stated.get("expected", ""), text))
    assert "Traceback" not in text
    has_failed = not text.endswith("exit code 0\n") and " files up to date\n" not in text
    if has_failed or not command.startswith(WRITING) or "--check" in command:
        assert projects.state(project) == before, "a command that fails, or only looks, writes nothing"


def told(ended: Any, project: Path) -> str:
    """Return what a command printed and how it ended, without what differs from one machine or version to another."""
    text = ended.out + "".join(f"stderr: {line}\n" for line in ended.err.splitlines()) + f"exit code {ended.code}\n"
    text = text.replace(str(project), "$PROJECT").replace(__version__, "$VERSION")
    text = re.sub(r"\b[0-9a-f]{64}\b", "$DIGEST", text)
    text = re.sub(r"\b[0-9]{1,3}(,[0-9]{3})+\b", lambda number: re.sub("[0-9]", "#", number[0]), text)
    return re.sub(r'": "[0-9]+(\.[0-9]+)+"', '": "$VERSION"', text)


def test_cases_are_in_the_file_of_their_command() -> None:
    names = [case.name for case in CASES]
    assert [name for name in names if names.count(name) > 1] == []
    for case in CASES:
        name = case.stated["command"].split(" ")[0]
        assert case.file.stem == (name if name in COMMANDS else "paycat"), case.name


def test_every_command_and_every_exit_code_has_cases() -> None:
    assert {case.file.stem for case in CASES} == {*COMMANDS, "paycat"}
    codes = {case.expects.splitlines()[-1] for case in CASES}
    assert codes == {"exit code 0", "exit code 1", "exit code 2", "exit code 4"}
    assert {f"help-{command}" for command in COMMANDS} <= {case.name for case in CASES}
