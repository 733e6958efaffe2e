"""The vectors of an output folder, as they were published: file by file, so that a large catalogue fits in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pydantic import ValidationError

from paycat.contract.model import Contract
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.encoding import json_text
from paycat.vectors.model import Vector


@dataclass(frozen=True, slots=True)
class Batch:
    """The vectors of one file; `subject` names it: a request type such as payout/METHOD, or a stage."""

    subject: str
    vectors: tuple[Vector, ...]


def read_vectors(generated: Path, shown: str) -> Iterator[Batch]:
    """Return every vector in the output folder, read when it is asked for. Raises FindingsError."""
    folder = generated / "conformance" / "vectors"
    paths = sorted(folder.rglob("*.jsonl"))
    if not paths:
        raise FindingsError([_not_generated(f"{shown}/conformance/vectors")])
    for path in paths:
        subject = path.relative_to(folder).with_suffix("").as_posix()
        yield Batch(subject, _read(path, f"{shown}/{path.relative_to(generated).as_posix()}"))


def _read(path: Path, name: str) -> tuple[Vector, ...]:
    vectors: list[Vector] = []
    found: list[Diagnostic] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").split("\n")[:-1], start=1):
        try:
            vectors.append(Vector.model_validate_json(line))
        except ValidationError:
            found.append(Diagnostic("bad-vector", Span(name, number, 1), "this line is no vector"))
    if not vectors and not found:
        found.append(_not_generated(name))
    if found:
        raise FindingsError(found)
    return tuple(vectors)


def refuse_stale(contract: Contract, generated: Path, shown: str) -> None:
    """Raise FindingsError when the output folder was made of another catalogue, or vectors of a request are missing."""
    found = []
    written = generated / "contract" / "contract.json"
    if written.is_file() and written.read_text(encoding="utf-8") != json_text(contract.model_dump(mode="json")):
        place = Span(f"{shown}/contract/contract.json")
        found.append(Diagnostic("stale-artefacts", place, "this was made of another catalogue", "run paycat generate"))
    for request in contract.requests():
        name = f"conformance/vectors/{request.direction}/{request.method}.jsonl"
        if not (generated / name).is_file():
            found.append(_not_generated(f"{shown}/{name}"))
    if found:
        raise FindingsError(found)


def _not_generated(name: str) -> Diagnostic:
    return Diagnostic("not-generated", Span(name), "there are no vectors", "run paycat generate")
