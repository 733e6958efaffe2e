"""Repositories that tests may use up: paycat's own as somebody else gets it, and one with a small project."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import projects
from system_programs import needed

VERSION = "v0.1.0"
"""The tag that the page names."""

PACKS_OFF = ("conformance", "docs", "editor", "openapi", "python")
"""What makes generating slow, and decides about nothing here."""

METHOD = "schemas/methods/BACS_DEBIT.yaml"
BREAKING = {
    "file": METHOD,
    "find": "mandate.reference: { length: { value: 6..18,",
    "replace": "mandate.reference: { length: { value: 8..18,",
}
"""An edit of the small project that rejects what was accepted; every sample keeps its verdict."""
HARMLESS = {"file": METHOD, "find": "Debits accounts in the", "replace": "Debits accounts of banks in the"}
UNUSED = {
    "file": "schemas/types.yaml",
    "find": "types:\n",
    "replace": "types:\n  spare: { shape: text, length: 1..9, meaning: Nothing has it, source: §1 }\n",
}
"""An edit of the small project that `paycat check` has a warning about."""
MOVED = {"file": "schemas/catalogue.yaml", "find": "version: 0.1.0", "replace": "version: 0.2.0"}
"""The version that announces the edit BREAKING."""
MISTAKE = {"file": METHOD, "find": "requirement: required", "replace": "requirment: required", "count": 3}
MISTAKEN = "unknown key 'requirment'; did you mean 'requirement'?"
"""What `paycat check` says of the edit MISTAKE."""

_GIT = {
    "GIT_CONFIG_GLOBAL": os.devnull,
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_AUTHOR_NAME": "Test",
    "GIT_AUTHOR_EMAIL": "test@example.com",
    "GIT_COMMITTER_NAME": "Test",
    "GIT_COMMITTER_EMAIL": "test@example.com",
}
_OTHERS = ("GIT_", "GITHUB_", "PRE_COMMIT", "CI_", "RUNNER_")


def environ(**changed: str) -> dict[str, str]:
    """Return the environment of somebody who has paycat and git, and whom no other tool has started."""
    kept = {name: value for name, value in projects.environ().items() if not name.startswith(_OTHERS)}
    path = os.pathsep.join((str(Path(sys.executable).parent), kept["PATH"]))
    return kept | _GIT | {"PATH": path} | changed


def ran(*command: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command of somebody; what it prints is kept together, as a terminal or a log has it."""
    return subprocess.run(
        list(map(str, command)),
        cwd=cwd,
        env=environ(**environment),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def git(folder: Path, *arguments: str | Path) -> str:
    """Run git, which must succeed; return what it prints."""
    ended = ran(needed("git"), *arguments, cwd=folder)
    assert ended.returncode == 0, ended.stdout
    return ended.stdout.strip()


def committed(folder: Path, message: str = "A change") -> str:
    """Commit everything in a folder, which becomes a repository with the branch main; return the revision."""
    if not (folder / ".git").exists():
        git(folder, "init", "--quiet", "--initial-branch", "main")
    git(folder, "add", "--all")
    git(folder, "commit", "--quiet", "--message", message)
    return git(folder, "rev-parse", "HEAD")


def published(folder: Path) -> Path:
    """Make a repository of this one's files as they are now, with the tag that the page names; return its folder.

    The two folders that nobody installs are left out: they are most of what is to be copied and cloned.
    """
    without = (":!tests", ":!generated")
    listed = subprocess.run(
        [needed("git"), "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", ".", *without],
        cwd=projects.ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.split("\0"):
        if (source := projects.ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(source, folder / name)
    committed(folder)
    git(folder, "tag", VERSION)
    return folder


def started(folder: Path) -> Path:
    """Make a small project, with what is generated, in a folder; return it."""
    shutil.copytree(projects.HERE / "bank_collections", folder)
    projects.switch_off(folder, PACKS_OFF)
    done("fmt", cwd=folder)
    return generated(folder)


def generated(project: Path) -> Path:
    """Generate what a project makes; return its folder."""
    done("generate", cwd=project)
    return project


def done(*arguments: str | Path, cwd: Path) -> None:
    """Run paycat, which must succeed."""
    ended = projects.paycat(*arguments, cwd=cwd)
    assert ended.returncode == 0, ended.stdout + ended.stderr


def changed(project: Path, edit: dict[str, object]) -> Path:
    """Make an edit of a project, and generate anew; return its folder."""
    projects.edit(project, [edit])
    return generated(project)
