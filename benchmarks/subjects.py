"""What is measured: projects of so many methods, the model of each for TypeSpec, and the state that a run begins in."""

import json
import shutil
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count
from pathlib import Path

from measuring import Command, Work, output_of
from synthetic import edit_note, synthetic
from table import Measured, NotRunError
from typespec import typespec

from paycat.cache import FOLDER
from paycat.conformance.run.engine import MissingEngineError
from paycat.conformance.run.engines.ajv.node import installed, node_program
from paycat.contract.model import Contract
from paycat.project.workspace import Workspace, contract_of

HERE = Path(__file__).parent
PEERS = HERE / "peers"
PAYCAT: Command = (sys.executable, "-m", "paycat")
_CONFIG = PEERS / "tspconfig.yaml"


@dataclass(frozen=True)
class Project:
    """A project in a folder, with a cache of its own: no run uses what another project or the user kept."""

    root: Path

    @property
    def generated(self) -> Path:
        """The output folder."""
        return self.root / "generated"

    @property
    def part(self) -> Path:
        """The output folder of some packs alone."""
        return self.root / "part"

    @property
    def _cache(self) -> Path:
        return self.root / "cache"

    @property
    def environment(self) -> Mapping[str, str]:
        """The variables that let a command use the cache of the project."""
        return {FOLDER: str(self._cache)}

    @cached_property
    def contract(self) -> Contract:
        """The contract of the catalogue as it was when somebody first asked."""
        return contract_of(Workspace(self.root), anew=True)[0]

    @cached_property
    def _numbers(self) -> "count[int]":
        return count(1)

    def work(self, *arguments: str, before: Callable[[], object] = lambda: None) -> Work:
        """Return the run of a command in the project."""
        command = (*PAYCAT, *arguments, "--project", self.root)
        return Work([command], before, self.environment)

    def forget(self) -> None:
        """Remove what earlier runs kept."""
        shutil.rmtree(self._cache, ignore_errors=True)

    def empty(self) -> None:
        """Remove what earlier runs kept and what they generated."""
        self.forget()
        for folder in (self.generated, self.part):
            shutil.rmtree(folder, ignore_errors=True)

    def edit(self) -> None:
        """Change the note of the first method, which every artefact of the method contains."""
        file = min((self.root / "schemas" / "methods").glob("*.yaml"))
        edit_note(file, next(self._numbers))

    def generate(self) -> None:
        """Bring the output folder and the cache up to date."""
        output_of((*PAYCAT, "generate", "--project", self.root), self.environment)


class Bench:
    """Makes what the rows measure, once each, in a folder that is removed at the end."""

    def __init__(self, source: Path, folder: Path, *, rounds: int, sizes: Mapping[int, int]) -> None:
        self._source, self._folder = source, folder
        self.rounds = rounds
        self.sizes = sizes
        """How many methods a project of each scale has."""
        self.measured: dict[tuple[str, int], Measured] = {}
        """The rows until now, by their work and their scale."""
        self.script = cache(self._script)
        self._projects: dict[str, Project] = {}

    def project(self, scale: int, *, varied: bool = False) -> Project:
        """Return the project of a scale."""
        name = f"{scale}-varied" if varied else str(scale)
        if name not in self._projects:
            project = Project(synthetic(self.sizes[scale], self._folder / name, self._source, varied=varied))
            self._projects[name] = project
        return self._projects[name]

    def _script(self, name: str, project: Project) -> dict[str, list[float]]:
        """Run a script of this folder on a project, and return the CPU seconds that it printed."""
        command = (sys.executable, HERE / name, project.root, "--rounds", str(self.rounds))
        found: dict[str, list[float]] = json.loads(output_of(command, project.environment))
        return found

    def compile_typespec(self, scale: int, *more: Command) -> Work:
        """Return `tsp compile` of the same requests, into an empty folder, and commands that follow it.

        Raises NotRunError if node or its packages cannot be installed.
        """
        folder = self._folder / f"typespec-{scale}"
        output = folder / "output"
        try:
            node, packages = node_program("typespec"), installed(PEERS / "package.json", "typespec") / "node_modules"
        except MissingEngineError as error:
            raise NotRunError(f"{error.why}; {error.remedy}") from error
        if not folder.exists():
            folder.mkdir()
            (folder / "node_modules").symlink_to(packages)
            (folder / "main.tsp").write_text(typespec(self.project(scale).contract), encoding="utf-8")
        tsp = packages / "@typespec" / "compiler" / "cmd" / "tsp.js"
        command = (node, tsp, "compile", folder, "--config", _CONFIG, "--output-dir", output)
        return Work([command, *more], lambda: shutil.rmtree(output, ignore_errors=True))

    def chain(self, scale: int) -> Work:
        """Return `tsp compile`, and then datamodel-code-generator: models and a FastAPI server."""
        output = self._folder / f"typespec-{scale}" / "output"
        options = "--input-file-type openapi --formatters builtin --disable-timestamp --disable-warnings"
        made = ("--output", output / "models.py", "--generate-server", "fastapi", "--server-output", output / "server")
        packages = ("--server-package", "server", "--server-model-package", "models")
        document = ("--input", output / "openapi" / "openapi.json")
        program = (sys.executable, "-m", "datamodel_code_generator")
        return self.compile_typespec(scale, (*program, *document, *options.split(), *made, *packages))
