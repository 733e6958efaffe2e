"""action.yml, step by step as GitHub's runner does it, in checkouts as actions/checkout leaves them.

One test installs paycat as the action does; in the others that step is left out, and the paycat of this environment is
in the path.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import ci_page
import projects
import pytest
from composite_action import ACTION, Runner
from hosting import Hosted
from repositories import BREAKING, HARMLESS, METHOD, MISTAKE, MISTAKEN, MOVED, VERSION, git

INPUTS, PYTHON, INSTALL, FIND = "Check the inputs", "Set up Python", "Install paycat", "Find what to compare with"
CHECK, GENERATE = "Check the catalogue", "Compare what is generated"
DIFF, HOLD = "Report what the change breaks", "Check the version against the last release"
OF_PAYCAT = (CHECK, GENERATE, DIFF, HOLD)
PULL_REQUEST = {"GITHUB_BASE_REF": "main"}


@pytest.fixture
def hosted(started: Path, tmp_path: Path) -> Hosted:
    return Hosted(started, tmp_path)


@pytest.fixture
def temporary(tmp_path: Path) -> Iterator[Path]:
    """The runner's folder for what goes with the job, such as a whole environment."""
    (tmp_path / "temporary").mkdir()
    yield tmp_path / "temporary"
    shutil.rmtree(tmp_path / "temporary")


def runner(checkout: Path, temporary: Path, **event: str) -> Runner:
    """Return a runner whose path has the paycat of this environment."""
    return Runner(projects.ROOT, checkout, temporary, event, [str(Path(sys.executable).parent)])


ONLY_DIFF = (INSTALL, CHECK, GENERATE)
"""What is left out where the catalogue is sound, and other tests show that."""


def outcomes(job: Runner) -> dict[str, str]:
    """Return how the steps ended in which paycat runs, those aside that were left out."""
    return {name: job.steps[name].outcome for name in OF_PAYCAT if name in job.steps}


@pytest.mark.parametrize(
    ("schema", "file"), [("github-actions", "action.yml"), ("github-workflows", ".github/workflows/paycat.yml")]
)
def test_files_are_what_github_reads(schema: str, file: str, tmp_path: Path) -> None:
    path = projects.ROOT / file if file == "action.yml" else ci_page.written("GitHub", tmp_path)
    assert path.as_posix().endswith(file)
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


def test_the_workflow_of_the_page_uses_the_action(tmp_path: Path) -> None:
    workflow = projects.read_yaml(ci_page.written("GitHub", tmp_path))
    [job] = workflow["jobs"].values()
    [step] = [step for step in job["steps"] if "paycat" in step["uses"]]
    assert step["uses"].endswith(f"/paycat@{VERSION}")
    assert step["with"].keys() <= ACTION["inputs"].keys()
    table = re.findall(r"^\| `([\w-]+)` \|", ci_page.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert table == list(ACTION["inputs"])


def test_no_value_becomes_text_of_a_script() -> None:
    scripts = [step["run"] for step in ACTION["runs"]["steps"] if "run" in step]
    assert len(scripts) == len((INPUTS, INSTALL, FIND, *OF_PAYCAT))
    assert [script for script in scripts if "${{" in script] == []


def test_other_actions_are_used_at_a_commit(tmp_path: Path) -> None:
    """A tag can be moved to other code; the comment after a commit says which tag it was."""
    files = (projects.ROOT / "action.yml", ci_page.written("GitHub", tmp_path))
    used = re.findall(r"uses: (.*)", "".join(file.read_text(encoding="utf-8") for file in files))
    others = [action for action in used if not action.startswith("payments/paycat@")]
    assert len(others) == len(used) - 1 == 2
    assert [one for one in others if not re.fullmatch(r"[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", one)] == []


CONTROL = ["\n", "\r", "\r\n", "\t", "\x01", "\x1b[2J", "\x7f", "\x85", "\x9b", "\u2028", "\u2029"]


@pytest.mark.parametrize("name", ACTION["inputs"])
@pytest.mark.parametrize("character", CONTROL, ids=ascii)
def test_an_input_with_a_control_character_ends_it(name: str, character: str, temporary: Path) -> None:
    """Nothing reaches $GITHUB_OUTPUT: a line break in `against` would set `release` too."""
    job = runner(temporary, temporary)
    assert not job.run({name: f"v1{character}release=v0"}, without=(INSTALL,))
    assert [step.outcome for step in job.steps.values()].count("failure") == 1
    assert job.steps[INPUTS].outcome == "failure"
    assert f"::error title=paycat::The input {name} contains a line break" in job.steps[INPUTS].log
    assert "".join(value for step in job.steps.values() for value in step.outputs.values()) == ""


@pytest.mark.parametrize("enforce", ["", "True", "yes", "false "])
def test_enforce_is_one_of_two_words(enforce: str, temporary: Path) -> None:
    """Any other would switch it off without a word."""
    job = runner(temporary, temporary)
    assert not job.run({"enforce": enforce}, without=(INSTALL,))
    assert 'The input enforce must be "true" or "false"' in job.steps[INPUTS].log


HOSTILE = [
    "$(touch PWNED)",
    "`touch PWNED`",
    "; touch PWNED; #",
    "'; touch PWNED; '",
    '"; touch PWNED; "',
    "| tee PWNED",
    "--output=PWNED",
    "-h",
    "--help",
    "release<<END",
    "::set-output name=release::v0",
    "../../PWNED",
    "☃ é",
]


def test_a_hostile_input_is_only_a_value(hosted: Hosted, temporary: Path) -> None:
    """Nothing runs and nothing is written; no value sets another output than its own."""
    checkout = hosted.checkout("refs/heads/main")
    for value in HOSTILE:
        outcome, outputs, _ = found(runner(checkout, temporary), against=value, release=value)
        assert (outcome, outputs) == ("success", {"revision": value, "release": value})
        assert found(runner(checkout, temporary), project=value)[:2] == ("failure", {})
    assert list(hosted.folder.rglob("*PWNED*")) == []


@pytest.mark.parametrize(("name", "step"), [("against", DIFF), ("release", HOLD)])
@pytest.mark.parametrize("value", ["--help", "--project=PWNED"])
def test_a_hostile_revision_is_no_option(hosted: Hosted, temporary: Path, name: str, step: str, value: str) -> None:
    job = runner(hosted.checkout("refs/heads/main"), temporary)
    assert not job.run({"project": "api", name: value}, without=ONLY_DIFF)
    assert job.steps[step].outcome == "failure"
    assert "title=unknown-revision::" in job.steps[step].log


def test_a_pull_request_that_breaks(hosted: Hosted, published: Path, temporary: Path, tmp_path: Path) -> None:
    """Everything as it is, paycat installed by the action with the python3 that is there.

    Modules in the checkout have the names of those that the action runs, and do not run.
    """
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "python3").symlink_to(sys._base_executable)
    checkout = hosted.checkout(hosted.pull_request(BREAKING))
    quick = {"PIP_NO_COMPILE": "1", "PYTHONDONTWRITEBYTECODE": ""}
    job = Runner(published, checkout, temporary, PULL_REQUEST | quick, [str(tmp_path / "bin")])
    planted = [projects.plant_modules(folder) for folder in (checkout, checkout / "api")]
    assert not job.run({"project": "api"})
    assert job.steps[PYTHON].outcome == "skipped"
    assert job.steps[INSTALL].outcome == "success", job.steps[INSTALL].log
    assert [file for file in planted if file.exists()] == []
    assert (temporary / "paycat" / "bin" / "paycat").is_file()
    assert outcomes(job) == dict.fromkeys(OF_PAYCAT, "success") | {HOLD: "failure"}
    assert job.outputs() == {"against": hosted.first, "comment-file": str(temporary / "paycat-diff.md")}
    assert "mandate.reference" in job.summary
    assert (temporary / "paycat-diff.md").read_text(encoding="utf-8") == job.summary
    for step, title in ((DIFF, "length-narrowed"), (HOLD, "unannounced-break")):
        found = re.search(rf"^::error file=api/{METHOD},line=\d+,.*title={title}::", job.steps[step].log, re.MULTILINE)
        assert found, job.steps[step].log
    assert "title=version-not-moved::" in job.steps[HOLD].log


def test_a_pull_request_that_breaks_and_says_so(hosted: Hosted, temporary: Path) -> None:
    """What breaks stands at its line nevertheless, and the comment where it was asked for."""
    checkout = hosted.checkout(hosted.pull_request(BREAKING, MOVED), deep=True)
    job = runner(checkout, temporary, **PULL_REQUEST)
    assert job.run({"project": "api", "comment-file": "comment.md"}, without=ONLY_DIFF), job.steps[HOLD].log
    assert outcomes(job) == {DIFF: "success", HOLD: "success"}
    assert (checkout / "comment.md").read_text(encoding="utf-8") == job.summary
    assert job.outputs()["comment-file"] == "comment.md"
    assert re.search(rf"^::error file=api/{METHOD},line=\d+,.*title=length-narrowed", job.steps[DIFF].log, re.MULTILINE)


def test_only_telling(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout(hosted.pull_request(BREAKING)), temporary, **PULL_REQUEST)
    assert job.run({"project": "api", "enforce": "false"}, without=ONLY_DIFF)
    assert outcomes(job) == {DIFF: "success", HOLD: "skipped"}
    assert "mandate.reference" in job.summary
    assert f"::error file=api/{METHOD}," in job.steps[DIFF].log


def test_against_what_cannot_be_read(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout(hosted.pull_request(HARMLESS)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api", "against": "v7", "enforce": "false"}, without=ONLY_DIFF)
    assert outcomes(job) == {DIFF: "failure", HOLD: "skipped"}
    assert re.search(r"^::error .*title=unknown-revision::.*v7", job.steps[DIFF].log, re.MULTILINE)
    assert job.outputs()["comment-file"] == job.summary == ""


def test_mistakes_end_it(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout(hosted.pull_request(MISTAKE, generate=False)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api"}, without=(INSTALL,))
    assert outcomes(job) == dict.fromkeys(OF_PAYCAT, "skipped") | {CHECK: "failure"}
    assert re.search(rf"^::error file=api/{METHOD},.*::{re.escape(MISTAKEN)}$", job.steps[CHECK].log, re.MULTILINE)


def test_what_is_generated_is_behind(hosted: Hosted, temporary: Path) -> None:
    """What is compared may be what was generated, so nothing is told."""
    job = runner(hosted.checkout(hosted.pull_request(BREAKING, generate=False)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api"}, without=(INSTALL,))
    assert outcomes(job) == {CHECK: "success", GENERATE: "failure", DIFF: "skipped", HOLD: "skipped"}
    told = rf"^::error file=api/{METHOD},line=\d+,col=\d+,endColumn=\d+,title=drift-changed::generated: "
    assert re.search(told, job.steps[GENERATE].log, re.MULTILINE)


def found(job: Runner, **inputs: str) -> tuple[str, dict[str, str], str]:
    """Run only the step that finds what to compare with; return how it ended, its outputs and what it said."""
    job.run({"project": "api"} | inputs, without=(INSTALL, *OF_PAYCAT))
    step = job.steps[FIND]
    return step.outcome, step.outputs, step.log


@pytest.mark.parametrize("deep", [False, True])
def test_any_other_run_is_compared_with_the_last_tag(hosted: Hosted, temporary: Path, deep: bool) -> None:
    """Also the run of a tag: a release is compared with the one before."""
    git(hosted.work, "tag", "v1")
    hosted.commit(HARMLESS, generate=False)
    git(hosted.work, "tag", "v2")
    hosted.push("main", "v1", "v2")
    job = runner(hosted.checkout("refs/tags/v2", deep=deep), temporary)
    assert found(job) == ("success", {"revision": "v1", "release": "v1"}, "")
    assert found(job, against="v2", release=hosted.first)[1] == {"revision": "v2", "release": hosted.first}


@pytest.mark.parametrize("deep", [False, True])
def test_a_pull_request_is_held_against_the_last_tag(hosted: Hosted, temporary: Path, deep: bool) -> None:
    git(hosted.work, "tag", "v1")
    base = hosted.commit(BREAKING)
    hosted.push("main", "v1")
    job = runner(hosted.checkout(hosted.pull_request(HARMLESS, generate=False), deep=deep), temporary, **PULL_REQUEST)
    assert found(job) == ("success", {"revision": base, "release": "v1"}, "")


def test_nothing_to_compare_with(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout("refs/heads/main"), temporary)
    told = (
        "::warning title=paycat diff::nothing is compared: there is no tag before this commit; "
        "name what to compare with as against\n"
    )
    assert found(job) == ("success", {"revision": "", "release": ""}, told)


def test_a_base_without_a_contract(hosted: Hosted, temporary: Path) -> None:
    git(hosted.work, "rm", "--quiet", "-r", "api/generated")
    hosted.commit(generate=False)
    hosted.push("main")
    job = runner(hosted.checkout(hosted.pull_request(HARMLESS)), temporary, **PULL_REQUEST)
    outcome, outputs, log = found(job)
    assert (outcome, outputs) == ("success", {"revision": "", "release": ""})
    assert "has no generated/contract/contract.json" in log


def test_a_base_with_an_older_contract(hosted: Hosted, temporary: Path) -> None:
    """So a pull request that takes a newer paycat passes, and so do those before the next tag."""
    contract = hosted.project / "generated/contract/contract.json"
    older = re.sub('"contract_version": [0-9]+', '"contract_version": 2', contract.read_text(encoding="utf-8"))
    contract.write_text(older, encoding="utf-8")
    hosted.commit(generate=False)
    git(hosted.work, "tag", "v1")
    hosted.push("main", "v1")
    job = runner(hosted.checkout(hosted.pull_request(HARMLESS, generate=False)), temporary, **PULL_REQUEST)
    outcome, outputs, log = found(job)
    assert (outcome, outputs) == ("success", {"revision": "", "release": ""})
    assert re.search(
        r"^::notice title=paycat diff::.* the contract of [0-9a-f]{40} has an older format$", log, re.MULTILINE
    )
    contract.unlink()
    converted = hosted.commit(BREAKING)
    hosted.push("main")
    shutil.rmtree(hosted.folder / "checkout")
    job = runner(hosted.checkout("refs/heads/main"), temporary)
    assert "the contract of v1 has an older format" in found(job)[2]
    assert found(job, against=converted)[1] == {"revision": converted, "release": converted}


def test_history_that_cannot_be_had(hosted: Hosted, temporary: Path) -> None:
    checkout = hosted.checkout(hosted.pull_request(HARMLESS, generate=False))
    hosted.bare.rename(hosted.bare.with_name("gone.git"))
    outcome, outputs, log = found(runner(checkout, temporary, **PULL_REQUEST))
    assert (outcome, outputs) == ("failure", {})
    assert re.search(r"^::error title=paycat diff::.*fetch-depth: 0$", log, re.MULTILINE)
