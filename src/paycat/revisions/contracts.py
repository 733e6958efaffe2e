"""Two names in, two contracts out: of git revisions, folders, contract files, and the working tree.

A name that holds a `/` or ends in `.json` is a path where there is one; any other is a revision first, then a path. A
folder is a project's root, its `generated/` or its `generated/contract/`, and stands for the contract that was
generated there. `A..B` is both names in one; `A...B` compares B with where the two parted. An old contract is never
made of old YAML, which today's reader might read otherwise.
"""

import os
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span
from paycat.files import file_bytes
from paycat.revisions.contract_text import ContractText, contract_in, contract_text, differing
from paycat.revisions.git import CONTRACT, Repository, repository_of
from paycat.revisions.working_tree import Base, working_tree
from paycat.workspace import GENERATED, SCHEMAS, Workspace

WORKING_TREE = "working tree"

_PATHS = ("./", "../", "/")

_BELOW = (Path(CONTRACT), Path(CONTRACT).relative_to(GENERATED), Path(Path(CONTRACT).name))


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contracts that are to be compared, without the methods that are the same in both, `unchanged` of them.

    The names say where they come from, for people; `findings` are warnings.
    """

    old: Contract
    new: Contract
    old_name: str
    new_name: str
    unchanged: int
    findings: tuple[Diagnostic, ...] = ()


@dataclass(frozen=True, slots=True)
class Named:
    """A contract that is not read yet, and where it comes from: its name, and its commit where it has one."""

    name: str
    text: ContractText
    findings: tuple[Diagnostic, ...] = ()
    commit: str = ""

    def contract(self) -> Contract:
        """Return the whole contract. Raises FindingsError."""
        return contract_in(self.text)


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of the project and its day."""

    repository: Repository
    commit: str
    day: date

    def named(self) -> Named:
        """Return the contract at this commit. Raises FindingsError."""
        return _at(self.repository, self.commit, self.commit[:7])


def pair(workspace: Workspace, old: str | None, new: str | None) -> Pair:
    """Return the contracts that two names stand for, ready to be compared. Raises FindingsError.

    Without `old` it is the merge base with the default branch, and HEAD on that branch itself; without `new` it is the
    project's working tree.
    """
    if old is not None and new is None and _is_range(old):
        return between(*_range(workspace, old))
    before = named(workspace, old) if old is not None else _base(workspace)
    return between(before, named(workspace, new) if new is not None else of_working_tree(workspace, before))


def between(old: Named, new: Named) -> Pair:
    """Return two contracts ready to be compared. Raises FindingsError when one of them is no contract."""
    before, after, unchanged = differing(old.text, new.text)
    return Pair(before, after, old.name, new.name, unchanged, (*old.findings, *new.findings))


def named(workspace: Workspace, name: str) -> Named:
    """Return the contract that a name stands for. Raises FindingsError."""
    if os.path.exists(name) and (_looks_like_path(name) or not _is_revision(workspace, name)):
        return _of_path(name)
    if name.startswith(_PATHS):
        raise FindingsError([Diagnostic("no-contract", Span(name), "there is no such folder or file")])
    repository = repository_of(workspace)
    return _at(repository, repository.commit(name), name)


def of_working_tree(workspace: Workspace, beside: Named | None = None) -> Named:
    """Return what the project's catalogue means as it is on disk. Raises FindingsError when it cannot be settled.

    `beside` is what it is to be compared with: next to a revision only what was edited since is settled.
    """
    base = Base(beside.commit, beside.text) if beside and beside.commit else None
    return Named(WORKING_TREE, *working_tree(workspace, base))


def revision(workspace: Workspace, name: str) -> Revision:
    """Return a git revision by its name. Raises FindingsError."""
    repository = repository_of(workspace)
    commit = repository.commit(name)
    return Revision(repository, commit, repository.day(commit))


def contracts_between(workspace: Workspace, start: str | None, end: str = "HEAD") -> Iterator[Revision]:
    """Return the revisions after `start` up to `end` that changed the contract, oldest first; without `start`, all.

    Of merged branches only the merge counts. A revision that removed the contract is passed over. Raises FindingsError.
    """
    repository = repository_of(workspace)
    first, last = repository.commit(start) if start else None, repository.commit(end)
    for commit, day in repository.history(first, last):
        if repository.has_contract(commit):
            yield Revision(repository, commit, day)


def released(workspace: Workspace, version: str, start: str | None, end: str) -> Revision | None:
    """Return the revision that is tagged as a version, such as v1.2.0, if it is after `start` and up to `end`."""
    repository = repository_of(workspace)
    commit = repository.find(f"refs/tags/v{version}")
    if commit is None or not repository.leads_to(commit, repository.commit(end)):
        return None
    if (start and repository.leads_to(commit, repository.commit(start))) or not repository.has_contract(commit):
        return None
    return Revision(repository, commit, repository.day(commit))


def last_tag(workspace: Workspace) -> str | None:
    """Return the name of the last tag up to HEAD, or None. Raises FindingsError when there is no repository."""
    return repository_of(workspace).last_tag()


def _looks_like_path(name: str) -> bool:
    return name in (".", "..") or "/" in name or os.sep in name or name.endswith(".json")


def _is_revision(workspace: Workspace, name: str) -> bool:
    try:
        return repository_of(workspace).find(name) is not None
    except FindingsError:
        return False


def _is_range(name: str) -> bool:
    return ".." in name and not os.path.exists(name) and not name.startswith(_PATHS)


def _range(workspace: Workspace, name: str) -> tuple[Named, Named]:
    dots = "..." if "..." in name else ".."
    start, end = (side or "HEAD" for side in name.split(dots, 1))
    if dots == "..":
        return named(workspace, start), named(workspace, end)
    repository = repository_of(workspace)
    commit = repository.merge_base(repository.commit(start), repository.commit(end), start, end)
    shown = f"{commit[:7]}, the merge base of {start} and {end}"
    return _at(repository, commit, shown), named(workspace, end)


def _base(workspace: Workspace) -> Named:
    repository = repository_of(workspace)
    return _at(repository, *repository.base())


def _at(repository: Repository, commit: str, name: str) -> Named:
    data = repository.contract(commit)
    at = name if " " not in name else commit[:7]
    if data is None:
        hint = "name a later revision, or a folder or file; from now on commit generated/ with each change"
        message = f"{CONTRACT} is not committed there"
        raise FindingsError([Diagnostic("no-contract", Span(at), message, hint)])
    return Named(name, contract_text(data, f"{at}:{CONTRACT}"), _stale(repository, commit, at), commit)


def _stale(repository: Repository, commit: str, at: str) -> tuple[Diagnostic, ...]:
    if not repository.is_stale(commit):
        return ()
    message, hint = f"{SCHEMAS}/ was changed after this contract was generated", "it may say less than the catalogue"
    return (Diagnostic("stale-contract", Span(at), message, hint, Severity.WARNING),)


def _of_path(name: str) -> Named:
    path = Path(name)
    places = [path / below for below in _BELOW] if path.is_dir() else [path]
    file = next((place for place in places if place.exists()), None)
    if file is None:
        hint = "run paycat generate there, or name a contract file"
        message = "there is no contract in this folder"
        raise FindingsError([Diagnostic("no-contract", Span(name), message, hint)])
    try:
        return Named(name, contract_text(file_bytes(file, streams=True), str(file)))
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise FindingsError([Diagnostic("no-contract", Span(str(file)), f"cannot read the file: {reason}")]) from error
