"""What the working tree means: the catalogue as it is on disk, whatever was generated or committed."""

import re
import shutil
from pathlib import Path

import projects
import pytest
from git_projects import Repo, found, resolved_text

from paycat.changes.revisions import of_working_tree, pair, read_contract
from paycat.contract.model import Contract
from paycat.project.workspace import Workspace, contract_of

TRANSFER = "schemas/methods/SEPA_TRANSFER.yaml"
REQUIRED = {
    "file": TRANSFER,
    "find": "{ requirement: optional, type: bic",
    "replace": "{ requirement: required, type: bic",
}
UNKNOWN = "pay_in: { availability: not_supported_yet, decision: D-999 }"
SAMPLE = "schemas/samples/payout/SEPA_TRANSFER.yaml"


def titles(contract: Contract) -> dict[str, str]:
    return {one.code: one.title for one in contract.methods}


ALL = ["BACS_DEBIT", "FASTER_PAYMENT", "SEPA_DEBIT", "SEPA_TRANSFER"]


def test_a_clean_tree_is_its_catalogue(repo: Repo) -> None:
    repo.say_version("9.0.0")
    repo.commit()
    made = of_working_tree(repo.workspace)
    assert (made.name, made.findings) == ("working tree", ())
    assert made.contract.service.version == "0.1.0", "a committed contract that says otherwise is not believed"


def test_files_that_were_checked_are_not_checked_again(repo: Repo, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whichever run checked them, of `diff` or of another command."""
    projects.edit(repo.project, [{"file": TRANSFER, "find": "note: Sends", "replace": "note: It sends"}])
    first = pair(repo.workspace, "HEAD", None)
    for checking in ("paycat.project.resolved.resolved_folder", "paycat.lint.checking.check_folder"):
        monkeypatch.setattr(checking, lambda *_: pytest.fail("the files are the same"))
    assert pair(Workspace(repo.project), "HEAD", None) == first
    assert contract_of(Workspace(repo.project))[0].digest == first.new.digest


def test_a_file_elsewhere_changes_nothing(repo: Repo) -> None:
    (repo.top / "notes.txt").write_text("x")
    (repo.project / "README.md").write_text("x")
    (repo.project / "schemas" / "methods" / ".UPI.yaml.swp").write_text("x")
    assert pair(repo.workspace, "HEAD", None).unchanged == 4


def test_an_edit_that_was_not_generated(repo: Repo) -> None:
    projects.edit(repo.project, [REQUIRED])
    made = pair(repo.workspace, "HEAD", None)
    (old,), (new,) = made.old.methods, made.new.methods
    requirement = {
        name: [
            field.requirement for field in one.offer("payout").request.root.fields() if field.path == "beneficiary.bic"
        ]
        for name, one in (("old", old), ("new", new))
        if one.offer("payout").request
    }
    assert (made.unchanged, requirement) == (3, {"old": ["optional"], "new": ["required"]})


def test_an_edit_that_was_committed_and_not_generated(repo: Repo) -> None:
    """The contract at HEAD is an old one, and nobody is told that nothing changed."""
    projects.edit(repo.project, [REQUIRED])
    repo.commit()
    made = pair(repo.workspace, "HEAD~1", None)
    assert [one.code for one in made.new.methods] == ["SEPA_TRANSFER"]
    assert pair(repo.workspace, str(repo.contract), None).unchanged == 3
    stale = pair(repo.workspace, "HEAD", None)
    assert stale.findings[0].code == "stale-contract"
    assert [one.code for one in stale.new.methods] == ["SEPA_TRANSFER"], "what is committed and not generated is told"
    assert [one.code for one in pair(repo.workspace, "HEAD~1..HEAD", None).findings] == ["stale-contract"]


@pytest.mark.parametrize("path", [SAMPLE, TRANSFER])
def test_a_comment_that_was_committed_and_not_generated(path: str, repo: Repo) -> None:
    """The contract at HEAD is older than the catalogue beside it, and was made of files that say the same."""
    file = repo.project / path
    file.write_text(f"# A comment.\n{file.read_text()}\n# Another one.\n")
    repo.commit()
    assert pair(repo.workspace, "HEAD", None).findings == ()


@pytest.mark.parametrize("step", ["generated", "staged"])
def test_an_edit_that_was_generated_or_staged(step: str, repo: Repo) -> None:
    projects.edit(repo.project, [REQUIRED])
    repo.contract.write_text(resolved_text(repo.project))
    if step == "staged":
        repo.git("add", "--all")
    assert pair(repo.workspace, "HEAD", None).unchanged == 3


def test_a_project_in_a_folder(inner: Repo) -> None:
    projects.edit(inner.project, [REQUIRED])
    assert pair(inner.workspace, "HEAD", None).unchanged == 3


def test_a_sample(repo: Repo) -> None:
    file = repo.project / SAMPLE
    file.write_text(re.sub("amount: [0-9.]+", "amount: 3.25", file.read_text(), count=1))
    made = pair(repo.workspace, "HEAD", None)
    assert [one.code for one in made.new.methods] == ["SEPA_TRANSFER"]


@pytest.mark.parametrize("ignored", [False, True])
def test_a_method_that_is_new(ignored: bool, repo: Repo) -> None:
    if ignored:
        (repo.top / ".gitignore").write_text("A_*\n")
        repo.commit()
    for path in (TRANSFER, SAMPLE):
        text = (repo.project / path).read_text().replace("SEPA_TRANSFER", "A_TRANSFER")
        (repo.project / path.replace("SEPA_TRANSFER", "A_TRANSFER")).write_text(text)
    made = pair(repo.workspace, "HEAD", None)
    assert (made.unchanged, made.old.methods) == (4, ())
    assert titles(made.new) == {"A_TRANSFER": "SEPA credit transfer"}
    assert list(titles(of_working_tree(repo.workspace).contract)) == ["A_TRANSFER", *ALL]


def test_a_method_that_is_gone(repo: Repo) -> None:
    for path in (TRANSFER, SAMPLE):
        (repo.project / path).unlink()
    made = pair(repo.workspace, "HEAD", None)
    assert (made.unchanged, made.new.methods) == (3, ())
    assert titles(made.old) == {"SEPA_TRANSFER": "SEPA credit transfer"}


def test_every_method_is_gone(repo: Repo) -> None:
    for file in (repo.project / "schemas" / "methods").iterdir():
        file.unlink()
    for file in (repo.project / "schemas" / "samples").rglob("*.yaml"):
        file.unlink()
    made = pair(repo.workspace, "HEAD", None)
    assert (list(titles(made.old)), made.new.methods) == (ALL, ())
    assert made.new.limitations == (), "nothing is left that artefacts could lose"


def test_it_is_what_generate_writes(repo: Repo) -> None:
    common = {"file": "schemas/catalogue.yaml", "find": "version: 0.1.0", "replace": "version: 9.0.0"}
    projects.edit(repo.project, [REQUIRED, common])
    made = of_working_tree(repo.workspace).contract
    assert made == read_contract(resolved_text(repo.project).encode(), "x")


def test_links_hide_no_edits(repo: Repo) -> None:
    shutil.move(repo.project / TRANSFER, repo.top / "elsewhere.yaml")
    (repo.project / TRANSFER).symlink_to(repo.top / "elsewhere.yaml")
    repo.commit()
    projects.edit(repo.top, [{**REQUIRED, "file": "elsewhere.yaml"}])
    assert [one.code for one in pair(repo.workspace, "HEAD", None).new.methods] == ["SEPA_TRANSFER"]


def test_no_repository(starter: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(starter.parent))
    assert list(titles(of_working_tree(Workspace(starter)).contract)) == ALL


def test_a_file_that_cannot_be_read(repo: Repo) -> None:
    (repo.project / TRANSFER).unlink()
    (repo.project / TRANSFER).mkdir()
    with found() as kept:
        of_working_tree(repo.workspace)
    assert {one.code for one in kept} >= {"file-unreadable"}


# Catalogues with errors


@pytest.mark.parametrize(
    ("file", "find", "replace", "code"),
    [
        (TRANSFER, "type: bic", "type: bick", "unknown-type"),
        (TRANSFER, "requirement: optional", "requirement: optonal", "unknown-word"),
        (TRANSFER, "countries:", "countries: [", None),
        (SAMPLE, "minimal:", "minimal: [", None),
        ("schemas/requests/payout.yaml", "requirement: required", "requirment: required", "unknown-key"),
        ("schemas/types.yaml", "types:", "typs:", None),
    ],
)
def test_what_cannot_be_resolved_is_not_removed(
    file: str, find: str, replace: str, code: str | None, repo: Repo
) -> None:
    path = repo.project / file
    assert find in path.read_text()
    path.write_text(path.read_text().replace(find, replace, 1))
    with found() as kept:
        pair(repo.workspace, "HEAD", None)
    assert all(one.severity == "error" for one in kept)
    assert file in {one.span.path for one in kept}
    assert code is None or code in {one.code for one in kept}


CITED = {"file": TRANSFER, "find": "pay_in: not_supported_yet", "replace": UNKNOWN}
AS_COMMON = {"file": "schemas/types.yaml", "find": "\n  bic:\n", "replace": "\n  bic:\n    decision: D-998\n"}


@pytest.mark.parametrize(("edits", "message"), [([CITED], "1 error"), ([CITED, AS_COMMON], "2 errors")])
def test_a_catalogue_with_errors_is_compared(edits: list[dict[str, str]], message: str, repo: Repo) -> None:
    projects.edit(repo.project, edits)
    made = pair(repo.workspace, "HEAD", None)
    assert [one.code for one in made.new.methods] == ["SEPA_TRANSFER"]
    (one,) = made.findings
    assert (one.code, one.severity, str(one.span)) == ("unsound-catalogue", "warning", "schemas")
    assert one.message == f"the catalogue has {message}, so this comparison may be incomplete"
