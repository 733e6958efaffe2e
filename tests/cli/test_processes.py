"""The command as a process: pipes, bugs, and being killed."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import projects
import pytest
from targets import one_of_each_kind

from paycat.cli.printing import bar, progress
from paycat.packs.fileset import SUMS, FileSet, sums_text
from paycat.project.building import build
from paycat.project.drift import compare
from paycat.project.workspace import Workspace, contract_of

PAYLOAD = '{"amount": 1, "currency": "INR", "method_code": "UPI", "reference": "r", "recipient": {}}\n'


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (["check"], 0),
        (["generate", "--check"], 0),
        (["conform", "--engine", "jsonschema-rs"], 0),
        (["show", "UPI"], 0),
        (["validate", "payload.json", "--direction", "payout"], 1),
        (["validate", "payload.json"], 2),
    ],
    ids=lambda value: "-".join(value) if isinstance(value, list) else None,
)
def test_piped_output_is_plain(arguments: list[str], code: int, project: Path) -> None:
    """No colours, no moving progress: neither in what is printed nor beside it."""
    (project / "payload.json").write_text(PAYLOAD)
    ended = projects.paycat(*arguments, cwd=project)
    assert ended.returncode == code
    assert bool(ended.stderr) == (code == 2)
    for text in (ended.stdout, ended.stderr):
        assert not set(text) & {"\x1b", "\r", "\x07", "\x08"}
        assert "reading the catalogue" not in text
    assert (ended.stderr if code == 2 else ended.stdout).strip()


NARROW = {
    "ascii": {"PYTHONIOENCODING": "ascii"},
    "cp1252": {"PYTHONIOENCODING": "cp1252"},
    "latin-1": {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0", "PYTHONIOENCODING": "latin-1:strict"},
}
"""Encodings of terminals that lack most characters, and what makes them those of Python."""


def test_every_command_prints_in_any_encoding(project: Path) -> None:
    """What the encoding lacks is an escape; JSON stays the same JSON."""
    odd = "Zahlungen \u2192 \u652f\u4ed8 \U0001f600 \u00e9"
    projects.edit(project, [{"file": "schemas/methods/UPI.yaml", "find": "\ntitle: UPI", "replace": f"\ntitle: {odd}"}])
    (project / "payload.json").write_text(json.dumps({"method_code": odd}), encoding="utf-8")
    commands = {
        "show UPI": 0,
        "explain UPI": 0,
        "explain D-28": 0,
        "gaps": 0,
        "check": 0,
        "validate payload.json --direction payout": 1,
        f"explain {odd.split()[2]}": 2,
    }
    for command, code in commands.items():
        ended = _run_in(project, command, **NARROW["ascii"])
        assert ended.returncode == code, ended.stderr
    for command, code in {"show UPI": 0, "validate payload.json --direction payout": 1}.items():
        wide = _run_in(project, f"{command} --format json", PYTHONIOENCODING="utf-8")
        for encoding, settings in NARROW.items():
            narrow = _run_in(project, f"{command} --format json", **settings)
            assert (narrow.returncode, wide.returncode) == (code, code), narrow.stderr
            assert json.loads(narrow.stdout.decode(encoding)) == json.loads(wide.stdout)


def _run_in(project: Path, command: str, **settings: str) -> subprocess.CompletedProcess[bytes]:
    environ = projects.environ(**settings)
    return subprocess.run(
        projects.command(*command.split()), cwd=project, env=environ, capture_output=True, check=False
    )


@pytest.mark.parametrize("is_terminal", [True, False])
def test_progress_shows_on_a_terminal_alone(is_terminal: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = StringIO()
    stream.isatty = lambda: is_terminal  # type: ignore[method-assign]  # a stream that says what it is
    monkeypatch.setattr("paycat.cli.printing._PATIENCE_SECONDS", -1.0)
    monkeypatch.setattr(sys, "stderr", stream)
    monkeypatch.setenv("TERM", "xterm")
    with progress() as step:
        step("reading the catalogue")
        step("rendering openapi")
    with bar(2) as advance:
        advance("a first one")
        advance("a second one")
    shown = stream.getvalue()
    assert ("rendering openapi" in shown) is ("a second one" in shown) is is_terminal
    assert bool(shown) is is_terminal


NO_TEXT = os.fsdecode(b"x\xffy")


@pytest.mark.parametrize(
    "arguments",
    [
        *(
            [*("new", "method", "SWISH", "--direction", "pay_in"), *stated]
            for stated in (
                ("--note", NO_TEXT, "--currency", "SEK", "--country", "SE", "--source", "§1"),
                ("--note", "n", "--currency", NO_TEXT, "--country", "SE", "--source", "§1"),
                ("--note", "n", "--currency", "SEK", "--country", NO_TEXT, "--source", "§1"),
                ("--note", "n", "--currency", "SEK", "--country", "SE", "--source", NO_TEXT),
                ("--note", "n", "--currency", "SEK", "--country", "SE", "--source", "§1", "--title", NO_TEXT),
            )
        ),
        *(
            ["new", "field-type", "x", "--meaning", "A meaning.", option, NO_TEXT]
            for option in ("--meaning", "--length", "--characters", "--pattern", "--source", "--decision")
        ),
        ["new", "pack", "x", "--title", NO_TEXT],
        ["init", "there", "--title", NO_TEXT],
        ["init", "there", "--package", NO_TEXT],
    ],
    ids=" ".join,
)
def test_an_argument_that_is_no_text_is_wrong_usage(
    arguments: list[str], tmp_path: Path, cli: Callable[..., Any]
) -> None:
    project = projects.small(tmp_path / "project")
    before = projects.files_in(project)
    ended = cli(*arguments, cwd=project)
    assert (ended.code, ended.out) == (2, ""), ended.err
    assert "the text is not UTF-8" in ended.err
    assert projects.files_in(project) == before


def test_bytes_of_a_command_line_that_are_no_text_are_wrong_usage(tmp_path: Path) -> None:
    """As the system hands them over; above, and for each option, they are in the form that Python gives them."""
    ended = projects.paycat("new", "pack", "x", "--title", NO_TEXT, cwd=projects.small(tmp_path / "project"))
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    assert "the text is not UTF-8" in ended.stderr


@pytest.mark.parametrize(
    "arguments",
    [
        ["generate", "--only", "UPI", "--to", "loop"],
        ["release", "loop"],
        ["init", "loop"],
        ["check", "--project", "loop"],
    ],
    ids=" ".join,
)
def test_links_that_lead_in_a_circle_are_no_folder(
    arguments: list[str], project: Path, cli: Callable[..., Any]
) -> None:
    (project / "loop").symlink_to("loop")
    ended = cli(*arguments, cwd=project)
    assert ended.code in (1, 2), ended.err
    assert "loop" in ended.out + ended.err


@pytest.mark.parametrize(
    ("arguments", "closed"),
    [
        ("show UPI", "stdout"),
        ("gaps", "stdout"),
        ("validate payload.json --direction payout", "stdout"),
        ("check --format json", "stdout"),
        ("gaps --help", "stdout"),
        ("--help", "stdout"),
        ("--version", "stdout"),
        ("show", "stderr"),
        ("fmt", "stderr"),
    ],
)
def test_a_reader_that_goes_away_is_neither_a_bug_nor_a_finding(arguments: str, closed: str, project: Path) -> None:
    """As in `paycat show UPI | head -1`, which ends as other programs do there: with 128 and the signal."""
    (project / "payload.json").write_text(PAYLOAD)
    projects.edit(project, [{"file": ".paycat-writing/files/0", "content": "left by a killed run"}])
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as pipe:
        ended = subprocess.run(
            projects.command(*arguments.split()),
            cwd=project,
            env=projects.environ(),
            stdout=pipe if closed == "stdout" else subprocess.PIPE,
            stderr=pipe if closed == "stderr" else subprocess.PIPE,
            text=True,
            check=False,
        )
    assert (ended.returncode, ended.stdout or "", ended.stderr or "") == (141, "", "")


@pytest.mark.parametrize(("arguments", "redirection", "code"), [("gaps", ">&-", 0), ("show", "2>&-", 2)])
def test_a_stream_that_the_shell_closed_prints_nowhere(
    arguments: str, redirection: str, code: int, project: Path
) -> None:
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", *projects.command(*arguments.split())]
    ended = subprocess.run(command, cwd=project, env=projects.environ(), capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (code, "", "")


@pytest.mark.parametrize("command", ["check", "generate", "conform", "show UPI", "validate payload.json"])
def test_a_bug_ends_with_3_and_asks_for_a_report(
    command: str, project: Path, cli: Callable[..., Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a wheel came off")

    name, *rest = command.split()
    (project / "payload.json").write_text(PAYLOAD)
    before = projects.files_in(project)
    read = {"check": "summary_of_catalogue", "generate": "lasting_build"}.get(name, "contract_of")
    monkeypatch.setattr(f"paycat.cli.{name}.{read}", broken)
    ended = cli(name, *rest, cwd=project)
    assert (ended.code, ended.out) == (3, "")
    *trace, last = ended.err.splitlines()
    assert trace[0].startswith("Traceback")
    assert trace[-1] == "RuntimeError: a wheel came off"
    assert last == "paycat: this is a bug in paycat; please report it with the lines above"
    assert projects.files_in(project) == before


# Killed

KILLS = one_of_each_kind([7, 30], [7])
METHOD = "schemas/methods/UPI.yaml"
NOTES = "name: notes\ntitle: Notes\nfolder: notes\nfiles:\n"
NOTE = "  - { for: request, path: '%d/%s', template: note.md.j2 }\n"
PATHS = ("{{ direction }}/{{ request.method }}.md", "{{ request.method }}/{{ direction }}.md")


class Versions:
    """A project whose catalogue and pack have three versions, and what each is to make."""

    def __init__(self, project: Path) -> None:
        self.project = project
        self.current = 0
        packs = sorted(pack.name for pack in projects.GENERATORS.iterdir())
        projects.switch_off(project, [name for name in packs if name not in ("contract", "json-schema", "openapi")])
        projects.edit(
            project,
            [
                {
                    "file": "generators/notes/templates/note.md.j2",
                    "content": "{{ request.method | markdown_text }} {{ contract.service.version | markdown_text }}\n"
                    * 50,
                }
            ],
        )
        self._catalogue = (project / "schemas/catalogue.yaml").read_text()
        self._method = (project / METHOD).read_text()
        self.wanted = [self._made(version) for version in range(3)]

    def turn(self, version: int) -> None:
        """Edit the catalogue: a title that every file tells; files that move, or come and go."""
        self.current = version
        text = self._catalogue.replace("packs_off: [", "packs_off: [openapi, ") if version == 2 else self._catalogue
        text = re.sub("\nversion: .*", f"\nversion: 9.9.{version}", text)
        assert text != self._catalogue
        (self.project / "schemas/catalogue.yaml").write_text(text)
        notes = "".join(NOTE % (number, PATHS[version % 2]) for number in range(40))
        (self.project / "generators/notes/pack.yaml").write_text(NOTES + notes)
        (self.project / METHOD).write_text(f"# Version {version}\n" * version + self._method)

    def _made(self, version: int) -> FileSet:
        self.turn(version)
        workspace = Workspace(self.project)
        return build(workspace, contract_of(workspace)[0])

    def texts(self, version: int) -> dict[str, bytes]:
        """Return what the output folder holds when it is whole."""
        files = self.wanted[version]
        whole = {path: text.encode() for path, text in files.texts().items()}
        return whole | {SUMS: sums_text(files.sums()).encode()}


@pytest.fixture
def versions() -> Iterator[Versions]:
    # Not in memory, where writing is over before it can be met.
    with TemporaryDirectory(dir=projects.PROJECT.parent) as folder:
        yield Versions(projects.catalogue_of_two_methods(Path(folder) / "project"))


@pytest.mark.parametrize("kills", KILLS)
def test_killed_at_any_moment(kills: int, versions: Versions, cli: Callable[..., Any]) -> None:
    chance = random.Random(5)
    generated = versions.project / "generated"
    before, torn = versions.texts(0), 0
    versions.turn(0)
    assert cli("generate", cwd=versions.project).code == 0
    known: dict[str, set[bytes]] = {}
    for version in range(3):
        for path, data in versions.texts(version).items():
            known.setdefault(path, set()).add(data)
    for number in range(kills):
        versions.turn((versions.current + 1) % 3)
        run_and_kill(versions.project, chance, at_random=number % 5 == 4)
        found = projects.files_in(generated)
        for path, data in found.items():
            assert data in known[path], f"{path} is not whole"
        wanted = versions.texts(versions.current)
        drifts = compare(versions.wanted[versions.current], generated, "generated")
        assert bool(drifts) == (found != wanted)
        assert {drift.kind for drift in drifts} <= {"missing", "changed", "stale"}
        torn += found not in (wanted, before)
        if number % 5 == 0:
            assert cli("generate", "--check", cwd=versions.project).code == (found != wanted)
        before = found
    assert 15 * torn >= 4 * kills, "too few of the kills met a run that was writing"
    ended = cli("generate", cwd=versions.project)
    assert ended.code == 0
    assert projects.files_in(generated) == versions.texts(versions.current)
    assert not (generated / ".paycat-writing").exists()
    assert cli("generate", "--check", cwd=versions.project).code == 0


def run_and_kill(project: Path, chance: random.Random, *, at_random: bool) -> None:
    """Start generating, and kill it: at any moment, or when some of the files are in place."""
    staged = project / "generated/.paycat-writing/files"
    if not at_random:
        shutil.rmtree(staged, ignore_errors=True)  # So that what waits there next is this run's.
    run = subprocess.Popen(
        projects.command("generate"),
        cwd=project,
        env=projects.environ(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    if at_random:
        time.sleep(chance.uniform(0, 1.5))
    else:
        share, most = chance.uniform(0.1, 0.95), 0
        while run.poll() is None and not staged.exists():
            time.sleep(0.0002)  # The command is killed in its midst, and signals nothing before its end.
        while run.poll() is None and (count := waiting(staged)) >= most * share:
            most = max(most, count)
    run.send_signal(signal.SIGKILL)
    _, err = run.communicate()
    assert re.fullmatch(r"(Removed [0-9]+ files? that an interrupted run left in generated\.\n)?", err)
    assert run.returncode in (0, -signal.SIGKILL)


def waiting(staged: Path) -> int:
    """Return how many staged files are not in place."""
    try:
        return len(os.listdir(staged))
    except FileNotFoundError:
        return -1
