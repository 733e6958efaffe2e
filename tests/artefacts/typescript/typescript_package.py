"""The published TypeScript package as node runs it and tsc reads it."""

import json
import shutil
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import projects

from paycat.conformance.run.engines.ajv.node import LineProcess, node_program
from tests.artefacts.integrators.node_packages import node_modules

PACKAGE = projects.GENERATED / "typescript"
DRIVER = Path(__file__).with_name("driver.mjs")
STRICT = (
    *("--strict", "--noUncheckedIndexedAccess", "--noPropertyAccessFromIndexSignature", "--exactOptionalPropertyTypes"),
    *("--noImplicitOverride", "--verbatimModuleSyntax", "--isolatedModules", "--target", "es2022", "--noEmit"),
    *("--module", "nodenext"),
)
DOM, NODE = ("--lib", "ES2022,DOM"), ("--lib", "ES2022", "--types", "node")
"""Where a compiler may have the types of the web from, as the README of the package says."""


def check_types(folder: Path, *sources: Path, package: Path = PACKAGE, web: Sequence[str] = DOM) -> None:
    """Assert that tsc accepts sources that import the package by its name, with all declarations."""
    name = json.loads((package / "package.json").read_text(encoding="utf-8"))["name"]
    (folder / "node_modules").mkdir()
    (folder / "node_modules" / name).symlink_to(package, target_is_directory=True)
    for types in ("@types", "undici-types"):
        (folder / "node_modules" / types).symlink_to(node_modules() / types, target_is_directory=True)
    (folder / "package.json").write_text('{"type": "module"}\n')
    copies = [shutil.copyfile(source, folder / source.name) for source in sources]
    tsc = [node_program("tests"), str(node_modules() / "typescript" / "bin" / "tsc"), *STRICT, *web, *map(str, copies)]
    done = subprocess.run(tsc, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


class Driver:
    """A process of node, or of another runtime, that calls the client as it is told, one line for each call."""

    def __init__(self, package: Path = PACKAGE, runtime: Sequence[str] = ()) -> None:
        self._process = LineProcess([*(runtime or (node_program("tests"),)), str(DRIVER), str(package)])

    def ask(self, **question: Any) -> Any:
        """Return what driver.mjs answers."""
        return json.loads(self._process.ask(json.dumps(question)))

    def close(self) -> None:
        """End the process."""
        self._process.close()
