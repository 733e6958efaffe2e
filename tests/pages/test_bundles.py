"""The scripts of the pages are what web/ makes, on every machine, and carry the licences of what is in them."""

import json
import re
import subprocess
import sys
from pathlib import Path

import projects

WEB = projects.ROOT / "web"
ASSETS = projects.GENERATORS / "docs" / "assets"
MADE = ("check.js", "licences.txt", "site.js")


def test_bundles_are_made_of_their_sources(tmp_path: Path) -> None:
    """In another folder, under other file modes and variables."""
    command = [sys.executable, str(WEB / "bundles.py"), str(tmp_path)]
    environ = projects.environ(TZ="Asia/Kathmandu", LC_ALL="C", PYTHONHASHSEED="7")
    ended = subprocess.run(command, cwd=tmp_path, env=environ, umask=0o077, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "", "")
    assert sorted(path.name for path in tmp_path.iterdir()) == list(MADE)
    different = [name for name in MADE if (tmp_path / name).read_bytes() != (ASSETS / name).read_bytes()]
    assert different == [], "run make bundles, and commit what it writes"


def test_every_package_in_the_bundles_has_its_licence() -> None:
    used = {
        name
        for script in ("check.js", "site.js")
        for name in re.findall(r"// node_modules/((?:@[^/]+/)?[^/]+)/", (ASSETS / script).read_text(encoding="utf-8"))
    }
    pinned = json.loads((WEB / "package.json").read_text())["dependencies"]
    licences = (ASSETS / "licences.txt").read_text(encoding="utf-8")
    assert {"jsonc-parser", "minisearch"} <= used <= set(pinned)
    for name in used:
        assert f"\n{name} {pinned[name]} (" in licences
    assert licences.count("Copyright") >= len(used)


def test_versions_are_exact() -> None:
    pinned = json.loads((WEB / "package.json").read_text())["dependencies"]
    assert [version for version in pinned.values() if not re.fullmatch(r"\d+\.\d+\.\d+", version)] == []
