"""The walkthroughs of docs/: every command is typed, in order, in a copy of the project, and prints what is shown.

Each walkthrough has a copy of its own, which is a git repository whose only commit is the catalogue as it is.
`make update-cases` puts what is printed into the page, but for the lines that are left out there.
"""

import re
import subprocess
import sys
from pathlib import Path

import projects
import pytest
from expected_files import Expect
from played_pages import COMMAND, played, terminal
from system_programs import needed

AUTHOR = ("-c", "user.name=Test", "-c", "user.email=test@example.test")
DOCS = projects.ROOT / "docs"
WALKTHROUGHS = {
    "maintaining.md": {"Validate and conform": 3, "Four edits, step by step": 18, "What an edit breaks": 2},
    "integrating.md": {"Only what you use": 2},
}
"""The sections by page, each with the number of its commands."""


@pytest.fixture
def repository(project: Path) -> Path:
    git = needed("git")
    for command in ("init --quiet --initial-branch main", "add .", "commit --quiet --message Catalogue"):
        subprocess.run([git, *AUTHOR, *command.split()], cwd=project, env=projects.environ(), check=True)
    return project


@pytest.mark.parametrize(("page", "heading"), [(page, one) for page, all in WALKTHROUGHS.items() for one in all])
def test_walkthrough(page: str, heading: str, repository: Path, expect: Expect) -> None:
    text = (DOCS / page).read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(heading)}\n.*?(?=^## |\Z)", text, re.DOTALL | re.MULTILINE)
    assert found, heading
    with terminal(repository, projects.environ(COLUMNS="140")) as typed:
        typed(f'paycat() {{ "{sys.executable}" -m paycat "$@"; }}')
        now = played(found[0], typed, lambda: repository)
    assert len(COMMAND.findall(found[0])) == WALKTHROUGHS[page][heading]
    expect.part(DOCS / page, found[0], now)
