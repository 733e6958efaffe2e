"""A changelog: its sections from real repositories, and how they are told.

`changelog/` holds how sections that are made up are told; `make update-cases` writes it.
"""

import json
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import projects
import pytest
from assessments import assessed, compared, words
from expected_files import Expect
from git_projects import Repo, git, resolved_text
from jsonschema import Draft202012Validator
from markdown_it import MarkdownIt
from projects import DIRECTIONS

from paycat.changes.change import Audience, Change, Counterexample, Site, site_of
from paycat.changes.changelog import Section, changelog
from paycat.changes.taxonomy.change_type import RISKY, SAFE
from paycat.contract.model import CONTRACT_VERSION, Violation
from paycat.diagnostics import FindingsError
from paycat.reporting.changelog import changelog_json, changelog_markdown

Cli = Callable[..., Any]

EXPECTED = Path(__file__).parent / "changelog"
BIC = {
    "file": "schemas/methods/SEPA_TRANSFER.yaml",
    "find": "beneficiary.bic: { requirement: optional",
    "replace": "beneficiary.bic: { requirement: required",
}
TITLE = {"file": "schemas/methods/BACS_DEBIT.yaml", "find": "title: ", "replace": "title: The "}
TEXT = {
    "file": "schemas/requests/pay_in.yaml",
    "find": "  statement_text: { requirement: optional,",
    "replace": "  statement_text: { requirement: required,",
}


def edited(repo: Repo, day: str, version: str | None = None, *edits: dict[str, Any]) -> str:
    """Edit the project, resolve it, and commit both; return the commit."""
    edit(repo, version, *edits)
    repo.contract.write_text(resolved_text(repo.project), encoding="utf-8")
    return repo.commit(day=day)


def edit(repo: Repo, version: str | None = None, *edits: dict[str, Any]) -> None:
    """Edit the project's catalogue."""
    projects.edit(repo.project, edits)
    if version:
        file = repo.project / "schemas" / "catalogue.yaml"
        lines = file.read_text(encoding="utf-8").splitlines(keepends=True)
        file.write_text("".join(f"version: {version}\n" if one.startswith("version: ") else one for one in lines))


def heads(sections: tuple[Section, ...]) -> list[tuple[str, str | None, list[str] | None]]:
    """Return what is above each section, and the kinds of its changes."""
    return [
        (
            one.version,
            str(one.released) if one.released else None,
            sorted({found.type.id for found in one.comparison.changes}) if one.comparison else None,
        )
        for one in sections
    ]


@pytest.fixture(scope="session")
def released(starter: Path, tmp_path_factory: pytest.TempPathFactory) -> Repo:
    """A repository with three versions, the second of two revisions; not to be changed."""
    folder = shutil.copytree(starter, tmp_path_factory.mktemp("released") / "project")
    git(folder, "init", "--quiet")
    repo = Repo(folder, folder)
    repo.commit("first")
    repo.git("tag", "v0.1.0")
    edited(repo, "2026-02-01", "0.1.1", TITLE)
    edited(repo, "2026-02-02", None, BIC)
    repo.git("tag", "v0.1.1")
    edited(repo, "2026-03-01", "0.2.0", TEXT)
    return repo


@pytest.fixture
def told(released: Repo, tmp_path: Path) -> Repo:
    """A copy of it that a test may change."""
    folder = shutil.copytree(released.top, tmp_path / "told")
    return Repo(folder, folder)


def test_a_section_for_each_version_newest_first(told: Repo) -> None:
    third, second = changelog(told.workspace, "v0.1.0", None)
    assert (third.version, third.released) == ("0.2.0", date(2026, 3, 1))
    assert (second.version, second.released) == ("0.1.1", date(2026, 2, 2)), "the day of its last revision"
    for section, kind, paths in ((third, "requirement-raised", {"statement_text"}), (second, *RAISED)):
        assert section.comparison is not None
        raised = [one for one in section.comparison.changes if one.type.id == kind]
        assert {site.path for one in raised for site in one.sites} == paths
        assert [one.counterexample for one in raised if one.counterexample is None] == []
    assert second.comparison is not None
    assert "words-changed" in {one.type.id for one in second.comparison.changes}, "of its first revision"


RAISED = ("requirement-raised", {"beneficiary.bic"})


def test_ranges(told: Repo) -> None:
    def versions(start: str | None, end: str | None) -> list[str]:
        return [one.version for one in changelog(told.workspace, start, end)]

    assert versions(None, None) == ["0.2.0", "0.1.1", "0.1.0"]
    assert versions("v0.1.1", None) == ["0.2.0"]
    assert versions("v0.1.0", "v0.1.1") == ["0.1.1"]
    assert versions(None, "v0.1.1") == ["0.1.1", "0.1.0"]
    assert versions("HEAD", None) == []
    first = changelog(told.workspace, None, "v0.1.0")
    assert heads(first) == [("0.1.0", "2026-01-02", None)], "nothing was before the first version"


def test_what_is_in_no_revision_is_not_released(told: Repo) -> None:
    edit(told, "0.3.0", {**BIC, "find": BIC["replace"], "replace": BIC["find"]})
    new, last = changelog(told.workspace, "v0.1.1", None)
    assert (new.version, new.released, last.version) == ("0.3.0", None, "0.2.0")
    assert new.comparison is not None
    assert "requirement-lowered" in {one.type.id for one in new.comparison.changes}
    assert changelog(told.workspace, "v0.1.1", "HEAD") == (last,)


def test_edits_without_a_new_version_belong_to_the_last_one(told: Repo) -> None:
    edit(told, None, {**BIC, "find": BIC["replace"], "replace": BIC["find"]})
    [section] = changelog(told.workspace, "v0.1.1", None)
    assert (section.version, section.released) == ("0.2.0", None)
    assert section.comparison is not None
    kinds = {one.type.id for one in section.comparison.changes}
    assert {"requirement-raised", "requirement-lowered"} <= kinds, "what is committed, and what is not"


def test_an_edit_that_changes_nothing_has_no_section(told: Repo) -> None:
    edit(told, None, {"file": "schemas/catalogue.yaml", "find": "\nversion:", "replace": "\n# A remark.\nversion:"})
    assert changelog(told.workspace, "HEAD", None) == ()


def test_a_version_that_comes_back_is_told_in_its_turn(repo: Repo) -> None:
    edited(repo, "2026-02-01", "0.2.0", BIC)
    edited(repo, "2026-02-03", "0.1.0", {**BIC, "find": BIC["replace"], "replace": BIC["find"]})
    sections = changelog(repo.workspace, None, None)
    assert [(one.version, str(one.released)) for one in sections] == [
        ("0.1.0", "2026-02-03"),
        ("0.2.0", "2026-02-01"),
        ("0.1.0", "2026-01-02"),
    ]


def test_a_project_in_a_folder_of_the_repository(inner: Repo) -> None:
    edited(inner, "2026-02-01", "0.1.1", TITLE)
    assert [one.version for one in changelog(inner.workspace, None, None)] == ["0.1.1", "0.1.0"]


def test_a_shallow_clone_does_not_know_the_first_version(told: Repo, tmp_path: Path) -> None:
    told.git("clone", "--quiet", "--depth", "1", told.top.as_uri(), tmp_path / "clone")
    clone = Repo(tmp_path / "clone", tmp_path / "clone")
    with pytest.raises(FindingsError) as raised:
        changelog(clone.workspace, None, None)
    assert [found.code for found in raised.value.diagnostics] == ["shallow-clone"]
    assert changelog(clone.workspace, "HEAD", None) == ()


def test_the_command(told: Repo, cli: Cli) -> None:
    ended = cli("changelog", cwd=told.project)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("## 0.2.0 (2026-03-01)\n\nAgainst 0.1.1: "), "from the last tag"
    assert "## 0.1.1" not in ended.out
    everything = cli("changelog", "..", cwd=told.project).out
    assert [line for line in everything.splitlines() if line.startswith("## ")] == [
        "## 0.2.0 (2026-03-01)",
        "## 0.1.1 (2026-02-02)",
        "## 0.1.0 (2026-01-02)",
    ]
    shown = json.loads(cli("changelog", "v0.1.0..v0.1.1", "--format", "json", cwd=told.project).out)
    assert [(one["version"], one["released"]) for one in shown["sections"]] == [("0.1.1", "2026-02-02")]
    assert "words-changed" in {one["type"] for one in shown["sections"][0]["changes"]["changes"]}
    words_of = [
        "of wording</summary>" in cli("changelog", "v0.1.0", *more, cwd=told.project).out for more in ((), ("--all",))
    ]
    assert words_of == [False, True]
    assert cli("changelog", "HEAD..", cwd=told.project).out == "No version changed the contract.\n"


@pytest.mark.parametrize(
    ("revisions", "code", "told_of"),
    [
        ("v0.1.0...HEAD", 2, "a range of a changelog has two dots, as in v1.0.0..v1.1.0"),
        ("v0.9.0..", 2, "unknown-revision"),
        ("..v0.9.0", 2, "unknown-revision"),
    ],
)
def test_mistakes(told: Repo, cli: Cli, revisions: str, code: int, told_of: str) -> None:
    ended = cli("changelog", revisions, cwd=told.project)
    assert ended.code == code
    assert told_of in ended.out + ended.err


# How sections are told.

METHODS = ("BACS_DEBIT", "SEPA_DEBIT", "SEPA_TRANSFER")
OFFERS = frozenset((method, way) for method in METHODS for way in (None, "pay_in"))


def at(*methods: str, path: str = "debtor.iban") -> tuple[Site, ...]:
    """Return the sites of a field of these methods."""
    return tuple(site_of("request", path, method, "pay_in") for method in methods)


def raised(sites: tuple[Site, ...]) -> Change:
    """Return a requirement that is raised at some sites."""
    audiences: tuple[Audience, ...] = ("sender", "source")
    return assessed("requirement-raised", old="optional", new="required", audiences=audiences, sites=sites)


def sections() -> Iterator[Section]:
    """Return sections with changes of every kind of place, and with signs that Markdown knows."""
    site = at("SEPA_DEBIT")[0]
    payload = {"scheme": "SEPA_DEBIT", "debtor": {"iban": "<DE>|``` `x`"}}
    rejected = (Violation(code="pattern", pointer="#/debtor/iban"),)
    counterexample = Counterexample(
        site=site,
        payload=payload,
        before=(),
        after=rejected,
        origin="sample minimal",
        confirmed_by=("jsonschema", "jsonschema-rs"),
    )
    other = {"payload": {"scheme": "SEPA_DEBIT"}, "before": rejected, "after": (), "confirmed_by": ()}
    widening = counterexample.model_copy(update={**other, "origin": "SEPA_DEBIT:required/debtor"})
    changes = (
        assessed(
            "pattern-changed",
            basis="proven",
            old="^[a|b]*$",
            new="^`<b>`$",
            counterexample=counterexample,
            consequences=(assessed("type-changed", old="string", new="number"),),
        ),
        raised(at(*METHODS)),
        assessed("const-changed", old="a", new="b", sites=at("BACS_DEBIT", "SEPA_DEBIT")),
        assessed("length-narrowed", old="any", new="1..9", sites=(*at("SEPA_DEBIT"), *at("SEPA_DEBIT", path="id"))),
        assessed("role-changed", verdict=RISKY, path="debtor.name", old="nothing", new="name"),
        assessed("words-changed", verdict=RISKY, sites=(site_of("interface", "operation *x*"),), provisional=True),
        assessed("requirement-lowered", verdict=SAFE, old="required", new="optional", widening=widening),
        words(),
    )
    many = tuple(f"METHOD_{number}" for number in range(9))
    yield Section("1.0.0", None, "v0.9.0", "working tree", compared(*changes, old="0.9.0", new="1.0.0"), OFFERS)
    faulty = compared(raised(at(*many)), old="0.9.0", new="0.9.0", faults=("a vector *turns*",))
    yield Section("0.9.0", date(2026, 11, 20), "v0.9.0", "1234567", faulty, OFFERS)
    yield Section("0.9.0", date(2026, 11, 19), "v0.8.0", "v0.9.0", compared(old="0.8.0", new="0.9.0"))
    yield Section("0.8.0", date(2026, 1, 1), None, "v0.8.0", None)


@pytest.mark.parametrize(
    ("name", "telling"),
    [
        ("changelog.md", lambda found: changelog_markdown(found, with_wording=False)),
        ("with-words.md", lambda found: changelog_markdown(found, with_wording=True)),
        ("changelog.json", changelog_json),
    ],
)
def test_how_it_is_told(name: str, telling: Callable[[list[Section]], str], expect: Expect) -> None:
    expect(EXPECTED / name, telling([*sections()]))


def test_the_json_is_valid_by_the_published_schema() -> None:
    file = projects.ROOT / "docs" / "changelog.schema.json"
    validator = Draft202012Validator(json.loads(file.read_text(encoding="utf-8")))
    document = json.loads(changelog_json(sections()))
    assert [error.message for error in validator.iter_errors(document)] == []
    for wrong in ({"version": 1}, {"sections": [{}]}, {"more": 1}):
        assert not validator.is_valid(document | wrong)


def test_the_json_has_its_shape() -> None:
    shown = json.loads(changelog_json(sections()))["sections"]
    assert [(one["version"], one["changes"] is None) for one in shown] == [
        ("1.0.0", False),
        ("0.9.0", False),
        ("0.9.0", False),
        ("0.8.0", True),
    ]
    assert {one["markdown"] for one in shown} == {""}
    counterexample = shown[0]["changes"]["changes"][0]["counterexample"]
    assert counterexample["payload"]["debtor"] == {"iban": "<DE>|``` `x`"}


def test_markdown_holds_no_other_html_and_every_payload_can_be_copied() -> None:
    tokens = MarkdownIt("commonmark").parse(changelog_markdown([*sections()], with_wording=True))
    inline = [child for token in tokens for child in token.children or ()]
    html = [token.content for token in [*tokens, *inline] if token.type.startswith("html")]
    tags = {part.partition(">")[0] for text in html for part in text.split("<")[1:]}
    assert tags == {"details", "summary", "/summary", "/details"}
    payloads = [json.loads(token.content) for token in tokens if token.type == "fence"]
    assert [one["scheme"] for one in payloads] == ["SEPA_DEBIT", "SEPA_DEBIT"]
    assert payloads[0]["debtor"]["iban"] == "<DE>|``` `x`"


def test_every_method() -> None:
    section = Section("1.0.0", None, "old", "new", compared(), OFFERS | {("BACS_DEBIT", DIRECTIONS[1])})
    assert section.is_everywhere(at(*METHODS))
    assert not section.is_everywhere(at(*METHODS[1:]))
    assert section.is_everywhere([site_of("request", "", method) for method in METHODS])
    assert not section.is_everywhere([site_of("request", "", METHODS[0], DIRECTIONS[1])]), "one is not every"
    assert not section.is_everywhere([site_of("interface", "operation x")])
    assert not section.is_everywhere([*at(*METHODS), *at("SEPA_OTHER")])


def test_breaking_comes_first() -> None:
    text = changelog_markdown([*sections()], with_wording=True)
    heads = [line for line in text.splitlines() if line.startswith("### ")]
    assert heads[:3] == ["### Breaking", "### Risky", "### Safe"]
    assert text.index("### Safe") < text.index("of wording</summary>")
    assert text.index("**Every method**") < text.index("**`SEPA_DEBIT`**") < text.index("**The interface**")


def test_written_down_for_the_page_of_changes(told: Repo, repo: Repo, cli: Cli) -> None:
    """schemas/releases.md has every version with its changes of wording, and the page of changes shows it."""
    everything = cli("changelog", "..", "--all", cwd=told.project).out
    ended = cli("changelog", "--write", cwd=told.project)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("schemas/releases.md lists ")
    assert (told.project / "schemas/releases.md").read_text(encoding="utf-8") == everything
    page = repo.project / "generated/docs/changelog.html"
    assert cli("generate", cwd=repo.project).code == 0
    assert "are not listed yet" in page.read_text(encoding="utf-8")
    shutil.copy(told.project / "schemas/releases.md", repo.project / "schemas")
    shutil.copy(told.project / "schemas/catalogue.yaml", repo.project / "schemas")
    assert cli("generate", cwd=repo.project).code == 0
    shown = page.read_text(encoding="utf-8")
    assert re.findall("<h2>(.*?)</h2>", shown) == re.findall("^## (.*)$", everything, re.MULTILINE)
    assert re.search("<summary>[0-9]+ changes? of wording</summary>", shown)
    assert "<details>" in shown
    assert "are not listed yet" not in shown


@pytest.mark.parametrize("more", [("v0.1.0..",), ("--format", "json")])
def test_what_is_written_down_is_everything(more: tuple[str, ...], repo: Repo, cli: Cli) -> None:
    ended = cli("changelog", "--write", *more, cwd=repo.project)
    assert ended.code == 2
    assert "--write writes every version" in ended.err


def test_releases_that_cannot_be_read(repo: Repo, cli: Cli) -> None:
    (repo.project / "schemas/releases.md").write_bytes(b"\xff")
    ended = cli("generate", cwd=repo.project)
    assert ended.code == 1
    assert (
        "schemas/releases.md error file-unreadable: cannot read the changes of earlier versions: it is not UTF-8"
        in ended.out
    )


def in_conflict(text: str) -> str:
    return f"<<<<<<< HEAD\n{text}=======\n{text}>>>>>>> other\n"


def test_releases_in_conflict_are_written_anew(repo: Repo, cli: Cli) -> None:
    file = repo.project / "schemas/releases.md"
    cli("changelog", "--write", cwd=repo.project)
    written = file.read_text(encoding="utf-8")
    section = written[written.index("## ") :]
    file.write_text(written.replace(section, in_conflict(section)), encoding="utf-8")
    assert "releases.md:" in cli("check", cwd=repo.project).out
    ended = cli("changelog", "--write", cwd=repo.project)
    assert ended.code == 0, ended.out + ended.err
    assert file.read_text(encoding="utf-8") == written


def older(written: str) -> str:
    return written + in_conflict("## 0.0.9 (2025-01-01)\n\nOne of two texts.\n\n")


def newest(written: str) -> str:
    return written.replace("The first version.\n", "<<<<<<< HEAD\nOne text.\n=======\nAnother text.\n>>>>>>> other\n")


def above(written: str) -> str:
    return in_conflict("What changed.\n\n") + written


@pytest.mark.parametrize("spoilt", [older, newest, above], ids=["older", "newest", "above"])
def test_a_conflict_in_what_no_contract_shows_is_a_finding(spoilt: Callable[[str], str], repo: Repo, cli: Cli) -> None:
    """Both sides stay, of a version that contracts show, too: a person may have written them."""
    file = repo.project / "schemas/releases.md"
    cli("changelog", "--write", cwd=repo.project)
    written = spoilt(file.read_text(encoding="utf-8"))
    file.write_text(written, encoding="utf-8")
    ended = cli("changelog", "--write", cwd=repo.project)
    assert ended.code == 1
    assert "merge-conflict" in ended.out + ended.err
    assert file.read_text(encoding="utf-8") == written


def test_a_tag_says_what_was_released(repo: Repo) -> None:
    """What is committed after the tag and bears the version still is told against it, with the next version."""
    repo.git("tag", "v0.1.0")
    edited(repo, "2026-02-01", None, BIC)
    edited(repo, "2026-02-02", "0.2.0", TITLE)
    [last, first] = changelog(repo.workspace, None, None)
    assert (last.version, str(last.released)) == ("0.2.0", "2026-02-02")
    assert first.comparison is None
    assert last.comparison is not None
    kinds = {one.type.id for one in last.comparison.changes}
    assert "requirement-raised" in kinds, "the edit between the tag and the new version is told"
    [after] = changelog(repo.workspace, "v0.1.0", "HEAD~1")
    assert (after.version, after.comparison is None) == ("0.1.0", False), "the tag itself is not in its own range"


# Contracts of an older format.

WRITTEN = """## 0.2.0 (not released)

Against 0.1.1: 1 breaking, 0 risky, 0 safe, 1 change of wording.

### Breaking

- something changed

<details>
<summary>1 change of wording</summary>

- something is called otherwise

</details>

## 0.1.1 (2026-02-01)

Against 0.1.0: nothing changed.

## 0.1.0 (2026-01-02)

The first version.
"""
LATER = (
    f"Later in 0.2.0, with contracts of version {CONTRACT_VERSION}: 1 breaking, 0 risky, 0 safe, 1 change of wording."
)


def as_older(repo: Repo, day: str, version: str) -> None:
    """Commit the contract of a version as an earlier paycat wrote it."""
    edit(repo, version)
    repo.contract.write_text(json.dumps({"contract_version": 2, "service": {"version": version}}), encoding="utf-8")
    repo.commit(day=day)
    repo.git("tag", f"v{version}")


@pytest.fixture
def converted(bare: Repo) -> Repo:
    """Two released versions with contracts of an older format, and one that is not released with the present one."""
    as_older(bare, "2026-01-02", "0.1.0")
    as_older(bare, "2026-02-01", "0.1.1")
    (bare.project / "schemas/releases.md").write_text(WRITTEN, encoding="utf-8")
    edited(bare, "2026-02-02", "0.2.0")
    return bare


def test_history_begins_with_the_first_contract_that_is_read(converted: Repo) -> None:
    """Of what was before, each section is the written one, with the day of the last revision of its version."""
    dated = WRITTEN.replace("0.2.0 (not released)", "0.2.0 (2026-02-02)")
    for end in (None, "HEAD"):
        found = changelog(converted.workspace, None, end)
        assert changelog_markdown(found, with_wording=True) == dated
    assert "something is called otherwise" not in changelog_markdown(found, with_wording=False)
    assert [one["markdown"].partition("\n")[0] for one in json.loads(changelog_json(found))["sections"]] == [
        "Against 0.1.1: 1 breaking, 0 risky, 0 safe, 1 change of wording.",
        "Against 0.1.0: nothing changed.",
        "The first version.",
    ]


def test_what_came_since_is_added_to_the_written_section(converted: Repo, cli: Cli) -> None:
    """However often it is written, and as long as the version is not released."""
    edited(converted, "2026-02-03", None, BIC)
    edit(converted, None, TITLE)
    for _ in range(2):
        assert cli("changelog", "--write", cwd=converted.project).code == 0
    text = (converted.project / "schemas/releases.md").read_text(encoding="utf-8")
    assert text.startswith(WRITTEN.partition("\n## ")[0])
    assert text.endswith(WRITTEN.partition("\n## ")[2])
    assert text.count(LATER) == text.count("Later in ") == 1
    converted.contract.write_text(resolved_text(converted.project), encoding="utf-8")
    converted.commit(day="2026-02-04")
    edited(converted, "2026-03-01", "0.3.0", TEXT)
    new, last, *written = changelog(converted.workspace, None, None)
    assert (new.version, new.is_resumed, new.written) == ("0.3.0", False, "")
    assert new.comparison is not None
    assert "requirement-raised" in {one.type.id for one in new.comparison.changes}
    assert (last.version, str(last.released), last.is_resumed) == ("0.2.0", "2026-02-04", True)
    assert [(one.version, str(one.released)) for one in written] == [("0.1.1", "2026-02-01"), ("0.1.0", "2026-01-02")]


def test_ranges_with_contracts_of_an_older_format(converted: Repo, cli: Cli) -> None:
    edited(converted, "2026-03-01", "0.3.0", BIC)

    def versions(start: str | None, end: str | None) -> list[str]:
        return [one.version for one in changelog(converted.workspace, start, end)]

    assert versions("v0.1.0", None) == ["0.3.0", "0.2.0", "0.1.1"]
    assert versions("v0.1.1", "HEAD~1") == ["0.2.0"]
    assert versions("HEAD~1", None) == ["0.3.0"]
    assert cli("changelog", cwd=converted.project).out.count("\n## ") == 1, "from the last tag, whose contract is older"
    ended = cli("changelog", "..v0.1.1", cwd=converted.project)
    assert (ended.code, (ended.out + ended.err).count(" error older-contract: ")) == (1, 1)


def test_without_a_written_section_the_changes_before_are_unknown(converted: Repo) -> None:
    (converted.project / "schemas/releases.md").unlink()
    [section] = changelog(converted.workspace, None, None)
    unknown = "Earlier contracts have an older format, so the changes before are not listed."
    assert changelog_markdown([section], with_wording=True) == f"## 0.2.0 (2026-02-02)\n\n{unknown}\n"
    edit(converted, None, BIC)
    [section] = changelog(converted.workspace, None, None)
    text = changelog_markdown([section], with_wording=True)
    assert text.startswith(
        f"## 0.2.0 (not released)\n\n{unknown}\n\nLater in 0.2.0, with contracts of version {CONTRACT_VERSION}: "
    )


def test_a_version_that_was_released_in_the_older_format(converted: Repo) -> None:
    """The first contract that is read stands for the released one; what is another is not released."""
    dated = WRITTEN.replace("(not released)", "(2026-02-01)")
    (converted.project / "schemas/releases.md").write_text(dated, encoding="utf-8")
    converted.git("tag", "v0.2.0", "HEAD~1")
    assert changelog_markdown(changelog(converted.workspace, None, None), with_wording=True) == dated
    edited(converted, "2026-02-03", None, BIC)
    assert changelog(converted.workspace, None, None)[0].released is None
