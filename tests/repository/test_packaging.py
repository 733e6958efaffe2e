"""The wheel and the sdist: what is in them, and that an installed paycat makes the same without the checkout."""

import json
import os
import re
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from importlib.metadata import distributions
from pathlib import Path
from typing import Any
from urllib.parse import quote

import projects
import pytest
import registries
from click import Context
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from paycat import __version__
from paycat.cli import commands
from paycat.cli.options import EXTRAS
from paycat.project.starter import Choices, start
from tests.repository.packages import OF_EARLIER_VERSIONS, run
from tests.repository.tools.ci_page import blocks

[EPOCH] = re.findall(r"SOURCE_DATE_EPOCH = (\d+)", (projects.ROOT / "Makefile").read_text())
DATA = ("generators", "schemas", "starters")
PINS = "requirements/constraints.txt"
ELSEWHERE = {"TZ": "Asia/Kathmandu", "LANG": "C", "LC_ALL": "C", "PYTHONHASHSEED": "7", "HOME": "/nonexistent"}
"""Variables of another machine."""


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    [wheel] = built.glob("paycat-*-py3-none-any.whl")
    return wheel


def test_packages_of_earlier_versions_are_not_left_to_be_released(built: Path) -> None:
    made = {path.name.partition("-")[0] for path in built.iterdir()}
    assert made == {"paycat", "paycat_mutants", "payments_api", "payments_api_pages"}
    assert not {path.name for path in built.iterdir()} & set(OF_EARLIER_VERSIONS)


def test_an_index_would_take_the_packages_and_show_their_texts(built: Path) -> None:
    packages = [str(path) for path in built.iterdir() if path.suffix != ".json"]
    run([sys.executable, "-m", "twine", "check", "--strict", *packages])


def test_wheels_have_what_belongs_in_a_wheel(built: Path) -> None:
    """Modules in folders of the packages alone, none twice or empty, no files of tests, nothing that was compiled."""
    run([sys.executable, "-m", "check_wheel_contents", *map(str, built.glob("*.whl"))])


def inventories(folder: Path) -> dict[str, str]:
    """Return each inventory by the name of what it is of."""
    return {path.name.partition("-")[0]: path.read_text(encoding="utf-8") for path in folder.glob("*.cdx.json")}


def components(text: str) -> dict[str, dict[str, Any]]:
    return {one["purl"]: one for one in json.loads(text)["components"]}


def test_inventories_are_cyclonedx(built: Path) -> None:
    validator = JsonStrictValidator(SchemaVersion.V1_6)
    for text in inventories(built).values():
        assert validator.validate_str(text) is None
        assert "serialNumber" not in text
        assert "timestamp" not in text
        assert [one for one in components(text).values() if not one["licenses"]] == []


def test_an_inventory_names_what_the_scripts_hold(built: Path) -> None:
    """Licences.txt comes from the bundler's own list, the inventory from its marks in the scripts."""
    licences = (projects.GENERATORS / "docs" / "assets" / "licences.txt").read_text(encoding="utf-8")
    named = re.findall(r"^(\S+) ([\d.]+) \(\S+\)$", licences, re.MULTILINE)
    held = {f"pkg:npm/{quote(name)}@{version}" for name, version in named}
    assert held
    found = inventories(built)
    assert components(found["payments_api_pages"]).keys() == held
    kept = (projects.ROOT / "web" / "scripts.cdx.json").read_text(encoding="utf-8")
    assert found["payments_api_pages"] == kept, "run make bundles, and commit what it writes"
    needed = {purl for purl, one in components(found["paycat"]).items() if one["scope"] == "required"}
    assert {purl for purl in needed if purl.startswith("pkg:npm/")} == held


def test_an_inventory_names_what_is_installed(built: Path, tmp_path: Path) -> None:
    """Every package that pip would install beside the generated package, and what paycat imports, at its pin."""
    found = inventories(built)
    pins = (projects.ROOT / "requirements" / "dev.txt").read_text(encoding="utf-8")
    pinned = {f"pkg:pypi/{name}@{version}" for name, version in re.findall(r"^([\w.-]+)==([\w.]+)", pins, re.MULTILINE)}
    own = {f"pkg:pypi/paycat@{__version__}"}
    for name, text in found.items():
        needed = {purl for purl in components(text) if purl.startswith("pkg:pypi/")}
        assert needed <= (pinned | own if name == "paycat_mutants" else pinned)
    required = {one["name"] for one in components(found["payments_api"]).values() if one["scope"] == "required"}
    assert required == {"pydantic", "pydantic-core", "annotated-types", "typing-extensions", "typing-inspection"}
    optional = {one["name"] for one in components(found["payments_api"]).values() if one["scope"] == "optional"}
    assert {"httpx", "tenacity", "standardwebhooks", "starlette", "uvicorn", "anyio"} <= optional
    assert {"click", "jinja2", "pyyaml", "pydantic"} <= {one["name"] for one in components(found["paycat"]).values()}
    command = [sys.executable, str(projects.ROOT / "requirements" / "sbom.py"), str(tmp_path)]
    run(command, umask=0o077, **ELSEWHERE)
    assert inventories(tmp_path) == found


def data_files() -> Iterator[tuple[str, bytes]]:
    for name in DATA:
        yield from ((f"{name}/{path}", data) for path, data in projects.files_in(projects.ROOT / name).items())
    yield PINS, (projects.ROOT / PINS).read_bytes()


def test_wheel_holds_every_data_file(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    bundled = {name.removeprefix("paycat/_bundled/"): data for name, data in held.items() if "/_bundled/" in name}
    assert bundled == dict(data_files())
    modules = {f"paycat/{path}": data for path, data in projects.files_in(projects.ROOT / "src/paycat").items()}
    assert "paycat/py.typed" in modules
    assert {name: held.get(name) for name in modules} == modules
    others = {name for name in held if name not in modules and "/_bundled/" not in name}
    assert all(".dist-info/" in name for name in others), others
    [inventory] = [data for name, data in held.items() if "/sboms/" in name]
    assert inventory == (projects.ROOT / "web" / "scripts.cdx.json").read_bytes()
    [entry] = [data.decode() for name, data in held.items() if name.endswith("entry_points.txt")]
    assert "paycat = paycat.__main__:main" in entry


def test_mutants_are_a_wheel_of_their_own_for_the_same_version(built: Path) -> None:
    [wheel] = built.glob("paycat_mutants-*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist()}
    assert {name: data for name, data in held.items() if ".dist-info/" not in name} == projects.files_in(
        projects.ROOT / "mutants" / "src"
    )
    [metadata] = [data.decode() for name, data in held.items() if name.endswith("/METADATA")]
    assert f"\nVersion: {__version__}\n" in metadata
    assert f"\nRequires-Dist: paycat[ajv,conform]=={__version__}\n" in metadata


def test_sdist_holds_what_the_wheel_is_made_of(built: Path) -> None:
    [sdist] = built.glob("paycat-*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    assert {name for name, _ in data_files()} <= names
    assert {"LICENSE", "README.md", "CHANGELOG.md", "pyproject.toml", "src/paycat/py.typed"} <= names
    assert not [name for name in names if name.startswith(("generated/", ".venv/", "dist/"))]


@pytest.fixture(scope="module")
def library(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, installed outside the checkout, beside the libraries of this environment."""
    library = tmp_path_factory.mktemp("library")
    install = [sys.executable, "-m", "pip", "install", "--no-deps", "--no-index", "--quiet", "--target", str(library)]
    options = ["--no-compile", "--disable-pip-version-check"]
    subprocess.run([*install, *options, str(wheel)], check=True, capture_output=True)
    return library


def test_installed_wheel_generates_the_same(library: Path, tmp_path: Path) -> None:
    """From a folder that is no project."""
    elsewhere = tmp_path / "elsewhere"
    project = projects.copied(tmp_path / "project", generated=False)
    elsewhere.mkdir()
    path = {"PYTHONPATH": str(library)}
    ended = projects.paycat("generate", "--project", project, cwd=elsewhere, **path)
    assert (ended.returncode, ended.stderr) == (0, "")
    found, committed = (projects.files_in(folder) for folder in (project / "generated", projects.GENERATED))
    assert [name for name in sorted(found.keys() | committed) if found.get(name) != committed.get(name)] == []
    load = "import paycat, paycat.files.installed as r"
    ask = f"{load}; print(paycat.__file__, r.bundled('generators'), r.bundled('schemas'))"
    command, environ = [sys.executable, "-c", ask], projects.environ(**path)
    answer = subprocess.run(command, cwd=elsewhere, env=environ, capture_output=True, text=True, check=True)
    package = library / "paycat"
    locations = [package / "__init__.py", package / "_bundled" / "generators", package / "_bundled" / "schemas"]
    assert answer.stdout.split() == [str(location) for location in locations]


def test_installed_wheel_starts_a_project_that_conforms(library: Path, tmp_path: Path) -> None:
    """Commands that a reader of the README types one after the other, in an empty folder."""
    path = {"PYTHONPATH": str(library)}
    started = projects.paycat("init", "x", "--direction", "gift_card", cwd=tmp_path, **path)
    assert (started.returncode, started.stderr) == (0, "")
    start(tmp_path / "checkout" / "x", Choices(directions=("gift_card",)), "x")
    assert projects.files_in(tmp_path / "x") == projects.files_in(tmp_path / "checkout" / "x")
    for command in (["check"], ["generate"], ["conform"], ["generate", "--check"]):
        ended = projects.paycat(*command, cwd=tmp_path / "x", **path)
        assert (ended.returncode, ended.stderr) == (0, ""), ended.stdout
        assert command != ["conform"] or " vectors, 0 disagreements" in ended.stdout


@pytest.fixture(scope="module")
def alone(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of packages of an environment that has only the wheel and what it requires, as the page of CI says."""
    environment = tmp_path_factory.mktemp("alone")
    run([sys.executable, "-m", "venv", "--without-pip", str(environment)])
    pip = environment / "bin" / "pip"
    pip.write_text(f'#!/bin/sh\nexec {sys.executable} -m pip --python {environment} "$@"\n', encoding="utf-8")
    pip.chmod(0o700)
    [commands] = blocks("Before you begin", "sh")
    run(
        ["bash", "-euc", f"cd {environment}\n{commands}"],
        PATH=f"{environment}/bin:/usr/bin:/bin",
        PIP_FIND_LINKS=f"{built.as_uri()} {registries.WHEELS.as_uri()}",
        PIP_DISABLE_PIP_VERSION_CHECK="1",
    )
    [packages] = environment.glob("lib/*/site-packages")
    return packages


def test_an_install_without_extras_is_small(alone: Path) -> None:
    """A hook installs it on every machine: what few commands need is an extra. The size is what pip leaves."""
    stated = re.search(r"at most (\d+) MB", (projects.ROOT / "docs" / "tutorial.md").read_text(encoding="utf-8"))
    assert stated
    sizes = {
        package.name: sum(path.stat().st_size for path in map(Path, map(package.locate_file, package.files or ())))
        for package in distributions(path=[str(alone)])
    }
    assert {"paycat", "click", "jsonschema_rs"} <= sizes.keys()
    assert sum(sizes.values()) <= int(stated[1]) * 1_000_000, sorted(sizes.items(), key=lambda one: -one[1])


def test_commands_run_without_extras(alone: Path, tmp_path: Path) -> None:
    python = alone.parents[2] / "bin" / "python"

    def ended(*arguments: str) -> tuple[int, str, str]:
        command = [str(python), "-m", "paycat", *arguments]
        done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout, done.stderr

    # Modules are compiled when a command imports them, once for all commands.
    environ = projects.environ(PYTHONDONTWRITEBYTECODE="")
    code, shown, _ = ended("init", ".")
    assert (code, shown.splitlines()[-2:]) == (0, ["  pip install 'paycat[conform]'", "  paycat conform"])
    for command in (["check"], ["generate"], ["generate", "--check"], ["fmt", "--check"], ["explain", "unknown-key"]):
        code, _, error = ended(*command)
        assert (code, error) == (0, ""), command
    for name in commands.list_commands(Context(commands)):
        code, shown, error = ended(name, "--help")
        if name in EXTRAS:
            message = f"Error: paycat {name} needs {', '.join(EXTRAS[name])}: pip install 'paycat[{name}]'\n"
            assert (code, shown, error) == (2, "", message)
        else:
            assert (code, error) == (0, "")
            assert shown.startswith(f"Usage: python -m paycat {name} ")


def test_pip_installs_what_is_pinned(alone: Path, tmp_path: Path) -> None:
    pins = (alone.parents[2] / "pins.txt").read_text(encoding="utf-8")
    stated = (projects.ROOT / PINS).read_text(encoding="utf-8").splitlines()
    expected = [f"paycat=={__version__}", *(line for line in stated if not line.startswith("#"))]
    assert pins.splitlines()[1:] == expected
    [click] = [line for line in stated if line.startswith("click==")]
    (tmp_path / "other.txt").write_text(pins.replace(click, "click==1.0"), encoding="utf-8")
    install = [alone.parents[2] / "bin" / "pip", "install", "--constraint", tmp_path / "other.txt", "paycat"]
    ended = subprocess.run(install, capture_output=True, text=True, check=False)
    assert (ended.returncode, "click==1.0" in ended.stdout + ended.stderr) == (1, True)


def test_missing_data_is_told_in_one_sentence(wheel: Path, tmp_path: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path, [name for name in archive.namelist() if "/_bundled/" not in name])
    ask = "from paycat.files.installed import bundled; bundled('generators')"
    environ = projects.environ(PYTHONPATH=str(tmp_path))
    ended = subprocess.run([sys.executable, "-c", ask], env=environ, capture_output=True, text=True, check=False)
    last = ended.stderr.splitlines()[-1]
    assert last == "FileNotFoundError: paycat was installed without its generators/ folder"


def test_the_sdists_make_the_same_bytes_again(built: Path, tmp_path: Path) -> None:
    """Elsewhere: another path, other times, file modes and variables; the wheels and the sdists of all packages."""
    again, sources = tmp_path / "again", tmp_path / "sources"
    names = sorted(path.name for path in built.iterdir() if path.suffix != ".json")
    assert [name.partition("-")[0] for name in names[::2]] == ["paycat", "paycat_mutants", "payments_api"]
    for sdist in built.glob("*.tar.gz"):
        with tarfile.open(sdist) as archive:
            archive.extractall(sources, filter="data")
    for source in sources.iterdir():
        for path in source.rglob("*"):
            path.chmod(0o700 if path.is_dir() else 0o600)
            os.utime(path, (1.8e9, 1.8e9))
        command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(again), str(source)]
        run(command, umask=0o077, SOURCE_DATE_EPOCH=EPOCH, **ELSEWHERE)
    assert sorted(path.name for path in again.iterdir()) == names
    assert [name for name in names if (again / name).read_bytes() != (built / name).read_bytes()] == []
