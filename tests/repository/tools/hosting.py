"""A repository as a host has it: bare, with the small project in the folder api; and checkouts of it."""

import shutil
from pathlib import Path
from typing import Any

import projects
import repositories
from repositories import committed, git


class Hosted:
    """The bare repository, and a clone that somebody works in."""

    def __init__(self, started: Path, folder: Path) -> None:
        """Make both in a folder, from the small project."""
        self.folder, self.bare, self.work = folder, folder / "hosted.git", folder / "work"
        shutil.copytree(started, self.project, ignore=shutil.ignore_patterns(".git"))
        self.first = committed(self.work, "The project")
        git(folder, "init", "--quiet", "--bare", self.bare)
        git(self.work, "remote", "add", "origin", self.bare.as_uri())
        self.push("main")

    @property
    def project(self) -> Path:
        """The project in the clone."""
        return self.work / "api"

    def push(self, *refs: str) -> None:
        """Push some refs."""
        git(self.work, "push", "--quiet", "origin", *refs)

    def commit(self, *edits: dict[str, Any], generate: bool = True) -> str:
        """Commit some edits of the project, and unless told otherwise what is generated; return the commit."""
        projects.edit(self.project, edits)
        if generate:
            repositories.generated(self.project)
        return committed(self.work)

    def pull_request(self, *edits: dict[str, Any], generate: bool = True) -> str:
        """Push a branch with some edits, and what a merge would make of it; return the ref of that.

        Afterwards main goes on, so that its tip is not where the branch left it.
        """
        git(self.work, "switch", "--quiet", "--create", "branch")
        self.commit(*edits, generate=generate)
        git(self.work, "switch", "--quiet", "--detach", "main")
        git(self.work, "merge", "--quiet", "--no-ff", "--message", "Merge", "branch")
        self.push("branch", "HEAD:refs/pull/1/merge")
        git(self.work, "switch", "--quiet", "main")
        (self.work / "README.md").write_text("Something else.\n", encoding="utf-8")
        committed(self.work)
        self.push("main")
        return "refs/pull/1/merge"

    def checkout(self, ref: str, *, deep: bool = False) -> Path:
        """Check a ref out as actions/checkout does: one commit without tags, or with `deep` all history and tags."""
        folder = self.folder / "checkout"
        git(self.folder, "init", "--quiet", folder)
        git(folder, "remote", "add", "origin", self.bare.as_uri())
        shown = f"refs/remotes/{ref.removeprefix('refs/')}"
        options = (
            ("--tags", "origin", "+refs/heads/*:refs/remotes/origin/*")
            if deep
            else ("--no-tags", "--depth=1", "origin")
        )
        git(folder, "fetch", "--quiet", *options, f"+{ref}:{shown}")
        git(folder, "checkout", "--quiet", "--detach", shown)
        return folder
