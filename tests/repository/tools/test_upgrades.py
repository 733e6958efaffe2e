"""What hooks and action say of a project that another paycat wrote, before and after it is upgraded.

`older.bundle` has two branches with what the commit 63d21a16 wrote. `project` is what its `paycat init` started, with
the contract alone; `catalogue` is schemas/ of this repository, with its contract. Their contracts are of version 7,
and their heads state no directions.
"""

import json
import shlex
import shutil
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import projects
import pytest
import repositories
from hosting import Hosted
from repositories import BREAKING, git, ran
from restructure import DIRECTIONS
from test_github_action import CHECK, DIFF, GENERATE, INSTALL, OF_PAYCAT, PULL_REQUEST, annotations, runner

CONTRACT, TOOLS = "generated/contract/contract.json", "generated/tools.json"
HOOKS = {hook["id"]: hook["entry"] for hook in projects.read_yaml(projects.ROOT / ".pre-commit-hooks.yaml")}
PASSED = dict.fromkeys(HOOKS, 0) | dict.fromkeys(OF_PAYCAT, "success")
"""How each hook ends, and each step of the action."""
STALE = {"paycat-generate": 1, GENERATE: "failure", DIFF: "skipped"}
BROKEN = {"paycat-diff": 1, DIFF: "failure"}
NOT_STATED = {"paycat-check": 1, "paycat-generate": 1, CHECK: "failure", GENERATE: "skipped", DIFF: "skipped"}
"""The first hook finds that the head lacks directions; the second adds them."""
SAME = "By the contract all documents mean the same as before"
NOT_KNOWN = "Whether the documents mean the same as before is not known: the contract is of version 7"


def of_version(library: str) -> dict[str, Any]:
    """Return the edit by which an older version of paycat or of a library generated the files."""
    return {"file": TOOLS, "find": f'"{library}": "', "replace": f'"{library}": "0.'}


@dataclass(frozen=True)
class Walk:
    """How hooks and steps ended, titles of all annotations, and what was printed."""

    outcomes: dict[str, int | str]
    titles: list[str]
    log: str


@dataclass(frozen=True)
class Older:
    """What another paycat wrote, and what is said of a branch that leaves what it generated.

    That is the older project, in which `paycat fmt` adds the directions if `is_formatted`; or where `is_same` what this
    paycat makes of it. Some edits follow.
    """

    outcomes: dict[str, int | str]
    says: str
    edits: tuple[dict[str, Any], ...] = ()
    is_formatted: bool = True
    is_same: bool = False
    title: str = "tool-version"


IN_ANOTHER_FORMAT = {"file": CONTRACT, "find": '"contract_version": 10', "replace": '"contract_version": 7'}
BOUNDS = [{"file": CONTRACT, "find": text, "replace": text.replace("18", "20")} for text in ('"value": 18,', "{6,18}$")]
OLDER = {
    "of an older catalogue": Older(
        NOT_STATED, "`paycat fmt` adds those of requests/ and methods/", is_formatted=False, title="missing-key"
    ),
    "by the commit before": Older(STALE, "3 files differ from what paycat generates", title="drift-changed"),
    "by another version": Older(STALE, NOT_KNOWN, (of_version("paycat"),)),
    "with the same bytes": Older({}, "/ was generated with paycat 0.", (of_version("paycat"),), is_same=True),
    "with another version of a library": Older(
        {}, "/ was generated with pydantic 0.", (of_version("pydantic"),), is_same=True
    ),
    "in another format": Older(
        STALE,
        "The catalogue is the same as before, so `paycat diff` shows no change; the contract is of version 7",
        (of_version("paycat"), IN_ANOTHER_FORMAT),
        is_same=True,
    ),
    "in another layout": Older(
        STALE,
        SAME,
        (of_version("paycat"), {"file": CONTRACT, "find": '"license": {', "replace": '"license":  {'}),
        is_same=True,
    ),
    "with another bound": Older(
        STALE | {"paycat-diff": 1},
        "Some documents mean something else than before (1 breaking, 0 risky, 0 safe; `paycat diff` lists them): "
        "pay_in BACS_DEBIT.\n",
        (of_version("paycat"), *BOUNDS),
        is_same=True,
    ),
}


def unbundled(branch: str, folder: Path) -> Path:
    """Write the files of a branch of the bundle to a folder; return it."""
    git(folder.parent, "clone", "--quiet", "--branch", branch, Path(__file__).with_name("older.bundle"), folder)
    shutil.rmtree(folder / ".git")
    return folder


@pytest.fixture(scope="session")
def bundled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The older project."""
    return unbundled("project", tmp_path_factory.mktemp("older") / "api")


def upgraded(project: Path) -> Path:
    """Let this paycat write what another one wrote; return the folder of the project."""
    repositories.done("fmt", cwd=project)
    return repositories.generated(project)


def hosted(older: Path, folder: Path, *edits: dict[str, Any], is_same: bool = False) -> Hosted:
    """Return a repository with the older project, after some edits of what was generated, and its release."""
    project = Path(shutil.copytree(older, folder / "older"))
    if is_same:
        upgraded(project)
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
    """It is red only if their bytes would change; then that is the one finding."""
    repository = hosted(bundled, tmp_path, *older.edits, is_same=older.is_same)
    if older.is_formatted:
        repositories.done("fmt", cwd=repository.project)
    (repository.project / "README.md").write_text("Something else.\n", encoding="utf-8")
    repository.pull_request(generate=False)
    walk = walked(repository)
    assert walk.outcomes == PASSED | older.outcomes, walk.log
    assert walk.titles == [older.title] * (GENERATE in older.outcomes)
    assert older.says in walk.log
    assert "caused by" not in walk.log, "another paycat is the cause, no line"


@pytest.mark.parametrize("older", ["by another version", "with the same bytes"])
def test_a_branch_that_upgrades(bundled: Path, tmp_path: Path, older: str) -> None:
    repository = hosted(bundled, tmp_path, *OLDER[older].edits, is_same=OLDER[older].is_same)
    upgraded(repository.project)
    repository.pull_request()
    walk = walked(repository)
    assert walk.outcomes == PASSED, walk.log
    assert set(walk.titles) == (set() if OLDER[older].is_same else {"contract-not-read"})
    assert walk.log.count("nothing changed") == 1, walk.log


@pytest.mark.parametrize("older", ["by another version", "with the same bytes"])
def test_a_branch_that_upgrades_and_breaks(bundled: Path, tmp_path: Path, older: str) -> None:
    """What an edit breaks is found whoever wrote the older side."""
    repository = hosted(bundled, tmp_path, *OLDER[older].edits, is_same=OLDER[older].is_same)
    upgraded(repository.project)
    repository.pull_request(BREAKING)
    walk = walked(repository)
    assert walk.outcomes == PASSED | BROKEN, walk.log
    titles = [title for title in walk.titles if title != "contract-not-read"]
    assert titles == ["version-not-moved", "unannounced-break"]
    assert (titles == walk.titles) == OLDER[older].is_same


def test_a_branch_that_adds_it(bundled: Path, tmp_path: Path) -> None:
    """Nobody has a catalogue at the base, which is a warning."""
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "README.md").write_text("No catalogue yet.\n", encoding="utf-8")
    repository = Hosted(tmp_path / "empty", tmp_path)
    shutil.copytree(bundled, repository.project, dirs_exist_ok=True)
    upgraded(repository.project)
    repository.pull_request()
    walk = walked(repository)
    assert walk.outcomes == PASSED, walk.log
    assert set(walk.titles) == {"new-catalogue"}


def test_two_of_them_in_one_repository(bundled: Path, tmp_path: Path) -> None:
    """The tag of one is no release of the other: what one breaks fails the other in nothing."""
    repository = hosted(bundled, tmp_path)
    upgraded(repository.project)
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


def test_the_older_contract_in_the_present_form(tmp_path: Path) -> None:
    """Its members moved, and nothing else: it means what this paycat reads in its catalogue."""
    project, contract = unbundled("catalogue", tmp_path / "project"), tmp_path / "contract.json"
    stated = json.dumps({direction.pop("name"): direction for direction in map(dict, DIRECTIONS)})
    key = "conventions:\n"
    edit = {"file": "schemas/catalogue.yaml", "find": key, "replace": f"directions: {stated}\n{key}"}
    projects.edit(project, [edit])
    script = Path(__file__).with_name("restructure.py")
    moved = ran(sys.executable, script, project / CONTRACT, cwd=project)
    contract.write_text(moved.stdout, encoding="utf-8")
    ended = ran("paycat", "diff", "--all", contract, cwd=project)
    assert ended.returncode == 0, ended.stdout
    assert ended.stdout.endswith("\nnothing changed\n"), ended.stdout
