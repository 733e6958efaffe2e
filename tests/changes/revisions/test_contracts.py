"""What a name stands for: revisions, folders, files and the working tree, and every mistake in one."""

import json
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from git_projects import CONTRACT, Repo, found, git, resolved_text
from system_programs import needed

from paycat.catalogue.methods import MethodStatement
from paycat.changes.revisions import NothingComparedError, Pair, last_tag, named, pair
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
    sample = json.loads(repo.contract.read_text())["methods"][0]["offers"]["pay_in"]["request"]["samples"][0]
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
    """Nor with a catalogue, which would be read; as what is new that is a mistake."""
    shutil.rmtree(repo.contract.parent)
    shutil.rmtree(repo.project / "schemas")
    repo.commit()
    repo.git("tag", "v9")
    with found() as kept:
        pair(repo.workspace, "HEAD~1", "v9")
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
        assert ended.code == 4
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
    for old in ("HEAD", "main"):
        with found() as kept:
            pair(bare.workspace, old, None)
        assert only(kept)[:2] == ("unknown-revision", "the repository has no commit yet")
    with pytest.raises(NothingComparedError, match="nothing is compared: the repository has no commit yet"):
        pair(bare.workspace, None, None, needs_base=True)


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
    assert [finding.code for finding in pair(repo.workspace, "HEAD", None).findings] == ["contract-not-read"]


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


def test_the_last_release_of_a_shallow_clone_is_not_known(shallow: Repo) -> None:
    """The tag of a lower version may be in it, and that of a higher one not."""
    shallow.git("tag", "v0.1.0")
    with found() as kept:
        pair(shallow.workspace, "@release", None)
    assert only(kept)[:2] == ("shallow-clone", "the clone is shallow, and tags v* may be missing")


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


OF_ANOTHER_FORMAT = '{{"contract_version": {}, "losses": []}}'
READ = "this paycat read schemas/ there in its place"


def with_contract_of(repo: Repo, version: int | None) -> None:
    """Commit a contract as a paycat of another format wrote it, or none, and tag that."""
    repo.contract.write_text(OF_ANOTHER_FORMAT.format(version))
    if version is None:
        repo.contract.unlink()
    repo.commit()
    repo.git("tag", "v0.1.0")


@pytest.mark.parametrize("name", [CONTRACT, "."])
def test_a_contract_file_of_an_older_format_is_one_finding(
    name: str, repo: Repo, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_contract_of(repo, 2)
    monkeypatch.chdir(repo.project)
    with found() as kept:
        pair(repo.workspace, "HEAD", name)
    hint = "run `paycat generate --force` in its project, or name a revision, whose schemas/ paycat reads"
    message = f"the contract is of version 2, and this paycat reads version {CONTRACT_VERSION}"
    assert only(kept) == ("older-contract", message, hint)


@pytest.mark.parametrize("version", [2, CONTRACT_VERSION - 1, CONTRACT_VERSION + 1, None])
@pytest.mark.parametrize(
    ("names", "old_name"),
    [((), "HEAD"), (("HEAD",), "HEAD"), (("HEAD..",), "HEAD"), (("v0.1.0", "main"), "v0.1.0")],
)
def test_where_the_contract_is_of_another_format_the_catalogue_is_read(
    version: int | None, names: tuple[str, ...], old_name: str, repo: Repo
) -> None:
    with_contract_of(repo, version)
    made = pair(repo.workspace, *(*names, None, None)[:2])
    assert (made.old_name, made.unchanged) == (old_name, 4)
    newer = "install a newer paycat"
    assert {(str(one.span), one.code, one.severity, one.help == newer) for one in made.findings} == {
        (name, "contract-not-read", "warning", (version or 0) > CONTRACT_VERSION)
        for name in (old_name, "main")[: 1 + ("main" in names)]
    }
    assert all(READ in one.message for one in made.findings)


@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif", "markdown"])
def test_every_format_says_that_the_catalogue_was_read(format_: str, repo: Repo, cli: Callable[..., Any]) -> None:
    """Also where nothing changed."""
    with_contract_of(repo, CONTRACT_VERSION + 1)
    ended = cli("diff", "--format", format_, cwd=repo.project)
    assert ended.code == 0, ended
    out = " ".join(ended.out.replace("\\_", "_").split())
    for words in ("contract-not-read", READ, "nstall a newer paycat"):
        assert words in out, ended


def test_a_break_is_found_whatever_the_format(inner: Repo, cli: Callable[..., Any]) -> None:
    with_contract_of(inner, 2)
    for edit, code in ((("Debits accounts in the", "Debits accounts of banks in the"), 0), (BREAK, 1)):
        edited(inner, *edit)
        ended = cli("diff", cwd=inner.project)
        assert (ended.code, ended.out.splitlines()[0]) == (code, "HEAD (0.1.0) -> working tree (0.1.0)")
        assert READ in " ".join(ended.out.split())


def test_keys_of_earlier_versions_are_read(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """As `paycat fmt` writes them; where nothing is to be written, every line stays."""
    file = repo.project / "schemas/methods/FASTER_PAYMENT.yaml"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("pay_in: not_listed", "collects: no"), encoding="utf-8")
    with_contract_of(repo, 2)
    file.write_text(text, encoding="utf-8")
    monkeypatch.setattr(MethodStatement, "old_keys", {"collects": ("pay_in", {"no": "not_listed"})})
    made = pair(repo.workspace, "HEAD", None)
    assert (made.unchanged, [one.code for one in made.findings]) == (4, ["contract-not-read"])


UNREAD = {"an unknown key": ("method_code:", "method_kode:"), "no YAML": ("method_code: ", "method_code: [")}


@pytest.mark.parametrize("version", [2, CONTRACT_VERSION + 1, None])
@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif", "markdown"])
@pytest.mark.parametrize("edit", UNREAD.values(), ids=UNREAD)
def test_what_cannot_be_read_is_said_and_no_break(
    version: int | None, format_: str, edit: tuple[str, str], repo: Repo, cli: Callable[..., Any]
) -> None:
    """With what writes it anew; `--enforce` and `--need-base` change nothing."""
    file = repo.project / FIELDS
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace(*edit), encoding="utf-8")
    with_contract_of(repo, version)
    file.write_text(text, encoding="utf-8")
    option = "--enforce" if format_ == "text" else "--need-base"
    ended = cli("diff", option, "--format", format_, cwd=repo.project)
    assert ended.code == 4, ended
    for words in ("nor does it read schemas/ there: schemas/methods/SEPA_TRANSFER.yaml:", "paycat generate --force"):
        assert words in ended.out.replace("\\", "")


def test_a_catalogue_that_was_sound_before_is_compared_with_a_warning(repo: Repo) -> None:
    """A rule that is newer than the catalogue takes nothing away from what it means."""
    releases = repo.project / "schemas/releases.md"
    releases.write_text("## 9.0.0 (2026-01-01)\n\nThe first version.\n", encoding="utf-8")
    with_contract_of(repo, 2)
    releases.unlink()
    made = pair(repo.workspace, "HEAD", None)
    assert [(str(one.span), one.code, one.severity) for one in made.findings] == [
        ("HEAD", "contract-not-read", "warning"),
        ("HEAD", "unsound-catalogue", "warning"),
    ]
    assert made.unchanged == 4


# Before there was a catalogue


@pytest.fixture
def adopting(inner: Repo) -> Repo:
    """A branch that adds the first catalogue to a folder that has other schemas."""
    inner.git("checkout", "--quiet", "--orphan", "other")
    inner.git("rm", "-r", "--quiet", "--cached", ".")
    (inner.top / "README.md").write_text("No catalogue yet.")
    (inner.project / "schemas/order.json").write_text("{}")
    inner.git("add", "README.md", inner.project / "schemas/order.json")
    inner.git("commit", "--quiet", "--message", "before")
    inner.git("branch", "--force", "main")
    inner.commit("the catalogue")
    return inner


@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif", "markdown"])
def test_the_first_catalogue_passes_with_a_note(format_: str, adopting: Repo, cli: Callable[..., Any]) -> None:
    for options in (["--need-base"], ["--enforce"], ["--enforce", "--release", "@release", "main"], ["main"]):
        ended = cli("diff", *options, "--format", format_, cwd=adopting.project)
        assert ended.code == 0, ended
        assert "nothing is compared: there is no catalogue yet" in ended.out


@pytest.mark.parametrize("release", ["v0.1.0", "@release"])
def test_a_base_without_a_catalogue_hides_no_release(release: str, repo: Repo, cli: Callable[..., Any]) -> None:
    """The policy runs against the release, and a warning says that there is nothing at the base."""
    repo.git("tag", "v0.1.0")
    repo.git("checkout", "--quiet", "-b", "side")
    edited(repo, *BREAK)
    generated(repo)
    repo.git("checkout", "--quiet", "--orphan", "other")
    repo.git("rm", "-r", "--quiet", "--cached", ".")
    repo.git("commit", "--quiet", "--allow-empty", "--message", "empty")
    repo.git("branch", "--force", "main")
    repo.git("checkout", "--quiet", "--force", "side")
    ended = cli("diff", "--enforce", "--release", release, "main", cwd=repo.project)
    assert ended.code == 1, ended
    for words in ("v0.1.0 (0.1.0) -> ", "main warning new-catalogue: there is no cat", " error unannounced-break: "):
        assert words in ended.out


def test_a_catalogue_that_was_moved_is_not_the_first(inner: Repo, cli: Callable[..., Any]) -> None:
    """What it breaks would pass."""
    inner.git("checkout", "--quiet", "-b", "side")
    inner.git("mv", inner.project, inner.top / "cards")
    inner.commit("moved")
    ended = cli("diff", "--need-base", cwd=inner.top / "cards")
    assert ended.code == 4
    assert "if it was moved, name its folder in a worktree of " in ended.out
    assert "there it is our services/-pay/schemas/catalogue.yaml" in ended.out


def test_a_catalogue_beside_others_is_the_first_of_its_own(inner: Repo) -> None:
    shutil.copytree(inner.project, inner.top / "cards")
    inner.git("checkout", "--quiet", "-b", "side")
    inner.commit("second")
    with pytest.raises(NothingComparedError):
        pair(Workspace(inner.top / "cards"), None, None, needs_base=True)


# The last release


BREAK = ("mandate.reference: { length: { value: 6..18,", "mandate.reference: { length: { value: 8..18,")
TITLE = ("title: Bacs Direct Debit", "title: Bacs debit")
MOVED = ("version: 0.1.0", "version: 0.2.0")


def edited(repo: Repo, old: str, new: str, file_name: str = "schemas/methods/BACS_DEBIT.yaml") -> None:
    """Edit a file of the project."""
    file = repo.project / file_name
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def generated(repo: Repo, tag: str = "") -> None:
    """Generate and commit what is on disk, and tag it."""
    repo.contract.write_text(resolved_text(repo.project), encoding="utf-8")
    repo.commit()
    if tag:
        repo.git("tag", tag)


def test_the_last_release_is_the_one_before_what_is_on_disk(repo: Repo) -> None:
    def name() -> str:
        return pair(repo.workspace, "@release", None).old_name

    with pytest.raises(NothingComparedError, match="there is no tag v\\* before this commit"):
        name()
    repo.git("tag", "v0.1.0")
    with pytest.raises(NothingComparedError):
        name()
    edited(repo, *TITLE)
    generated(repo, "v0.2.0")
    assert name() == "v0.1.0", "a release is compared with the one before it"
    edited(repo, *reversed(TITLE))
    assert name() == "v0.2.0", "what is edited after it with that release itself"
    repo.commit()
    assert name() == "v0.2.0"
    repo.git("tag", "other-1")
    repo.git("tag", "vendor")
    assert name() == "v0.2.0", "only tags of releases count"


@pytest.mark.parametrize("step", ["merged", "edited after it"])
def test_a_tag_on_a_merged_branch_is_a_release(step: str, repo: Repo) -> None:
    """The one before it would ask for what it announced."""
    repo.git("tag", "v0.1.0")
    repo.commit("main")
    repo.git("checkout", "--quiet", "-b", "side")
    edited(repo, *TITLE)
    generated(repo, "v0.2.0")
    repo.git("checkout", "--quiet", "--detach", "main")
    repo.git("merge", "--quiet", "--no-ff", "--no-edit", "side")
    if step != "merged":
        edited(repo, *BREAK)
    assert pair(repo.workspace, "@release", None).old_name == "v0.2.0"


def test_the_last_release_has_the_highest_version(repo: Repo) -> None:
    """It is not the nearest: a fix of an older version is merged after it. Two numbers compare as numbers."""
    repo.git("tag", "v1.9.0")
    repo.git("checkout", "--quiet", "-b", "maintenance")
    repo.commit("fix")
    repo.git("tag", "v1.9.1")
    repo.git("checkout", "--quiet", "main")
    repo.commit("next")
    repo.git("tag", "--annotate", "--message", "x", "v1.10.0")
    repo.git("merge", "--quiet", "--no-ff", "--no-edit", "maintenance")
    assert pair(repo.workspace, "@release", None).old_name == last_tag(repo.workspace) == "v1.10.0"


@pytest.mark.parametrize(
    "tag", ["v2-1.0.0", "v2.0.0-rc.1", "v2.0", "v2.0.0.0", "v2", "v", "vv2.0.0", "v2/1.0.0", "v2.0.0+1"]
)
def test_a_tag_whose_rest_is_no_version_is_no_release(tag: str, repo: Repo) -> None:
    repo.git("tag", "v0.1.0")
    repo.commit("later")
    repo.git("tag", tag)
    repo.commit("last")
    assert pair(repo.workspace, "@release", None).old_name == last_tag(repo.workspace) == "v0.1.0"


@pytest.mark.parametrize(
    ("names", "old_name"),
    [
        (("@release", "v0.2.0"), "v0.1.0"),
        (("@release", "v0.3.0"), "v0.2.0"),
        (("@release", "v0.3.0~1"), "v0.2.0"),
        (("@release..v0.2.0",), "v0.1.0"),
        (("@release..",), "v0.2.0"),
        (("@release...HEAD",), "{v0.2.0}, the merge base of v0.2.0 and HEAD"),
        (("v0.1.0...@release",), "{v0.1.0}, the merge base of v0.1.0 and v0.2.0"),
        (("v0.1.0", "@release"), "v0.1.0"),
    ],
    ids=str,
)
def test_the_last_release_is_asked_of_the_newer_side(names: tuple[str, ...], old_name: str, repo: Repo) -> None:
    """Where the working tree is a release itself, it is the one before, in every position."""
    for version in ("0.1.0", "0.2.0", "0.3.0"):
        move(repo, version, tag=False)
        generated(repo, f"v{version}")
    made = pair(repo.workspace, *(*names, None)[:2])
    assert made.old_name == re.sub(r"\{(.*?)\}", lambda match: repo.git("rev-parse", match[1])[:7], old_name)


def test_a_changelog_begins_with_the_last_release(repo: Repo, cli: Callable[..., Any]) -> None:
    repo.git("tag", "v0.1.0")
    edited(repo, *BREAK)
    edited(repo, *MOVED, "schemas/catalogue.yaml")
    generated(repo, "v0.2.0")
    for names in ("@release..", "@release..v0.2.0", "v0.1.0..", "@release..HEAD"):
        ended = cli("changelog", names, cwd=repo.project)
        assert (ended.code, "Against 0.1.0: " in ended.out) == (0, True), ended
    assert cli("changelog", "..@release", cwd=repo.project).out.startswith("## 0.1.0 ")


@pytest.mark.parametrize("format_", ["text", "json", "github", "sarif", "markdown"])
@pytest.mark.parametrize("tags", ["v*", "cards-v*"])
def test_what_the_version_is_checked_against_is_named(
    format_: str, tags: str, repo: Repo, cli: Callable[..., Any]
) -> None:
    """A pattern of tags that no tag has is seen, although the base is compared."""
    edited(repo, MOVED[0], f"{MOVED[0]}\nreleases: {{ tags: {tags} }}", "schemas/catalogue.yaml")
    generated(repo, "v0.1.0")
    repo.commit("later")
    ended = cli("diff", "--enforce", "--format", format_, cwd=repo.project)
    is_named = tags == "v*"
    assert ended.code == 0, ended
    assert f"The version is checked against {'v0.1.0' if is_named else 'HEAD'}.\n" in ended.err
    assert ("no-release" in ended.out) != is_named
    assert ("there is no tag cards-v" in ended.out) != is_named


@pytest.mark.parametrize(
    ("arguments", "code", "against"),
    [
        (["--enforce"], 1, "0.2.0"),
        (["--enforce", "HEAD"], 0, None),
        (["--enforce", "--release", "v0.1.0", "HEAD"], 1, "0.2.0"),
        (["--enforce", "--release", "HEAD"], 0, None),
        (["--enforce", "--release", "v9"], 2, None),
        (["--release", "HEAD"], 2, None),
    ],
    ids=str,
)
def test_the_version_is_checked_against_the_last_release(
    arguments: list[str], code: int, against: str | None, repo: Repo, cli: Callable[..., Any]
) -> None:
    """Unless OLD is named. What is committed since is not reported as a change, and not forgotten either."""
    repo.git("tag", "v0.1.0")
    edited(repo, *BREAK)
    generated(repo)
    ended = cli("diff", *arguments, cwd=repo.project)
    assert ended.code == code, ended
    assert set(re.findall(r"version:? ([0-9.]+[0-9])", ended.out)) == ({against} if against else set())


def test_every_message_asks_for_the_same_version(repo: Repo, cli: Callable[..., Any]) -> None:
    """The version moved for an earlier break, and 0.3.0 would be asked for against the merge base."""
    repo.git("tag", "v0.1.0")
    edited(repo, *MOVED, "schemas/catalogue.yaml")
    generated(repo)
    edited(repo, *BREAK)
    for format_ in ("text", "markdown"):
        ended = cli("diff", "--enforce", "--format", format_, cwd=repo.project)
        assert ended.code == 0, ended
        assert "since 0.1.0 a major change, which requires version 0.2.0 or later" in " ".join(ended.out.split())
