"""The vectors of an output folder, as they were published."""

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.vectors.model import Vector


def read_vectors(generated: Path, shown: str) -> list[Vector]:
    """Return every vector in the output folder. Raises FindingsError when there is none, or one cannot be read."""
    folder = generated / "conformance" / "vectors"
    vectors: list[Vector] = []
    found: list[Diagnostic] = []
    for path in sorted(folder.rglob("*.jsonl")):
        name = f"{shown}/{path.relative_to(generated).as_posix()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")[:-1], start=1):
            try:
                vectors.append(Vector.model_validate_json(line))
            except ValidationError:
                found.append(Diagnostic("bad-vector", Span(name, number, 1), "this line is no vector"))
    if not vectors and not found:
        place = Span(f"{shown}/conformance/vectors")
        found.append(Diagnostic("not-generated", place, "there are no vectors", "run paycat generate"))
    if found:
        raise FindingsError(found)
    return vectors


def refuse_stale(contract: Contract, vectors: Iterable[Vector], generated: Path, shown: str) -> None:
    """Raise FindingsError when the output folder was made of another catalogue, or vectors of a request are missing."""
    found = []
    written = generated / "contract" / "contract.json"
    if written.is_file() and written.read_text(encoding="utf-8") != json_text(contract.model_dump(mode="json")):
        place = Span(f"{shown}/contract/contract.json")
        found.append(Diagnostic("stale-artefacts", place, "this was made of another catalogue", "run paycat generate"))
    tested = {(vector.direction, vector.method) for vector in vectors if vector.stage == "fields"}
    for request in contract.requests():
        if (request.direction, request.method) not in tested:
            place = Span(f"{shown}/conformance/vectors/{request.direction}/{request.method}.jsonl")
            found.append(Diagnostic("not-generated", place, "there are no vectors", "run paycat generate"))
    if found:
        raise FindingsError(found)
