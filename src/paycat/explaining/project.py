"""A project as it is explained: its catalogue, its contract, and what was generated from it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from paycat.catalogue.reading import Catalogue
from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.loading import Node, bytes_of, load_file
from paycat.vectors.model import ValueVector, Vector
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
    def vectors(self) -> list[dict[str, Any]]:
        """Every vector of requests on disk, in the order of the files, with `file` and `line`."""
        return list(self._lines(Vector, "vectors"))

    @cached_property
    def values(self) -> list[dict[str, Any]]:
        """Every vector of records, parameters and headers on disk, as above."""
        return list(self._lines(ValueVector, "values"))

    def _lines(self, kind: type[Vector | ValueVector], folder: str) -> Iterator[dict[str, Any]]:
        for path in sorted(self.workspace.generated.glob(f"conformance/{folder}/**/*.jsonl")):
            name = f"{GENERATED}/{path.relative_to(self.workspace.generated).as_posix()}"
            for number, line in enumerate(_data(path, name).splitlines(), start=1):
                yield {**_vector(kind, line, name, number), "file": name, "line": number}

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


def _vector(kind: type[Vector | ValueVector], line: bytes, name: str, number: int) -> dict[str, Any]:
    try:
        return kind.model_validate_json(line).model_dump(mode="json")
    except ValidationError as error:
        advice = "run paycat generate --check"
        raise FindingsError(
            [Diagnostic("bad-vector", Span(name, number, 1), "this line is no vector", advice)]
        ) from error


def read_project(workspace: Workspace) -> Project:
    """Return the project. Raises FindingsError when its catalogue has errors."""
    contract, _ = contract_of(workspace)
    return Project(workspace, catalogue_of(workspace), contract)
