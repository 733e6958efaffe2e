"""action.yml, step by step as GitHub's runner does it, in checkouts as actions/checkout leaves them.

One test installs paycat as the action does; in the others that step is left out, and the paycat of this environment is
in the path.
"""

import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import ci_page
import projects
import pytest
import repositories
from composite_action import ACTION, Runner
from hosting import Hosted
from repositories import BREAKING, HARMLESS, METHOD, MISTAKE, MISTAKEN, MOVED, UNUSED, VERSION, git, ran
from system_programs import needed

INPUTS, PYTHON, INSTALL, FIND = "Check the inputs", "Set up Python", "Install paycat", "Find what to compare with"
CHECK, GENERATE = "Check the catalogue", "Compare what is generated"
DIFF = "Report what the change breaks"
OF_PAYCAT = (CHECK, GENERATE, DIFF)
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


WORKFLOW, PUBLISHING = ".github/workflows/paycat.yml", ".github/workflows/publish.yml"


def workflows(folder: Path) -> dict[str, Path]:
    """Write the workflows of the page, the first with the step that caches; return them by their names."""
    files = {file.relative_to(folder).as_posix(): file for file in ci_page.all_written("GitHub", folder)}
    step = files.pop("a step of the workflow").read_text(encoding="utf-8")
    text, uses = files[WORKFLOW].read_text(encoding="utf-8"), "      - uses: payments/paycat@"
    assert text.count(uses) == 1
    files[WORKFLOW].write_text(text.replace(uses, textwrap.indent(step, "      ") + uses), encoding="utf-8")
    return files


@pytest.mark.parametrize(
    ("schema", "file"),
    [("github-actions", "action.yml"), ("github-workflows", WORKFLOW), ("github-workflows", PUBLISHING)],
)
def test_files_are_what_github_reads(schema: str, file: str, tmp_path: Path) -> None:
    path = projects.ROOT / file if file == "action.yml" else workflows(tmp_path)[file]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", str(path)]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stdout


def test_the_workflow_of_the_page_uses_the_action(tmp_path: Path) -> None:
    workflow = projects.read_yaml(workflows(tmp_path)[WORKFLOW])
    [job] = workflow["jobs"].values()
    [step] = [step for step in job["steps"] if "payments/paycat" in step["uses"]]
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
    files = (projects.ROOT / "action.yml", *workflows(tmp_path).values())
    used = re.findall(r"uses: (.*)", "".join(file.read_text(encoding="utf-8") for file in files))
    others = [action for action in used if not action.startswith("payments/paycat@")]
    assert len(others) == len(used) - 2 == 6
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
        outcome, outputs, _ = found(runner(checkout, temporary), against=value)
        assert (outcome, outputs) == ("success", {"revision": value})
        assert found(runner(checkout, temporary), project=value)[:2] == ("failure", {})
    assert list(hosted.folder.rglob("*PWNED*")) == []


@pytest.mark.parametrize("name", ["against", "release"])
@pytest.mark.parametrize("value", ["--help", "--project=PWNED"])
def test_a_hostile_revision_is_no_option(hosted: Hosted, temporary: Path, name: str, value: str) -> None:
    job = runner(hosted.checkout("refs/heads/main"), temporary)
    assert not job.run({"project": "api", "against": "HEAD", name: value}, without=ONLY_DIFF)
    assert job.steps[DIFF].outcome == "failure"
    assert "title=unknown-revision::" in job.steps[DIFF].log


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
    assert outcomes(job) == dict.fromkeys(OF_PAYCAT, "success") | {DIFF: "failure"}
    assert job.outputs() == {"against": hosted.first, "comment-file": str(temporary / "paycat-diff.md")}
    assert "mandate.reference" in job.summary
    assert (temporary / "paycat-diff.md").read_text(encoding="utf-8") == job.summary
    assert annotations(job) == [
        ("warning", "", "no-release"),
        ("error", "api/schemas/catalogue.yaml", "version-not-moved"),
        ("error", f"api/{METHOD}", "unannounced-break"),
    ], "one mistake is one annotation"
    assert {*re.findall(r"version:? (0\.[0-9.]+[0-9])", job.steps[DIFF].log + job.summary)} == {"0.2.0"}


def test_a_pull_request_that_breaks_and_says_so(hosted: Hosted, temporary: Path) -> None:
    """What breaks stands at its line nevertheless, and the comment where it was asked for."""
    checkout = hosted.checkout(hosted.pull_request(BREAKING, MOVED), deep=True)
    job = runner(checkout, temporary, **PULL_REQUEST)
    assert job.run({"project": "api", "comment-file": "comment.md"}, without=ONLY_DIFF), job.steps[DIFF].log
    assert outcomes(job) == {DIFF: "success"}
    assert (checkout / "comment.md").read_text(encoding="utf-8") == job.summary
    assert job.outputs()["comment-file"] == "comment.md"
    assert annotations(job) == [("warning", "", "no-release"), ("warning", f"api/{METHOD}", "length-narrowed")]


def test_what_is_known_of_a_release_is_asked_of_every_step(hosted: Hosted, temporary: Path) -> None:
    """The version moved for a break before the branch; what the branch breaks needs no further version."""
    git(hosted.work, "tag", "v0.1.0")
    hosted.push("v0.1.0")
    hosted.commit(MOVED)
    hosted.push("main")
    job = runner(hosted.checkout(hosted.pull_request(BREAKING), deep=True), temporary, **PULL_REQUEST)
    assert job.run({"project": "api"}, without=ONLY_DIFF), job.steps[DIFF].log
    assert annotations(job) == [("warning", f"api/{METHOD}", "length-narrowed")]
    assert {*re.findall(r"version:? (0\.[0-9.]+[0-9])", job.steps[DIFF].log + job.summary)} == {"0.2.0"}


def test_only_telling(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout(hosted.pull_request(BREAKING)), temporary, **PULL_REQUEST)
    assert job.run({"project": "api", "enforce": "false"}, without=ONLY_DIFF)
    assert outcomes(job) == {DIFF: "success"}
    assert "mandate.reference" in job.summary
    assert annotations(job) == [("error", f"api/{METHOD}", "length-narrowed")]


@pytest.mark.parametrize("enforce", ["true", "false"])
def test_against_what_cannot_be_read(hosted: Hosted, temporary: Path, enforce: str) -> None:
    job = runner(hosted.checkout(hosted.pull_request(HARMLESS)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api", "against": "v7", "enforce": enforce}, without=ONLY_DIFF)
    assert outcomes(job) == {DIFF: "failure"}
    assert annotations(job) == [("error", "", "unknown-revision")]
    assert "No verdict" in job.summary


def test_mistakes_end_it(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout(hosted.pull_request(MISTAKE, generate=False)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api"}, without=(INSTALL,))
    assert outcomes(job) == dict.fromkeys(OF_PAYCAT, "skipped") | {CHECK: "failure"}
    assert re.search(rf"^::error file=api/{METHOD},.*::{re.escape(MISTAKEN)}$", job.steps[CHECK].log, re.MULTILINE)


def test_what_is_generated_is_behind(hosted: Hosted, temporary: Path) -> None:
    """What is compared may be what was generated, so nothing is told."""
    job = runner(hosted.checkout(hosted.pull_request(BREAKING, generate=False)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api"}, without=(INSTALL,))
    assert outcomes(job) == {CHECK: "success", GENERATE: "failure", DIFF: "skipped"}
    told = rf"^::error file=api/{METHOD},line=\d+,col=\d+,endColumn=\d+,title=drift-changed::generated: "
    assert re.search(told, job.steps[GENERATE].log, re.MULTILINE)


def test_a_warning_of_two_steps_is_one_annotation(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout(hosted.pull_request(UNUSED)), temporary, **PULL_REQUEST)
    assert job.run({"project": "api"}, without=(INSTALL,)), job.steps[DIFF].log
    assert [title for _, _, title in annotations(job)].count("unused-type") == 1


def annotations(job: Runner) -> list[tuple[str, str, str]]:
    """Return the severity, the file of the catalogue, if any, and the title of each annotation of all steps."""
    log = "".join(job.steps[name].log for name in OF_PAYCAT if name in job.steps)
    found = re.findall(r"^::(\w+) (?:file=([^,]*\.yaml))?.*?title=([\w-]+)::", log, re.MULTILINE)
    return [(severity, file, title) for severity, file, title in found]


def found(job: Runner, **inputs: str) -> tuple[str, dict[str, str], str]:
    """Run only the step that finds what to compare with; return how it ended, its outputs and what it said."""
    job.run({"project": "api"} | inputs, without=(INSTALL, *OF_PAYCAT))
    step = job.steps[FIND]
    return step.outcome, step.outputs, step.log


@pytest.mark.parametrize("deep", [False, True])
def test_any_other_run_is_compared_with_the_last_release(hosted: Hosted, temporary: Path, deep: bool) -> None:
    """Also the run of a tag: a release is compared with the one before."""
    git(hosted.work, "tag", "v0.1.0")
    hosted.commit(BREAKING)
    git(hosted.work, "tag", "v0.1.1")
    hosted.push("main", "v0.1.0", "v0.1.1")
    job = runner(hosted.checkout("refs/tags/v0.1.1", deep=deep), temporary)
    assert not job.run({"project": "api"}, without=ONLY_DIFF)
    assert ("error", f"api/{METHOD}", "unannounced-break") in annotations(job)
    assert job.outputs()["against"] == "@release"
    assert "`v0.1.0` (0.1.0)" in job.summary


@pytest.mark.parametrize("deep", [False, True])
def test_a_pull_request_is_held_against_the_last_release(hosted: Hosted, temporary: Path, deep: bool) -> None:
    git(hosted.work, "tag", "v0.1.0")
    base = hosted.commit(BREAKING)
    hosted.push("main", "v0.1.0")
    job = runner(hosted.checkout(hosted.pull_request(HARMLESS), deep=deep), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api"}, without=ONLY_DIFF)
    assert ("error", f"api/{METHOD}", "unannounced-break") in annotations(job)
    assert job.outputs()["against"] == base
    assert f"`{base}`" in job.summary


def test_nothing_to_compare_with(hosted: Hosted, temporary: Path) -> None:
    job = runner(hosted.checkout("refs/heads/main"), temporary)
    assert job.run({"project": "api"}, without=ONLY_DIFF), job.steps[DIFF].log
    assert annotations(job) == [("warning", "", "no-release")]


def test_the_first_pull_request(hosted: Hosted, temporary: Path) -> None:
    """A branch that adds the first catalogue, by the commands of the page."""
    added = hosted.folder / "added"
    hosted.project.rename(added)
    (hosted.work / "README.md").write_text("No catalogue yet.\n", encoding="utf-8")
    hosted.commit(generate=False)
    hosted.push("main")
    added.rename(hosted.project)
    [typed] = ci_page.blocks("The first pull request", "console")
    for command in re.findall(r"^\$ (.*)$", typed, re.MULTILINE):
        ended = ran(needed("bash"), "-c", command, cwd=hosted.project)
        assert ended.returncode == 0, ended.stdout
    assert "warning new-catalogue: nothing is compared" in ended.stdout
    job = runner(hosted.checkout(hosted.pull_request(generate=False)), temporary, **PULL_REQUEST)
    assert job.run({"project": "api"}, without=(INSTALL,)), job.steps[DIFF].log
    assert ("warning", "", "new-catalogue") in annotations(job)
    assert "there is no catalogue yet" in job.summary


def test_a_base_with_schemas_alone_is_read(hosted: Hosted, temporary: Path) -> None:
    """Where no contract is committed, or one of another format: a branch that takes a newer paycat is no exception."""
    contract = hosted.project / "generated/contract/contract.json"
    older = re.sub('"contract_version": [0-9]+', '"contract_version": 2', contract.read_text(encoding="utf-8"))
    contract.write_text(older, encoding="utf-8")
    hosted.commit(generate=False)
    git(hosted.work, "tag", "v0.1.0")
    git(hosted.work, "rm", "--quiet", "-r", "api/generated")
    hosted.commit(generate=False)
    hosted.push("main", "v0.1.0")
    job = runner(hosted.checkout(hosted.pull_request(BREAKING)), temporary, **PULL_REQUEST)
    assert not job.run({"project": "api"}, without=(INSTALL,))
    assert outcomes(job) == {CHECK: "success", GENERATE: "success", DIFF: "failure"}
    titles = [title for _, _, title in annotations(job)]
    assert titles == ["contract-not-read", "version-not-moved", "unannounced-break", "contract-not-read"]


def test_two_catalogues_have_releases_of_their_own(hosted: Hosted, temporary: Path, tmp_path: Path) -> None:
    """A break of one passes neither by the tag of the other, nor is it a break of the other."""
    [tags] = ci_page.blocks("Several catalogues in one repository", "yaml")
    file, _, line = tags.removeprefix("# ").partition("\n")
    shutil.copytree(hosted.project, hosted.work / "cards")
    head = hosted.work / file
    head.write_text(head.read_text(encoding="utf-8") + line, encoding="utf-8")
    repositories.done("fmt", cwd=hosted.work / "cards")
    repositories.generated(hosted.work / "cards")
    hosted.commit(generate=False)
    git(hosted.work, "tag", "cards-v0.1.0")
    hosted.commit(BREAKING)
    git(hosted.work, "tag", "v0.1.0")
    hosted.push("main", "cards-v0.1.0", "v0.1.0")
    repositories.changed(hosted.work / "cards", BREAKING)
    hosted.commit(generate=False)
    git(hosted.work, "tag", "v0.1.1")
    hosted.push("main", "v0.1.1")
    checkout = hosted.checkout("refs/heads/main", deep=True)
    jobs = {name: runner(checkout, temporary) for name in ("api", "cards")}
    assert {name: job.run({"project": name}, without=ONLY_DIFF) for name, job in jobs.items()} == {
        "api": True,
        "cards": False,
    }
    assert ("error", f"cards/{METHOD}", "unannounced-break") in annotations(jobs["cards"])


def test_the_site_of_the_page_is_published(hosted: Hosted, tmp_path: Path) -> None:
    [job] = projects.read_yaml(workflows(tmp_path / "workflows")[PUBLISHING])["jobs"].values()
    [script] = [step["run"] for step in job["steps"] if "run" in step]
    git(hosted.work, "tag", "v0.1.0")
    ended = ran(needed("bash"), "-e", "-c", script, cwd=hosted.project)
    assert ended.returncode == 0, ended.stdout
    assert (hosted.project / "site" / "SHA256SUMS").is_file()


def test_history_that_cannot_be_had(hosted: Hosted, temporary: Path) -> None:
    checkout = hosted.checkout(hosted.pull_request(HARMLESS, generate=False))
    hosted.bare.rename(hosted.bare.with_name("gone.git"))
    outcome, outputs, log = found(runner(checkout, temporary, **PULL_REQUEST))
    assert (outcome, outputs) == ("failure", {})
    assert re.search(r"^::error title=paycat diff::.*fetch-depth: 0$", log, re.MULTILINE)
