"""The TypeScript client as node runs it: the compiled runtime, and the templates of the client filled."""

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import projects

from paycat.cache import Cache
from paycat.conformance.run.engines.ajv.node import LineProcess, node_program
from paycat.contract.model import Contract
from paycat.languages.table import language_of
from paycat.packs.templates import environment
from tests.artefacts.integrators.node_packages import node_modules

PACK = projects.GENERATORS / "typescript"
DRIVER = Path(__file__).with_name("driver.mjs")
STRICT = (
    *("--strict", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature", "--exactOptionalPropertyTypes"),
    *("--noImplicitOverride", "--verbatimModuleSyntax", "--isolatedModules", "--target", "es2022"),
    *("--module", "nodenext", "--lib", "ES2022,DOM,DOM.Iterable"),
)


def build(contract: Contract, folder: Path) -> Path:
    """Write the package's client to a folder, and return that."""
    (folder / "package.json").write_text('{"type": "module"}\n')
    shutil.copytree(PACK / "compiled", folder / "runtime")
    for template in sorted((PACK / "templates" / "client").glob("*.j2")):
        target = folder / "client" / template.name.removesuffix(".j2")
        target.parent.mkdir(exist_ok=True)
        target.write_text(rendered(contract, f"client/{template.name}"), encoding="utf-8")
    return folder


def check_types(folder: Path, source: Path) -> None:
    """Assert that tsc accepts a source, at its strictest."""
    tsc = [node_program("tests"), str(node_modules() / "typescript" / "bin" / "tsc"), *STRICT]
    done = subprocess.run([*tsc, "--noEmit", str(source)], cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def rendered(contract: Contract, name: str) -> str:
    """Return what a template of the pack makes of a contract."""
    language = language_of(name)
    assert language is not None
    filled = environment(language, lambda inner: PACK / "templates" / inner, Cache()).get_template(name)
    return str(filled.render(contract=contract, params={}))


class Driver:
    """A process of node that calls the client as it is told, one line for each call."""

    def __init__(self, package: Path) -> None:
        self._process = LineProcess([node_program("tests"), str(DRIVER), str(package)])

    def ask(self, **question: Any) -> Any:
        """Return what driver.mjs answers."""
        return json.loads(self._process.ask(json.dumps(question)))

    def close(self) -> None:
        """End the process."""
        self._process.close()
