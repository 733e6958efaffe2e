"""A project as it is explained: its catalogue, its contract, and what was generated from it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from paycat.catalogue.reading import Catalogue
from paycat.conformance.reading import VALUES, VECTORS, Batch, Published, read_values, read_vectors
from paycat.contract.model import Contract
from paycat.diagnostics import FindingsError
from paycat.encoding import json_text
from paycat.files import reject_conflicts
from paycat.loading import Node, bytes_of, load_file
from paycat.vectors.model import Vector
from paycat.workspace import GENERATED, Workspace, catalogue_of, contract_of

_DOCUMENTS = (".json", ".yaml")
_NOT_ARTEFACTS = ("contract/", "editor/", "conformance/", "tools.json", "SHA256SUMS")
_PART = re.compile('^ +"?x-part"?:', re.MULTILINE)
_STALE = "generated/ is older than schemas/: paycat generate brings it up to date"
_MISSING = "nothing is generated yet: paycat generate"


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
    def documents(self) -> dict[str, Node]:
        """The JSON and YAML documents among the artefacts, as nodes with places."""
        read = {
            path: load_file(self.workspace.generated / path, f"{GENERATED}/{path}")[0]
            for path in self.artefacts
            if path.endswith(_DOCUMENTS)
        }
        return {path: node for path, node in read.items() if node is not None}

    @cached_property
    def batches(self) -> tuple[Batch[Vector], ...]:
        """Every vector of requests on disk, file by file; none where nothing is generated."""
        reject_conflicts(self.workspace.generated, GENERATED)
        return tuple(read_vectors(self.workspace.generated, GENERATED)) if self._has(VECTORS) else ()

    def published(self) -> Iterator[Published]:
        """Yield these, and every vector of records, parameters and headers."""
        yield from self.batches
        yield from read_values(self.workspace.generated, GENERATED) if self._has(VALUES) else ()

    def _has(self, folder: str) -> bool:
        return any((self.workspace.generated / folder).rglob("*.jsonl"))

    @property
    def note(self) -> str:
        """A warning if the output folder is not up to date; else empty."""
        written = self.workspace.generated / "contract" / "contract.json"
        if not written.is_file():
            return _MISSING
        current = json_text(self.contract.written())
        return "" if _data(written, f"{GENERATED}/contract/contract.json") == current.encode() else _STALE

    def _texts(self) -> Iterator[tuple[str, str]]:
        for path in sorted(self.workspace.generated.rglob("*")):
            if path.is_file() and path.suffix in (*_DOCUMENTS, ".py", ".md"):
                name = path.relative_to(self.workspace.generated).as_posix()
                yield name, _data(path, f"{GENERATED}/{name}").decode("utf-8", errors="replace")


def _data(path: Path, name: str) -> bytes:
    data, found = bytes_of(path, name)
    if data is None:
        raise FindingsError(found)
    return data


def read_project(workspace: Workspace) -> Project:
    """Return the project. Raises FindingsError when its catalogue has errors."""
    contract, _ = contract_of(workspace)
    return Project(workspace, catalogue_of(workspace), contract)
