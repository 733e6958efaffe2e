"""What `make bundles` writes is what its sources make, on every machine, and carries the licences of what is in it."""

import json
import re
import subprocess
import sys
from pathlib import Path

import projects
import pytest

WEB = projects.ROOT / "web"
ASSETS = projects.GENERATORS / "docs" / "assets"
RUNTIME = projects.GENERATORS / "typescript" / "compiled"
SCRIPTS = ("check.js", "first.js", "pictures.js", "site.js")
PREVIEW = projects.ROOT / "src" / "paycat" / "cli" / "preview" / "page.js"
MADE = (*SCRIPTS, "licences.txt")


@pytest.mark.slow
def test_bundles_are_made_of_their_sources(tmp_path: Path) -> None:
    """In another folder, under other file modes and variables."""
    scripts, runtime, preview = (tmp_path / name for name in ("scripts", "runtime", "preview"))
    scripts.mkdir()
    command = [sys.executable, *map(str, (WEB / "bundles.py", scripts, runtime, preview))]
    environ = projects.environ(TZ="Asia/Kathmandu", LC_ALL="C", PYTHONHASHSEED="7")
    ended = subprocess.run(command, cwd=tmp_path, env=environ, umask=0o077, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert sorted(path.name for path in scripts.iterdir()) == sorted(MADE)
    made, committed = projects.files_in(runtime), projects.files_in(RUNTIME)
    assert sorted(made) == sorted(committed)
    made |= projects.files_in(scripts) | projects.files_in(preview)
    committed |= {name: (ASSETS / name).read_bytes() for name in MADE} | {PREVIEW.name: PREVIEW.read_bytes()}
    assert made.keys() == committed.keys()
    assert [name for name in made if made[name] != committed[name]] == [], "run make bundles, and commit what it writes"


def test_every_package_in_the_bundles_has_its_licence() -> None:
    used = {
        name
        for script in SCRIPTS
        for name in re.findall(r"// node_modules/((?:@[^/]+/)?[^/]+)/", (ASSETS / script).read_text(encoding="utf-8"))
    }
    pinned = json.loads((WEB / "package.json").read_text())["dependencies"]
    licences = (ASSETS / "licences.txt").read_text(encoding="utf-8")
    assert {"@dagrejs/dagre", "minisearch"} <= used <= set(pinned)
    for name in used:
        assert f"\n{name} {pinned[name]} (" in licences
    assert licences.count("Copyright") >= len(used)


def test_versions_are_exact() -> None:
    pinned = json.loads((WEB / "package.json").read_text())["dependencies"]
    assert [version for version in pinned.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
