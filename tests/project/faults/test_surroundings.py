"""Commands that write, in surroundings that nobody expects: they do their work, or end with a finding and no change."""

import os
import subprocess
from typing import Any

import projects
import pytest

from tests.project.faults.commands import WRITINGS, Driven, Ground, Writing, is_leftover, tree

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork and modes")

each = pytest.mark.parametrize("one", WRITINGS, ids=lambda one: one.name)
OLD, AHEAD = 86_400 * 365, 4_000_000_000
"""Seconds since 1970: a clock that was set back makes files of the future, an archive makes very old ones."""


@each
def test_the_work_is_done(ground: Ground, driven: Driven, one: Writing) -> None:
    """Without a home, git, or the network; with files of another time, and no rights for others."""
    surroundings: dict[str, dict[str, Any]] = {
        "no home": {"unset": ["HOME", "USER", "XDG_CACHE_HOME"], "env": {"PATH": "/nowhere"}, "umask": 0o077},
        "no network": {"offline": True},
    }
    folders = {name: ground.copied(one, name.replace(" ", "-")) for name in surroundings}
    for number, path in enumerate(sorted(folders["no network"].rglob("*"))):
        os.utime(path, (AHEAD, AHEAD) if number % 2 else (OLD, OLD))
    ended = driven([ground.run(one, folders[name], **how) for name, how in surroundings.items()])
    for (name, folder), end in zip(folders.items(), ended, strict=True):
        assert end["code"] == 0, f"{one.name} with {name}: {end}"
        assert tree(folder) == ground.reached[one.name], name


@each
def test_the_locale_knows_ascii_alone(ground: Ground, one: Writing) -> None:
    folder = ground.copied(one, "locale")
    plain = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    ended = projects.paycat(*one.arguments, cwd=folder, **plain)
    assert ended.returncode == 0, ended.stdout + ended.stderr
    assert tree(folder) == ground.reached[one.name]


@each
def test_the_system_rejects(ground: Ground, driven: Driven, one: Writing) -> None:
    """Nothing may be written, no file may hold more than some bytes, or what is printed goes nowhere."""
    before = tree(ground.starts / one.name)
    folders = {name: ground.copied(one, name) for name in ("read-only", "full", "no-output")}
    for path in (folders["read-only"], *folders["read-only"].rglob("*")):
        path.chmod(0o555 if path.is_dir() else 0o444)
    runs = [ground.run(one, folder) for folder in folders.values()]
    runs[1]["limits"] = {"RLIMIT_FSIZE": 100}
    runs[2]["out"] = "/dev/full"
    ended = dict(zip(folders, driven(runs), strict=True))
    for name, end in ended.items():
        assert end["code"] == 1 or (name == "no-output" and not end["code"]), (one.name, name, end)
        assert "Traceback" not in end["out"], (one.name, name, end)
        if name != "no-output":
            assert "error" in end["out"] or name == "full", (one.name, name, end)  # It may end what is printed, too.
            assert {path: data for path, data in tree(folders[name]).items() if not is_leftover(path)} == before, name
    for path in (folders["read-only"], *folders["read-only"].rglob("*")):
        path.chmod(0o755 if path.is_dir() else 0o644)
    again = driven([ground.run(one, folder) for folder in folders.values()])
    for (name, folder), end in zip(folders.items(), again, strict=True):
        assert end["code"] == 0 or one.done in end["out"], (one.name, name, end)
        assert tree(folder) == ground.reached[one.name], (one.name, name)


@each
def test_two_at_once(ground: Ground, one: Writing) -> None:
    folder = ground.copied(one, "twice")
    command = projects.command(*one.arguments)
    both = [
        subprocess.Popen(
            command, cwd=folder, env=projects.environ(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        for _ in range(2)
    ]
    ended = [(process.communicate()[0], process.returncode) for process in both]
    assert 0 in [code for _, code in ended], ended
    for out, code in ended:
        assert code == 0 or (one.done and code == 2 and one.done in out), ended
        assert "Traceback" not in out
    assert tree(folder) == ground.reached[one.name]
