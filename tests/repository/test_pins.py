"""What is installed is what was pinned: each package by its version and the hashes of its files, with no address."""

import base64
import hashlib
import json
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import chain
from pathlib import Path
from threading import Thread

import platformdirs
import projects
import pytest
from packaging.requirements import Requirement
from packaging.version import Version

from paycat.conformance.run.engine import MissingEngineError
from paycat.conformance.run.engines.ajv.node import installed
from requirements.npm_packages import manifests

FOLDER = projects.ROOT / "requirements"
SETS = ("generate", "dev", "bench", "pins")
_PIN = re.compile(
    r"(?P<name>[\w.-]+)==(?P<version>[\w.!+]+)(?: ; [^\\]+)?(?P<hashes>(?: \\\n {4}--hash=sha256:[0-9a-f]{64})+)\n"
)


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


ADVISORIES = tomllib.loads((FOLDER / "advisories.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("project", [projects.ROOT, projects.ROOT / "mutants", projects.GENERATED / "python"])
def test_no_bound_admits_a_version_with_a_known_weakness(project: Path) -> None:
    """Nor does a list leave out the bound of a library that it brings: an installer would take any version."""
    stated = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    extras = stated["project"].get("optional-dependencies", {})
    for written in (stated["build-system"]["requires"], stated["project"]["dependencies"], *extras.values()):
        listed = {normal(one.name): one for one in map(Requirement, written)}
        for name, advisory in ADVISORIES.items():
            assert name in listed or not listed.keys() & set(advisory.get("through", ())), (name, written)
            if name in listed:
                [lowest] = [one.version for one in listed[name].specifier if one.operator in (">=", "==")]
                assert Version(lowest) >= Version(advisory["safe"]), (name, advisory)


@pytest.mark.parametrize("name", SETS)
def test_no_pin_has_a_known_weakness(name: str) -> None:
    found = {library: version for library, version in pins(name).items() if library in ADVISORIES}
    assert {one: version for one, version in found.items() if Version(version) < Version(ADVISORIES[one]["safe"])} == {}


def test_all_sets_pin_the_same() -> None:
    text = (FOLDER / "constraints.txt").read_text(encoding="utf-8")
    constraints = dict(re.findall(r"^([\w.-]+)==([\w.!+]+)", text, re.MULTILINE))
    assert constraints == pins("generate")
    assert pins("generate").items() <= pins("dev").items()
    assert pins("generate").items() <= pins("bench").items()


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
    commands = re.findall(r"^(?:INSTALL|FETCH) = (.*)$", text, re.MULTILINE)
    assert [command.split()[3] for command in commands] == ["install", "download"]
    assert all("--require-hashes" in command for command in commands)
    other = [
        line
        for line in text.splitlines()
        if re.search("pip (install|download)", line) and not line.startswith(("INSTALL", "FETCH", "COMPILE"))
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


@pytest.fixture
def registry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    """A registry of one package, which npm is told to use; returns the package's archive."""
    archive = tmp_path / "one-1.0.0.tgz"
    with tarfile.open(archive, "w:gz") as made:
        (tmp_path / "one.json").write_text('{"name": "one", "version": "1.0.0"}', encoding="utf-8")
        made.add(tmp_path / "one.json", "package/package.json")

    class Registry(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            host = self.headers["Host"]
            version = {"name": "one", "version": "1.0.0", "dist": {"tarball": f"http://{host}/{archive.name}"}}
            document = {"name": "one", "versions": {"1.0.0": version}, "dist-tags": {"latest": "1.0.0"}}
            self.send_response(200)
            self.end_headers()
            self.wfile.write(archive.read_bytes() if self.path.endswith(".tgz") else json.dumps(document).encode())

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        Thread(target=server.serve_forever).start()
        monkeypatch.setenv("npm_config_registry", f"http://127.0.0.1:{server.server_port}/")
        monkeypatch.setenv("npm_config_noproxy", "127.0.0.1")
        monkeypatch.setenv("npm_config_cache", str(tmp_path / "npm"))
        monkeypatch.delenv("npm_config_offline")
        yield archive
        server.shutdown()


def locked(folder: Path, archive: Path, start: str = "") -> Path:
    """Lock the package by the hash of its archive, or by one that starts otherwise; return its package.json."""
    digest = base64.b64encode(hashlib.sha512(archive.read_bytes()).digest()).decode()
    one = {"version": "1.0.0", "integrity": f"sha512-{start}{digest[len(start) :]}"}
    packages = {"": {"dependencies": {"one": "1.0.0"}}, "node_modules/one": one}
    lock = {"lockfileVersion": 3, "requires": True, "packages": packages}
    (folder / "package-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    (folder / "package.json").write_text(json.dumps(packages[""]), encoding="utf-8")
    return folder / "package.json"


def test_another_npm_package_than_the_locked_is_not_installed(
    registry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(platformdirs, "user_cache_path", lambda name: tmp_path / "cache" / name)
    right = installed(locked(tmp_path, registry), "tests")
    assert (right / "node_modules" / "one" / "package.json").is_file()
    with pytest.raises(MissingEngineError) as raised:
        installed(locked(tmp_path, registry, "AAAAAAAA"), "tests")
    assert "integrity checksum failed" in raised.value.why
    assert list((tmp_path / "cache" / "paycat" / "node").iterdir()) == [right]


def test_no_address_of_a_registry_or_machine_is_kept() -> None:
    locks = [manifest.with_name("package-lock.json") for manifest in manifests()]
    for file in [*FOLDER.glob("*.txt"), *FOLDER.glob("*.in"), *locks]:
        text = file.read_text(encoding="utf-8")
        assert re.findall(r"registry\S*://|://\S*registry|--\S*index|--find-links|file:|/simple\b", text) == [], file
