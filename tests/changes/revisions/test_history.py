"""What a changelog goes through: the revisions that left another contract behind, their days, and the last tag."""

import shutil
from datetime import date
from pathlib import Path

import pytest
from git_projects import Repo, found, git

from paycat.changes.revisions import contracts_between, last_tag, named, of_working_tree, revision
from paycat.project.workspace import Workspace


def told(repo: Repo, start: str | None, end: str = "HEAD") -> list[tuple[str, str]]:
    """Return the versions and days of the contracts in a range."""
    between = contracts_between(repo.workspace, start, end)
    return [(one.named().contract.service.version, one.day.isoformat()) for one in between]


@pytest.fixture
def grown(repo: Repo) -> Repo:
    """Three contracts after the first, one of them merged, and commits without another contract between."""
    repo.git("tag", "v0.1.0")
    repo.say_version("1.0.0")
    repo.commit("1.0.0", "2026-02-01")
    (repo.top / "notes.txt").write_text("x")
    repo.commit("notes", "2026-02-02")
    repo.git("tag", "v1.0.0")
    repo.git("checkout", "--quiet", "-b", "side")
    repo.say_version("1.1.0")
    repo.commit("1.1.0", "2026-02-03")
    repo.say_version("1.2.0")
    repo.commit("1.2.0", "2026-02-04")
    repo.git("checkout", "--quiet", "main")
    repo.git("merge", "--quiet", "--no-ff", "-m", "merge", "side", GIT_COMMITTER_DATE="2026-02-05T12:00:00Z")
    repo.say_version("2.0.0")
    repo.commit("2.0.0", "2026-02-06")
    return repo


AFTER_ONE = [("1.2.0", "2026-02-05"), ("2.0.0", "2026-02-06")]


def test_contracts_of_a_range(grown: Repo) -> None:
    whole = [("0.1.0", "2026-01-02"), ("1.0.0", "2026-02-01"), *AFTER_ONE]
    assert told(grown, None) == whole
    assert told(grown, "v0.1.0") == whole[1:]
    assert told(grown, "v1.0.0", "main") == AFTER_ONE
    assert told(grown, "v1.0.0", "main~1") == AFTER_ONE[:1]
    assert told(grown, "HEAD") == []


def test_a_removed_contract_is_passed_over(grown: Repo) -> None:
    text = grown.contract.read_text()
    grown.contract.unlink()
    grown.commit("gone", "2026-02-07")
    assert told(grown, "v1.0.0") == AFTER_ONE
    grown.contract.parent.mkdir(parents=True, exist_ok=True)
    grown.contract.write_text(text)
    grown.commit("back", "2026-02-08")
    assert told(grown, "v1.0.0") == [*AFTER_ONE, ("2.0.0", "2026-02-08")]


def test_a_bad_contract_of_the_past_is_found_when_it_is_read(grown: Repo) -> None:
    grown.contract.write_text("x")
    commit = grown.commit("bad")
    *_, last = contracts_between(grown.workspace, "v1.0.0")
    assert last.commit == commit
    with found() as kept:
        last.named()
    assert [(one.code, str(one.span)) for one in kept] == [
        ("bad-contract", f"{commit[:7]}:generated/contract/contract.json")
    ]


def test_a_project_in_a_folder(inner: Repo) -> None:
    inner.git("tag", "v0.1.0")
    (inner.top / "elsewhere.txt").write_text("x")
    inner.commit("elsewhere")
    inner.say_version("1.0.0")
    inner.commit("1.0.0", "2026-02-01")
    assert told(inner, "v0.1.0") == [("1.0.0", "2026-02-01")]


def test_a_revision_and_its_day(grown: Repo) -> None:
    one = revision(grown.workspace, "v0.1.0")
    assert (one.day, one.named().contract.service.version) == (date(2026, 1, 2), "0.1.0")
    assert one.named().name == one.commit[:7]


def test_the_last_tag(grown: Repo) -> None:
    assert last_tag(grown.workspace) == "v1.0.0"
    grown.git("tag", "--annotate", "-m", "x", "v2.0.0")
    assert last_tag(grown.workspace) == "v2.0.0"
    grown.git("checkout", "--quiet", "v1.0.0~1")
    assert last_tag(grown.workspace) == "v0.1.0"


def test_no_tag(repo: Repo) -> None:
    assert last_tag(repo.workspace) is None


def test_mistakes(grown: Repo, tmp_path: Path) -> None:
    for start, end in (("v1.0", "HEAD"), ("v1.0.0", "v9"), ("--all", "HEAD"), ("v1.0.0", "--all")):
        with found() as kept:
            list(contracts_between(grown.workspace, start, end))
        assert [one.code for one in kept] == ["unknown-revision"]
    git(tmp_path, "clone", "--quiet", "--depth", "1", grown.top.as_uri(), "shallow")
    with found() as kept:
        list(contracts_between(Workspace(tmp_path / "shallow"), "v1.0.0"))
    assert [one.code for one in kept] == ["shallow-clone"]


def test_without_a_repository(starter: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    project = Workspace(shutil.copytree(starter, tmp_path / "project"))
    for ask in (lambda: list(contracts_between(project, None)), lambda: last_tag(project)):
        with found() as kept:
            ask()
        assert [one.code for one in kept] == ["no-repository"]


def test_whole_contracts(repo: Repo) -> None:
    """What is not to be compared at once is read whole."""
    head, tree = named(repo.workspace, "HEAD").contract, of_working_tree(repo.workspace).contract
    assert (len(head.methods), head) == (4, tree)
