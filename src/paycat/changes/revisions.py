"""Contracts by name: of git revisions, folders, contract files that others may have written, and the working tree."""

import os
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from pydantic_core import from_json

from paycat.catalogue.canonical import canonical_text, digest_of
from paycat.catalogue.kinds import model_of
from paycat.catalogue.reading import read_file
from paycat.catalogue.service import CatalogueHead
from paycat.changes.compare import differing
from paycat.changes.enforcing import is_version
from paycat.contract.groups import IDLE
from paycat.contract.model import CONTRACT_VERSION, Contract
from paycat.diagnostics import Diagnostic, FindingsError, Severity, Span, UnknownNameError
from paycat.files.confining import repository_of as git_root
from paycat.files.reading import GENERATE_ANEW, conflict_in, file_bytes, strict_json, system_errors_as
from paycat.lint.checking import faults
from paycat.project.git import CATALOGUE, CONTRACT, Repository, repository_of, shallow_clone
from paycat.project.resolved import resolved, resolved_files
from paycat.project.workspace import GENERATED, SCHEMAS, Workspace
from paycat.text.counting import counted
from paycat.yaml.reading import load

LAST_RELEASE = "@release"
"""The name of the last release, whatever its tag."""

_WRITTEN = "name a contract.json that paycat generate has written"
_OLDER = f"{GENERATE_ANEW} in its project, or name a revision, whose {SCHEMAS}/ paycat reads"

_PATHS = ("./", "../", "/")
_BELOW = (Path(CONTRACT), Path(CONTRACT).relative_to(GENERATED), Path(Path(CONTRACT).name))


class NoContractError(FindingsError):
    """There is no contract with the format that is read."""


class OlderContractError(NoContractError):
    """The contract has a format that is no longer read; `catalogue_version` is what its catalogue calls itself."""

    def __init__(self, finding: Diagnostic, contract_json: dict[str, Any]) -> None:
        super().__init__([finding])
        service = contract_json.get("service")
        self.catalogue_version = str(service.get("version", "")) if isinstance(service, dict) else ""


class NothingComparedError(FindingsError):
    """There is nothing yet to compare with; `reason` says why, beside what else is compared."""

    def __init__(self, code: str, place: str, reason: str, help: str = "") -> None:
        self.reason = Diagnostic(code, Span(place), reason, help, Severity.WARNING)
        super().__init__([replace(self.reason, message=f"nothing is compared: {reason}")])


@dataclass(frozen=True, slots=True)
class Named:
    """A contract, what people call it, warnings about it, and the commit that it is of, if any."""

    name: str
    contract: Contract
    findings: tuple[Diagnostic, ...] = ()
    commit: str | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """Two contracts that are to be compared, without the methods that are the same in both, `unchanged` of them.

    The names say where they come from, for people; `findings` are warnings. `released` is a release and the new one.
    """

    old: Contract
    new: Contract
    old_name: str
    new_name: str
    unchanged: int
    findings: tuple[Diagnostic, ...] = ()
    released: "Pair | None" = None


@dataclass(frozen=True, slots=True)
class Revision:
    """A commit of the project and its day."""

    repository: Repository
    commit: str
    day: date

    def named(self) -> Named:
        """Return the contract that is committed. Raises FindingsError."""
        return _generated(self.repository, self.commit, self.commit[:7])


def pair(
    workspace: Workspace, old: str | None, new: str | None, *, needs_base: bool = False, release: str | None = None
) -> Pair:
    """Return the contracts of two names, ready to be compared. Raises FindingsError, as `at_commit` does.

    Without `old` it is the merge base with the default branch, and HEAD on that branch itself; unless a base is needed,
    also HEAD if no default branch is known, and outside of git what was last generated. Without `new` it is the
    project's working tree. `release` names one that may be another than the old contract. Where one of the two is not
    there yet, a warning says so, and the other alone is compared.
    """
    dots = ""
    if old is not None and new is None and ".." in old and not os.path.exists(old) and not old.startswith(_PATHS):
        dots = "..." if "..." in old else ".."
        start, end = old.split(dots, 1)
        old, new = start or (None if needs_base else "HEAD"), end or "HEAD"
    newer = named(workspace, new) if new is not None else of_working_tree(workspace)
    older_sides = [partial(_older, workspace, old, new if dots == "..." else None, newer, needs_base=needs_base)]
    older_sides += [partial(named, workspace, release, newer)] if release is not None else []
    pairs, errors = list[Pair](), list[NothingComparedError]()
    for older_side in older_sides:
        try:
            pairs.append(between(older_side(), newer))
        except NothingComparedError as error:
            errors.append(error)
    if not pairs:
        raise errors[0]
    findings = dict.fromkeys(finding for contracts in pairs for finding in contracts.findings)
    released = pairs[-1] if pairs[-1].old_name != pairs[0].old_name else None
    return replace(pairs[0], findings=(*findings, *(error.reason for error in errors)), released=released)


def _older(workspace: Workspace, name: str | None, end: str | None, newer: Named, *, needs_base: bool) -> Named:
    """Return the older side of a comparison: the base, or what is named, or where that and an end parted."""
    if name is None:
        return _base(workspace, is_required=needs_base)
    if end is None:
        return named(workspace, name, newer)
    (commit, name), (end_commit, end) = commit_of(workspace, name, newer), commit_of(workspace, end)
    commit = repository_of(workspace).merge_base(commit, end_commit, name, end)
    return at_commit(workspace, commit, f"{commit[:7]}, the merge base of {name} and {end}", is_old=True)


def commit_of(workspace: Workspace, name: str, newer: Named | None = None) -> tuple[str, str]:
    """Return the commit of a revision's name, and the name, for @release that of a tag. Raises FindingsError.

    The last release is the one up to `newer`, by default the working tree; if that is a release itself, the one before.
    """
    repository = repository_of(workspace)
    if name != LAST_RELEASE:
        return repository.commit(name), name
    newer = newer or of_working_tree(workspace)
    head, place = (newer.commit, newer.name) if newer.commit else (repository.find("HEAD"), "HEAD")
    if repository.is_shallow:
        raise FindingsError([shallow_clone(place, f"tags {tags_of(workspace)} may be missing")])
    for tag in _release_tags(workspace, head):
        commit = repository.commit(f"refs/tags/{tag}")
        if commit != head or at_commit(workspace, commit, tag, is_old=True).contract.digest != newer.contract.digest:
            return commit, tag
    help = f"if there is a release, correct `releases` in {CATALOGUE}"
    raise NothingComparedError("no-release", place, f"there is no tag {tags_of(workspace)} before this commit", help)


def last_tag(workspace: Workspace) -> str | None:
    """Return the tag of the last release up to HEAD, or None. Raises FindingsError when there is no repository."""
    return next(iter(_release_tags(workspace, repository_of(workspace).find("HEAD"))), None)


def _release_tags(workspace: Workspace, commit: str | None) -> list[str]:
    """Return the tags of the releases up to a commit, highest version first."""
    tags = tags_of(workspace)
    tag_names = repository_of(workspace).tags(tags, commit) if commit else []
    versions = filter(is_version, (tag_name.removeprefix(tags.removesuffix("*")) for tag_name in tag_names))
    sorted_versions = sorted(versions, key=lambda version: [int(number) for number in version.split(".")], reverse=True)
    return [tags.replace("*", version) for version in sorted_versions]


def tags_of(workspace: Workspace) -> str:
    """Return what the tags of releases are called, with * for the version. Raises FindingsError."""
    head, findings = read_file(workspace.root / CATALOGUE, CATALOGUE, CatalogueHead, workspace.cache)
    if head is None:
        raise FindingsError(findings)
    return head.value.releases.tags


def _base(workspace: Workspace, *, is_required: bool) -> Named:
    try:
        repository = repository_of(workspace)
    except FindingsError:
        if is_required or git_root(workspace.root):
            raise
        generated_contract = _of_path(os.path.relpath(workspace.generated))
        return replace(generated_contract, name=f"{GENERATED}/, as there is no git repository")
    if repository.find("HEAD") is None and not repository.is_shallow:
        raise NothingComparedError("new-catalogue", "HEAD", "the repository has no commit yet")
    return at_commit(workspace, *repository.base(is_required=is_required), is_old=True)


def between(old: Named, new: Named) -> Pair:
    """Return two contracts ready to be compared."""
    old_contract, new_contract = differing(old.contract, new.contract)
    unchanged_count = len(new.contract.methods) - len(new_contract.methods)
    return Pair(old_contract, new_contract, old.name, new.name, unchanged_count, (*old.findings, *new.findings))


def named(workspace: Workspace, name: str, newer: Named | None = None) -> Named:
    """Return the contract of a name, as the older side of a comparison if there is a newer one.

    Raises FindingsError, as `at_commit` does.
    """
    is_path = name in (".", "..") or "/" in name or os.sep in name or name.endswith(".json")
    if name != LAST_RELEASE and os.path.exists(name) and (is_path or not _is_revision(workspace, name)):
        return _of_path(name)
    if name.startswith(_PATHS):
        raise UnknownNameError([Diagnostic("no-contract", Span(name), "there is no such folder or file")])
    return at_commit(workspace, *commit_of(workspace, name, newer), is_old=newer is not None)


def of_working_tree(workspace: Workspace) -> Named:
    """Return what the project's catalogue means as it is on disk, with warnings when it has errors.

    Raises FindingsError with the errors when methods cannot be resolved: they are not gone.
    """
    catalogue = resolved(workspace)
    contract = catalogue.contract if catalogue.is_whole else None
    doubts = [error for error in catalogue.errors if contract is None or error.code not in IDLE]
    error_count, pronoun = counted(len(doubts), "error"), "it" if len(doubts) == 1 else "them"
    if contract is None:
        message = f"the catalogue has {error_count}, so it cannot be compared, and there is no verdict"
        finding = Diagnostic("not-comparable", Span(SCHEMAS), message, f"correct {pronoun} first")
        raise FindingsError([*doubts, finding])
    warnings = [replace(error, severity=Severity.WARNING) for error in catalogue.errors if error not in doubts]
    warnings += _unsound(doubts, SCHEMAS, f"run `paycat check` to see {pronoun}")
    return Named("working tree", contract, tuple(warnings))


def _unsound(errors: Iterable[Diagnostic], place: str, help: str = "") -> tuple[Diagnostic, ...]:
    doubts = [error for error in errors if error.code not in IDLE]
    message = f"the catalogue has {counted(len(doubts), 'error')}, so this comparison may be incomplete"
    return (Diagnostic("unsound-catalogue", Span(place), message, help, Severity.WARNING),) if doubts else ()


def revision(workspace: Workspace, name: str) -> Revision:
    """Return a git revision by its name. Raises FindingsError."""
    repository = repository_of(workspace)
    commit, _ = commit_of(workspace, name)
    return Revision(repository, commit, repository.day(commit))


def contracts_between(workspace: Workspace, start: str | None, end: str = "HEAD") -> Iterator[Revision]:
    """Return the revisions after `start` up to `end` that changed the contract, oldest first; without `start`, all.

    Of merged branches only the merge counts. A revision that removed the contract is passed over. Raises FindingsError.
    """
    repository = repository_of(workspace)
    start_commit, end_commit = repository.commit(start) if start else None, repository.commit(end)
    for commit, day in repository.history(start_commit, end_commit):
        if repository.has_contract(commit):
            yield Revision(repository, commit, day)


def released(workspace: Workspace, version: str, start: str | None, end: str) -> Revision | None:
    """Return the revision that is tagged as a version, if it is after `start` and up to `end`."""
    repository = repository_of(workspace)
    commit = repository.find(f"refs/tags/{tags_of(workspace).replace('*', version)}")
    if commit is None or not repository.leads_to(commit, repository.commit(end)):
        return None
    if (start and repository.leads_to(commit, repository.commit(start))) or not repository.has_contract(commit):
        return None
    return Revision(repository, commit, repository.day(commit))


def read_contract(json_bytes: bytes, location: str) -> Contract:
    """Return the contract that a JSON text holds; findings say that it is at `location`. Raises FindingsError.

    For a contract of an older format that is OlderContractError.
    """
    if conflict := conflict_in(json_bytes, location, GENERATE_ANEW):
        raise FindingsError([conflict])
    try:
        from_json(json_bytes)  # It reads less deep than Python does, as whatever works with the contract.
        contract_json = strict_json(json_bytes)
    except ValueError as error:
        raise FindingsError([_bad(location, "this is not a contract")]) from error
    version = contract_json.get("contract_version") if isinstance(contract_json, dict) else None
    if type(version) is not int:
        detail = ": it has no contract_version" if isinstance(contract_json, dict) else ""
        raise FindingsError([_bad(location, f"this is not a contract{detail}")])
    message = f"the contract is of version {version}, and this paycat reads version {CONTRACT_VERSION}"
    if version > CONTRACT_VERSION:
        raise NoContractError([Diagnostic("newer-contract", Span(location), message, "install a newer paycat")])
    if version < CONTRACT_VERSION:
        raise OlderContractError(Diagnostic("older-contract", Span(location), message, _OLDER), contract_json)
    try:
        contract = Contract.model_validate(contract_json)
    except ValidationError as error:
        raise FindingsError([_invalid(location, contract_json, error)]) from error
    if fault := next(faults(contract), None):
        raise FindingsError([_bad(location, f"this is not a contract: {fault}")])
    return contract


def _is_revision(workspace: Workspace, name: str) -> bool:
    with suppress(FindingsError):
        return repository_of(workspace).find(name) is not None
    return False


def at_commit(workspace: Workspace, commit: str, name: str, *, is_old: bool = False) -> Named:
    """Return the contract of a commit: what is committed, or else what this paycat makes of the catalogue there.

    Raises FindingsError; where `is_old`, NothingComparedError for a commit from before there was a catalogue.
    """
    repository = repository_of(workspace)
    place = name if " " not in name else commit[:7]
    try:
        return replace(_generated(repository, commit, place), name=name, commit=commit)
    except NoContractError as error:
        [finding] = error.diagnostics
    files = repository.files(commit, SCHEMAS)
    if CATALOGUE in files:
        return replace(_stated(workspace, files, place, finding), name=name, commit=commit)
    if finding.code == "no-contract" and is_old:
        if not (left_catalogues := repository.left_catalogues(commit)):
            raise NothingComparedError("new-catalogue", place, "there is no catalogue yet")
        help = f"if it was moved, name its folder in a worktree of {place}: there it is {left_catalogues[0]}"
        finding = replace(finding, help=help)
    raise FindingsError([finding])


def _stated(workspace: Workspace, files: Mapping[str, bytes], place: str, finding: Diagnostic) -> Named:
    """Return what this paycat makes of a catalogue. The finding says why its contract is not read.

    Raises FindingsError when the catalogue cannot be read either.
    """
    catalogue = resolved_files(files, workspace.cache)
    if catalogue.contract is None or not catalogue.is_whole:
        error = [*catalogue.errors, finding][0]
        message = f"{finding.message}; nor does it read {SCHEMAS}/ there: {error.span}: {error.message}"
        help = f"check it out elsewhere (`git worktree add`), correct {SCHEMAS}/, {GENERATE_ANEW}, and name that folder"
        raise FindingsError([replace(finding, message=message, help=help)])
    message = f"{finding.message}; this paycat read {SCHEMAS}/ there in its place"
    help = "" if finding.code == "older-contract" else finding.help
    warning = Diagnostic("contract-not-read", Span(place), message, help, Severity.WARNING)
    return Named(place, catalogue.contract, (warning, *_unsound(catalogue.errors, place)))


def _generated(repository: Repository, commit: str, place: str) -> Named:
    json_bytes = repository.contract(commit)
    if json_bytes is None:
        hint = "name a later revision, or a folder or file; from now on commit generated/ with each change"
        raise NoContractError([Diagnostic("no-contract", Span(place), f"{CONTRACT} is not committed there", hint)])
    contract = read_contract(json_bytes, f"{place}:{CONTRACT}")
    if not repository.is_stale(commit) or _is_made_of(contract, repository.files(commit, SCHEMAS)):
        return Named(place, contract)
    message = f"`generated/` at {place} is older than `{SCHEMAS}/`, so this comparison may miss changes"
    hint = "run `paycat generate` there and commit the result"
    warning = Diagnostic("stale-contract", Span(place), message, hint, Severity.WARNING)
    return Named(place, contract, (warning,))


def _is_made_of(contract: Contract, files: dict[str, bytes]) -> bool:
    """Return whether files of a catalogue have the content that a contract was made of; comments do not count."""
    text_by_name = {}
    for name, yaml_bytes in files.items():
        if model := model_of(name.removeprefix(f"{SCHEMAS}/"), contract.directions_of_methods):
            node, _ = load(yaml_bytes, name)
            if node is None:
                return False
            text_by_name[name] = canonical_text(node, model)
    return contract.digest == digest_of(text_by_name)


def _of_path(name: str) -> Named:
    path = Path(name)
    locations = [path / inner_path for inner_path in _BELOW] if path.is_dir() else [path]
    file = next((location for location in locations if location.exists()), None)
    if file is None:
        hint = "run paycat generate there, or name a contract file"
        raise FindingsError([Diagnostic("no-contract", Span(name), "there is no contract in this folder", hint)])
    with system_errors_as("no-contract", Span(str(file)), "cannot read the file"):
        json_bytes = file_bytes(file, streams=True)
    return Named(name, read_contract(json_bytes, str(file)))


def _invalid(location: str, contract_json: dict[str, object], error: ValidationError) -> Diagnostic:
    details = error.errors(include_url=False, include_input=False, include_context=False)[0]
    place = ".".join(map(str, details["loc"]))
    match details["loc"], contract_json.get("methods"):
        case ("methods", int(number), *inner_path), list(methods) if isinstance(methods[number], dict):
            place = f"method {methods[number].get('code')}: {'.'.join(map(str, inner_path))}"
    hint = "a newer paycat may have written it; install that" if details["type"] == "extra_forbidden" else _WRITTEN
    return _bad(location, f"this is not a contract: {place}: {details['msg'].lower()}", hint)


def _bad(location: str, message: str, hint: str = _WRITTEN) -> Diagnostic:
    return Diagnostic("bad-contract", Span(location), message, hint)
