"""The git repository of a project: its revisions, and the contract that is committed at each.

Git runs without a shell, without the network, and without programs that a repository names. A checkout may be a
stranger's, and its configuration may name programs for nearly everything that git does: those that reading could start
are switched off. What hooks and diff drivers put into the environment for the repository that they run in is left out,
as it names another folder than the project's.
"""

import os
import re
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from pathlib import Path

from paycat.diagnostics import Diagnostic, FindingsError, Span, UnknownNameError, did_you_mean
from paycat.project.workspace import GENERATED, SCHEMAS, Workspace

CONTRACT = f"{GENERATED}/contract/contract.json"
"""Where a project has its contract."""

CATALOGUE = f"{SCHEMAS}/catalogue.yaml"
"""The file that every catalogue has."""

DEEPEN = "git fetch --unshallow --tags, or `fetch-depth: 0` in actions/checkout"

_HERE = Span(".")
_LOCAL, _REMOTE = "refs/heads/", "refs/remotes/origin/"
_ORIGIN = f"{_REMOTE}HEAD"
_NAME_A_BASE = "name the revision to compare with, or run `git remote set-head origin --auto`"
_DEFAULTS = tuple(f"{location}{name}" for location in (_LOCAL, _REMOTE) for name in ("main", "master"))
_COMMIT = re.compile(r"[0-9a-f]{40,64}\n")
_BLOB = re.compile(r"[0-7]+ blob ([0-9a-f]+)\t(.*)", re.DOTALL)
_NO_FILE = re.compile("does not exist in|exists on disk, but not in")
_NOT_HERE = re.compile("lazy fetching disabled|could not fetch|not allowed", re.IGNORECASE)

_OF_ANOTHER_FOLDER = ("GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_INDEX_FILE", "GIT_PREFIX")

_STEADY = {
    "LC_ALL": "C",
    "GIT_OPTIONAL_LOCKS": "0",  # Nothing is written, so no hook runs that follows writing.
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_NO_LAZY_FETCH": "1",
    "GIT_ALLOW_PROTOCOL": "none",  # For versions of git that do not know the variable above.
}

_OFF = (
    *("core.fsmonitor=false", f"core.hooksPath={os.devnull}", "core.pager=", "diff.external="),
    *("log.showSignature=false", "submodule.recurse=false"),
)


@dataclass(frozen=True)
class Repository:
    """The git repository that a project is in; the project may be a folder of it."""

    root: Path

    def find(self, revision: str) -> str | None:
        """Return the commit of a revision's name, or None."""
        output = self._text("rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}").stdout
        return output.strip() if _COMMIT.fullmatch(output) else None

    def commit(self, revision: str) -> str:
        """Return the commit of a revision's name. Raises FindingsError."""
        commit = self.find(revision)
        if commit is None:
            raise self._unknown(revision)
        return commit

    def contract(self, commit: str) -> bytes | None:
        """Return the contract that is committed at a commit, or None. Raises FindingsError when git cannot read it."""
        return self._file("blob", f"{commit}:./{CONTRACT}")

    def has_contract(self, commit: str) -> bool:
        """Return whether the contract is committed at a commit. Raises FindingsError when git cannot answer."""
        return self._file("-e", f"{commit}:./{CONTRACT}") is not None

    def base(self, *, is_required: bool) -> tuple[str, str]:
        """Return the commit that work on this branch is compared with, and what it is.

        That is the merge base of HEAD with the default branch, and on that branch HEAD itself. If no default branch is
        known, it is HEAD, unless another base is required. Raises FindingsError.
        """
        head = self.commit("HEAD")
        lines = self._output("for-each-ref", "--format=%(refname) %(symref)", _ORIGIN, *_DEFAULTS).splitlines()
        target_by_ref = dict(line.split(" ", 1) for line in lines)
        default_ref = target_by_ref.get(_ORIGIN) or next((ref for ref in _DEFAULTS if ref in target_by_ref), None)
        if default_ref is None and self.is_shallow:
            raise FindingsError([shallow_clone("HEAD", "it has no default branch, so there is no merge base")])
        if default_ref is None and is_required:
            message = "no base branch was found: origin has no default branch, and none is called main or master"
            raise FindingsError([Diagnostic("no-base", Span("HEAD"), message, _NAME_A_BASE)])
        if default_ref is None:
            return head, "HEAD, as no base branch was found: only uncommitted changes are shown"
        head_ref = self._text("symbolic-ref", "--quiet", "HEAD").stdout.strip()
        if default_ref.replace(_REMOTE, _LOCAL, 1) == head_ref:
            return head, "HEAD"
        branch_name = default_ref.removeprefix("refs/heads/").removeprefix("refs/remotes/")
        base = self.merge_base(head, default_ref, "HEAD", branch_name)
        return base, f"{base[:7]}, the merge base with {branch_name}"

    def merge_base(self, left_ref: str, right_ref: str, left_name: str, right_name: str) -> str:
        """Return where two commits parted; findings call them by their names. Raises FindingsError."""
        commit = self._text("merge-base", left_ref, right_ref).stdout.partition("\n")[0]
        if commit:
            return commit
        if self.is_shallow:
            message = f"the commit where {left_name} and {right_name} parted is not in it"
            raise FindingsError([shallow_clone(right_name, message)])
        message, hint = f"{left_name} and {right_name} have no commit in common", "name the revision to compare with"
        raise FindingsError([Diagnostic("unknown-revision", Span(right_name), message, hint)])

    def is_stale(self, commit: str) -> bool:
        """Return whether the catalogue was changed after the contract beside it, up to a commit: it may say less."""
        options = ("rev-list", "--max-count=1", commit, "--")
        catalogue_commit, contract_commit = (self._output(*options, path).strip() for path in (SCHEMAS, CONTRACT))
        return catalogue_commit != contract_commit and not self.leads_to(catalogue_commit, contract_commit)

    def files(self, commit: str, folder: str) -> dict[str, bytes]:
        """Return the files that are committed below a folder, by path. Raises FindingsError."""
        entries = self._output("ls-tree", "-r", "-z", commit, "--", folder).split("\0")[:-1]
        blobs = (match.groups() for entry in entries if (match := _BLOB.fullmatch(entry)))
        return {path: self._file("blob", name) or b"" for name, path in blobs}

    def left_catalogues(self, commit: str) -> list[str]:
        """Return the files of catalogues anywhere in the repository at a commit that are no longer in its index."""
        options = ("--cached", "--no-renames", "--diff-filter=D", "--name-only", "-z")
        return self._output("diff-index", *options, commit, "--", f":(top,glob)**/{CATALOGUE}").split("\0")[:-1]

    def leads_to(self, commit: str, later_commit: str) -> bool:
        """Return whether a commit is another one, or one of those before it."""
        return not self._run("merge-base", "--is-ancestor", commit, later_commit).returncode

    def history(self, start: str | None, end: str) -> Iterator[tuple[str, date]]:
        """Return the commits after `start` up to `end` that leave another contract behind, oldest first, with dates."""
        commit_range = end if start is None else f"{start}..{end}"
        options = ("--first-parent", "--reverse", "--format=%H %cs")
        for line in self._output("log", *options, commit_range, "--", CONTRACT).splitlines():
            commit, _, day_text = line.partition(" ")
            yield commit, date.fromisoformat(day_text)

    def day(self, commit: str) -> date:
        """Return the day on which a commit was made."""
        return date.fromisoformat(self._output("show", "--no-patch", "--format=%cs", commit).strip())

    def tags(self, tags: str, commit: str) -> list[str]:
        """Return the names of the tags up to a commit; `tags` is what they are called, with * for anything."""
        options = (f"--merged={commit}", "--format=%(refname:lstrip=2)")
        return self._output("for-each-ref", *options, f"refs/tags/{tags}").splitlines()

    @cached_property
    def is_shallow(self) -> bool:
        """Whether the clone was cut off, so that older revisions are not in it."""
        return self._output("rev-parse", "--is-shallow-repository").strip() == "true"

    def _unknown(self, revision: str) -> FindingsError:
        if self.is_shallow:
            return FindingsError([shallow_clone(revision, f"{revision!r} is not in it")])
        ref_names = self._output("for-each-ref", "--format=%(refname:short)").split()
        if not ref_names and self.find("HEAD") is None:
            message, hint = "the repository has no commit yet", f"commit {CONTRACT} first, or name a folder or a file"
            return UnknownNameError([Diagnostic("unknown-revision", Span(revision), message, hint)])
        message = f"there is no revision {revision!r}"
        hint = "name a tag, a branch or a commit; paycat diff takes folders and contract files, too"
        hint = did_you_mean(revision, ref_names) or hint
        return UnknownNameError([Diagnostic("unknown-revision", Span(revision), message, hint)])

    def _file(self, option: str, name: str) -> bytes | None:
        """Return what `git cat-file` prints of a file, or None where there is none. Raises FindingsError."""
        # Python reads a single pipe in half the time of two; the complaint is read by a second call.
        process = self._run("cat-file", option, name, complains=False)
        if not process.returncode:
            return process.stdout
        complaint = self._text("cat-file", option, name).stderr
        if _NO_FILE.search(complaint):
            return None
        raise FindingsError([_unreadable(complaint)])

    def _output(self, *arguments: str) -> str:
        """Return what git prints. Raises FindingsError when it fails."""
        process = self._text(*arguments)
        if process.returncode:
            raise FindingsError([_unreadable(process.stderr)])
        return process.stdout

    def _text(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Run git and return how it ended, with its output as text. Raises OSError when there is no git."""
        process = self._run(*arguments)
        output, complaint = os.fsdecode(process.stdout), os.fsdecode(process.stderr)
        return subprocess.CompletedProcess(process.args, process.returncode, output, complaint)

    def _run(self, *arguments: str, complains: bool = True) -> subprocess.CompletedProcess[bytes]:
        """Run git and return how it ended, with its output as bytes; its complaints only where it `complains`."""
        config_options = (option for setting in _OFF for option in ("-c", setting))
        environment = {name: value for name, value in os.environ.items() if name not in _OF_ANOTHER_FOLDER}
        return subprocess.run(
            ("git", "--no-pager", *config_options, *arguments),
            cwd=self.root,
            env=environment | _STEADY,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            # Python reads a single pipe in half the time of two.
            stderr=subprocess.PIPE if complains else subprocess.DEVNULL,
            check=False,
        )


def repository_of(workspace: Workspace) -> Repository:
    """Return the repository that a project is in. Raises FindingsError when git finds none, or is not there."""
    repository = Repository(workspace.root)
    try:
        repository.is_shallow  # noqa: B018 - the cheapest command that only a repository answers
    except OSError as error:
        hint = "install git, or name folders or contract files"
        raise FindingsError([Diagnostic("no-repository", _HERE, "git is not installed", hint)]) from error
    return repository


def _unreadable(complaint: str) -> Diagnostic:
    if "not a git repository" in complaint:
        message, hint = "the project is not in a git repository", "name folders or contract files to compare"
    elif _NOT_HERE.search(complaint):
        message = "the clone is partial and lacks an object that is needed; paycat fetches nothing"
        hint = f"fetch it: git log -p --all -- {SCHEMAS} {CONTRACT}"
    else:
        reason = complaint.strip().partition("\n")[0].removeprefix("fatal: ") or "no reason given"
        message, hint = f"git cannot read the repository: {reason}", "run `git status`"
    return Diagnostic("no-repository", _HERE, message, hint)


def shallow_clone(revision_name: str, message: str) -> Diagnostic:
    """Return the finding of a clone that lacks older revisions; `message` says what is missing."""
    return Diagnostic("shallow-clone", Span(revision_name), f"the clone is shallow, and {message}", DEEPEN)
