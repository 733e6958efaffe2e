"""What the working tree means: the catalogue as it is on disk, at the price of what was edited."""

import json
import re
import shutil
from pathlib import Path

import projects
import pytest
from git_projects import CONTRACT, Repo, found, git, settled_text

from paycat.contract.model import Contract
from paycat.revisions import working_tree as module
from paycat.revisions.contract_text import contract_in, contract_text
from paycat.revisions.contracts import Named, named, of_working_tree, pair
from paycat.workspace import Workspace

TRANSFER = "schemas/methods/SEPA_TRANSFER.yaml"
REQUIRED = {
    "file": TRANSFER,
    "find": "{ requirement: optional, type: bic",
    "replace": "{ requirement: required, type: bic",
}
UNKNOWN = "pay_in: { availability: not_supported_yet, decision: D-999 }"
SAMPLE = "schemas/samples/payout/SEPA_TRANSFER.yaml"

Settled = list[list[str]]


@pytest.fixture
def settled(monkeypatch: pytest.MonkeyPatch) -> Settled:
    """The methods that were settled, run by run."""
    runs: Settled = []
    ask = module.settled_folder

    def asked(folder: Path, *rest: object) -> object:
        runs.append(sorted(file.stem for file in (folder / "methods").glob("*.yaml")))
        return ask(folder, *rest)  # type: ignore[arg-type]  # whatever it is called with

    monkeypatch.setattr(module, "settled_folder", asked)
    return runs


def next_to_head(workspace: Workspace) -> Named:
    return of_working_tree(workspace, named(workspace, "HEAD"))


def titles(contract: Contract) -> dict[str, str]:
    return {one.code: one.title for one in contract.methods}


ALL = ["BACS_DEBIT", "FASTER_PAYMENT", "SEPA_DEBIT", "SEPA_TRANSFER"]


def test_a_clean_tree_is_head(repo: Repo, settled: Settled) -> None:
    repo.say_version("9.0.0")
    repo.commit()
    made = next_to_head(repo.workspace)
    assert (made.name, made.findings, settled) == ("working tree", (), [])
    assert made.contract().service.version == "9.0.0", "the committed contract is believed"


def test_a_file_elsewhere_changes_nothing(repo: Repo, settled: Settled) -> None:
    (repo.top / "notes.txt").write_text("x")
    (repo.project / "README.md").write_text("x")
    (repo.project / "schemas" / "methods" / ".UPI.yaml.swp").write_text("x")
    assert pair(repo.workspace, "HEAD", None).unchanged == 4
    assert settled == []


def test_an_edit_that_was_not_generated(repo: Repo, settled: Settled) -> None:
    projects.edit(repo.project, [REQUIRED])
    made = pair(repo.workspace, "HEAD", None)
    assert (settled, made.unchanged) == ([["SEPA_TRANSFER"]], 3)
    (old,), (new,) = made.old.methods, made.new.methods
    requirement = {
        name: [field.requirement for field in one.payout.request.root.fields() if field.path == "beneficiary.bic"]
        for name, one in (("old", old), ("new", new))
        if one.payout.request
    }
    assert requirement == {"old": ["optional"], "new": ["required"]}


def test_an_edit_that_was_committed_and_not_generated(repo: Repo, settled: Settled) -> None:
    """The contract at HEAD is an old one, and nobody is told that nothing changed."""
    projects.edit(repo.project, [REQUIRED])
    repo.commit()
    made = pair(repo.workspace, "HEAD~1", None)
    assert ([one.code for one in made.new.methods], settled) == (["SEPA_TRANSFER"], [["SEPA_TRANSFER"]])
    assert pair(repo.workspace, str(repo.contract), None).unchanged == 3
    stale = pair(repo.workspace, "HEAD", None)
    assert stale.findings[0].code == "stale-contract"
    assert [one.code for one in stale.new.methods] == ["SEPA_TRANSFER"], "what is committed and not generated is told"
    assert [one.code for one in pair(repo.workspace, "HEAD~1..HEAD", None).findings] == ["stale-contract"]


@pytest.mark.parametrize("step", ["generated", "staged"])
def test_an_edit_that_was_generated_or_staged(step: str, repo: Repo, settled: Settled) -> None:
    projects.edit(repo.project, [REQUIRED])
    repo.contract.write_text(settled_text(repo.project))
    if step == "staged":
        repo.git("add", "--all")
    assert pair(repo.workspace, "HEAD", None).unchanged == 3
    assert settled == [["SEPA_TRANSFER"]]


def test_a_project_in_a_folder(inner: Repo, settled: Settled) -> None:
    projects.edit(inner.project, [REQUIRED])
    assert pair(inner.workspace, "HEAD", None).unchanged == 3
    assert settled == [["SEPA_TRANSFER"]]


def test_a_sample(repo: Repo, settled: Settled) -> None:
    file = repo.project / SAMPLE
    file.write_text(re.sub("amount: [0-9.]+", "amount: 3.25", file.read_text(), count=1))
    made = pair(repo.workspace, "HEAD", None)
    assert (settled, [one.code for one in made.new.methods]) == ([["SEPA_TRANSFER"]], ["SEPA_TRANSFER"])


@pytest.mark.parametrize("ignored", [False, True])
def test_a_method_that_is_new(ignored: bool, repo: Repo, settled: Settled) -> None:
    if ignored:
        (repo.top / ".gitignore").write_text("A_*\n")
        repo.commit()
    for path in (TRANSFER, SAMPLE):
        text = (repo.project / path).read_text().replace("SEPA_TRANSFER", "A_TRANSFER")
        (repo.project / path.replace("SEPA_TRANSFER", "A_TRANSFER")).write_text(text)
    made = pair(repo.workspace, "HEAD", None)
    assert (made.unchanged, made.old.methods, settled) == (4, (), [["A_TRANSFER"]])
    assert titles(made.new) == {"A_TRANSFER": "SEPA credit transfer"}
    assert list(titles(next_to_head(repo.workspace).contract())) == ["A_TRANSFER", *ALL]


def test_a_method_that_is_gone(repo: Repo, settled: Settled) -> None:
    for path in (TRANSFER, SAMPLE):
        (repo.project / path).unlink()
    made = pair(repo.workspace, "HEAD", None)
    assert (made.unchanged, made.new.methods, settled) == (3, (), [[]])
    assert titles(made.old) == {"SEPA_TRANSFER": "SEPA credit transfer"}


def test_every_method_is_gone(repo: Repo) -> None:
    for file in (repo.project / "schemas" / "methods").iterdir():
        file.unlink()
    for file in (repo.project / "schemas" / "samples").rglob("*.yaml"):
        file.unlink()
    made = pair(repo.workspace, "HEAD", None)
    assert (list(titles(made.old)), made.new.methods) == (ALL, ())
    assert made.new.losses == (), "nothing is left that artefacts could lose"


@pytest.mark.parametrize(
    ("file", "find", "replace"),
    [
        ("schemas/catalogue.yaml", "version: 0.1.0", "version: 9.0.0"),
        ("schemas/requests/payout.yaml", "\n  amount:", "\n  # The sum.\n  amount:"),
    ],
)
def test_what_is_common_settles_everything(file: str, find: str, replace: str, repo: Repo, settled: Settled) -> None:
    projects.edit(repo.project, [REQUIRED, {"file": file, "find": find, "replace": replace}])
    made = next_to_head(repo.workspace).contract()
    assert settled == [ALL]
    assert made == contract_in(contract_text(settled_text(repo.project).encode(), "x"))


def test_a_committed_contract_of_another_catalogue(repo: Repo, settled: Settled) -> None:
    """What is common must be as HEAD's contract has it; else that contract cannot serve."""
    repo.say_version("9.0.0")
    repo.commit()
    projects.edit(repo.project, [REQUIRED])
    assert next_to_head(repo.workspace).contract().service.version == "0.1.0"
    assert settled == [["SEPA_TRANSFER"], ALL]


@pytest.mark.parametrize("state", ["bad", "torn", "newer", "missing", "other layout"])
def test_a_committed_contract_that_cannot_serve(state: str, repo: Repo, settled: Settled) -> None:
    text = repo.contract.read_text()
    repo.contract.write_text(
        {
            "bad": "x",
            "torn": text.replace("{", "", 3),
            "newer": text.replace('"contract_version": 1', '"contract_version": 2'),
            "missing": "",
            "other layout": json.dumps(json.loads(text)),
        }[state]
    )
    if state == "missing":
        repo.contract.unlink()
    repo.commit()
    projects.edit(repo.project, [REQUIRED])
    assert list(titles(of_working_tree(repo.workspace).contract())) == ALL
    assert settled[-1] == ALL


def test_links_hide_edits(repo: Repo, settled: Settled, tmp_path: Path) -> None:
    shutil.move(repo.project / TRANSFER, tmp_path / "elsewhere.yaml")
    (repo.project / TRANSFER).symlink_to(tmp_path / "elsewhere.yaml")
    repo.commit()
    projects.edit(tmp_path, [{**REQUIRED, "file": "elsewhere.yaml"}])
    assert [one.code for one in pair(repo.workspace, "HEAD", None).new.methods] == ["SEPA_TRANSFER"]
    assert settled == [ALL]


def test_no_repository(starter: Path, settled: Settled, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(starter.parent))
    assert list(titles(of_working_tree(Workspace(starter)).contract())) == ALL
    assert settled == [ALL]


def test_a_file_that_cannot_be_copied(repo: Repo) -> None:
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
def test_what_cannot_be_settled_is_not_removed(
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


# The catalogue of this repository


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """The frozen catalogue, with the contract that was generated of it, committed."""
    top = tmp_path_factory.mktemp("real")
    projects.copied(top, generated=False)
    (top / CONTRACT).parent.mkdir(parents=True)
    shutil.copy(projects.PROJECT / CONTRACT, top / CONTRACT)
    git(top, "init", "--quiet")
    made = Repo(top, top)
    made.commit()
    return made


def noted(text: str) -> str:
    """Return a method's file with a line more, another note, and longer or shorter fields."""
    text = re.sub("^note: (.*)$", r"# A line more.\nnote: \1, edited", text, count=1, flags=re.MULTILINE)
    return re.sub(r"length: 1\.\.([0-9]+)", lambda found: f"length: 1..{int(found[1]) + 1}", text)


def test_methods_alone_are_what_they_are_among_all(real: Repo, settled: Settled) -> None:
    """Each method is edited alone and settled alone; then all are edited and settled together."""
    files = sorted((real.project / "schemas" / "methods").glob("*.yaml"))
    old = {file: file.read_text() for file in files}
    head = contract_text(real.contract.read_bytes(), "HEAD")
    alone = {}
    for file in files:
        file.write_text(noted(old[file]))
        made = next_to_head(real.workspace)
        file.write_text(old[file])
        assert (made.text.rest, made.findings) == (head.rest, ())
        changed = [text for text in made.text.methods if text not in head.methods]
        assert (len(made.text.methods), len(changed)) == (len(files), 1)
        alone[file.stem] = changed[0]
    assert settled == [[file.stem] for file in files]
    for file in files:
        file.write_text(noted(old[file]))
    together = contract_text(settled_text(real.project).encode(), "x")
    for file in files:
        file.write_text(old[file])
    assert together.methods == tuple(alone[file.stem] for file in files)
    assert together.rest == head.rest


@pytest.mark.parametrize("change", ["add", "remove", "rename"])
def test_methods_come_and_go_alone(change: str, real: Repo, settled: Settled, tmp_path: Path) -> None:
    shutil.copytree(real.top, tmp_path / "copy")
    copy = Repo(tmp_path / "copy", tmp_path / "copy")
    schemas = copy.project / "schemas"
    code = sorted(file.stem for file in (schemas / "methods").iterdir())[3]
    for file in (schemas / "methods" / f"{code}.yaml", *schemas.glob(f"samples/*/{code}.yaml")):
        if change != "remove":
            file.with_stem("A_METHOD").write_text(file.read_text().replace(code, "A_METHOD"))
        if change != "add":
            file.unlink()
    made = next_to_head(copy.workspace)
    text = settled_text(copy.project)
    assert made.contract() == contract_in(contract_text(text.encode(), "x"))
    assert made.text.methods == contract_text(text.encode(), "x").methods
    wanted: dict[str, list[str]] = {"add": ["A_METHOD"], "remove": [], "rename": ["A_METHOD"]}
    assert settled[0] == wanted[change]
