"""The project that tests read, copies that they may change, edits of files, and the command run on them.

`PROJECT` is the frozen project with what is generated of it; tests/this_catalogue is about schemas/.
"""

import compileall
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any

import yaml

DIRECTIONS = ("pay_in", "payout")
"""Those of the project."""
CACHES = ("__pycache__", "*.pyc", ".mypy_cache", ".ruff_cache", ".pytest_cache", "*.egg-info", ".paycat-writing")
KINDS = (
    *({"find", "replace"}, {"find", "replace", "count"}, {"find", "replace", "is_generated"}),
    *({"content"}, {"bytes"}, {"repeat"}, {"delete"}, {"link"}),
)
TERMINAL = {"COLUMNS": "100", "LINES": "40"}
_CACHES = {"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"}
_KEPT = 3
UNWANTED = ("FORCE_COLOR", "NO_COLOR", "CLICOLOR_FORCE", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "PYTHONPATH")

OF_OTHER_METHODS: list[dict[str, Any]] = [
    {"file": "requests/pay_in_eft.yaml", "delete": True},
    {
        "file": "errata.yaml",
        "find": "\n    correct: { replace: { field: currency, with: method.currency } }",
        "replace": "",
    },
    {
        "file": "requests/payout.yaml",
        "find": '  card: { meaning: The card that receives the money, source: "§2.4", decision: D-18 }\n',
        "replace": "",
    },
    {
        "file": "requests/payout.yaml",
        "find": "{ meaning: The party that receives the money, decision: D-18 }",
        "replace": "{ meaning: The party that receives the money, decision: [D-18, D-26] }",
    },
    {
        "file": "interface/operations.yaml",
        "find": "example: BANK_TRANSFER_ZAR",
        "replace": "example: BANK_TRANSFER_JPY",
    },
    {"file": "interface/records.yaml", "find": "mask: card.number", "replace": "made: example"},
]
"""What stands for methods that `of_two_methods` leaves out; every decision must be cited."""


def _version(pins: Path, *folders: Path) -> str:
    """Return a digest of the pinned libraries, and of the files in some folders."""
    digest = hashlib.sha256(pins.read_bytes())
    for folder in folders:
        for name, data in sorted(files_in(folder).items()):
            digest.update(f"{name} {len(data)} ".encode() + data)
    return digest.hexdigest()[:16]


def make() -> None:
    """Make the frozen project with what is generated of it, unless this version of paycat has made it before.

    paycat is compiled first: tests start it hundreds of times, and tell it to write no bytecode.
    """
    compileall.compile_dir(ROOT / "src", quiet=1)
    if PROJECT.is_dir():
        return
    PROJECT.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=PROJECT.parent) as folder:
        made = Path(folder, "project")
        shutil.copytree(FROZEN / "schemas", made / "schemas")
        ended = paycat("generate", cwd=made)
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout + ended.stderr
        with suppress(OSError):  # Another run has made it meanwhile.
            made.rename(PROJECT)
    for old in sorted(PROJECT.parent.iterdir(), key=lambda one: one.stat().st_mtime)[:-_KEPT]:
        shutil.rmtree(old, ignore_errors=True)


def copied(folder: Path, *, generated: bool = True) -> Path:
    """Make a project of the frozen catalogue, and of what is generated, in a folder; return the folder."""
    shutil.copytree(SCHEMAS, folder / "schemas")
    if generated:
        shutil.copytree(GENERATED, folder / "generated", ignore=shutil.ignore_patterns(*CACHES))
    return folder


def small(folder: Path) -> Path:
    """Make a project of the small catalogue in a folder, with no packs of its own and nothing generated; return it."""
    return shutil.copytree(SMALL, folder, ignore=shutil.ignore_patterns("generators", *CACHES))


def of_two_methods(folder: Path, packs_off: Iterable[str] = ()) -> Path:
    """Make a project of the methods UPI and BANK_TRANSFER_JPY alone, with what is generated, in a folder; return it."""
    catalogue_of_two_methods(folder)
    if packs_off:
        switch_off(folder, packs_off)
    ended = paycat("generate", cwd=folder)
    assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
    return folder


def catalogue_of_two_methods(folder: Path) -> Path:
    """Make a project of the methods UPI and BANK_TRANSFER_JPY alone, with nothing generated, in a folder; return it.

    They have a condition, a pattern with lengths, URLs, a currency without decimal places and an object type.
    """
    copied(folder, generated=False)
    for kind in ("methods", "samples/pay_in", "samples/payout"):
        for file in (folder / "schemas" / kind).iterdir():
            if file.stem not in ("UPI", "BANK_TRANSFER_JPY"):
                file.unlink()
    edit(folder / "schemas", OF_OTHER_METHODS)
    for name in ("decisions.yaml", "errata.yaml"):
        register = folder / "schemas" / name
        register.write_text(_of_methods(register.read_text(encoding="utf-8"), ("UPI", "BANK_TRANSFER_JPY")))
    return folder


def _of_methods(register: str, kept: Iterable[str]) -> str:
    """Return a register whose entries are about some methods alone; those about others are about all."""

    def left(line: re.Match[str]) -> str:
        codes = [code for code in line["codes"].split(", ") if code in kept]
        return f"    methods: [{', '.join(codes)}]\n" if codes else ""

    return re.sub(r"    methods: \[(?P<codes>[^]]*)\]\n", left, register)


def edit(folder: Path, edits: Iterable[dict[str, Any]]) -> None:
    """Edit files below a folder, in order: `find` and `replace` (once, or `count` times), or `delete`.

    With `is_generated`, `generated/SHA256SUMS` has the sum of the edited file, as if paycat had generated it.
    Or a file becomes a `link` to a path, or is written anew: `content` is its text, `repeat` a `text` and its `count`,
    and `bytes` a text whose characters, up to `\\xff`, are bytes.
    """
    for one in edits:
        change = dict(one)
        file = folder / change.pop("file")
        assert set(change) in KINDS, f"no such kind of edit: {sorted(change)}"
        if "delete" in change:
            shutil.rmtree(file) if file.is_dir() else file.unlink()
        elif "link" in change:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.unlink(missing_ok=True)
            file.symlink_to(change["link"])
        elif "find" in change:
            text, wanted = file.read_bytes().decode(), change.get("count", 1)
            count = text.count(change["find"])
            assert count == wanted, f"{file} has it {count} times, and not {wanted}: {change['find']}"
            file.write_bytes(text.replace(change["find"], change["replace"]).encode())
            if "is_generated" in change:
                old_sum, new_sum = (hashlib.sha256(data).hexdigest() for data in (text.encode(), file.read_bytes()))
                edit(folder, [{"file": "generated/SHA256SUMS", "find": old_sum, "replace": new_sum}])
        else:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(_written(change))


def _written(change: dict[str, Any]) -> bytes:
    if "bytes" in change:
        return str(change["bytes"]).encode("latin-1")
    if "repeat" in change:
        return (change["repeat"]["text"] * change["repeat"]["count"]).encode()
    return str(change["content"]).encode()


def switch_off(project: Path, packs: Iterable[str]) -> None:
    """Let a project do without some of the shipped packs."""
    file = project / "schemas/catalogue.yaml"
    text = file.read_text(encoding="utf-8").replace("\npacks_off: []\n", "\n")
    file.write_text(f"{text}packs_off: [{', '.join(packs)}]\n", encoding="utf-8")


def read_yaml(file: Path) -> Any:
    """Return what a YAML file of a case holds."""
    text = file.read_text(encoding="utf-8")
    # The parser in C takes a tenth of the time, and reads no half of a surrogate pair.
    return yaml.safe_load(text) if r"\ud" in text.lower() else yaml.load(text, yaml.CSafeLoader)


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


def state(project: Path) -> dict[str, tuple[int, int, int]]:
    """Return the time of the last change, the size and the inode of every file of a project, caches aside.

    Of a folder it is the inode alone: a cache in it changes its time.
    """
    found = {path: path.lstat() for path in project.rglob("*") if not _CACHES & set(path.parts)}
    return {
        str(path.relative_to(project)): (0, 0, one.st_ino)
        if path.is_dir()
        else (one.st_mtime_ns, one.st_size, one.st_ino)
        for path, one in found.items()
    }


def paycat(*arguments: str | Path, cwd: Path, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a process of its own, its output piped."""
    return subprocess.run(
        command(*arguments), cwd=cwd, env=environ(**environment), capture_output=True, text=True, check=False
    )


def command(*arguments: str | Path) -> list[str]:
    """Return the command line that runs paycat; as in its script, modules of the current folder are not found."""
    return [sys.executable, "-P", "-m", "paycat", *map(str, arguments)]


def environ(**changed: str) -> dict[str, str]:
    """Return the environment without what decides about colours and paths, with some variables changed."""
    kept = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    return kept | TERMINAL | {"PYTHONDONTWRITEBYTECODE": "1"} | changed


def plant_modules(folder: Path) -> Path:
    """Put modules of programs that paycat starts into a folder; each of them writes its name to the file returned."""
    ran = folder.parent / f"{folder.name}-ran"
    for name in ("ensurepip", "json", "multiprocessing", "paycat", "pip", "sitecustomize", "usercustomize", "venv"):
        code = f"with open({str(ran)!r}, 'a') as file:\n    file.write(__name__ + '\\n')\nraise SystemExit(1)\n"
        (folder / f"{name}.py").write_text(code, encoding="utf-8")
    return ran


HERE = Path(__file__).parent
ROOT = HERE.parents[1]
GENERATORS, SMALL, FROZEN = ROOT / "generators", HERE / "catalogue", HERE / "frozen"
SHORT = HERE.parent / "any_catalogue" / "whole_interfaces" / "direct_debits"
_MADE_OF = (ROOT / "requirements/generate.txt", ROOT / "src/paycat", GENERATORS, ROOT / "docs", FROZEN / "schemas")
PROJECT = ROOT / ".cache/tests" / _version(*_MADE_OF)
SCHEMAS, GENERATED = PROJECT / "schemas", PROJECT / "generated"
