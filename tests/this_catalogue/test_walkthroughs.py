"""The README's walkthroughs: every command is run, in order, in a copy of the project, and prints what is shown.

Each walkthrough has a copy of its own, which is a git repository whose only commit is the catalogue as it is.

A ```diff block is an edit of the file that its first line names; a line `...` stands for any lines.
`make update-cases` puts what is printed into the README, but for the lines that are left out there.
"""

import re
import subprocess
import sys
from pathlib import Path

import projects
import pytest
from expected_files import Expect, as_shown
from system_programs import needed

AUTHOR = ("-c", "user.name=Test", "-c", "user.email=test@example.test")
README = projects.ROOT / "README.md"
_BLOCK = re.compile(r"```(?P<kind>console|diff)\n(?P<text>.*?)```", re.DOTALL)
_COMMAND = re.compile(r"^\$ (?P<line>.*)\n(?P<output>(?:(?!\$ ).*\n)*)", re.MULTILINE)


@pytest.fixture
def repository(project: Path) -> Path:
    git = needed("git")
    for command in ("init --quiet --initial-branch main", "add .", "commit --quiet --message Catalogue"):
        subprocess.run([git, *AUTHOR, *command.split()], cwd=project, env=projects.environ(), check=True)
    return project


@pytest.mark.parametrize(("heading", "commands"), [("### Four edits", 14), ("### What an edit breaks", 1)])
def test_walkthrough(heading: str, commands: int, repository: Path, expect: Expect) -> None:
    text = README.read_text(encoding="utf-8")
    start = text.index(heading)
    section = text[start : min(end for end in (text.find(f"\n{sign} ", start) for sign in ("##", "###")) if end > 0)]
    made = _BLOCK.sub(lambda block: played(repository, block), section)
    assert len(_COMMAND.findall(section)) > commands
    expect.part(README, section, made)


@pytest.mark.parametrize("command", ["generate", "conform"])
def test_first_screen(command: str, project: Path, expect: Expect) -> None:
    """`make generate` ends with `paycat generate`."""
    text = README.read_text(encoding="utf-8")
    found = next(one for one in _COMMAND.finditer(text) if one["line"].split()[-1] == command)
    output = ran(project, f"paycat {command}", found["output"].rstrip() + "\n").partition("\n")[2]
    expect.part(README, found[0], f"$ {found['line']}\n{output}\n")


def played(project: Path, block: re.Match[str]) -> str:
    """Do what a block says; return it with what is printed now."""
    if block["kind"] == "diff":
        patch(project, block["text"])
        return block[0]
    return f"```console\n{_COMMAND.sub(lambda one: ran(project, one['line'], one['output']), block['text'])}```"


def patch(project: Path, text: str) -> None:
    head, *lines = text.splitlines()
    file = project / head.removeprefix("--- ")
    find = "".join(f"{line[1:]}\n" for line in lines if line[0] != "+")
    replace = "".join(f"{line[1:]}\n" for line in lines if line[0] != "-")
    content = file.read_text(encoding="utf-8")
    assert content.count(find) == 1, text
    file.write_text(content.replace(find, replace), encoding="utf-8")


def ran(project: Path, line: str, shown: str) -> str:
    """Run a command line; return it and what it printed, or what is shown if only left-out lines differ."""
    command = f'paycat() {{ "{sys.executable}" -m paycat "$@"; }}\n{line}'
    environment = projects.environ(COLUMNS="140")
    ended = subprocess.run(
        [needed("sh"), "-c", command], cwd=project, env=environment, capture_output=True, text=True, check=False
    )
    assert ended.stderr == "", ended.stderr
    printed = re.sub(r" +\n", "\n", ended.stdout)
    return f"$ {line}\n{as_shown(shown, printed)}"
