"""The git repository of a project: its revisions, and the contract that is committed at each."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span, did_you_mean
from paycat.revisions.running import Git
from paycat.workspace import GENERATED, SCHEMAS, Workspace

CONTRACT = f"{GENERATED}/contract/contract.json"
"""Where a project has its contract."""

DEEPEN = "git fetch --unshallow --tags, or `fetch-depth: 0` in actions/checkout"

_HERE = Span(".")
_LOCAL, _REMOTE = "refs/heads/", "refs/remotes/origin/"
_ORIGIN = f"{_REMOTE}HEAD"
_DEFAULTS = tuple(f"{place}{name}" for place in (_LOCAL, _REMOTE) for name in ("main", "master"))
_COMMIT = re.compile(r"[0-9a-f]{40,64}\n")
_NO_FILE = re.compile("does not exist in|exists on disk, but not in")
_NOT_HERE = re.compile("lazy fetching disabled|could not fetch|not allowed", re.IGNORECASE)


@dataclass(frozen=True)
class Repository:
    """The git repository that a project is in; the project may be a folder of it."""

    root: Path

    def find(self, name: str) -> str | None:
        """Return the commit that a revision's name stands for, or None."""
        found = self._run.text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}").stdout
        return found.strip() if _COMMIT.fullmatch(found) else None

    def commit(self, name: str) -> str:
        """Return the commit that a revision's name stands for. Raises FindingsError."""
        found = self.find(name)
        if found is None:
            raise FindingsError([self._unknown(name)])
        return found

    def contract(self, commit: str) -> bytes | None:
        """Return the contract that is committed at a commit, or None."""
        command = ("cat-file", "blob", f"{commit}:./{CONTRACT}")
        # Python reads a single pipe in half the time of two; what git complains of is asked for where it does.
        shown = self._run.bare(*command, complains=False)
        if not shown.returncode:
            return shown.stdout
        complaint = self._run.text(*command).stderr
        if _NO_FILE.search(complaint):
            return None
        raise FindingsError([_unreadable(complaint)])

    def has_contract(self, commit: str) -> bool:
        """Tell whether the contract is committed at a commit. Raises FindingsError when git cannot tell."""
        asked = self._run.text("cat-file", "-e", f"{commit}:./{CONTRACT}")
        if asked.returncode and not _NO_FILE.search(asked.stderr):
            raise FindingsError([_unreadable(asked.stderr)])
        return not asked.returncode

    def base(self) -> tuple[str, str]:
        """Return the commit that work on this branch is compared with, and what it is.

        That is the merge base of HEAD with the default branch; on that branch, or where there is none, HEAD itself.
        Raises FindingsError.
        """
        head, default = self.commit("HEAD"), self._default_branch()
        if default is None and self.is_shallow:
            raise FindingsError([_shallow("HEAD", "it has no default branch to take the merge base with")])
        if default is None or default.replace(_REMOTE, _LOCAL, 1) == self._branch():
            return head, "HEAD"
        branch = default.removeprefix("refs/heads/").removeprefix("refs/remotes/")
        found = self.merge_base(head, default, "HEAD", branch)
        return found, f"{found[:7]}, the merge base with {branch}"

    def merge_base(self, one: str, other: str, shown: str, other_shown: str) -> str:
        """Return where two commits parted; findings call them as they are shown. Raises FindingsError."""
        found = self._run.text("merge-base", one, other).stdout.partition("\n")[0]
        if found:
            return found
        if self.is_shallow:
            raise FindingsError([_shallow(other_shown, f"where {shown} and {other_shown} parted is not in it")])
        message, hint = f"{shown} and {other_shown} have no commit in common", "name the revision to compare with"
        raise FindingsError([Diagnostic("unknown-revision", Span(other_shown), message, hint)])

    def is_stale(self, commit: str) -> bool:
        """Tell whether the catalogue was changed after the contract beside it, up to a commit: it may say less."""
        stated, made = (
            self._said("rev-list", "--max-count=1", commit, "--", path).strip() for path in (SCHEMAS, CONTRACT)
        )
        return stated != made and not self.leads_to(stated, made)

    def files(self, commit: str, folder: str) -> dict[str, bytes]:
        """Return the files that are committed below a folder, by path. Raises FindingsError."""
        names = self._said("ls-tree", "-r", "-z", "--name-only", commit, "--", folder).split("\0")[:-1]
        return {name: self._run.bare("cat-file", "blob", f"{commit}:./{name}").stdout for name in names}

    def leads_to(self, commit: str, later: str) -> bool:
        """Tell whether a commit is another one, or one of those before it."""
        return not self._run.bare("merge-base", "--is-ancestor", commit, later).returncode

    def history(self, start: str | None, end: str) -> Iterator[tuple[str, date]]:
        """Return the commits after `start` up to `end` that leave another contract behind, oldest first, with dates."""
        wanted = end if start is None else f"{start}..{end}"
        options = ("--first-parent", "--reverse", "--format=%H %cs")
        for line in self._said("log", *options, wanted, "--", CONTRACT).splitlines():
            commit, _, day = line.partition(" ")
            yield commit, date.fromisoformat(day)

    def day(self, commit: str) -> date:
        """Return the day on which a commit was made."""
        return date.fromisoformat(self._said("show", "--no-patch", "--format=%cs", commit).strip())

    def last_tag(self) -> str | None:
        """Return the last tag up to HEAD, or None."""
        return self._run.text("describe", "--tags", "--abbrev=0").stdout.strip() or None

    @cached_property
    def _run(self) -> Git:
        return Git(self.root)

    @cached_property
    def is_shallow(self) -> bool:
        """Whether the clone was cut off, so that older revisions are not in it."""
        return self._said("rev-parse", "--is-shallow-repository").strip() == "true"

    def _branch(self) -> str:
        """Return the full name of the branch that is checked out; empty when none is."""
        return self._run.text("symbolic-ref", "--quiet", "HEAD").stdout.strip()

    def _default_branch(self) -> str | None:
        names = self._said("for-each-ref", "--format=%(refname) %(symref)", _ORIGIN, *_DEFAULTS).splitlines()
        there = dict(name.split(" ", 1) for name in names)
        return there.get(_ORIGIN) or next((name for name in _DEFAULTS if name in there), None)

    def _unknown(self, name: str) -> Diagnostic:
        if self.is_shallow:
            return _shallow(name, f"{name!r} is not in it")
        names = self._said("for-each-ref", "--format=%(refname:short)").split()
        if not names and self.find("HEAD") is None:
            message, hint = "the repository has no commit yet", f"commit {CONTRACT} first, or name a folder or a file"
            return Diagnostic("unknown-revision", Span(name), message, hint)
        message = f"there is no revision {name!r}"
        hint = "name a tag, a branch or a commit; paycat diff takes folders and contract files, too"
        return Diagnostic("unknown-revision", Span(name), message, did_you_mean(name, names) or hint)

    def _said(self, *arguments: str) -> str:
        """Return what git says. Raises FindingsError when it fails."""
        done = self._run.text(*arguments)
        if done.returncode:
            raise FindingsError([_unreadable(done.stderr)])
        return done.stdout


def repository_of(workspace: Workspace) -> Repository:
    """Return the repository that a project is in. Raises FindingsError when git finds none, or is not there."""
    found = Repository(workspace.root)
    try:
        found.is_shallow  # noqa: B018 - the cheapest question that only a repository answers
    except OSError as error:
        hint = "install git, or name folders or contract files"
        raise FindingsError([Diagnostic("no-repository", _HERE, "git is not installed", hint)]) from error
    return found


def _unreadable(said: str) -> Diagnostic:
    if "not a git repository" in said:
        message, hint = "the project is in no git repository", "name folders or contract files to compare"
    elif _NOT_HERE.search(said):
        message = "the clone is partial, and an object that is needed is not in it; paycat fetches nothing"
        hint = f"fetch it: git log -p --all -- {CONTRACT}"
    else:
        reason = said.strip().partition("\n")[0].removeprefix("fatal: ") or "it says nothing more"
        message, hint = f"git cannot read the repository: {reason}", "see what `git status` says"
    return Diagnostic("no-repository", _HERE, message, hint)


def _shallow(what: str, message: str) -> Diagnostic:
    return Diagnostic("shallow-clone", Span(what), f"the clone is shallow, and {message}", DEEPEN)
