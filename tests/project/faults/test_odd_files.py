"""Every path that a command reads may be a pipe, a socket, a device, a folder, a loop of links, or a huge file.

Whatever it is, the command ends at once with a finding or without: it never waits, and never ends with a traceback.
"""

import os
import shutil
import socket
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import projects
import pytest
from starter_cases import STARTER
from time_limit import time_limit

from paycat.catalogue.registers import Correction
from paycat.contract.samples import corrected
from paycat.files.reading import strict_json
from tests.project.faults.commands import Driven

pytestmark = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs pipes that have names")

BASE = "base.json"
HUGE = 300_000_000
READ: dict[str, list[tuple[str, ...]]] = {
    "schemas/types.yaml": [("check",), ("fmt", "--check")],
    "schemas/releases.md": [("generate", "--check")],
    "specification.md": [("check",)],
    BASE: [("diff", BASE), ("diff", "generated", BASE)],
    "payload.json": [("validate", "payload.json")],
    "generated/SHA256SUMS": [("generate", "--check")],
    "generated/tools.json": [("generate", "--check")],
    "generated/contract/contract.json": [
        *(("conform", "--engine", "jsonschema"), ("conform", "--generated", "generated"), ("gaps",)),
        ("diff", "generated", BASE),
    ],
    "generated/openapi/openapi.json": [("conform", "--engine", "openapi"), ("explain", "D-107")],
    "generated/json-schema/pay_in/SEPA_DEBIT.schema.json": [("conform", "--engine", "jsonschema")],
    "generated/conformance/vectors/pay_in/SEPA_DEBIT.jsonl": [
        ("conform", "--engine", "jsonschema"),
        ("gaps",),
    ],
    "generators/mine/pack.yaml": [("generate", "--check")],
    "generators/mine/templates/methods.md.j2": [("generate", "--check")],
    "wheel.whl": [("release", "dist", "--include", "wheel.whl")],
    "journal.jsonl": [("conform", "--url", "http://127.0.0.1:9", "--journal", "journal.jsonl")],
}


def _socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(str(path))


MAKE: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "socket": _socket,
    "folder": Path.mkdir,
    "loop": lambda path: path.symlink_to(path.name),
    "device": lambda path: path.symlink_to("/dev/zero"),
    "huge": lambda path: (path.touch(), os.truncate(path, HUGE)),
    "unreadable": lambda path: path.touch(mode=0),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory, driven: Driven) -> Path:
    project = shutil.copytree(STARTER, tmp_path_factory.mktemp("odd") / "p")
    projects.switch_off(project, ["docs", "editor"])
    for command in (("generate",), ("new", "pack", "mine", "--title", "Mine")):
        ended = projects.paycat(*command, cwd=project)
        assert ended.returncode == 0, ended.stdout + ended.stderr
    shutil.copy(project / "generated/contract/contract.json", project / BASE)
    driven([{"args": one, "cwd": str(project), "here": True} for one in (("check",), ("generate", "--check"))])
    return project


@pytest.mark.parametrize("kind", MAKE)
def test_a_command_ends(whole: Path, driven: Driven, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    runs: list[dict[str, Any]] = []
    for number, (file, commands) in enumerate(READ.items()):
        project = shutil.copytree(whole, whole.parent / f"{kind}-{number}")
        monkeypatch.chdir(project)  # The name of a socket has at most 108 characters.
        Path(file).unlink(missing_ok=True)
        MAKE[kind](Path(file))
        limits = {"limits": {"RLIMIT_CPU": 20}, "seconds": 60}
        runs += [{"args": one, "cwd": str(project), "file": file, **limits} for one in commands]
    for run, end in zip(runs, driven(runs), strict=True):
        where = f"paycat {' '.join(run['args'])} with {run['file']} as {kind}: {end}"
        assert end["code"] in (0, 1, 2, 4), where
        assert "Traceback" not in end["out"], where
    monkeypatch.undo()
    for folder in {run["cwd"] for run in runs}:
        shutil.rmtree(folder)


def test_a_member_that_is_there_twice_is_found_at_once() -> None:
    """Among many others, too: a payload or a contract of a stranger must not keep a run busy for minutes."""
    members = ",".join(f'"{number}":0' for number in (*range(200_000), 199_999))
    with time_limit(), pytest.raises(ValueError, match="the member '199999' is there twice"):
        strict_json(f"{{{members}}}".encode())


@pytest.mark.parametrize("text", ["12345678901234567.89", "9" * 5000, "0." + "1" * 400], ids=len)
def test_a_correct_makes_no_number_that_is_not_kept(text: str) -> None:
    """The text stays, so the sample of the erratum is still rejected, and that is found."""
    correct = Correction.model_construct(as_number="amount", rename=None, replace=None)
    method: Any = None  # No method is asked for what it is.
    assert corrected(correct, method, {"amount": text}) == {"amount": text}
    assert corrected(correct, method, {"amount": "19.99"}) == {"amount": 19.99}


@pytest.mark.parametrize("name", ["-", "/dev/stdin", "/dev/fd/0"])
def test_a_stream_of_the_shell_is_read(whole: Path, name: str) -> None:
    line = (whole / "generated/conformance/vectors/pay_in/SEPA_DEBIT.jsonl").read_text(encoding="utf-8").split("\n")[0]
    payload = line[line.index('"payload":') + 10 : -1]
    with (whole / "sent.json").open("w+", encoding="utf-8") as file:
        file.write(payload)
        file.seek(0)
        command = projects.command("validate", name)
        ended = subprocess.run(
            command, cwd=whole, stdin=file, env=projects.environ(), capture_output=True, text=True, check=False
        )
    assert ended.returncode == 0, ended.stdout + ended.stderr
