"""What a name stands for: revisions, folders, files and the working tree, and every mistake in one."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from git_projects import CONTRACT, Repo, found, git
from system_programs import needed

from paycat.changes.revisions import Pair, named, pair
from paycat.contract.model import CONTRACT_VERSION
from paycat.diagnostics import Diagnostic
from paycat.project.workspace import Workspace

FIELDS = "schemas/methods/SEPA_TRANSFER.yaml"


def versions(pair: Pair) -> tuple[str, str]:
    return pair.old.service.version, pair.new.service.version


def only(kept: list[Diagnostic]) -> tuple[str, str, str]:
    (one,) = kept
    return one.code, one.message, one.help


def move(repo: Repo, version: str, *, tag: bool = True) -> str:
    """Commit a contract of another version, and tag it."""
    repo.say_version(version)
    commit = repo.commit(version)
    if tag:
        repo.git("tag", f"v{version}")
    return commit


def change_method(file: Path, code: str, **changes: Any) -> None:
    """Change members of a method in a contract file."""
    contract = json.loads(file.read_text(encoding="utf-8"))
    next(method for method in contract["methods"] if method["code"] == code).update(changes)
    file.write_text(json.dumps(contract, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


# Revisions


def test_revisions(repo: Repo) -> None:
    repo.git("tag", "v0")
    commit = move(repo, "9.0.0")
    move(repo, "9.1.0")
    for old, new, wanted in (
        ("HEAD~2", "HEAD", ("0.1.0", "9.1.0")),
        ("v0", commit[:9], ("0.1.0", "9.0.0")),
        ("v9.0.0", "main", ("9.0.0", "9.1.0")),
        ("refs/tags/v9.0.0", "@", ("9.0.0", "9.1.0")),
    ):
        made = pair(repo.workspace, old, new)
        assert (versions(made), made.old_name, made.new_name) == (wanted, old, new)


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("v0..v9.0.0", ("0.1.0", "9.0.0")),
        ("v0..", ("0.1.0", "9.1.0")),
        ("v9.0.0..side", ("9.0.0", "8.0.0")),
        ("..v0", ("9.1.0", "0.1.0")),
        ("v9.1.0...side", ("0.1.0", "8.0.0")),
    ],
)
def test_ranges(name: str, wanted: tuple[str, str], repo: Repo) -> None:
    repo.git("tag", "v0")
    repo.git("checkout", "--quiet", "-b", "side")
    move(repo, "8.0.0")
    repo.git("checkout", "--quiet", "main")
    move(repo, "9.0.0")
    move(repo, "9.1.0")
    assert versions(pair(repo.workspace, name, None)) == wanted


def test_a_range_is_one_name(repo: Repo) -> None:
    with found() as kept:
        pair(repo.workspace, "HEAD..HEAD", "HEAD")
    assert only(kept)[:2] == ("unknown-revision", "there is no revision 'HEAD..HEAD'")


def test_only_what_differs_is_read(repo: Repo) -> None:
    change_method(repo.contract, "SEPA_TRANSFER", title="Another title")
    repo.commit()
    made = pair(repo.workspace, "HEAD~1", "HEAD")
    assert [method.title for method in made.old.methods] == ["SEPA credit transfer"]
    assert [method.title for method in made.new.methods] == ["Another title"]
    assert made.unchanged == 3
    assert made.old.interface == made.new.interface
    assert made.old.decisions
    same = pair(repo.workspace, "HEAD", "HEAD")
    assert (same.old, same.old.methods, same.unchanged) == (same.new, (), 4)


def test_true_is_not_one(repo: Repo) -> None:
    """Python takes them for the same; a payload with the one is rejected where the other is accepted."""
    sample = json.loads(repo.contract.read_text())["methods"][0]["pay_in"]["request"]["samples"][0]
    text = repo.contract.read_text()
    first = f'"amount": {sample["payload"]["amount"]}'
    repo.contract.write_text(text.replace(first, '"amount": 1', 1))
    repo.commit()
    repo.contract.write_text(text.replace(first, '"amount": true', 1))
    for layout in (2, None):
        repo.contract.write_text(json.dumps(json.loads(repo.contract.read_text()), indent=layout, ensure_ascii=False))
        assert pair(repo.workspace, "HEAD", str(repo.contract)).unchanged == 3


@pytest.mark.parametrize("name", ["-q", "--all", "--exec=id", "-", "^HEAD", "", " ", "HEAD:schemas", "no such", "v0.1"])
def test_what_is_no_revision(name: str, repo: Repo) -> None:
    with found() as kept:
        pair(repo.workspace, name, None)
    code, message, _ = only(kept)
    assert (code, message) == ("unknown-revision", f"there is no revision {name!r}")


def test_a_name_that_looks_like_an_option(repo: Repo) -> None:
    repo.git("update-ref", "refs/heads/-odd", "HEAD")
    assert pair(repo.workspace, "-odd", "HEAD").unchanged == 4


@pytest.mark.parametrize(
    ("name", "hint"), [("v0.1", "did you mean 'v0.1.0'?"), ("feature/onee", "did you mean 'feature/one'?")]
)
def test_a_misspelt_revision(name: str, hint: str, repo: Repo) -> None:
    repo.git("tag", "v0.1.0")
    repo.git("branch", "feature/one")
    with found() as kept:
        pair(repo.workspace, name, None)
    assert only(kept)[2] == hint


def test_a_revision_without_a_contract(repo: Repo) -> None:
    repo.contract.unlink()
    repo.commit()
    repo.git("tag", "v9")
    with found() as kept:
        pair(repo.workspace, "v9", None)
    assert only(kept)[:2] == ("no-contract", f"{CONTRACT} is not committed there")
    assert str(kept[0].span) == "v9"
    assert "commit generated/" in kept[0].help


# What OLD is without a name


def test_on_a_branch_it_is_the_merge_base(repo: Repo) -> None:
    base = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "--quiet", "-b", "side/one")
    move(repo, "8.0.0")
    repo.git("checkout", "--quiet", "main")
    move(repo, "9.0.0")
    repo.git("checkout", "--quiet", "side/one")
    made = pair(repo.workspace, None, None)
    assert (made.old.service.version, made.old_name) == ("0.1.0", f"{base[:7]}, the merge base with main")
    assert made.new_name == "working tree"


def test_on_the_default_branch_it_is_head(repo: Repo) -> None:
    assert pair(repo.workspace, None, None).old_name == "HEAD"


def test_the_default_branch_is_that_of_the_origin(repo: Repo, tmp_path: Path) -> None:
    repo.git("branch", "--move", "releases/main")
    git(tmp_path, "clone", "--quiet", repo.top.as_uri(), "clone")
    clone = Repo(tmp_path / "clone", tmp_path / "clone")
    assert pair(clone.workspace, None, None).old_name == "HEAD"
    clone.git("checkout", "--quiet", "-b", "main")
    clone.commit()
    assert pair(clone.workspace, None, None).old_name.endswith(", the merge base with origin/releases/main")


def test_a_detached_head_has_a_merge_base(repo: Repo) -> None:
    base = repo.git("rev-parse", "HEAD")
    repo.git("checkout", "--quiet", "--detach")
    move(repo, "9.0.0")
    assert pair(repo.workspace, None, None).old_name == f"{base[:7]}, the merge base with main"
    assert versions(pair(repo.workspace, "main", "HEAD")) == ("0.1.0", "9.0.0")


def test_without_a_default_branch_it_is_head(repo: Repo) -> None:
    repo.git("branch", "--move", "trunk")
    name = "HEAD, as no base branch was found: only uncommitted changes are shown"
    assert pair(repo.workspace, None, None).old_name == name
    with found() as kept:
        pair(repo.workspace, None, None, needs_base=True)
    message = "no base branch was found: origin has no default branch, and none is called main or master"
    hint = "name the revision to compare with, or run `git remote set-head origin --auto`"
    assert only(kept) == ("no-base", message, hint)
    assert pair(repo.workspace, "HEAD", None, needs_base=True).old_name == "HEAD"


@pytest.mark.parametrize("option", ["--enforce", "--need-base"])
def test_a_gate_without_a_base_fails(option: str, repo: Repo, cli: Callable[..., Any]) -> None:
    repo.git("branch", "--move", "trunk")
    for names in ((), ("..HEAD",)):
        ended = cli("diff", option, *names, cwd=repo.project)
        assert ended.code == 1
        assert " error no-base: no base branch was found" in ended.out


def test_a_default_branch_is_a_base(repo: Repo) -> None:
    assert pair(repo.workspace, None, None, needs_base=True).old_name == "HEAD"


def test_histories_without_a_common_commit(repo: Repo) -> None:
    repo.git("checkout", "--quiet", "--orphan", "other")
    repo.commit()
    with found() as kept:
        pair(repo.workspace, None, None)
    hint = "name the revision to compare with"
    assert only(kept) == ("unknown-revision", "HEAD and main have no commit in common", hint)


def test_without_a_commit(bare: Repo) -> None:
    for old in (None, "HEAD", "main"):
        with found() as kept:
            pair(bare.workspace, old, None)
        assert only(kept)[:2] == ("unknown-revision", "the repository has no commit yet")


# Where the repository is


def test_a_project_in_a_folder_of_a_repository(inner: Repo) -> None:
    move(inner, "9.0.0")
    assert versions(pair(inner.workspace, "HEAD~1", "v9.0.0")) == ("0.1.0", "9.0.0")
    assert pair(inner.workspace, None, None).unchanged == 4


def test_a_worktree(repo: Repo, tmp_path: Path) -> None:
    repo.git("worktree", "add", "--quiet", "-b", "side", tmp_path / "a tree")
    side = Repo(tmp_path / "a tree", tmp_path / "a tree")
    move(side, "9.0.0")
    assert versions(pair(side.workspace, "main", "HEAD")) == ("0.1.0", "9.0.0")
    assert versions(pair(repo.workspace, "main", "HEAD")) == ("0.1.0", "0.1.0")


def test_what_a_hook_puts_into_the_environment(inner: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {"GIT_DIR": ".git", "GIT_INDEX_FILE": ".git/none", "GIT_WORK_TREE": "."}.items():
        monkeypatch.setenv(name, value)
    assert pair(inner.workspace, "HEAD", "HEAD").unchanged == 4
    assert pair(inner.workspace, None, None).unchanged == 4


def test_another_language(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")
    monkeypatch.setenv("LANGUAGE", "de")
    repo.contract.unlink()
    repo.commit()
    with found() as kept:
        pair(repo.workspace, "HEAD", None)
    assert only(kept)[0] == "no-contract"


def test_no_repository(starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    needed("git")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    project = shutil.copytree(starter, tmp_path / "project")
    for old in (None, "HEAD", "v1"):
        with found() as kept:
            pair(Workspace(project), old, None, needs_base=True)
        wanted = (
            "no-repository",
            "the project is not in a git repository",
            "name folders or contract files to compare",
        )
        assert only(kept) == wanted
    assert pair(Workspace(project), str(project), None).unchanged == 4, "files need no repository"
    made = pair(Workspace(project), None, None)
    assert (made.old_name, made.unchanged) == ("generated/, as there is no git repository", 4)


def test_no_git(starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    project = shutil.copytree(starter, tmp_path / "project")
    (project / ".git").mkdir()
    monkeypatch.setenv("PATH", os.devnull)
    with found() as kept:
        pair(Workspace(project), None, None)
    assert only(kept)[:2] == ("no-repository", "git is not installed")
    assert pair(Workspace(project), str(project / CONTRACT), None).unchanged == 4


def test_a_repository_that_git_cannot_read(repo: Repo) -> None:
    (repo.top / ".git" / "config").write_text("[core\n")
    with found() as kept:
        pair(repo.workspace, None, None)
    code, message, hint = only(kept)
    assert (code, hint) == ("no-repository", "run `git status`")
    assert message.startswith("git cannot read the repository: ")
    assert "config" in message


# Shallow clones


@pytest.fixture
def shallow(repo: Repo, tmp_path: Path) -> Repo:
    """A clone of the last commit alone, of a branch that is not the default one."""
    repo.git("tag", "v0.1.0")
    repo.git("checkout", "--quiet", "-b", "side")
    move(repo, "9.0.0", tag=False)
    repo.git("checkout", "--quiet", "main")
    git(tmp_path, "clone", "--quiet", "--depth", "1", "--branch", "side", repo.top.as_uri(), "shallow")
    return Repo(tmp_path / "shallow", tmp_path / "shallow")


@pytest.mark.parametrize("name", ["HEAD~1", "v0.1.0", None])
def test_a_shallow_clone(name: str | None, shallow: Repo) -> None:
    shallow.git("remote", "set-branches", "origin", "main", "side")
    if name is None:
        shallow.git("fetch", "--quiet", "--depth", "1", "origin", "main")
        shallow.git("checkout", "--quiet", "--detach")
    with found() as kept:
        pair(shallow.workspace, name, None)
    code, message, hint = only(kept)
    assert code == "shallow-clone"
    assert message.startswith("the clone is shallow, and ")
    assert hint == "git fetch --unshallow --tags, or `fetch-depth: 0` in actions/checkout"
    shallow.git("fetch", "--quiet", "--unshallow", "--tags", "origin")
    assert pair(shallow.workspace, name, None).old.service.version == "0.1.0"


def test_a_shallow_clone_that_knows_no_default_branch(shallow: Repo) -> None:
    shallow.git("checkout", "--quiet", "--detach")
    shallow.git("branch", "--quiet", "--delete", "--force", "side")
    shallow.git("remote", "remove", "origin")
    with found() as kept:
        pair(shallow.workspace, None, None)
    wanted = "the clone is shallow, and it has no default branch, so there is no merge base"
    assert only(kept)[:2] == ("shallow-clone", wanted)


def test_what_a_shallow_clone_has(shallow: Repo) -> None:
    assert pair(shallow.workspace, "HEAD", None).unchanged == 4


# Folders and files


@pytest.mark.parametrize("below", ["", "generated", "generated/contract", CONTRACT])
def test_folders_and_files(below: str, repo: Repo, starter: Path) -> None:
    repo.say_version("9.0.0")
    name = str(starter / below)
    made = pair(repo.workspace, name, str(repo.project / below))
    assert (versions(made), made.old_name) == (("0.1.0", "9.0.0"), name)


def test_a_path_is_seen_from_where_one_is(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    repo.say_version("9.0.0")
    monkeypatch.chdir(repo.project / "schemas")
    for name in ("..", "../generated", "../generated/contract/contract.json"):
        assert named(repo.workspace, name).contract.service.version == "9.0.0"
    monkeypatch.chdir(repo.project)
    for name in (".", "./", "generated", "./generated", CONTRACT):
        assert named(repo.workspace, name).contract.service.version == "9.0.0"


def test_a_path_and_a_revision_of_the_same_name(repo: Repo, starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shutil.copytree(starter, repo.top / "one")
    shutil.copytree(starter, repo.top / "two" / "three")
    repo.say_version("9.0.0")
    repo.commit()
    for branch in ("one", "two/three", "four"):
        repo.git("branch", branch)
    monkeypatch.chdir(repo.top)
    wanted = {"one": "9.0.0", "./one": "0.1.0", "two/three": "0.1.0", "refs/heads/two/three": "9.0.0", "four": "9.0.0"}
    assert {name: named(repo.workspace, name).contract.service.version for name in wanted} == wanted


@pytest.mark.parametrize("name", ["./none", "../none", "/none/none.json"])
def test_a_path_to_nothing(name: str, repo: Repo) -> None:
    with found() as kept:
        pair(repo.workspace, name, None)
    assert only(kept)[:2] == ("no-contract", "there is no such folder or file")


def test_a_folder_without_a_contract(repo: Repo) -> None:
    with found() as kept:
        pair(repo.workspace, str(repo.project / "schemas"), None)
    assert only(kept)[:2] == ("no-contract", "there is no contract in this folder")


def test_a_very_long_name(repo: Repo) -> None:
    with found() as kept:
        pair(repo.workspace, "x" * 5000, None)
    assert only(kept)[0] == "unknown-revision"


BAD = {
    "": "this is not a contract",
    "null": "this is not a contract",
    "[]": "this is not a contract",
    "{}": "this is not a contract: it has no contract_version",
    '{"methods": []}': "this is not a contract: it has no contract_version",
    '{"methods": [], "contract_version": "1"}': "this is not a contract: it has no contract_version",
    "version https://git-lfs.github.com/spec/v1": "this is not a contract",
    "\xff": "this is not a contract",
    "[" * 5000: "this is not a contract",
}


@pytest.mark.parametrize("text", BAD, ids=lambda text: text[:20])
def test_a_file_that_is_no_contract(text: str, repo: Repo, tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(text.encode("latin-1"))
    for names in ((str(file), None), ("HEAD", str(file)), (str(file), str(file))):
        with found() as kept:
            pair(repo.workspace, *names)
        hint = "name a contract.json that paycat generate has written"
        assert only(kept) == ("bad-contract", BAD[text], hint)
        assert str(kept[0].span) == str(file)


@pytest.mark.parametrize("cut", [0.3, 0.6, 0.9])
def test_a_contract_that_ends_early(cut: float, repo: Repo, tmp_path: Path) -> None:
    file, data = tmp_path / "x.json", repo.contract.read_bytes()
    file.write_bytes(data[: int(len(data) * cut)])
    with found() as kept:
        pair(repo.workspace, str(file), None)
    assert only(kept)[:2] == ("bad-contract", "this is not a contract")


def test_a_merge_that_was_left_unfinished(repo: Repo) -> None:
    text = repo.contract.read_text()
    repo.contract.write_text(text.replace('      "title"', '<<<<<<< HEAD\n      "title"', 1))
    repo.commit()
    with found() as kept:
        pair(repo.workspace, "HEAD~1", "HEAD")
    assert only(kept)[:2] == ("merge-conflict", "this file contains an unresolved merge conflict")
    line = text.partition('      "title"')[0].count("\n") + 1
    assert str(kept[0].span) == f"HEAD:{CONTRACT}:{line}:1"


def test_a_contract_of_another_paycat(repo: Repo, tmp_path: Path) -> None:
    text = repo.contract.read_text()
    repo.contract.write_text(
        text.replace(f'"contract_version": {CONTRACT_VERSION}', f'"contract_version": {CONTRACT_VERSION + 1}')
    )
    with found() as kept:
        pair(repo.workspace, "HEAD", str(repo.contract))
    message = f"the contract is of version {CONTRACT_VERSION + 1}, and this paycat reads version {CONTRACT_VERSION}"
    assert only(kept) == ("newer-contract", message, "install a newer paycat")
    repo.contract.write_text(text)
    change_method(repo.contract, "SEPA_DEBIT", colour="red")
    with found() as kept:
        pair(repo.workspace, "HEAD", str(repo.contract))
    message = "this is not a contract: method SEPA_DEBIT: colour: extra inputs are not permitted"
    assert only(kept) == ("bad-contract", message, "a newer paycat may have written it; install that")


@pytest.mark.parametrize("indent", [None, 1, 2, 4, "\t"])
def test_another_layout_says_the_same(indent: Any, repo: Repo, tmp_path: Path) -> None:
    contract, file = json.loads(repo.contract.read_text()), tmp_path / "x.json"
    file.write_text(json.dumps(contract, indent=indent))
    made = pair(repo.workspace, "HEAD", str(file))
    assert (made.old, made.old.methods, made.unchanged) == (made.new, (), 4)
    change_method(repo.contract, "SEPA_DEBIT", title="Other")
    made = pair(repo.workspace, str(file), str(repo.contract))
    assert [(one.title, two.title) for one, two in zip(made.old.methods, made.new.methods, strict=True)] == [
        ("SEPA direct debit", "Other")
    ]


def test_a_layout_that_misleads(repo: Repo) -> None:
    """Members of lists look like methods; the text is then read whole."""
    change_method(repo.contract, "SEPA_DEBIT", title="Other")
    text = repo.contract.read_text()
    misleading = re.sub(r"\n +\},\n +\{\n", "\n    },\n    {\n", text)
    assert (misleading != text, json.loads(misleading)) == (True, json.loads(text))
    repo.contract.write_text(misleading)
    made = pair(repo.workspace, "HEAD", str(repo.contract))
    assert ([method.title for method in made.new.methods], made.unchanged) == (["Other"], 3)


@pytest.mark.parametrize("names", [("HEAD", None), (None, None), ("HEAD", "HEAD"), (CONTRACT, "HEAD"), (".", CONTRACT)])
def test_a_contract_of_an_older_format_is_one_finding(
    names: tuple[str | None, str | None], repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo.contract.write_text('{"contract_version": 2, "losses": []}')
    repo.commit()
    monkeypatch.chdir(repo.project)
    with found() as kept:
        pair(repo.workspace, *names)
    hint = f"compare with a contract of version {CONTRACT_VERSION}, or use the paycat that wrote this one"
    message = f"the contract is of version 2, and this paycat reads version {CONTRACT_VERSION}"
    assert only(kept) == ("older-contract", message, hint)
