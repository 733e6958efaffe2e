"""A project as it is explained: its catalogue, its contract, and what was generated from it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from paycat.catalogue.reading import Catalogue, Stated
from paycat.catalogue.statement import Statement
from paycat.conformance.run.output_folder import VALUES, VECTORS, vector_bytes
from paycat.contract.model import Contract
from paycat.contract.paths import Steps
from paycat.files.reading import reject_conflicts
from paycat.lint.statements import Reference, references
from paycat.project.workspace import GENERATED, Workspace, catalogue_of, contract_of
from paycat.reporting.explaining.items import Item, items

_READ = (".json", ".yaml", ".py", ".md")
_NOT_ARTEFACTS = ("contract/contract.", "editor/", "conformance/", "tools.json", "SHA256SUMS")
_COPIED = "_runtime"
"""The folder of code that is the same for every catalogue."""
_PART = re.compile('^ +"?x-part"?:', re.MULTILINE)
_STALE = "generated/ does not match schemas/; run `paycat generate`"
_MISSING = "generated/ has no contract yet; run `paycat generate`"


@dataclass(frozen=True)
class Project:
    """A catalogue without errors, its contract, and the output folder on disk."""

    workspace: Workspace
    catalogue: Catalogue
    contract: Contract

    @cached_property
    def artefacts(self) -> dict[str, str]:
        """What integrators read, by path: texts of documents and of the package.

        Documents of a subset are left out, as they repeat the whole ones.
        """
        reject_conflicts(self.workspace.generated, GENERATED)
        texts = ((path, text) for path, text in self._texts() if not path.startswith(_NOT_ARTEFACTS))
        return {path: text for path, text in texts if not _PART.search(text)}

    @cached_property
    def vector_files(self) -> dict[str, bytes]:
        """The files of vectors, by their names in findings."""
        generated = self.workspace.generated
        reject_conflicts(generated, GENERATED)
        paths = (path for folder in (VECTORS, VALUES) for path in sorted((generated / folder).rglob("*.jsonl")))
        names = {f"{GENERATED}/{path.relative_to(generated).as_posix()}": path for path in paths}
        return {name: vector_bytes(path, name) for name, path in names.items()}

    @cached_property
    def items(self) -> tuple[Item, ...]:
        """Every statement of the catalogue that has a name."""
        return tuple(items(self.catalogue))

    @cached_property
    def _qualified_names(self) -> dict[tuple[str, Steps], str]:
        return {(item.stated.source.name, item.stated.path): item.qualified_name for item in self.items}

    def nearest(self, stated: Stated[Statement]) -> str:
        """Return the full name of a statement, or of the nearest one around it that has a name."""
        above = ((stated.source.name, stated.path[:length]) for length in range(len(stated.path), -1, -1))
        return next((self._qualified_names[key] for key in above if key in self._qualified_names), "")

    @cached_property
    def references(self) -> tuple[Reference, ...]:
        """Every name that a statement of the catalogue has for something stated elsewhere."""
        return tuple(references(self.catalogue))

    @property
    def citations(self) -> Iterator[Reference]:
        """Every mention of a decision outside the registers: what depends on the decision."""
        return (one for one in self.references if one.kind == "decision" and not one.in_register)

    @property
    def note(self) -> str:
        """A warning if the output folder is not up to date; else empty."""
        written = self.workspace.generated / "contract" / "contract.json"
        if not written.is_file():
            return _MISSING
        current = self.contract.text()
        return "" if vector_bytes(written, f"{GENERATED}/contract/contract.json") == current.encode() else _STALE

    def _texts(self) -> Iterator[tuple[str, str]]:
        for path in sorted(self.workspace.generated.rglob("*")):
            if path.is_file() and path.suffix in _READ and _COPIED not in path.parts:
                name = path.relative_to(self.workspace.generated).as_posix()
                yield name, vector_bytes(path, f"{GENERATED}/{name}").decode("utf-8", errors="replace")


def read_project(workspace: Workspace) -> Project:
    """Return the project. Raises FindingsError when its catalogue has errors."""
    contract, _ = contract_of(workspace, anew=True)
    return Project(workspace, catalogue_of(workspace), contract)
