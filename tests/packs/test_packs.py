"""Packs of a project's own: what they may do, and what is said of their mistakes.

A case has `templates` of a pack, or `files` of its manifest, or both, or else `edits` that write packs. They are in a
project that has the shipped packs switched off. A case expects what `paycat generate` says of them, but for the count
of errors; nothing may be written. It is in the file of the first finding, and `make update-cases` writes what is
expected.
"""

import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from textwrap import indent
from typing import Any

import projects
import pytest
from case_files import Case, cases_in
from expected_files import Expect

from paycat.files.reading import LARGEST
from paycat.packs import bounded
from paycat.packs.reading import read_packs
from paycat.packs.render import Rendering

FILES = sorted((Path(__file__).parent / "cases").iterdir())
KEYS = ("edits", "files", "templates")
CASES = {case.name: case for file in FILES for case in cases_in(file, optional=KEYS)}
SHIPPED = sorted(pack.name for pack in projects.GENERATORS.iterdir())

APART = ("endless", "files-too-large", "join-of-an-attribute", "memory", "nested-too-deep", "text-not-utf-8")
"""Cases whose packs are rendered in a process of their own; outside of tests all are, which takes its time."""

HEAD = "name: notes\ntitle: Notes of the project\nfolder: notes\nfiles:\n"
"""The manifest of a case's pack, above its files."""

MANIFEST = """\
name: notes
title: Notes of the project
folder: notes
params: { greeting: "Hello, {{ who }}" }
files:
  - { path: README.md, template: README.md.j2 }
  - { for: direction, path: "{{ direction }}.txt", template: deep/direction.txt.j2 }
  - { for: method, path: "methods/{{ method.code | snake }}.txt", template: method.txt.j2 }
  - { for: request, path: "{{ direction }}/{{ request.method }}.txt", template: method.txt.j2 }
  - { for: method, path: "alone/{{ method.name }}.md", template: alone.md.j2, methods: own }
  - { path: contract.json, document: contract }
"""


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A small project that uses no shipped pack and has nothing generated."""
    project = projects.small(tmp_path / "project")
    projects.switch_off(project, SHIPPED)
    return project


def edits_of(case: Case) -> list[dict[str, Any]]:
    """Return the edits that write the packs of a case; a pack without `files` makes one of its first template."""
    if case.edits:
        return case.edits
    templates = case.stated.get("templates", {"note.md.j2": "A note.\n"})
    first = next(iter(templates), "")
    files = case.stated.get("files", f"- {{ path: {first.removesuffix('.j2')}, template: {first} }}\n")
    manifest = {"file": "generators/notes/pack.yaml", "content": HEAD + indent(files, "  ")}
    written = [{"file": f"generators/notes/templates/{name}", "content": text} for name, text in templates.items()]
    return [manifest, *written]


@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_mistake(
    case: Case, own: Path, cli: Callable[..., Any], expect: Expect, monkeypatch: pytest.MonkeyPatch
) -> None:
    if case.name not in APART:
        monkeypatch.setattr("paycat.packs.render.rendered_apart", Rendering.files_of)
    if case.name == "endless":  # It takes all the time that it may.
        *process, seconds, memory = bounded._CHILD
        assert (seconds, memory) == (str(bounded.SECONDS), str(bounded.MEMORY))
        monkeypatch.setattr(bounded, "_CHILD", [*process, "1", memory])
    projects.edit(own, edits_of(case))
    ended = cli("generate", cwd=own)
    *lines, count = ended.out.splitlines()
    expect(case.expected, "".join(f"{line}\n" for line in lines))
    assert (ended.code, ended.err) == (1, "")
    assert not projects.files_in(own).keys() & {"generated/SHA256SUMS", "generated/tools.json"}
    findings = [line for line in lines if not line.startswith(" ")]
    assert count == f"{len(findings)} error{'s' if len(findings) > 1 else ''}, 0 warnings"
    assert all(line.startswith(("generators/", "generated/")) for line in findings)


def test_cases_are_in_the_file_of_their_first_finding() -> None:
    for case in CASES.values():
        code = case.expects.partition(": ")[0].split()[-1]
        assert case.file.stem == code, case.name


@pytest.mark.parametrize("apart", [False, True])
def test_an_error_of_paycat_is_no_mistake_of_the_pack(
    apart: bool, own: Path, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The function `text.value_at` raises here as it would with a mistake of its own."""
    pack = "name: notes\ntitle: Notes\nfolder: notes\nfiles:\n  - { path: note.md, template: note.md.j2 }\n"
    projects.edit(
        own / "generators/notes",
        [
            {"file": "pack.yaml", "content": pack},
            {"file": "templates/note.md.j2", "content": "{{ text.value_at(1, [0]) | markdown_text }}\n"},
        ],
    )
    if not apart:
        monkeypatch.setattr("paycat.packs.render.rendered_apart", Rendering.files_of)
    ended = cli("generate", cwd=own)
    assert (ended.code, ended.out) == (3, "")
    assert "in value_at\n" in ended.err
    assert "TypeError: 'int' object is not subscriptable" in ended.err
    assert ended.err.splitlines()[-1].startswith("paycat: this is a bug in paycat")


def test_an_own_pack_stands_beside_the_shipped_ones(project: Path, cli: Callable[..., Any]) -> None:
    listed = "{% for method in contract.methods %}\n- {{ method.code | markdown_text }}\n{% endfor %}\n"
    templates = {
        "README.md.j2": "{{ params.greeting | markdown_text }}\n" + listed,
        "alone.md.j2": listed + "{{ all_methods.requested | length }} in all\n",
        "deep/direction.txt.j2": "{{ direction | line }}\n",
        "method.txt.j2": "{{ method.title | line }}{% if request %}, {{ request.root.component | line }}{% endif +%}\n",
    }
    edits = [{"file": f"templates/{name}", "content": text} for name, text in templates.items()]
    projects.edit(project / "generators/notes", [{"file": "pack.yaml", "content": MANIFEST}, *edits])
    before = projects.files_in(project / "generated")
    assert cli("generate", cwd=project).code == 0
    after = projects.files_in(project / "generated")
    own = {path.removeprefix("notes/"): data for path, data in after.items() if path not in before}
    assert len(own) == 1 + 2 + 10 + 14 + 10 + 1
    assert own["README.md"].startswith(b"Hello, {{ who }}\n- BANK_TRANSFER_INR\n")
    assert own["alone/UPI.md"] == b"- UPI\n10 in all\n"
    assert own["pay_in.txt"] == b"pay_in\n"
    assert own["methods/upi.txt"] == b"UPI\n"
    assert own["payout/UPI.txt"] == b"UPI, UpiPayoutRequest\n"
    assert own["contract.json"] == after["contract/contract.json"]
    lists = {"SHA256SUMS", "docs/downloads.html", "briefs/llms.txt"}
    assert {path for path in before if before[path] != after.get(path)} == lists
    assert cli("generate", "--check", cwd=project).code == 0
    shutil.rmtree(project / "generators")
    assert cli("generate", cwd=project).code == 0
    assert projects.files_in(project / "generated") == before


def test_modules_of_the_project_do_not_run(own: Path) -> None:
    """Neither when paycat is started with -P, nor, whatever PYTHONPATH names, with -I."""
    projects.edit(own, edits_of(CASES["text-not-utf-8"]))
    ran = projects.plant_modules(own)
    for option, environment in (("-P", {}), ("-I", {"PYTHONPATH": str(own)})):
        command = [sys.executable, option, "-m", "paycat", "generate"]
        ended = subprocess.run(
            command, cwd=own, env=projects.environ(**environment), capture_output=True, text=True, check=False
        )
        assert (ended.returncode, ended.stderr) == (1, ""), ended.stdout
        assert not ran.exists(), ran.read_text(encoding="utf-8")


def test_a_shipped_pack_can_be_switched_off(project: Path, cli: Callable[..., Any]) -> None:
    projects.switch_off(project, ["conformance"])
    before = projects.files_in(project / "generated")
    assert cli("generate", cwd=project).code == 0
    after = projects.files_in(project / "generated")
    gone = {path for path in before if path not in after}
    assert gone == {path for path in before if path.startswith("conformance/")} != set()
    assert not (project / "generated/conformance").exists()
    pages = {path for path in after if path.startswith("docs/")}
    assert {path for path in after.keys() - pages if before[path] != after[path]} == {
        "SHA256SUMS",
        "briefs/llms.txt",
        "contract/contract.json",
    }
    assert not [path for path in pages if b"../conformance/" in after[path]]
    ended = cli("conform", cwd=project)
    assert ended.code == 1
    assert "not-generated: there are no vectors" in ended.out


def test_no_pack_at_all(own: Path, cli: Callable[..., Any]) -> None:
    assert cli("generate", cwd=own).code == 0
    assert set(projects.files_in(own / "generated")) == {"SHA256SUMS", "tools.json"}


@pytest.mark.parametrize(("where", "code"), [("asset", "pack-file"), ("template", "template")])
def test_a_file_that_is_not_utf_8_is_a_finding(where: str, code: str, own: Path, cli: Callable[..., Any]) -> None:
    manifest = f"name: notes\ntitle: Notes\nfolder: notes\nfiles:\n  - {{ path: a.md, {where}: odd.md.j2 }}\n"
    projects.edit(own / "generators/notes", [{"file": "pack.yaml", "content": manifest}])
    odd = own / f"generators/notes/{where}s/odd.md.j2"
    odd.parent.mkdir()
    odd.write_bytes(b"\xff")
    ended = cli("generate", cwd=own)
    assert (ended.code, ended.err) == (1, "")
    assert f"generators/notes/pack.yaml:5:13 error {code}: odd.md.j2 is not UTF-8\n" in ended.out


def test_a_folder_is_copied_below_the_path(own: Path, cli: Callable[..., Any]) -> None:
    manifest = "name: notes\ntitle: Notes\nfolder: notes\nfiles:\n  - { path: code/copied, folder: runtime }\n"
    copied = {"__init__.py": "", "deep/page.html": "<p>é\n", "deep/page.css": "p { }\n", "deep/page.js": "let a;\n"}
    others = {"notes.md": "", "deep/data.json": "{}", "__pycache__/module.cpython-311.pyc": "", "py.typed": ""}
    files = [{"file": f"runtime/{name}", "content": text} for name, text in {**copied, **others}.items()]
    projects.edit(own / "generators/notes", [{"file": "pack.yaml", "content": manifest}, *files])
    (own / "elsewhere.py").write_text("SECRET = 1\n")
    (own / "generators/notes/runtime/linked.py").symlink_to(own / "elsewhere.py")
    assert cli("generate", cwd=own).code == 0
    made = projects.files_in(own / "generated/notes/code/copied")
    assert made == {name: text.encode() for name, text in copied.items()}
    (own / "generators/notes/runtime/deep/page.js").write_text("let b;\n")
    assert cli("generate", "--check", cwd=own).code == 1
    assert cli("generate", cwd=own).code == 0
    assert (own / "generated/notes/code/copied/deep/page.js").read_text() == "let b;\n"
    assert cli("generate", "--check", cwd=own).code == 0
    (own / "generators/notes/runtime/odd.py").write_bytes(b"\xff")
    ended = cli("generate", cwd=own)
    assert "generators/notes/pack.yaml:5:13 error pack-file: a file in runtime/ is not UTF-8\n" in ended.out
    (own / "generators/notes/runtime/odd.py").write_text("<<<<<<< HEAD\na = 1\n=======\na = 2\n>>>>>>> branch\n")
    ended = cli("generate", cwd=own)
    assert "odd.py:1:1: this file contains an unresolved merge conflict" in ended.out


@pytest.mark.parametrize("kind", ["assets", "templates", "asset", "template", "pack"])
def test_a_link_leads_nowhere(kind: str, own: Path, tmp_path: Path, cli: Callable[..., Any]) -> None:
    secret = tmp_path / "elsewhere"
    for name in ("assets", "templates"):
        (secret / name).mkdir(parents=True)
        (secret / name / "secret.md.j2").write_text("SECRET\n")
    pack = own / "generators/notes"
    where = "asset" if kind.startswith("asset") else "template"
    manifest = f"name: notes\ntitle: Notes\nfolder: notes\nfiles:\n  - {{ path: a.md, {where}: secret.md.j2 }}\n"
    if kind == "pack":
        (own / "generators").mkdir()
        (secret / "pack.yaml").write_text(manifest)
        pack.symlink_to(secret)
    else:
        projects.edit(pack, [{"file": "pack.yaml", "content": manifest}])
    if kind in ("assets", "templates"):
        (pack / kind).symlink_to(secret / kind)
    elif kind != "pack":
        (pack / f"{kind}s").mkdir()
        (pack / f"{kind}s/secret.md.j2").symlink_to(secret / f"{kind}s/secret.md.j2")
    ended = cli("generate", cwd=own)
    assert ended.code == 1, ended.out
    if kind == "pack":
        assert "generators/notes/pack.yaml error file-unreadable: cannot read the file: a link leads out" in ended.out
    else:
        assert f"error unknown-{where}: there is no {where} 'secret.md.j2'" in ended.out


@pytest.mark.parametrize("name", ["pack.yaml", "templates/base.html.j2", "assets/site.js"])
def test_the_digest_of_a_pack_is_that_of_all_its_files(name: str, tmp_path: Path) -> None:
    """A watching `generate` knows by it that a file of a shipped pack was edited."""
    folder = tmp_path / "generators/docs"
    shutil.copytree(projects.GENERATORS / "docs", folder)

    def digest() -> str:
        (pack,), _ = read_packs(folder.parent, "generators")
        return pack.digest

    before = digest()
    (folder / ".#site.js").symlink_to("somebody@example.4711")  # As editors lock a file.
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__/module.cpython-311.pyc").write_bytes(b"")
    assert digest() == before
    (folder / name).write_text(f"{(folder / name).read_text()}\n")
    assert digest() != before


def test_other_files_in_the_folder_of_a_pack_are_not_read(own: Path, cli: Callable[..., Any]) -> None:
    """Links in it may lead anywhere, and a file may be larger than any that paycat reads."""
    pack = own / "generators/notes"
    manifest = (
        "name: notes\ntitle: Notes\nfolder: notes\n"
        'files:\n  - { for: method, path: "{{ method.name }}.md", template: a.md.j2, methods: own }\n'
    )
    projects.edit(
        pack,
        [{"file": "pack.yaml", "content": manifest}, {"file": "templates/a.md.j2", "content": "A note.\n"}],
    )
    (pack / "around").symlink_to(pack)
    (pack / "around-again").symlink_to(pack)
    with (pack / "large").open("wb") as large:
        large.truncate(LARGEST + 1)
    assert cli("generate", cwd=own).code == 0
    assert (own / "generated/notes/FASTER_PAYMENT.md").read_text() == "A note.\n"
