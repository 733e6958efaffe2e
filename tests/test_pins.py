"""What is installed is what was pinned: each package by its version and the hashes of its files, with no address."""

import json
import re
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path

import platformdirs
import projects
import pytest

from paycat.conformance.engine import MissingEngineError
from paycat.conformance.engines.ajv.node import installed

FOLDER = projects.ROOT / "requirements"
SETS = ("generate", "dev", "pins")
_PIN = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>[\w.!+]+)(?: ; [^\\]+)?(?P<hashes>(?: \\\n {4}--hash=sha256:[0-9a-f]{64})+)\n"
)
_LISTED = ["git", "ls-files", "-z", "--", "package.json", "*/package.json", ":!generated"]


def normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def pins(name: str) -> dict[str, str]:
    """Return the version of each package in a file of hashed requirements; the file holds nothing else."""
    text = re.sub(r"^#.*\n", "", (FOLDER / f"{name}.txt").read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert _PIN.sub("", text) == "", "every line must be a version with its hashes"
    return {normal(found["name"]): found["version"] for found in _PIN.finditer(text)}


def wanted(name: str) -> dict[str, str]:
    """Return what a file of direct requirements names, each with an exact version."""
    lines = [line for line in (FOLDER / f"{name}.in").read_text().splitlines() if not line.startswith(("#", "-r "))]
    return {normal(package): version for package, version in (line.split("==") for line in lines)}


@pytest.mark.parametrize("name", SETS)
def test_every_python_package_has_hashes(name: str) -> None:
    assert wanted(name).items() <= pins(name).items(), "run make pins"


def test_what_paycat_imports_is_pinned_directly() -> None:
    """So that `make pins UPGRADE=--upgrade` changes nothing that shapes the output unasked."""
    project = tomllib.loads((projects.ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    stated = [*project["project"]["dependencies"], *chain(*project["project"]["optional-dependencies"].values())]
    stated += project["build-system"]["requires"]
    assert {normal(re.split(r"[^\w.-]", one)[0]) for one in stated} <= wanted("generate").keys()


def test_all_sets_pin_the_same() -> None:
    text = (FOLDER / "constraints.txt").read_text(encoding="utf-8")
    constraints = dict(re.findall(r"^([\w.-]+)==([\w.!+]+)", text, re.MULTILINE))
    assert constraints == pins("generate")
    assert pins("generate").items() <= pins("dev").items()


def test_the_versions_here_are_the_pinned() -> None:
    """Else a test that passes here proves nothing of the pins."""
    command = [sys.executable, "-m", "pip", "list", "--format=json", "--disable-pip-version-check"]
    listed = json.loads(subprocess.run(command, capture_output=True, check=True).stdout)
    found = {normal(one["name"]): one["version"] for one in listed}
    assert {name: found[name] for name in pins("dev").keys() & found.keys()}.items() <= pins("dev").items()
    assert {name for name in pins("dev").keys() - found.keys() if name not in _elsewhere()} == set()


def _elsewhere() -> set[str]:
    """Return the packages that only some systems need."""
    return {normal(name) for name in re.findall(r"^([\w.-]+)==\S+ ;", (FOLDER / "dev.txt").read_text(), re.MULTILINE)}


def test_make_installs_by_hash_alone() -> None:
    text = (projects.ROOT / "Makefile").read_text(encoding="utf-8")
    [install] = re.findall(r"^INSTALL = (.*)$", text, re.MULTILINE)
    assert "--require-hashes" in install
    other = [
        line for line in text.splitlines() if "pip install" in line and not line.startswith(("INSTALL", "COMPILE"))
    ]
    assert [
        line for line in other if "--no-index --no-build-isolation --no-deps" not in line and " pip compile" not in line
    ] == []


def test_another_file_than_the_pinned_is_not_installed(tmp_path: Path) -> None:
    text = (FOLDER / "generate.txt").read_text(encoding="utf-8")
    [pin] = [found[0] for found in _PIN.finditer(text) if found["name"] == "editables"]
    (tmp_path / "changed.txt").write_text(re.sub("sha256:[0-9a-f]{8}", "sha256:00000000", pin), encoding="utf-8")
    options = ["--require-hashes", "--dry-run", "--ignore-installed", "--disable-pip-version-check"]
    command = [sys.executable, "-m", "pip", "install", *options, "--requirement", str(tmp_path / "changed.txt")]
    ended = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ended.returncode != 0
    assert "DO NOT MATCH THE HASHES" in ended.stderr


def manifests() -> list[Path]:
    listed = subprocess.run(_LISTED, cwd=projects.ROOT, capture_output=True, text=True, check=True).stdout
    return [projects.ROOT / name for name in listed.split("\0") if name]


@pytest.mark.parametrize("manifest", manifests(), ids=lambda path: path.parent.relative_to(projects.ROOT).as_posix())
def test_every_npm_package_has_its_hash(manifest: Path) -> None:
    stated = json.loads(manifest.read_text(encoding="utf-8"))["dependencies"]
    lock = json.loads(manifest.with_name("package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert lock[""]["dependencies"] == stated, "run make pins"
    packages = {path: one for path, one in lock.items() if path}
    assert {name: packages[f"node_modules/{name}"]["version"] for name in stated} == stated
    bad = {path for path, one in packages.items() if not one.get("integrity", "").startswith("sha512-")}
    assert bad == {path for path, one in packages.items() if "inBundle" in one}
    assert [path for path, one in packages.items() if "resolved" in one] == []


def test_another_npm_package_than_the_locked_is_not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("package.json", "package-lock.json"):
        shutil.copy(projects.ROOT / "tests" / "artefacts" / "ajv" / name, tmp_path)
    lock = tmp_path / "package-lock.json"
    lock.write_text(re.sub("sha512-.{8}", "sha512-AAAAAAAA", lock.read_text(encoding="utf-8")), encoding="utf-8")
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "cache" / name)
    with pytest.raises(MissingEngineError) as raised:
        installed(tmp_path / "package.json", "tests")
    assert raised.value.why.startswith("npm install failed: Integrity checksum failed")
    assert list((tmp_path / "cache" / "paycat" / "node").iterdir()) == []


def test_no_address_of_a_registry_or_machine_is_kept() -> None:
    locks = [manifest.with_name("package-lock.json") for manifest in manifests()]
    for file in [*FOLDER.glob("*.txt"), *FOLDER.glob("*.in"), *locks]:
        text = file.read_text(encoding="utf-8")
        assert re.findall(r"registry\S*://|://\S*registry|--\S*index|--find-links|file:|/simple\b", text) == [], file
