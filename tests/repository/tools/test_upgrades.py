"""What hooks and action say of a project that another paycat generated, before and after it is generated anew.

`older.bundle` is that project as git has it: the one of `paycat init` with the contract alone, as the commit ad0d5c0e
generated it. Its tools.json did not name paycat yet.
"""

import shlex
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import projects
import pytest
import repositories
from hosting import Hosted
from repositories import BREAKING, git, ran
from test_github_action import DIFF, GENERATE, INSTALL, OF_PAYCAT, PULL_REQUEST, annotations, runner

CONTRACT, TOOLS = "generated/contract/contract.json", "generated/tools.json"
HOOKS = {hook["id"]: hook["entry"] for hook in projects.read_yaml(projects.ROOT / ".pre-commit-hooks.yaml")}
PASSED = dict.fromkeys(HOOKS, 0) | dict.fromkeys(OF_PAYCAT, "success")
"""How each hook ends, and each step of the action."""
STALE = {"paycat-generate": 1, GENERATE: "failure", DIFF: "skipped"}
BROKEN = {"paycat-diff": 1, DIFF: "failure"}
SAME = "By the contract all documents mean the same as before"


@dataclass(frozen=True)
class Walk:
    """How hooks and steps ended, titles of all annotations, and what was printed."""

    outcomes: dict[str, int | str]
    titles: list[str]
    log: str


@dataclass(frozen=True)
class Older:
    """What another paycat wrote, and what is said of a branch that leaves it so.

    That is the older project, or where `is_same` what this paycat makes of it, with some edits.
    """

    outcomes: dict[str, int | str]
    says: str
    edits: tuple[dict[str, Any], ...] = ()
    is_same: bool = False


OLDER = {
    "by the commit before": Older(STALE, SAME),
    "with the same bytes": Older(
        {},
        "/ was generated with paycat 0.",
        ({"file": TOOLS, "find": '"paycat": "', "replace": '"paycat": "0.'},),
        True,
    ),
    "with another version of a library": Older(
        {},
        "/ was generated with pydantic 1.",
        ({"file": TOOLS, "find": '"pydantic": "', "replace": '"pydantic": "1.'},),
        True,
    ),
    "in another format": Older(
        STALE,
        "The catalogue is the same as before, so `paycat diff` shows no change; the contract is of version 6",
        ({"file": CONTRACT, "find": '"contract_version": 7', "replace": '"contract_version": 6'},),
    ),
    "in another layout": Older(STALE, SAME, ({"file": CONTRACT, "find": '"license": {', "replace": '"license":  {'},)),
    "in another format, of another catalogue": Older(
        STALE,
        "Whether the documents mean the same as before is not known: the contract is of version 6",
        (
            {"file": CONTRACT, "find": '"contract_version": 7', "replace": '"contract_version": 6'},
            {"file": CONTRACT, "find": '"digest": "', "replace": '"digest": "0'},
        ),
    ),
    "with another bound": Older(
        STALE | {"paycat-diff": 1},
        "Some documents mean something else than before (1 breaking, 0 risky, 0 safe; `paycat diff` lists them): "
        "pay_in BACS_DEBIT.\n",
        tuple(
            {"file": CONTRACT, "find": text, "replace": text.replace("18", "20")}
            for text in ('"value": 18,', "{6,18}$")
        ),
    ),
}


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The older project."""
    folder = tmp_path_factory.mktemp("older") / "api"
    git(folder.parent, "clone", "--quiet", Path(__file__).with_name("older.bundle"), folder)
    shutil.rmtree(folder / ".git")
    return folder


def hosted(older: Path, folder: Path, *edits: dict[str, Any], is_same: bool = False) -> Hosted:
    """Return a repository with the older project, after some edits of what was generated, and its release."""
    project = Path(shutil.copytree(older, folder / "older"))
    if is_same:
        repositories.generated(project)
    projects.edit(project, [edit | {"is_generated": True} for edit in edits])
    repository = Hosted(project, folder)
    git(repository.work, "tag", "v0.1.0")
    repository.push("v0.1.0")
    return repository


def walked(repository: Hosted, project: str = "api") -> Walk:
    """Run the hooks and the action in a checkout of the pull request."""
    checkout = repository.folder / "checkout"
    if not checkout.exists():
        repository.checkout("refs/pull/1/merge", deep=True)
    temporary = repository.folder / f"temporary of {project}"
    temporary.mkdir()
    job = runner(checkout, temporary, **PULL_REQUEST)
    job.run({"project": project}, without=(INSTALL,))
    hooks = {name: ran(*shlex.split(entry), cwd=checkout / project) for name, entry in HOOKS.items()}
    codes, steps = (
        {name: hook.returncode for name, hook in hooks.items()},
        {name: job.steps[name] for name in OF_PAYCAT},
    )
    printed = [step.log for step in steps.values()] + [hook.stdout for hook in hooks.values()]
    outcomes = codes | {name: step.outcome for name, step in steps.items()}
    return Walk(outcomes, [title for _, _, title in annotations(job)], "".join(printed))


@pytest.mark.parametrize("older", OLDER.values(), ids=OLDER)
def test_a_branch_that_leaves_the_files(bundled: Path, older: Older, tmp_path: Path) -> None:
    """It is red only if their bytes would change; then that is the one finding, which names the versions."""
    repository = hosted(bundled, tmp_path, *older.edits, is_same=older.is_same)
    (repository.project / "README.md").write_text("Something else.\n", encoding="utf-8")
    repository.pull_request(generate=False)
    walk = walked(repository)
    assert walk.outcomes == PASSED | older.outcomes, walk.log
    assert walk.titles == ["tool-version"] * (GENERATE in older.outcomes)
    assert older.says in walk.log


IN_ANOTHER_FORMAT = OLDER["in another format"].edits[0]


@pytest.mark.parametrize("edits", [(), (IN_ANOTHER_FORMAT,)], ids=["by another version", "in another format"])
def test_a_branch_that_generates_anew(bundled: Path, tmp_path: Path, edits: tuple[dict[str, Any], ...]) -> None:
    repository = hosted(bundled, tmp_path, *edits)
    repository.pull_request()
    walk = walked(repository)
    assert walk.outcomes == PASSED, walk.log
    assert set(walk.titles) == ({"contract-not-read"} if edits else set())
    assert walk.log.count("nothing changed") == 1, walk.log


@pytest.mark.parametrize("edits", [(), (IN_ANOTHER_FORMAT,)], ids=["by another version", "in another format"])
def test_a_branch_that_generates_anew_and_breaks(
    bundled: Path, tmp_path: Path, edits: tuple[dict[str, Any], ...]
) -> None:
    """What an edit breaks is found whoever generated the older side."""
    repository = hosted(bundled, tmp_path, *edits)
    repository.pull_request(BREAKING)
    walk = walked(repository)
    assert walk.outcomes == PASSED | BROKEN, walk.log
    titles = [title for title in walk.titles if title != "contract-not-read"]
    assert titles == ["version-not-moved", "unannounced-break"]
    assert (titles != walk.titles) == bool(edits)


def test_a_branch_that_adds_it(bundled: Path, tmp_path: Path) -> None:
    """Nobody has a catalogue at the base, which is a warning."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "README.md").write_text("No catalogue yet.\n", encoding="utf-8")
    repository = Hosted(tmp_path / "empty", tmp_path)
    shutil.copytree(bundled, repository.project, dirs_exist_ok=True)
    repository.pull_request()
    walk = walked(repository)
    assert walk.outcomes == PASSED, walk.log
    assert set(walk.titles) == {"new-catalogue"}


def test_two_of_them_in_one_repository(bundled: Path, tmp_path: Path) -> None:
    """The tag of one is no release of the other: what one breaks fails the other in nothing."""
    repository = hosted(bundled, tmp_path, IN_ANOTHER_FORMAT)
    cards = repository.work / "cards"
    shutil.copytree(repository.project, cards)
    key = 'releases: { tags: "cards-v*" }\npacks_off:'
    projects.edit(cards, [{"file": "schemas/catalogue.yaml", "find": "packs_off:", "replace": key}])
    repositories.generated(cards)
    repository.commit()
    git(repository.work, "tag", "cards-v0.1.0")
    repository.push("main", "cards-v0.1.0")
    repositories.changed(cards, BREAKING)
    repository.pull_request()
    walks = {project: walked(repository, project) for project in ("api", "cards")}
    assert walks["api"].outcomes == PASSED, walks["api"].log
    assert walks["cards"].outcomes == PASSED | BROKEN, walks["cards"].log
