"""`paycat release`: one folder, complete and checksummed, that never changes."""

import gzip
import hashlib
import json
import re
import shutil
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from targets import deep

from paycat.files.reading import LARGEST
from paycat.pages.registers import released as released_page
from paycat.project.building import installed_tools
from tests.changes.revisions.git_projects import Repo
from tests.pages.html_pages import links_of, parsed, unresolved

Cli = Callable[..., Any]
VERSION = json.loads((projects.GENERATED / "contract/contract.json").read_text(encoding="utf-8"))["service"]["version"]
NAME = f"payments-api-{VERSION}"
NPM = f"{NAME}.tgz"


@pytest.fixture
def released(project: Path, cli: Cli, tmp_path: Path) -> Path:
    """A release of the catalogue, with files that stand for wheels."""
    (tmp_path / "one.whl").write_bytes(b"\x00wheel")
    (tmp_path / "paycat-1-py3-none-any.whl").write_bytes(b"\x00tool")
    ended = cli("release", tmp_path / "out", *included(tmp_path), cwd=project)
    assert (ended.code, ended.err) == (0, ""), ended.out
    folder: Path = tmp_path / "out" / NAME
    assert ended.out == (
        f"{folder}: {len(projects.files_in(folder))} files\n"
        "The folder has no git history, so the changes are those that schemas/releases.md lists.\n"
    )
    return folder


def included(folder: Path) -> tuple[str | Path, ...]:
    """Return the options of the release that name its packages."""
    return "--include", folder / "one.whl", "--include-tool", folder / "paycat-1-py3-none-any.whl"


def test_everything_is_there_and_summed_up(released: Path, project: Path) -> None:
    files = projects.files_in(released)
    assert {path for path in files if "/" not in path} == {
        f"{NAME}.zip",
        "CHANGES.md",
        "README.md",
        "SHA256SUMS",
        "release.json",
    }
    assert files["packages/one.whl"] == b"\x00wheel"
    assert {path for path in files if path.startswith("packages/")} == {"packages/one.whl", f"packages/{NPM}"}
    assert files["tools/paycat-1-py3-none-any.whl"] == b"\x00tool"
    assert files["CHANGES.md"] == (project / "schemas/releases.md").read_bytes()
    sums = dict(reversed(line.split("  ")) for line in files["SHA256SUMS"].decode().splitlines())
    assert sums == {path: hashlib.sha256(data).hexdigest() for path, data in files.items() if path != "SHA256SUMS"}
    about = json.loads(files["release.json"])
    assert (about["name"], about["version"]) == (NAME, VERSION)
    assert sorted(about["methods"]) == sorted(path.stem for path in (project / "schemas/methods").iterdir())


def test_the_site_is_what_integrators_need_and_the_archive_the_same(released: Path, project: Path) -> None:
    site = projects.files_in(released / "site")
    generated = projects.files_in(project / "generated")
    theirs = {path: data for path, data in generated.items() if not path.startswith("editor/")}
    more = {"index.html", "llms.txt", "SHA256SUMS"}
    assert {path: as_generated(path, data) for path, data in site.items() if path not in more} == {
        f"{path}.gz" if path.endswith(".jsonl") else path: data for path, data in theirs.items() if path not in more
    }
    [target] = set(re.findall(r'(?:url=|href=")([^"]+)"', site["index.html"].decode()))
    assert target in site
    with zipfile.ZipFile(released / f"{NAME}.zip") as archive:
        assert archive.testzip() is None
        assert {name.removeprefix(f"{NAME}/"): archive.read(name) for name in archive.namelist()} == site


def as_generated(path: str, data: bytes) -> bytes:
    """Return a file of the site as generated/ has it: vectors are compressed, and pages link those."""
    if path.endswith(".jsonl.gz"):
        return gzip.decompress(data)
    return re.sub(rb'(?<=\w)\.jsonl\.gz(?=["<])', b".jsonl", data) if path.endswith(".html") else data


def test_vectors_are_compressed_to_the_same_bytes_everywhere(released: Path) -> None:
    vectors = {path: data for path, data in projects.files_in(released / "site").items() if "vectors/" in path}
    assert vectors
    for path, data in vectors.items():
        assert path.endswith(".jsonl.gz")
        # No flags, so no name; no time; the best compression; no system.
        assert data[:10] == b"\x1f\x8b\x08\x00" + bytes(4) + b"\x02\xff", path


def test_every_link_of_the_site_leads_somewhere(released: Path) -> None:
    files = {path: data.decode() for path, data in projects.files_in(released / "site").items() if ".gz" not in path}
    there = files | dict.fromkeys(projects.files_in(released / "site"), "")
    pages = parsed(files)
    assert list(unresolved(there, pages)) == []
    linked = {target for page in pages.values() for target in links_of(page.by_id["main"])}
    assert {target for target in linked if target.endswith(".jsonl")} == set()
    assert {f"../{path}" for path in there if path.endswith(".gz")} <= linked


def test_lists_for_agents_lead_to_every_brief_and_pack(released: Path) -> None:
    """At the top of the site, where programs look for it, and beside the briefs."""
    site = released / "site"
    found = {}
    for path in ("llms.txt", "briefs/llms.txt"):
        text = (site / path).read_text(encoding="utf-8")
        links = re.findall(r"\]\(([^)]+)\)", text)
        found[path] = {(site / path).parent.joinpath(link).resolve() for link in links}
        assert [link for link in links if not (site / path).parent.joinpath(link).is_file()] == []
    assert found["llms.txt"] == found["briefs/llms.txt"] >= {file.resolve() for file in site.glob("briefs/*/*.md")}
    folders = {file.relative_to(site.resolve()).parts[0] for file in found["llms.txt"]}
    assert folders == {folder.name for folder in site.iterdir() if folder.is_dir()}


def test_every_file_that_the_readme_names_is_there(released: Path) -> None:
    readme = (released / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"`((?:site|packages|tools)/[^`]*|[^`/ ]+\.(?:md|json|zip))`", readme))
    assert {
        "packages/one.whl",
        f"packages/{NPM}",
        "tools/paycat-1-py3-none-any.whl",
        "site/conformance/README.md",
        f"{NAME}.zip",
    } <= named
    assert [name for name in named if not (released / name).exists()] == []
    headings = {line[3:].lower().replace(" ", "-") for line in readme.splitlines() if line.startswith("## ")}
    assert set(re.findall(r"\]\(#([^)]+)\)", readme)) <= headings


def test_a_readme_names_no_package_that_is_switched_off(project: Path, cli: Cli, tmp_path: Path) -> None:
    projects.switch_off(project, ["python", "typescript", "conformance", "docs"])
    assert cli("generate", cwd=project).code == 0
    assert cli("release", tmp_path / "out", cwd=project).code == 0
    readme = (tmp_path / "out" / NAME / "README.md").read_text(encoding="utf-8")
    assert re.findall("^## .*", readme, re.MULTILINE) == ["## Files", "## Maintenance and CI"]
    assert [one for one in ("site/docs", "site/python", "pip", "npm", "packages/", "vectors") if one in readme] == []


def test_a_service_without_a_sandbox_is_called_itself(project: Path, cli: Cli, tmp_path: Path) -> None:
    projects.switch_off(project, ["python"])
    assert cli("generate", cwd=project).code == 0
    assert cli("release", tmp_path / "out", cwd=project).code == 0
    readme = (tmp_path / "out" / NAME / "README.md").read_text(encoding="utf-8")
    assert 'new Client({ baseUrl: "https://api.payments.test" })' in readme
    assert [one for one in ("#python", "Start the sandbox", "127.0.0.1") if one in readme] == []


def test_the_package_for_npm_is_not_included_twice(project: Path, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / NPM).write_bytes(b"packed by hand")
    ended = cli("release", tmp_path / "out", "--include", tmp_path / NPM, cwd=project)
    assert ended.code == 2
    assert f"--include names {NPM}, which the release makes of generated/typescript itself" in ended.err
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("unpacked", [False, True])
def test_conform_reads_the_vectors_of_a_release(unpacked: bool, released: Path, cli: Cli) -> None:
    site = released / "site"
    for file in (site / "conformance").rglob("*.gz") if unpacked else ():
        file.with_suffix("").write_bytes(gzip.decompress(file.read_bytes()))
    ended = cli("conform", "--generated", site, "--no-code", "--engine", "jsonschema-rs", cwd=released)
    assert (ended.code, ended.err) == (0, "")
    assert int(re.findall(r"^jsonschema-rs +([\d,]+)", ended.out, re.MULTILINE)[0].replace(",", "")) > 4000


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"{}", "it is not what gzip compresses"),
        pytest.param(gzip.compress(b"{}")[:-4], "it is not what gzip compresses", marks=deep),
        pytest.param(gzip.compress(b"{}" * 9)[:12] + b"\xff" * 20, "it is not what gzip compresses", marks=deep),
        (gzip.compress(bytes(LARGEST + 1)), "it has more than 128,000,000 bytes"),
    ],
    ids=["other", "torn", "corrupt", "bomb"],
)
def test_a_compressed_file_that_cannot_be_read_is_a_finding(data: bytes, reason: str, released: Path, cli: Cli) -> None:
    name = "conformance/vectors/payout/UPI.jsonl.gz"
    (released / "site" / name).write_bytes(data)
    ended = cli("conform", "--generated", released / "site", "--no-code", "--engine", "jsonschema", cwd=released)
    assert ended.code == 1
    assert f"{name} error file-unreadable: cannot read the file: {reason}" in ended.out


def test_a_release_never_changes(released: Path, project: Path, cli: Cli, tmp_path: Path) -> None:
    before = projects.files_in(released)
    again = ("release", released.parent, *included(tmp_path))
    assert cli(*again, cwd=project).code == 0
    (tmp_path / "one.whl").write_bytes(b"another")
    ended = cli(*again, cwd=project)
    assert ended.code == 2
    assert "has another release of this version; increase the version, or remove the folder" in ended.err
    assert projects.files_in(released) == before


def test_other_versions_that_make_the_same_make_the_same_release(
    released: Path, project: Path, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = projects.files_in(released)
    versions = {**installed_tools(), "paycat": "99.0"}
    monkeypatch.setattr("paycat.project.building.installed_tools", lambda: versions)
    ended = cli("release", released.parent, *included(tmp_path), cwd=project)
    assert (ended.code, "(installed: 99.0), which makes no difference" in ended.err) == (0, True)
    assert projects.files_in(released) == before
    assert json.loads(before["release.json"])["tools"] == json.loads(before["site/tools.json"]) == installed_tools()


def test_nothing_is_released_that_is_not_what_the_catalogue_says(project: Path, cli: Cli, tmp_path: Path) -> None:
    projects.edit(project, [{"file": "schemas/methods/UPI.yaml", "find": "title: UPI", "replace": "title: Upi"}])
    ended = cli("release", tmp_path / "out", cwd=project)
    assert ended.code == 1
    assert "drift-changed" in ended.out
    assert not (tmp_path / "out").exists()


def test_it_cannot_be_written(project: Path, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / "out").write_text("in the way")
    ended = cli("release", tmp_path / "out" / "below", cwd=project)
    assert ended.code == 1
    assert "file-unwritable: cannot write the release: " in ended.out


@pytest.mark.parametrize("option", ["--include", "--include-tool"])
def test_two_files_of_one_name_are_rejected(option: str, project: Path, cli: Cli, tmp_path: Path) -> None:
    for location in ("a", "b"):
        (tmp_path / location).mkdir()
        (tmp_path / location / "one.whl").write_text(location)
    options = [word for location in ("a", "b") for word in (option, tmp_path / location / "one.whl")]
    ended = cli("release", tmp_path / "out", *options, cwd=project)
    assert (ended.code, f"{option} names two files with the same name" in ended.err) == (2, True)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("name", ["a\nb.whl", "a\\b.whl"])
def test_a_name_that_no_line_of_sums_can_have_is_rejected(name: str, project: Path, cli: Cli, tmp_path: Path) -> None:
    (tmp_path / name).write_text("x")
    ended = cli("release", tmp_path / "out", "--include", tmp_path / name, cwd=project)
    assert (ended.code, "which no line of SHA256SUMS can name" in ended.err.replace("\n", " ")) == (2, True)
    assert not (tmp_path / "out").exists()


LIMIT = "schemas/methods/FASTER_PAYMENT.yaml"
RISE = {"file": "schemas/catalogue.yaml", "find": "version: 0.1.0", "replace": "version: 0.2.0"}


def limited(before: int, after: int) -> dict[str, str]:
    """An edit of the largest amount of a method."""
    return {"file": LIMIT, "find": f"value: {before}", "replace": f"value: {after}"}


@pytest.fixture
def repo(cli: Cli, tmp_path: Path) -> Repo:
    """The starter project, generated and committed."""
    project = Path(shutil.copytree(projects.HERE / "bank_collections", tmp_path / "project"))
    repo = Repo(project, project)
    repo.git("init", "--quiet")
    generated(repo, cli)
    repo.commit(day="2026-01-01")
    return repo


def generated(repo: Repo, cli: Cli, *edits: dict[str, str]) -> None:
    """Edit a project and generate its files."""
    projects.edit(repo.project, edits)
    assert cli("generate", cwd=repo.project).code == 0


def test_changes_are_those_of_the_history(repo: Repo, cli: Cli, tmp_path: Path) -> None:
    """Whatever releases.md says of this version: its page and CHANGES.md have what `paycat changelog` prints."""
    generated(repo, cli, RISE, limited(1000000, 500000))
    assert cli("changelog", "--write", cwd=repo.project).code == 0
    generated(repo, cli, limited(500000, 400000))
    repo.commit(day="2026-01-02")
    page = (repo.project / "generated/docs/changelog.html").read_text(encoding="utf-8")
    assert "not released" not in page
    assert "500000" not in page
    ended = cli("release", tmp_path / "out", cwd=repo.project)
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.endswith(" files\nThere is no tag v*, so each version ends with its last commit.\n")
    folder = tmp_path / "out/bank-collections-0.2.0"
    changes = (folder / "CHANGES.md").read_text(encoding="utf-8")
    assert changes == cli("changelog", "--all", cwd=repo.project).out
    assert changes.startswith("## 0.2.0 (2026-01-02)\n")
    assert str(released_page(changes)) in (folder / "site/docs/changelog.html").read_text(encoding="utf-8")
    assert projects.files_in(folder / "site").keys() >= {"docs/changelog.html", "SHA256SUMS"}
    repo.git("tag", "v0.2.0")
    assert cli("release", tmp_path / "out", cwd=repo.project).out.endswith(" files\n")


def test_what_is_not_committed_is_not_released(repo: Repo, cli: Cli, tmp_path: Path) -> None:
    """Neither what is not committed at all, nor what differs from the tag of this version."""
    generated(repo, cli, RISE, limited(1000000, 500000))
    ended = cli("release", tmp_path / "out", cwd=repo.project)
    assert (ended.code, (tmp_path / "out").exists()) == (1, False)
    assert (
        "generated/contract/contract.json error version-undescribed: version 0.2.0 is not released: its contract is not"
        " committed, or differs from the tag v0.2.0; commit generated/, or increase the version\n"
    ) in ended.out
    repo.commit()
    repo.git("tag", "v0.2.0")
    generated(repo, cli, limited(500000, 400000))
    repo.commit()
    assert "differs from the tag v0.2.0" in cli("release", tmp_path / "out", cwd=repo.project).out


def test_a_section_that_differs_from_the_history_is_reported(repo: Repo, cli: Cli, tmp_path: Path) -> None:
    (repo.project / "schemas/releases.md").write_text("# News\n\n## 0.1.0 (2025-12-31)\n\nThe first version.\n")
    generated(repo, cli)
    repo.commit()
    ended = cli("release", tmp_path / "out", cwd=repo.project)
    assert ended.code == 0
    assert "schemas/releases.md:3:1 warning outdated-release: this section differs from the history" in ended.out
    assert "(2026-01-01)" in (tmp_path / "out/bank-collections-0.1.0/CHANGES.md").read_text(encoding="utf-8")


def test_a_shallow_clone_is_not_released(repo: Repo, cli: Cli, tmp_path: Path) -> None:
    repo.commit()
    repo.git("clone", "--quiet", "--depth=1", f"file://{repo.top}", tmp_path / "clone")
    ended = cli("release", tmp_path / "out", cwd=tmp_path / "clone")
    assert (ended.code, (tmp_path / "out").exists()) == (1, False)
    assert (
        "HEAD error shallow-clone: the clone is shallow, so that the first versions are not here; git fetch"
        in ended.out
    )
