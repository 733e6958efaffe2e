"""One folder for each generator with its options: `case.yaml`, what was measured, and the files that the tool reads."""

import shutil
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import projects

from tests.artefacts.integrators.bodies import bodies
from tests.artefacts.integrators.measuring import measured
from tests.artefacts.integrators.tools import TOOLS, Tool

FOLDER = Path(__file__).parent / "option_sets"
OWN = ("case.yaml", "expected.yaml")


@dataclass(frozen=True)
class OptionSet:
    """A folder below option_sets/."""

    folder: Path

    @cached_property
    def case(self) -> dict[str, Any]:
        """The tool, its options, and what to set instead."""
        return dict(projects.read_yaml(self.folder / "case.yaml"))

    @property
    def tool(self) -> Tool:
        """The generator."""
        return TOOLS[self.case["tool"]]

    @property
    def files(self) -> list[Path]:
        """What the generator reads beside the document."""
        return sorted(path for path in self.folder.iterdir() if path.name not in OWN)

    def measure(self, folder: Path) -> dict[str, Any]:
        """Return the generator's version, and what its models, made in an empty folder, validate wrongly."""
        for file in self.files:
            shutil.copy(file, folder)
        self.tool.generate(folder, self.case["options"])
        return {"version": self.tool.version(), **measured(bodies(), self.tool.ask(folder, bodies()))}

    def expected(self) -> Any:
        """Return what was measured when the case was last updated."""
        return projects.read_yaml(self.folder / "expected.yaml")


OPTION_SETS = [OptionSet(folder) for folder in sorted(FOLDER.iterdir())]
