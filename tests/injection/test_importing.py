"""What importing a package does is told, however much of it is as it was in the package that was imported before."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from tests.injection import importing
from tests.injection.imported_anew import imported_anew

KNOWN = {
    "p": '"""A package."""\n\nfrom .a import A, f\n',
    "p.a": '"""What others use."""\n\nA = 1\n\n\ndef f():\n    """Return nothing."""\n',
    "p.b": "from .a import A\n\nB = A + 1\n",
    "p.c": "from . import b\n\nC = b.B + 1\n",
    "p.d": "D = 1\n",
}
PACKAGES = ("p",)
CHANGES: list[tuple[dict[str, str | None], set[str]]] = [
    ({}, set()),
    ({"p.d": "D = 2\n"}, {"p.d"}),
    ({"p.b": "from .a import A\n\nB = A + 2\n"}, {"p.b", "p.c"}),
    ({"p.a": "A = 2\n\n\ndef f():\n    pass\n"}, {"p", "p.a", "p.b", "p.c"}),
    ({"p.a": KNOWN["p.a"].replace("nothing", "none")}, {"p.a"}),
    ({"p.a": KNOWN["p.a"] + "# x\n"}, {"p.a"}),
    ({"p.a": KNOWN["p.a"] + "x\n"}, {"p", "p.a", "p.b", "p.c"}),
    ({"p.a": None}, {"p", "p.a", "p.b", "p.c"}),
    ({"p.a": "\0"}, {"p", "p.a", "p.b", "p.c"}),
    ({"p.e": "from .d import D\n"}, {"p.e"}),
]
SAID: list[tuple[dict[str, str | None], str]] = [
    ({}, ""),
    ({"p.d": "D = 2\n"}, ""),
    ({"p.a": KNOWN["p.a"].replace("nothing", "none")}, ""),
    ({"p.d": "import os\n\nos.system('true')\n"}, "executed"),
    ({"p.a": KNOWN["p.a"].replace("nothing.", 'nothing."""; open("x", "w"); """')}, ""),
    ({"p.a": KNOWN["p.a"].replace("What others use.", '"""; open("x", "w"); """')}, "executed"),
    ({"p.e": "import subprocess\n\nsubprocess.run(['true'])\n"}, "executed"),
    ({"p.a": "A = None\n\n\ndef f():\n    pass\n"}, "failed"),
    ({"p.a": "A = 1\n"}, "failed"),
    ({"p.a": None}, "failed"),
    ({"p.d": "D = \n"}, "failed"),
    ({"p.c": "from . import b\n\nC = b.GONE\n"}, "failed"),
]


def edited(changes: Mapping[str, str | None]) -> dict[str, str]:
    return {name: text for name, text in {**KNOWN, **changes}.items() if text is not None}


def written(folder: Path, modules: Mapping[str, str]) -> Path:
    for name, text in modules.items():
        file = folder.joinpath(*name.split("."), *(["__init__"] if name in PACKAGES else [])).with_suffix(".py")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
    return folder


@pytest.mark.parametrize(("changes", "anew"), CHANGES)
def test_what_is_another_is_executed_and_what_builds_on_it(changes: dict[str, str | None], anew: set[str]) -> None:
    assert imported_anew(KNOWN, edited(changes)) == anew


def test_what_an_import_does_is_told(tmp_path: Path) -> None:
    folders = [written(tmp_path / str(number), edited(changes)) for number, (changes, _) in enumerate(SAID)]
    told = answers(written(tmp_path / "known", KNOWN), folders)
    assert [next(iter(one or {}), "") for one in told] == [kind for _, kind in SAID], told


def answers(known: Path, folders: list[Path]) -> list[Any]:
    ended = subprocess.run(
        [sys.executable, importing.__file__, known],
        input="".join(f"{folder}\n" for folder in folders),
        cwd=known.parent,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return [json.loads(line) for line in ended.stdout.splitlines()]
