"""What an output folder holds: vectors are read file by file, so that a large catalogue fits in memory."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Generic, TypeVar

from pydantic import ValidationError

from paycat.conformance.derive.model import ValueVector, Vector
from paycat.diagnostics import Diagnostic, FindingsError, Span
from paycat.files.reading import file_bytes, reason_of, system_errors_as

Tested = TypeVar("Tested", Vector, ValueVector)
VECTORS, VALUES = "conformance/vectors", "conformance/values"
_FOLDERS = {Vector: VECTORS, ValueVector: VALUES}
GENERATE = "run paycat generate"
CHECK = "run paycat generate --check"


@dataclass(frozen=True, slots=True)
class Batch(Generic[Tested]):
    """The vectors of one file, named by its subject: a request type such as payout/METHOD, a record, or a stage."""

    subject: str
    vectors: tuple[Tested, ...]

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of the vectors, in their order."""
        return tuple(vector.id for vector in self.vectors)


Published = Batch[Vector] | Batch[ValueVector]


def generated_bytes(path: Path, location: Span, what: str, advice: str, remedy: str = GENERATE) -> bytes:
    """Return a file of the output folder. Raises FindingsError: `remedy` is for one that is missing."""
    try:
        return file_bytes(path)
    except FileNotFoundError as error:
        raise FindingsError([Diagnostic("not-generated", location, f"{what} is not there", remedy)]) from error
    except OSError as error:
        message = f"cannot read {what}: {reason_of(error)}"
        raise FindingsError([Diagnostic("file-unreadable", location, message, advice)]) from error


def vector_bytes(path: Path, name: str) -> bytes:
    """Return a file of vectors, called `name` in findings. Raises FindingsError."""
    with system_errors_as("file-unreadable", Span(name), "cannot read the file"):
        return file_bytes(path)


def read_vectors(generated: Path, shown: str) -> Iterator[Batch[Vector]]:
    """Read the vectors of requests in the output folder one file at a time. Raises FindingsError."""
    return _read_all(generated, shown, Vector)


def read_values(generated: Path, shown: str) -> Iterator[Batch[ValueVector]]:
    """Read the vectors of records, parameters and headers in the same way. Raises FindingsError."""
    return _read_all(generated, shown, ValueVector)


def read_published(generated: Path, shown: str) -> Iterator[Published]:
    """Read both. Raises FindingsError."""
    yield from read_vectors(generated, shown)
    yield from read_values(generated, shown)


def path_of(subject: str) -> str:
    """Return the path of the file of a subject in the output folder."""
    is_of_values = subject in ("parameters", "headers") or subject.startswith("records/")
    return f"{VALUES if is_of_values else VECTORS}/{subject}.jsonl"


def _read_all(generated: Path, shown: str, kind: type[Tested]) -> Iterator[Batch[Tested]]:
    folder = generated / _FOLDERS[kind]
    paths = sorted(folder.rglob("*.jsonl"))
    if not paths:
        raise FindingsError([not_generated(f"{shown}/{_FOLDERS[kind]}")])
    for path in paths:
        subject = path.relative_to(folder).with_suffix("").as_posix()
        yield Batch(subject, _read(path, f"{shown}/{path.relative_to(generated).as_posix()}", kind))


def _read(path: Path, name: str, kind: type[Tested]) -> tuple[Tested, ...]:
    vectors: dict[str, Tested] = {}
    found: list[Diagnostic] = []
    *lines, torn = vector_bytes(path, name).split(b"\n")
    for number, line in enumerate([*lines, torn] if torn else lines, start=1):
        try:
            vector = kind.model_validate_json(line)
        except ValidationError:
            found.append(Diagnostic("bad-vector", Span(name, number, 1), "this line is no vector", CHECK))
            continue
        if vector.id in vectors:
            found.append(Diagnostic("bad-vector", Span(name, number, 1), f"there are two vectors {vector.id}", CHECK))
        vectors[vector.id] = vector
    if torn and not found:
        found.append(Diagnostic("bad-vector", Span(name, len(lines) + 1, 1), "the file ends within a line", CHECK))
    if not vectors and not found:
        found.append(not_generated(name))
    if found:
        raise FindingsError(found)
    return tuple(vectors.values())


def not_generated(name: str) -> Diagnostic:
    """Return the finding that vectors are missing."""
    return Diagnostic("not-generated", Span(name), "there are no vectors", GENERATE)
