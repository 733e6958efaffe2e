"""Repositories that nobody expects, and those of strangers: nothing that their configuration names is run."""

import os
import stat
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from git_projects import CONTRACT, Repo, found, git

from paycat.changes.changelog import changelog
from paycat.changes.revisions import NothingComparedError, named, pair
from paycat.diagnostics import FindingsError
from paycat.project.workspace import Workspace

FILE = "schemas/methods/SEPA_TRANSFER.yaml"


def say_otherwise(repo: Repo) -> None:
    """Change the title of a method on disk, by as many bytes as it has, so that its size tells nothing."""
    file = repo.project / FILE
    text = file.read_text(encoding="utf-8")
    assert "title: " in text
    file.write_text(text.replace("title: S", "title: X"), encoding="utf-8")


def titles(workspace: Workspace) -> tuple[set[str], set[str]]:
    """Return the titles of the methods that differ from HEAD to the working tree."""
    made = pair(workspace, "HEAD", None)
    return {method.title for method in made.old.methods}, {method.title for method in made.new.methods}


# Programs


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A program that leaves a file `ran` beside it."""
    file = tmp_path / "program"
    file.write_text(f"#!/bin/sh\necho $0 $@ >> {tmp_path}/ran\ncat\n", encoding="utf-8")
    file.chmod(file.stat().st_mode | stat.S_IXUSR)
    return file


CONFIGURED: dict[str, list[tuple[str, str]]] = {
    "fsmonitor": [("core.fsmonitor", "{}")],
    "hooks": [("core.hooksPath", "{folder}/hooks")],
    "diff": [("diff.external", "{}"), ("diff.odd.command", "{}"), ("diff.odd.textconv", "{}")],
    "filter": [("filter.odd.clean", "{}"), ("filter.odd.required", "true")],
    "filter of an odd name": [("filter.od = d.x.clean", "{}"), ("filter.odd.process", "{}")],
    "pager": [("core.pager", "{}"), ("pager.diff", "true"), ("pager.log", "{}"), ("core.editor", "{}")],
    "alias": [("alias.diff", "!{}"), ("alias.cat-file", "!{}"), ("alias.log", "!{}")],
    "signature": [("log.showSignature", "true"), ("gpg.program", "{}"), ("gpg.ssh.program", "{}")],
    "network": [("core.sshCommand", "{}"), ("credential.helper", "!{}"), ("core.askPass", "{}")],
}


@pytest.mark.parametrize("settings", CONFIGURED.values(), ids=CONFIGURED)
def test_nothing_of_the_configuration_is_run(settings: list[tuple[str, str]], repo: Repo, program: Path) -> None:
    attributes = "*.yaml filter=odd diff=odd\n*.json diff=odd\n"
    (repo.top / ".gitattributes").write_text(attributes, encoding="utf-8")
    repo.say_version("9.0.0")
    _sign(repo, repo.commit("second"))
    hooks = program.parent / "hooks"
    hooks.mkdir()
    for name in ("post-index-change", "reference-transaction", "fsmonitor-watchman", "post-checkout"):
        os.symlink(program, hooks / name)
    repo.git("tag", "v0.1.0", "HEAD~1")
    for key, value in settings:
        repo.git("config", key, value.format(program, folder=program.parent))
    (program.parent / "ran").unlink(missing_ok=True)
    say_otherwise(repo)
    for command in ((None, None), ("HEAD~1", "HEAD"), ("HEAD", None), ("HEAD~1...HEAD", None), ("@release", None)):
        pair(repo.workspace, *command)
    with pytest.raises(NothingComparedError):
        pair(repo.workspace, repo.git("commit-tree", "-m", "empty", repo.git("mktree", "--missing")), None)
    assert changelog(repo.workspace, None, None)
    before, after = titles(repo.workspace)
    assert before != after
    assert not (program.parent / "ran").exists()


def _sign(repo: Repo, commit: str) -> None:
    """Put a signature into the last commit, which git would let a program look at."""
    text = repo.git("cat-file", "commit", commit)
    head, _, message = text.partition("\n\n")
    signed = f"{head}\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n{message}\n"
    (repo.top / ".git" / "signed").write_text(signed, encoding="utf-8")
    repo.git("update-ref", "HEAD", repo.git("hash-object", "-t", "commit", "-w", ".git/signed"))


@pytest.mark.parametrize("file_name", [CONTRACT, FILE])
def test_nothing_is_fetched(file_name: str, repo: Repo, program: Path) -> None:
    """The clone is partial: a file of the first commit is not in it, and the remote is a program."""
    contract = repo.contract.read_text(encoding="utf-8")
    if file_name != CONTRACT:
        repo.contract.write_text('{"contract_version": 2}', encoding="utf-8")
        say_otherwise(repo)
        repo.commit("older")
    repo.contract.write_text(contract, encoding="utf-8")
    repo.say_version("9.0.0")
    repo.commit("second")
    blob = repo.git("rev-parse", f"HEAD~1:{file_name}")
    (repo.top / ".git" / "objects" / blob[:2] / blob[2:]).unlink()
    for key, value in {
        "core.repositoryFormatVersion": "1",
        "extensions.partialClone": "origin",
        "remote.origin.promisor": "true",
        "remote.origin.url": f"ext::{program} %S",
        "remote.origin.uploadpack": str(program),
        "protocol.ext.allow": "always",
        "protocol.allow": "always",
    }.items():
        repo.git("config", key, value)
    with found() as kept:
        pair(repo.workspace, "HEAD~1", "HEAD")
    assert [(one.code, one.help) for one in kept] == [
        ("no-repository", f"fetch it: git log -p --all -- schemas {CONTRACT}")
    ]
    assert not (program.parent / "ran").exists()


# What git does not look at


@pytest.mark.parametrize("flag", ["--assume-unchanged", "--skip-worktree"])
def test_files_that_git_takes_for_unchanged(flag: str, repo: Repo) -> None:
    repo.git("update-index", flag, FILE)
    say_otherwise(repo)
    before, after = titles(repo.workspace)
    assert before != after


def test_a_catalogue_in_a_submodule(repo: Repo, tmp_path: Path) -> None:
    """The edit is in the submodule, and not committed there."""
    inner = tmp_path / "inner"
    (repo.top / "schemas").rename(inner)
    git(inner, "init", "--quiet")
    Repo(inner, inner).commit("catalogue")
    repo.git("rm", "-r", "--quiet", "--cached", "schemas")
    repo.git("submodule", "--quiet", "add", inner, "schemas")
    repo.commit("a submodule")
    say_otherwise(repo)
    before, after = titles(repo.workspace)
    assert before != after


def test_a_project_in_a_submodule(repo: Repo, tmp_path: Path) -> None:
    outer = tmp_path / "outer"
    outer.mkdir()
    git(outer, "init", "--quiet")
    git(outer, "submodule", "--quiet", "add", repo.top, "pay")
    made = pair(Workspace(outer / "pay"), "HEAD", None)
    assert (made.unchanged, made.findings) == (4, ())


def test_a_tree_that_leads_out_of_the_project(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Git reads it, and would not write it. The contract has another format, so the catalogue is read."""
    repo.contract.write_text('{"contract_version": 2}', encoding="utf-8")
    repo.commit()
    schemas = repo.git("rev-parse", "HEAD:schemas")
    (repo.top / "odd").write_bytes(
        subprocess.run(["git", "cat-file", "tree", schemas], cwd=repo.top, capture_output=True, check=True).stdout
        + b"100644 ../../odd.yaml\0"
        + bytes.fromhex(repo.git("rev-parse", "HEAD:schemas/catalogue.yaml"))
    )
    odd = repo.git("hash-object", "-t", "tree", "-w", "--literally", "odd")
    (repo.top / "odd").write_bytes(b"40000 schemas\0" + bytes.fromhex(odd))
    tree = repo.git("hash-object", "-t", "tree", "-w", "--literally", "odd")
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    assert pair(repo.workspace, repo.git("commit-tree", "-m", "odd", tree), "HEAD~1").unchanged == 4
    assert not list(tmp_path.rglob("odd.yaml"))


# Repositories


def test_a_bare_repository_has_no_project(repo: Repo, tmp_path: Path, cli: Callable[..., Any]) -> None:
    repo.git("clone", "--quiet", "--bare", repo.top, tmp_path / "bare.git")
    ended = cli("diff", "HEAD", "HEAD", cwd=tmp_path / "bare.git")
    assert (ended.code, ended.err) == (2, "")
    assert "no-project" in ended.out


def test_a_repository_that_says_it_is_bare(repo: Repo) -> None:
    repo.git("config", "core.bare", "true")
    with found() as kept:
        pair(repo.workspace, "HEAD", None)
    assert [one.code for one in kept] == ["no-repository"]


def test_a_merge_has_two_parents(repo: Repo) -> None:
    repo.git("checkout", "--quiet", "-b", "side")
    repo.say_version("9.0.0")
    repo.commit("side")
    repo.git("checkout", "--quiet", "main")
    repo.commit("main")
    repo.git("merge", "--quiet", "--no-ff", "--no-edit", "side")
    versions = [
        (made.old.service.version, made.new.service.version)
        for made in (pair(repo.workspace, "HEAD^1", "HEAD"), pair(repo.workspace, "HEAD^2", "HEAD"))
    ]
    assert versions == [("0.1.0", "9.0.0"), ("9.0.0", "9.0.0")]
    assert len(changelog(repo.workspace, None, "HEAD")) == 2


@pytest.mark.parametrize(
    "name", ["-x", "--output=x", "--", "a b~", "é", "x;touch ran", "$(touch ran)", "@{-1}", ":/", "\n"]
)
def test_names_that_are_no_revisions(name: str, repo: Repo) -> None:
    with pytest.raises(FindingsError):
        named(repo.workspace, name)
    assert not (repo.top / "ran").exists()
    assert not (repo.top / "x").exists()


@pytest.mark.parametrize("name", ["-x", "--output=x", "é", "x;y", "$(y)", "'"])
def test_tags_with_odd_names(name: str, repo: Repo) -> None:
    repo.git("update-ref", f"refs/tags/{name}", "HEAD")
    assert named(repo.workspace, name).name == name
    assert changelog(repo.workspace, name, None) == ()


def test_a_file_whose_name_starts_with_a_dash(repo: Repo) -> None:
    odd = repo.project / "schemas" / "methods" / "--output=x.yaml"
    odd.write_text("x: y\n", encoding="utf-8")
    with found() as kept:
        pair(repo.workspace, "HEAD", None)
    assert kept
    assert not (repo.top / "x.yaml").exists()


def test_another_repository_in_the_environment(repo: Repo, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_DIR", str(tmp_path / "nowhere"))
    monkeypatch.setenv("GIT_WORK_TREE", str(tmp_path))
    assert pair(repo.workspace, "HEAD", None).unchanged == 4


@pytest.mark.skipif(os.name == "nt" or os.getuid() != 0, reason="only root may give a folder away")
def test_the_repository_of_somebody_else(repo: Repo) -> None:
    for path in (repo.top, repo.top / ".git"):
        os.chown(path, 65534, 65534)
    with found() as kept:
        pair(repo.workspace, "HEAD", None)
    assert kept[0].code == "no-repository"
    assert "dubious ownership" in kept[0].message
