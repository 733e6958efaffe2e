"""Copies of the project that tests may change, edits of their files, and the command run on them."""

import os
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import yaml

ROOT = Path(__file__).parents[1]
SCHEMAS, GENERATED, GENERATORS = ROOT / "schemas", ROOT / "generated", ROOT / "generators"
SMALL = ROOT / "tests/catalogue"
CACHES = ("__pycache__", "*.pyc", ".mypy_cache", ".ruff_cache", ".pytest_cache", "*.egg-info", ".writing")
KINDS = ({"find", "replace"}, {"find", "replace", "count"}, {"content"}, {"delete"})
TERMINAL = {"COLUMNS": "100", "LINES": "40"}
UNWANTED = ("FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONPATH")

OF_OTHER_METHODS: list[dict[str, Any]] = [
    {"file": "requests/pay_in_eft.yaml", "delete": True},
    {
        "file": "errata.yaml",
        "find": "\n    mend: { replace: { field: currency, with: method.currency } }",
        "replace": "",
    },
    {
        "file": "requests/payout.yaml",
        "find": "{ meaning: The party that receives the money, decision: D-18 }",
        "replace": "{ meaning: The party that receives the money, decision: [D-18, D-26] }",
    },
]
"""What stands for methods that `of_two_methods` leaves out; every decision must be cited."""


def copied(folder: Path, *, generated: bool = True) -> Path:
    """Make a project of the catalogue, and of what is generated, in a folder; return the folder."""
    shutil.copytree(SCHEMAS, folder / "schemas")
    if generated:
        shutil.copytree(GENERATED, folder / "generated", ignore=shutil.ignore_patterns(*CACHES))
    return folder


def small(folder: Path) -> Path:
    """Make a project of the small catalogue in a folder, with no packs of its own and nothing generated; return it."""
    return shutil.copytree(SMALL, folder, ignore=shutil.ignore_patterns("generators", "test_*.py", *CACHES))


def of_two_methods(folder: Path, packs_off: Iterable[str] = ()) -> Path:
    """Make a project of the methods UPI and BANK_TRANSFER_JPY alone, with what is generated, in a folder; return it.

    They have a condition, a pattern with lengths, URLs, a currency without decimal places and a shared container.
    """
    copied(folder, generated=False)
    for kind in ("methods", "samples/pay_in", "samples/payout"):
        for file in (folder / "schemas" / kind).iterdir():
            if file.stem not in ("UPI", "BANK_TRANSFER_JPY"):
                file.unlink()
    edit(folder / "schemas", OF_OTHER_METHODS)
    if packs_off:
        switch_off(folder, packs_off)
    ended = paycat("generate", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return folder


def edit(folder: Path, edits: Iterable[dict[str, Any]]) -> None:
    """Edit files below a folder, in order: `find` and `replace` (once, or `count` times), `content`, or `delete`."""
    for one in edits:
        change = dict(one)
        file = folder / change.pop("file")
        assert set(change) in KINDS, f"no such kind of edit: {sorted(change)}"
        if "delete" in change:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        elif "content" in change:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(str(change["content"]).encode())
        else:
            text, wanted = file.read_bytes().decode(), change.get("count", 1)
            count = text.count(change["find"])
            assert count == wanted, f"{file} has it {count} times, and not {wanted}: {change['find']}"
            file.write_bytes(text.replace(change["find"], change["replace"]).encode())


def switch_off(project: Path, packs: Iterable[str]) -> None:
    """Let a project do without some of the shipped packs."""
    file = project / "schemas/catalogue.yaml"
    text = file.read_text(encoding="utf-8").replace("\npacks_off: []\n", "\n")
    file.write_text(f"{text}packs_off: [{', '.join(packs)}]\n", encoding="utf-8")


def read_yaml(file: Path) -> Any:
    """Return what a YAML file of a case holds."""
    return yaml.safe_load(file.read_text(encoding="utf-8"))


def files_in(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder by path, caches aside."""
    ignored = shutil.ignore_patterns(*CACHES)
    found: dict[str, bytes] = {}
    for above, folders, names in os.walk(folder):
        hidden = ignored(above, [*folders, *names])
        folders[:] = [name for name in folders if name not in hidden]
        for name in set(names) - hidden:
            path = Path(above, name)
            found[path.relative_to(folder).as_posix()] = path.read_bytes()
    return found


def paycat(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, its output piped."""
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environ(**environment), capture_output=True, text=True, check=False
    )


def command(*arguments: str | Path) -> list[str]:
    """Return the command line that runs paycat."""
    return [sys.executable, "-m", "paycat", *map(str, arguments)]


def environ(**changed: str) -> dict[str, str]:
    """Return the environment without what decides about colours and paths, with some variables changed."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return kept | TERMINAL | {"PYTHONDONTWRITEBYTECODE": "1"} | changed


def free_port() -> int:
    """Return a port of this machine that nothing listens at."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
