"""No command prints a character that a terminal acts on, whatever files, names, revisions and arguments hold."""

import ast
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import projects
import pytest
from system_programs import needed

from paycat.cli import main

HOSTILE = "\x1b[31mred\x07\x7f\x9b2J\u202e\u2028\u2066\ufdd0"
"""What colours, rings, deletes, clears, turns round, ends a line, and is no character."""

RAW = frozenset("\x1b\x07\x7f\x9b\u202e\u2028\u2066\ufdd0\r\x00")
FINDINGS = ("text", "json", "github", "sarif")
CHANGES = (*FINDINGS, "markdown")
CONTRACT = "generated/contract/contract.json"
STARTER = projects.HERE / "bank_collections"
SRC = projects.ROOT / "src" / "paycat"

IN_GIT = pytest.mark.usefixtures("repository")

Run = Callable[..., str]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A generated project, and beside it an earlier contract that was made by hand and holds hostile texts."""
    folder = tmp_path_factory.mktemp("printing") / "project"
    shutil.copytree(STARTER, folder)
    ended = projects.paycat("generate", cwd=folder)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    old = json.loads((folder / CONTRACT).read_bytes())
    old["service"]["title"] = f"Old {HOSTILE}"
    old["methods"][0]["title"] += HOSTILE
    old["methods"][0]["note"] += HOSTILE
    for group in (old["interface"]["problems"], old["interface"]["operations"]):
        group[0]["title" if "title" in group[0] else "summary"] += HOSTILE
    (folder / "old.json").write_text(json.dumps(old), encoding="utf-8")
    return folder


@pytest.fixture(scope="module")
def repository(project: Path) -> Path:
    """The same project in git, where the earlier contract was committed."""
    git, contract = needed("git"), project / CONTRACT
    kept = contract.read_bytes()
    contract.write_bytes((project / "old.json").read_bytes())
    for command in (
        ["init", "-q", "-b", "main"],
        ["add", "-A"],
        ["-c", "user.name=a", "-c", "user.email=a@example.invalid", "commit", "-qm", "Old"],
    ):
        subprocess.run([git, *command], cwd=project, check=True)
    contract.write_bytes(kept)
    with (project / "schemas" / "catalogue.yaml").open("a", encoding="utf-8") as head:
        head.write("# A catalogue that is not changed is not compared.\n")
    return project


@pytest.fixture
def run(project: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in the project, and returns what it prints."""

    def called(*arguments: str, codes: tuple[int, ...] = (0, 1, 2), hostile: bool = True) -> str:
        monkeypatch.chdir(project)
        monkeypatch.setattr(sys, "argv", ["paycat", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = capsys.readouterr()
        assert ended.value.code in codes, out + err
        printed = out + err
        assert not RAW & set(printed), sorted(RAW & set(printed))
        assert not hostile or "red" in printed, "the hostile text is not printed at all"
        return out

    return called


@pytest.fixture
def hostile_catalogue(project: Path) -> Iterator[Path]:
    """A file of a hostile name, and keys and values that hold escapes."""
    made = [
        project / "schemas" / f"a{HOSTILE}\n::error::b.yaml",
        project / "schemas" / "samples" / "payout" / "<b>red\udcff.yaml",
        project / "schemas" / "methods" / "ODD.yaml",
    ]
    for file in made:
        file.write_text('method_code: "\\e[31mred"\n"\\u202ered": "\\x9b2J"\ncountries: ["\\x07"]\n', encoding="utf-8")
    yield project
    for file in made:
        file.unlink()


def parsed(format_: str, text: str) -> None:
    """Read what is for programs as programs do."""
    if format_ in ("json", "sarif"):
        json.loads(text)
    elif format_ == "github":
        assert all(line.startswith(("::error ", "::warning ")) for line in text.splitlines())


def named(arguments: tuple[str, ...]) -> str:
    """Return the name of a case."""
    return " ".join(arguments).replace(HOSTILE, "HOSTILE")


@pytest.mark.parametrize("format_", FINDINGS)
@pytest.mark.parametrize("command", ["check", "fmt", "generate"])
@pytest.mark.usefixtures("hostile_catalogue")
def test_findings_of_the_catalogue(run: Run, command: str, format_: str) -> None:
    arguments = ["--check"] if command == "fmt" else []
    parsed(format_, run(command, *arguments, "--format", format_, codes=(1,)))


@pytest.mark.parametrize("format_", FINDINGS)
@pytest.mark.parametrize("name", ["body", f"body{HOSTILE}"])
def test_validate(run: Run, tmp_path: Path, name: str, format_: str) -> None:
    body = tmp_path / f"{name}.json"
    body.write_text(json.dumps({"scheme": "SEPA_DEBIT", HOSTILE: 1, "currency": HOSTILE}), encoding="utf-8")
    parsed(format_, run("validate", str(body), "--format", format_, codes=(1,)))
    body.write_text(json.dumps({"scheme": HOSTILE}), encoding="utf-8")
    parsed(format_, run("validate", str(body), "--direction", "pay_in", "--format", format_, hostile=False))
    body.write_bytes(f'{{"{HOSTILE}": 1, "{HOSTILE}": 2}}'.replace("\x1b", "").replace("\x07", "").encode())
    parsed(format_, run("validate", str(body), "--direction", "pay_in", "--format", format_, hostile=False))


@pytest.mark.parametrize("format_", CHANGES)
def test_diff(run: Run, format_: str) -> None:
    compared(run, "old.json", format_)


@IN_GIT
@pytest.mark.parametrize("format_", CHANGES)
def test_diff_with_a_revision(run: Run, format_: str) -> None:
    compared(run, "HEAD", format_)


def compared(run: Run, old: str, format_: str) -> None:
    parsed(format_, run("diff", old, "--all", "--format", format_, hostile=format_ in ("text", "json", "markdown")))


@IN_GIT
@pytest.mark.parametrize("format_", ["markdown", "json"])
def test_changelog(run: Run, format_: str) -> None:
    parsed(format_, run("changelog", "--format", format_, hostile=False))


@pytest.mark.parametrize(
    "arguments",
    [
        ("show", HOSTILE),
        ("explain", HOSTILE),
        ("gaps", HOSTILE),
        ("fmt", HOSTILE),
        ("validate", HOSTILE),
        ("check", f"--{HOSTILE}"),
        (HOSTILE,),
        ("check", "--project", HOSTILE),
        ("generate", "--only", HOSTILE, "--to", "/nowhere"),
        ("generate", "--to", f"schemas/{HOSTILE}", "--only", "SEPA_DEBIT"),
        ("conform", "--generated", HOSTILE),
        ("conform", "--url", f"http://{HOSTILE}"),
        ("conform", "--report", HOSTILE),
        ("init", f"schemas/{HOSTILE}/{HOSTILE}", "--title", HOSTILE),
        (
            "new",
            "method",
            HOSTILE,
            "--note",
            "n",
            "--currency",
            "EUR",
            "--country",
            "DE",
            "--source",
            "§1",
            "--direction",
            "payout",
        ),
        (
            "new",
            "method",
            "A",
            "--note",
            HOSTILE,
            "--currency",
            "EUR",
            "--country",
            "DE",
            "--source",
            "§1",
            "--direction",
            "payout",
        ),
        (
            "new",
            "method",
            "A",
            "--note",
            "n",
            "--currency",
            HOSTILE,
            "--country",
            "DE",
            "--source",
            "§1",
            "--direction",
            "payout",
        ),
        ("new", "field-type", HOSTILE, "--meaning", "m"),
        ("new", "field-type", "odd", "--meaning", HOSTILE),
        ("new", "pack", HOSTILE, "--title", "t"),
        ("release", "--to", f"schemas/{HOSTILE}"),
    ],
    ids=named,
)
def test_arguments(run: Run, project: Path, arguments: tuple[str, ...]) -> None:
    run(*arguments, codes=(1, 2), hostile=False)
    assert not [path for path in project.rglob("*") if "31mred" in path.name]


@IN_GIT
@pytest.mark.parametrize(
    "arguments",
    [("diff", HOSTILE), ("diff", f"{HOSTILE}..{HOSTILE}"), ("changelog", f"{HOSTILE}..HEAD")],
    ids=named,
)
def test_arguments_that_are_revisions(run: Run, arguments: tuple[str, ...]) -> None:
    run(*arguments, codes=(1, 2), hostile=False)


def test_markup_of_the_table_library_is_text(run: Run, project: Path) -> None:
    file = project / "schemas" / "methods" / "SEPA_DEBIT.yaml"
    kept = file.read_text(encoding="utf-8")
    title = "[bold]x[/] [/] [link=http://a]y :smile:"
    lines = [f"title: '{title}'" if line.startswith("title:") else line for line in kept.splitlines()]
    try:
        file.write_text("\n".join([*lines, ""]), encoding="utf-8")
        assert title in run("show", "SEPA_DEBIT", codes=(0,), hostile=False)
    finally:
        file.write_text(kept, encoding="utf-8")


def test_there_is_one_way_to_print() -> None:
    found = [
        f"{file.relative_to(SRC)}: {ast.unparse(node.func)}"
        for file in SRC.rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) in ("print", "click.echo", "click.secho", "Console", "sys.stdout.write")
    ]
    assert sorted(found) == ["cli/printing.py: click.echo"]
