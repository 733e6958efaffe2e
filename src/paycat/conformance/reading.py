"""The vectors of an output folder, as they were published."""

from pathlib import Path

from pydantic import ValidationError

from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.vectors.model import Vector


def read_vectors(generated: Path, shown: str) -> list[Vector]:
    """Return every vector in the output folder. Raises FindingsError when there is none, or one cannot be read."""
    folder = generated / "conformance" / "vectors"
    vectors: list[Vector] = []
    found: list[Diagnostic] = []
    for path in sorted(folder.rglob("*.jsonl")):
        name = f"{shown}/{path.relative_to(generated).as_posix()}"
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
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
