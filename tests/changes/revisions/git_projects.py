"""Real git repositories with a project in them: what tests commit, and how they ask."""

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest
from system_programs import needed

from paycat.diagnostics import Diagnostic, FindingsError
from paycat.lint.checking import resolved_folder
from paycat.project.workspace import Workspace
from paycat.text.json_data import json_text

CONTRACT = "generated/contract/contract.json"
ALONE = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "A",
    "GIT_AUTHOR_EMAIL": "a@example.test",
    "GIT_COMMITTER_NAME": "C",
    "GIT_COMMITTER_EMAIL": "c@example.test",
}


def git(folder: Path, *arguments: str | Path, **environment: str) -> str:
    """Run git in a folder, with no configuration but the repository's own, and return what it says."""
    command = [needed("git"), "-c", "init.defaultBranch=main", "-c", "protocol.file.allow=always", *map(str, arguments)]
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    done = subprocess.run(
        command, cwd=folder, env=kept | ALONE | environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def resolved_text(project: Path) -> str:
    """Return the contract of a project's catalogue as `paycat generate` writes it."""
    contract, found = resolved_folder(project / "schemas")
    assert contract is not None, found
    return json_text(contract.written())


@dataclass(frozen=True)
class Repo:
    """A repository, and the project that is in it or in a folder of it."""

    top: Path
    project: Path

    @property
    def workspace(self) -> Workspace:
        return Workspace(self.project)

    @property
    def contract(self) -> Path:
        return self.project / CONTRACT

    def git(self, *arguments: str | Path, **environment: str) -> str:
        """Run git at the top."""
        return git(self.top, *arguments, **environment)

    def commit(self, message: str = "edit", day: str = "2026-01-02") -> str:
        """Commit everything on a day, and return the commit."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "--message", message, GIT_COMMITTER_DATE=f"{day}T12:00:00Z")
        return self.git("rev-parse", "HEAD")

    def say_version(self, version: str) -> None:
        """Let the contract in the folder be of another version; the catalogue stays."""
        text = self.contract.read_text(encoding="utf-8")
        before, _, after = text.partition('"version": "')
        self.contract.write_text(f'{before}"version": "{version}"{after[after.index(chr(34)) + 1 :]}', encoding="utf-8")


@contextmanager
def found() -> Iterator[list[Diagnostic]]:
    """Expect that the work ends with findings, and give them."""
    kept: list[Diagnostic] = []
    with pytest.raises(FindingsError) as raised:
        yield kept
    kept += raised.value.diagnostics
